import type { Aggregate } from './aggregate';
import type { Queryable, Transaction } from './database';
import type { MutationContext } from './declare';
import { Contention, refuse } from './errors';
import { changesNothing } from './patch';
import type { Columns, Row as RowOf } from './table';

interface Head {
  readonly id: string;
  readonly rev: number;
}

/** The statements that every aggregate needs. Each takes the store as `$1` and the identifier as `$2`. */
export const statementsOf = ({ table, select, assigned }: Pick<Aggregate, 'table' | 'select' | 'assigned'>) => ({
  get: `SELECT ${select()} FROM ${table} WHERE store_id = $1 AND id = $2`,
  revOf: `SELECT rev FROM ${table} WHERE store_id = $1 AND id = $2`,
  save: `UPDATE ${table} SET rev = rev + 1, updated_at = $4, ${assigned((_, index) => `$${index + 5}`)}
    WHERE store_id = $1 AND id = $2 AND rev = $3 RETURNING rev`,
});

/** Reads and writes of one thing at a time, by its declaration. */
export function storeOf<C extends Columns>(aggregate: Aggregate<C>) {
  type Row = Head & RowOf<Aggregate<C>>;
  const { word, saved, snapshot } = aggregate;
  const { get, revOf, save } = statementsOf(aggregate);

  /** Somebody else wrote between the read and the write. @throws {Contention} */
  async function refuseDrift(tx: Transaction, storeId: string, read: Head): Promise<never> {
    const [row] = await tx.query<Head>(revOf, [storeId, read.id]);
    const currentRev = row?.rev ?? null;
    throw new Contention(read.id, `${read.id} changed from rev ${read.rev} to ${currentRev} meanwhile.`, {
      facts: { currentRev },
    });
  }

  /**
   * Writes the thing as it is now, if nobody wrote since it was read.
   * @param now with the rev that was read @returns it with its new rev
   * @throws {Contention}
   */
  async function saveRow<R extends Row>(tx: Transaction, storeId: string, now: R, at: Date): Promise<R> {
    const values = saved.map((name) => now[name as keyof R]);
    const [row] = await tx.query<Head>(save, [storeId, now.id, now.rev, at, ...values]);
    return row ? { ...now, rev: row.rev, updatedAt: at.toISOString() } : refuseDrift(tx, storeId, now);
  }

  return {
    refuseDrift,
    save: saveRow,

    /** @throws {Refusal} not_found */
    async get(db: Queryable, storeId: string, id: string): Promise<Row> {
      const [row] = await db.query<Row>(get, [storeId, id]);
      return row ?? refuse('not_found', `There is no such ${word}.`);
    },

    /**
     * Saves what a patch changes of a thing, and records it.
     * @returns the thing as it is now; as it was, when the patch changes nothing
     * @throws {Contention}
     */
    async change(
      { tx, storeId, now, record }: Pick<MutationContext, 'tx' | 'storeId' | 'now' | 'record'>,
      before: Row,
      patch: Partial<Row>,
    ): Promise<Row> {
      if (changesNothing(before, patch)) return before;
      const after = await saveRow(tx, storeId, { ...before, ...patch }, now);
      record(word, before.id, snapshot(before), snapshot(after));
      return after;
    },
  };
}
