import { type ConflictCode, meaningOf, type ProblemCode } from './problems';

/** Values for programs, under names of their own: those that every problem has (RFC 9457) are taken. */
export type Facts = Readonly<Record<string, unknown>> & {
  readonly [Name in 'type' | 'title' | 'status' | 'code' | 'detail' | 'message' | 'errors']?: never;
};

/** One field that is wrong: where it is (RFC 6901 JSON pointer) and why. */
export interface FieldError {
  readonly pointer: string;
  readonly message: string;
  /** Code of this fault, if several were refused together. */
  readonly code?: ProblemCode;
  /** Values for programs, e.g. the present ones. */
  readonly facts?: Facts;
}

export interface RefusalOptions {
  readonly errors?: readonly FieldError[];
  /** Seconds after which the same call may succeed. */
  readonly retryAfterSeconds?: number;
  /** Facts that a program acts on, e.g. `{ currentRev: 4 }`. */
  readonly facts?: Facts;
  /** The payload has undeclared parts, where a secret may stand: the audit keeps no text of it. */
  readonly undeclared?: true;
  /**
   * True when the words and facts are texts of the product, identifiers, numbers and choices of an enum. They quote no person out of the
   * call or out of a row. So all of it is kept, also when the call deals with persons.
   */
  readonly quotesNobody?: true;
  /** Things that the run had come to: its audit row is found by them, too. Never answered. */
  readonly cameTo?: readonly string[];
  /** Error behind the refusal; no answer shows it. */
  readonly cause?: unknown;
}

/** The next step for the caller, when the code alone does not tell it; one of the facts of a refusal. */
export interface NextStep {
  readonly nextStep: { readonly tr: string; readonly en: string };
}

export const nextStep = (tr: string, en: string): NextStep => ({ nextStep: { tr, en } });

/** An expected outcome that is not a success. Anything else that is thrown is a bug. */
export class Refusal extends Error {
  constructor(
    readonly code: ProblemCode,
    readonly detail: string = meaningOf(code).title,
    readonly options: RefusalOptions = {},
  ) {
    super(`${code}: ${detail}`, { cause: options.cause });
  }

  get status(): number {
    return meaningOf(this.code).status;
  }
}

/** The same refusal of a run that had come to these things, see {@link RefusalOptions.cameTo}. */
export function withNames(refusal: Refusal, ids: readonly string[]): Refusal {
  if (ids.length === 0) return refusal;
  const { code, detail, options } = refusal;
  const cameTo = [...new Set([...ids, ...(options.cameTo ?? [])])];
  return new Refusal(code, detail, { cause: refusal, ...options, cameTo });
}

/**
 * A write that another one overtook between its read and its write. Nobody did anything wrong: run again on what the other one
 * left, it succeeds or refuses for a reason of its own. The bus does so; nothing records it.
 */
export class Contention extends Refusal {
  /** @param subject id of what both wanted to change */
  constructor(
    readonly subject: string,
    detail: string,
    options: RefusalOptions = {},
  ) {
    super('rev_conflict', detail, options);
  }
}

/** A conflict says what is there instead, so that nobody has to ask again to go on. */
export function refuse(
  code: ConflictCode,
  detail: string,
  options: RefusalOptions & Required<Pick<RefusalOptions, 'facts'>>,
): never;
export function refuse(code: Exclude<ProblemCode, ConflictCode>, detail?: string, options?: RefusalOptions): never;
export function refuse(code: ProblemCode, detail?: string, options?: RefusalOptions): never {
  throw new Refusal(code, detail, options);
}

/** Most faults in one answer: as many as the largest list of items that one call takes. Of longer lists of names the rest is counted. */
const FAULTS_MAX = 500;

/**
 * Collects the faults of a call that names many things. The call does all of it or nothing, so its refusal names every fault: a
 * caller corrects them at once and not one by one.
 */
export class Faults {
  private readonly found: Required<FieldError>[] = [];

  add(code: ProblemCode, pointer: string, message: string, facts: FieldError['facts'] = {}): void {
    this.found.push({ pointer, message, code, facts });
  }

  /** Runs what decides about one of the things, and notes its refusal under that thing's place. */
  async collect(pointer: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refusal) || error instanceof Contention) throw error;
      this.add(error.code, pointer, error.detail, error.options.facts);
    }
  }

  /** @throws {Refusal} when something is wrong; conflicts come last, since to send a call again mends nothing else */
  refuse(options: Pick<RefusalOptions, 'quotesNobody'> = {}): void {
    const isConflict = ({ code }: Required<FieldError>): boolean => meaningOf(code).status === 409;
    const told = [...this.found.filter((fault) => !isConflict(fault)), ...this.found.filter(isConflict)];
    const [first, ...others] = told;
    if (!first) return;
    const detail = `${first.pointer} ${first.message}${others.length > 0 ? `, and ${others.length} more` : ''}`;
    const leftOut = Math.max(0, told.length - FAULTS_MAX);
    throw new Refusal(first.code, detail, {
      ...options,
      errors: told.slice(0, FAULTS_MAX).map(shownFault),
      facts: { ...(others.length === 0 ? first.facts : {}), ...(leftOut > 0 ? { errorsLeftOut: leftOut } : {}) },
    });
  }
}

const shownFault = ({ facts, ...fault }: Required<FieldError>): FieldError =>
  Object.keys(facts).length > 0 ? { ...fault, facts } : fault;

/** A refusal as it is stored with its key and answered over the wire (RFC 9457). */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: ProblemCode;
  readonly detail: string;
  readonly message: string;
  readonly errors?: readonly FieldError[];
  readonly [fact: string]: unknown;
}

export function problemOf(refusal: Refusal): Problem {
  const { status, title, turkish } = meaningOf(refusal.code);
  return {
    // First: no fact takes the place of what every problem has.
    ...refusal.options.facts,
    // Relative (RFC 9457 §3.1.1): whoever answers it also serves the page that tells about it.
    type: `/docs/errors/${refusal.code}`,
    title,
    status,
    code: refusal.code,
    detail: refusal.detail,
    message: turkish,
    ...(refusal.options.errors ? { errors: refusal.options.errors } : {}),
  };
}
