import type { Queryable } from './queryable';

/** @param text the SQL of a list */
export const counted = (text: string): string => `SELECT count(*)::int AS total FROM (${text}) AS listed`;

/**
 * Counts the rows of a list by the list's own statement. Columns that nobody reads are not worked out.
 * @param list makes one statement with its argument, and gets no row in answer
 */
export async function countOf(db: Queryable, list: (from: Queryable) => Promise<unknown>): Promise<number> {
  let total = 0;
  await list({
    async query(text, values) {
      const [row] = await db.query<{ total: number }>(counted(text), values);
      total = row?.total ?? 0;
      return [];
    },
  });
  return total;
}
