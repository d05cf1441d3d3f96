import type { Queryable, Transaction } from '../database/queryable';
import type { MutationContext, Snapshot } from '../declaration/context';
import { refuse } from '../errors';
import { changesNothing } from '../schema/patch';
import type { Guarded } from './aggregate';
import { type Columns, type Row as RowOf, type Saved, sqlName } from './table';
import { touchWritten } from './table-store';

/**
 * Ends a statement whose CTE `saved` wrote the thing `$2` if it still had the rev that was read, and answered with its new one: when
 * it did not, the statement fails with a Contention.
 */
export const OR_OVERTAKEN = 'SELECT coalesce((SELECT rev FROM saved), overtaken($2)) AS rev';

/** The statements that everything under one rev needs. Each takes the store as `$1` and what it is known by as `$2`. */
export function statementsOf({ table, key, select, assigned }: Pick<Guarded, 'table' | 'key' | 'select' | 'assigned'>) {
  const here = `store_id = $1 AND ${sqlName(key)} = $2`;
  return {
    get: `SELECT ${select()} FROM ${table} WHERE ${here}`,
    save: `
      WITH saved AS (
        UPDATE ${table} SET rev = rev + 1, updated_at = $4, ${assigned((_, index) => `$${index + 5}`)}
        WHERE ${here} AND rev = $3 RETURNING rev
      )
      ${OR_OVERTAKEN}`,
  };
}

/** Reads and writes of one thing at a time, by its declaration. */
export function storeOf<C extends Columns>(declared: Guarded<C>) {
  type SavedRow = Saved<Guarded<C>>;
  type Row = { readonly rev: number } & RowOf<Guarded<C>> & SavedRow;
  const { word, key, savedValues, sealedNames } = declared;
  const snapshot = declared.snapshot as (row: object) => Snapshot;
  const { get, save } = statementsOf(declared);
  const keyOf = (row: object): string => (row as Readonly<Record<string, string>>)[key] as string;

  /**
   * Sends the thing as it is now, hidden columns included: what is read for an answer lacks them. When somebody wrote since it was read, the transaction fails with a Contention, at the next
   * statement that is waited for or at its end.
   * @returns it with its new rev
   */
  function saveRow<R extends SavedRow>(
    tx: Transaction,
    storeId: string,
    before: { readonly rev: number },
    row: R,
    at: Date,
  ): R & { readonly rev: number } {
    const after = { ...row, rev: before.rev + 1, updatedAt: at.toISOString() };
    touchWritten(tx, declared, before, after);
    tx.send(save, [storeId, keyOf(before), before.rev, at, ...savedValues(after)]);
    return after;
  }

  return {
    save: saveRow,

    /** @throws {Refusal} not_found */
    async get(db: Queryable, storeId: string, name: string): Promise<Row> {
      const [row] = await db.query<Row>(get, [storeId, name]);
      return row ?? refuse('not_found', `There is no such ${word}.`);
    },

    /**
     * Sends the fields of a thing that a patch changes, see save, and records them.
     * @param within the whole that the thing is a part of, where its own fields do not say so
     * @returns the thing as it is now; as it was, when the patch changes nothing
     */
    change(
      { tx, storeId, now, record }: Pick<MutationContext, 'tx' | 'storeId' | 'now' | 'record'>,
      before: Row,
      patch: Partial<Row>,
      within?: Readonly<Record<string, unknown>>,
    ): Row {
      if (sealedNames.length > 0)
        throw new Error(`what is sealed of a ${word} is not in its row, and would be recorded as gone`);
      if (changesNothing(before, patch)) return before;
      const after = saveRow(tx, storeId, before, { ...before, ...patch }, now);
      record(word, keyOf(before), snapshot(before), snapshot(after), within);
      return after;
    },
  };
}
