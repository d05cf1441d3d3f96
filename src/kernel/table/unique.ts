import type { Queryable } from '../database/queryable';

interface Draft<V> {
  /** Index of the database that guards it. Each unique index is declared so, or listed where no two commands can promise the same value. */
  readonly index: string;
  /** The name of a value. It is kept with the items of proposals, so it stays as it is. */
  name(value: V): string;
}

interface Unique<V> extends Draft<V> {
  /** Says that a statement looks for the values, takes them or gives them up, or both. See {@link Queryable.touch}. */
  touch(db: Queryable, how: 'reads' | 'writes' | 'claims', values: readonly V[]): void;
}

/**
 * Declares what a store has of each value once. Whether a value is free is told by the value alone, where no row is there to be read;
 * so it has a name, by which a recording knows an item that takes or gives up the value from one that looks for it: two commands of
 * one proposal cannot promise the same.
 */
export const unique = <V>(draft: Draft<V>): Unique<V> => ({
  ...draft,
  touch: (db, how, values) => db.touch?.(how, ...values.map(draft.name)),
});
