import type { Queryable } from '../../kernel/database/queryable';
import type { Settled } from '../../kernel/declaration/settling';

/** The standing of the work of a call; a sentence: it has failed. */
export type Standing = 'open' | 'done' | { readonly failed: string };

/** @param result the answer of the call by now */
export function settledAs<Result>(
  standing: Standing,
  { failure }: { readonly failure: string | null },
  result: Result,
): Settled<Result> {
  if (typeof standing === 'string') return { state: standing, result };
  return { state: 'failed', result, why: `${standing.failed} ${failure ?? ''}`.trim() };
}

interface Settles<Row, Result> {
  get(db: Queryable, storeId: string, id: string): Promise<Row>;
  answer(row: Row): Result;
  stands(row: Row): Standing;
}

/** Says how the work of a call stands whose answer is the row of its conversation. */
export const settlesBy = <Row extends { readonly failure: string | null }, Result extends { readonly id: string }>({
  get,
  answer,
  stands,
}: Settles<Row, Result>): { look(db: Queryable, storeId: string, result: Result): Promise<Settled<Result>> } => ({
  async look(db, storeId, { id }) {
    const row = await get(db, storeId, id);
    return settledAs(stands(row), row, answer(row));
  },
});
