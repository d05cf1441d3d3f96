import { type Subject, subject } from '../declaration/subject';
import { id, type label, rev } from '../schema/schema';
import { type Column, type Columns, identity, type Table, table } from './table';

const guard = { type: 'integer', schema: rev(), kept: 'guard', compared: false } as const satisfies Column;

/** Columns of every thing under one rev. Each change moves the rev, and callers may state it. */
type Rev = { readonly rev: typeof guard };
/** The columns that every aggregate has. */
type Head = { readonly id: ReturnType<typeof identity<string>> } & Rev;

/** A thing that changes as a whole, under one rev. */
export interface Guarded<C extends Columns = Columns> extends Table<C & Rev> {
  /** The column by which a row is told from all others of its store. */
  readonly key: string;
  /** Makes the {@link Subject} of calls that name the thing in this field. */
  by(field: string): Subject;
}

interface Draft<C extends Columns> {
  readonly word: string;
  readonly label: ReturnType<typeof label>;
  readonly table: string;
  /** The columns beside its rev; an aggregate also leaves out its identifier. */
  readonly columns: C;
}

/** Declares what callers know by a name, e.g. an extension by its key; see {@link table}. */
export const guarded = <const C extends Columns>(draft: Draft<C> & { readonly key: string & keyof C }): Guarded<C> => ({
  ...table<C & Rev>({ ...draft, columns: { ...draft.columns, rev: guard } }),
  key: draft.key,
  by: (field) => subject(draft.word, field),
});

/** A thing that callers know by an identifier of its own. */
export interface Aggregate<C extends Columns = Columns> extends Guarded<Head & C> {
  readonly prefix: string;
  /** The field by which a call names one. */
  readonly reference: ReturnType<typeof id>;
}

/** Declares an aggregate; see {@link table}. @param draft.prefix of its identifiers */
export const aggregate = <const C extends Columns>(draft: Draft<C> & { readonly prefix: string }): Aggregate<C> => ({
  ...guarded<Head & C>({ ...draft, key: 'id', columns: { id: identity(draft.prefix), rev: guard, ...draft.columns } }),
  prefix: draft.prefix,
  reference: draft.label(id(draft.prefix)),
});
