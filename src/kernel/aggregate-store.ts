import type { Aggregate } from './aggregate';
import type { Queryable, Transaction } from './database';
import type { MutationContext } from './declare';
import { refuse } from './errors';
import { changesNothing } from './patch';
import type { Columns, Row as RowOf } from './table';

interface Head {
  readonly id: string;
  readonly rev: number;
}

/**
 * Ends a statement whose CTE `saved` wrote the thing `$2` if it still had the rev that was read, and answered with its new one: when
 * it did not, the statement fails with a Contention.
 */
export const OR_OVERTAKEN = 'SELECT coalesce((SELECT rev FROM saved), overtaken($2)) AS rev';

/** The statements that every aggregate needs. Each takes the store as `$1` and the identifier as `$2`. */
export const statementsOf = ({ table, select, assigned }: Pick<Aggregate, 'table' | 'select' | 'assigned'>) => ({
  get: `SELECT ${select()} FROM ${table} WHERE store_id = $1 AND id = $2`,
  save: `
    WITH saved AS (
      UPDATE ${table} SET rev = rev + 1, updated_at = $4, ${assigned((_, index) => `$${index + 5}`)}
      WHERE store_id = $1 AND id = $2 AND rev = $3 RETURNING rev
    )
    ${OR_OVERTAKEN}`,
});

/** Reads and writes of one thing at a time, by its declaration. */
export function storeOf<C extends Columns>(aggregate: Aggregate<C>) {
  type Row = Head & RowOf<Aggregate<C>>;
  const { word, saved, snapshot } = aggregate;
  const { get, save } = statementsOf(aggregate);

  /**
   * Sends the thing as it is now. When somebody wrote since it was read, the transaction fails with a Contention, at the next
   * statement that is waited for or at its end.
   * @param now with the rev that was read @returns it with its new rev
   */
  function saveRow<R extends Row>(tx: Transaction, storeId: string, now: R, at: Date): R {
    const values = saved.map((name) => now[name as keyof R]);
    tx.send(save, [storeId, now.id, now.rev, at, ...values]);
    return { ...now, rev: now.rev + 1, updatedAt: at.toISOString() };
  }

  return {
    save: saveRow,

    /** @throws {Refusal} not_found */
    async get(db: Queryable, storeId: string, id: string): Promise<Row> {
      const [row] = await db.query<Row>(get, [storeId, id]);
      return row ?? refuse('not_found', `There is no such ${word}.`);
    },

    /**
     * Sends what a patch changes of a thing, see save, and records it.
     * @returns the thing as it is now; as it was, when the patch changes nothing
     */
    change(
      { tx, storeId, now, record }: Pick<MutationContext, 'tx' | 'storeId' | 'now' | 'record'>,
      before: Row,
      patch: Partial<Row>,
    ): Row {
      if (changesNothing(before, patch)) return before;
      const after = saveRow(tx, storeId, { ...before, ...patch }, now);
      record(word, before.id, snapshot(before), snapshot(after));
      return after;
    },
  };
}
