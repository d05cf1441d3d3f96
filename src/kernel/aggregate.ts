import { id, type label, rev } from './schema';
import { type Subject, subject } from './subject';
import { type Column, type Columns, identity, type Table, table } from './table';

/** What every aggregate has: its identifier, and the rev that each change of it moves and that callers may state. */
type Head = {
  readonly id: ReturnType<typeof identity<string>>;
  readonly rev: typeof guard;
};

const guard = { type: 'integer', schema: rev(), kept: 'guard', compared: false } as const satisfies Column;
const headOf = (prefix: string): Head => ({ id: identity(prefix), rev: guard });

interface Draft<C extends Columns> {
  readonly word: string;
  /** Of its identifiers. */
  readonly prefix: string;
  readonly label: ReturnType<typeof label>;
  readonly table: string;
  /** Beside its identifier and its rev. */
  readonly columns: C;
}

/** A thing that changes as a whole, under one rev. */
export interface Aggregate<C extends Columns = Columns> extends Table<Head & C> {
  readonly prefix: string;
  /** The field by which a call names one. */
  readonly reference: ReturnType<typeof id>;
  /** As the {@link Subject} of calls that name it in this field. */
  by(field: string): Subject;
}

/** Declares an aggregate; see {@link table}. */
export const aggregate = <const C extends Columns>(draft: Draft<C>): Aggregate<C> => ({
  ...table<Head & C>({ ...draft, columns: { ...headOf(draft.prefix), ...draft.columns } }),
  prefix: draft.prefix,
  reference: draft.label(id(draft.prefix)),
  by: (field) => subject(draft.word, field),
});
