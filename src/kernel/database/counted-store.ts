import type { Queryable } from './database';

/** @param text of a list */
export const counted = (text: string): string => `SELECT count(*)::int AS total FROM (${text}) AS listed`;

/**
 * How many rows a list's own statement finds: columns that nobody reads are not worked out for it.
 * @param list asks one statement of what it is given; what it is answered is no row
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
