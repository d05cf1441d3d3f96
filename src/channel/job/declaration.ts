import { refuse } from '../../kernel/errors';
import { object, type Static, type TOptional, type TSchema, t } from '../../kernel/schema/schema';
import { schemaErrors } from '../../kernel/schema/validation';
import { assertRead } from '../../kernel/schema/walk';
import type { JobKindTerms } from '../contract/terms';
import { assertApart, assertKeepable } from './assert';
import { type JobRow, job } from './table';

export type Fields = Readonly<Record<string, TSchema>>;
/** The reason for which a job counts as failed although all of its steps are done. */
export interface Flaw {
  readonly code: string;
  /** A sentence for the owner. */
  readonly message: string;
}

export type Values<F extends Fields> = { readonly [N in keyof F]: Static<F[N]> };

/**
 * The draft of a kind of marketplace job: its input, and the progress that it keeps. The row of every job holds both as JSON. The fields of
 * answers and the checks of rows follow from this draft.
 */
export interface Draft<I extends Fields, C extends Fields, D extends Fields, Q extends Fields, R extends Fields> {
  readonly name: string;
  readonly terms: JobKindTerms<Values<I>>;
  /** The input of a job. Answers and audit show it. */
  readonly input: I;
  /** Counters and findings beside those of every job. Answers show them with the progress, and the audit shows them with the end. */
  readonly counters: C;
  /** Details that only the view of a single job shows, because they may be long. */
  readonly details: D;
  /** The position from which the job goes on. No answer shows it. */
  readonly position: Q;
  /** The first values of counters, details and position. */
  readonly initial: Values<C & D & Q>;
  /**
   * Tells whether the job has made a request that cannot be taken back and whose outcome is not known yet. A job that ends then ends as
   * unknown (see ends.ts), since `stopped` or `failed` would claim an outcome.
   * @default never
   */
  beyondRecall?(progress: Values<C & D & Q>): boolean;
  /**
   * Tells why a job counts as failed although all of its steps are done, where its progress says so.
   * @default its steps tell it (steps.ts)
   */
  flaw?(progress: Values<C & D & Q>): Flaw | undefined;
  /** The result of a job that succeeded. */
  readonly result: { readonly fields: R; of(job: JobRow & { readonly progress: Values<C & D & Q> }): Values<R> };
}

/** A job of one kind. */
export type JobOf<K> =
  K extends JobKind<infer I, infer C, infer D, infer Q, infer _R>
    ? Omit<JobRow, 'input' | 'progress'> & { readonly input: Values<I>; readonly progress: Values<C & D & Q> }
    : never;

export interface JobKind<
  I extends Fields = Fields,
  C extends Fields = Fields,
  D extends Fields = Fields,
  Q extends Fields = Fields,
  R extends Fields = Fields,
> extends Draft<I, C, D, Q, R> {
  /** Makes the columns of a new job that depend on its kind. @throws when the input is not as the kind declares it */
  begins(input: Values<I>): Pick<JobRow, 'kind' | 'lane' | 'input' | 'progress'>;
  /** Reads a row as a job of this kind. @throws {Refusal} invalid_state when the row holds something else than this release declares */
  read<Row extends JobRow>(row: Row): Row & JobOf<JobKind<I, C, D, Q, R>>;
  /** Reads a row as {@link JobKind.read} does. @returns undefined where that throws */
  readable<Row extends JobRow>(row: Row): (Row & JobOf<JobKind<I, C, D, Q, R>>) | undefined;
}

/** Declares a kind of job. kinds/declared.ts lists all kinds. */
export function jobKind<
  const I extends Fields,
  const C extends Fields,
  const D extends Fields,
  const Q extends Fields,
  const R extends Fields,
>(draft: Draft<I, C, D, Q, R>): JobKind<I, C, D, Q, R> {
  const { name, terms, input, counters, details, position, initial } = draft;
  const holds = object({ input: object(input), progress: object({ ...counters, ...details, ...position }) });
  assertRead(`a job of the kind ${name}`, holds);
  const came = object(draft.result.fields);
  assertRead(`what came of a job of the kind ${name}`, came);
  assertKeepable(`a job of the kind ${name}`, holds);
  assertKeepable(`what came of a job of the kind ${name}`, came);
  assertApart(`a job of the kind ${name}`, [job.columns, input, counters, details, position]);
  type Of<Row> = Row & JobOf<JobKind<I, C, D, Q, R>>;
  const faultIn = ({ input, progress }: Pick<JobRow, 'input' | 'progress'>): string | undefined => {
    const [error] = schemaErrors(holds, { input, progress });
    return error && `A job of the kind ${name} does not hold what it should: ${error.pointer} ${error.message}`;
  };
  return {
    ...draft,
    begins(asked) {
      const begun = { kind: name, lane: terms.lane?.(asked) ?? name, input: asked, progress: initial };
      const fault = faultIn(begun);
      if (fault) throw new Error(fault);
      return begun;
    },
    read(row) {
      const fault = faultIn(row);
      if (fault) refuse('invalid_state', fault, { facts: { kind: name } });
      return row as Of<typeof row>;
    },
    readable: (row) => (faultIn(row) ? undefined : (row as Of<typeof row>)),
  };
}

type NamesOf<F> = F extends unknown ? keyof F : never;
type Under<F, N extends PropertyKey> = F extends { readonly [M in N]: infer S extends TSchema } ? S : never;

/** The fields of several kinds together: those that not every kind has are optional. */
export type Together<F> = { [N in NamesOf<F>]: N extends keyof F ? Under<F, N> : TOptional<Under<F, N>> };

/**
 * Joins the fields of several kinds.
 * @throws when two kinds declare one name differently, since a reader of a channel's jobs could not tell them apart
 */
export function together<F extends Fields>(all: readonly F[]): Together<F> {
  const merged: Record<string, TSchema> = {};
  for (const name of new Set(all.flatMap((fields) => Object.keys(fields)))) {
    const [schema, ...others] = all.flatMap((fields) => fields[name] ?? []);
    if (others.some((other) => JSON.stringify(other) !== JSON.stringify(schema)))
      throw new Error(`kinds of jobs mean different things by ${name}`);
    merged[name] = all.every((fields) => name in fields) ? (schema as TSchema) : t.Optional(schema as TSchema);
  }
  return merged as Together<F>;
}
