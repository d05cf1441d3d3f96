import type { Queryable } from '../../kernel/database/queryable';

/** Something of the shop that has a page. */
export interface Located {
  readonly key: string;
  /** The name of a category, which stands in its address; null of all else. */
  readonly name: string | null;
}

const PAGE = `
  SELECT k.key, CASE WHEN k.key ^@ 'category:' THEN k.value ->> 'name' END AS name FROM storefront_kv k
  WHERE k.store_id = $1 AND k.key > $2 AND k.key <> 'store' ORDER BY k.key LIMIT $3`;

/** Things behind a key, in the order of the keys. */
export const listLocated = (db: Queryable, storeId: string, after: string, most: number): Promise<Located[]> =>
  db.query<Located>(PAGE, [storeId, after, most]);

const PARTS = `
  SELECT counted.key FROM (
    SELECT k.key, row_number() OVER (ORDER BY k.key) AS place FROM storefront_kv k WHERE k.store_id = $1 AND k.key <> 'store') AS counted
  WHERE counted.place % $2 = 0 ORDER BY counted.key`;

/** @returns the last key of each part that is full */
export async function partEnds(db: Queryable, storeId: string, rows: number): Promise<readonly string[]> {
  const ends = await db.query<{ key: string }>(PARTS, [storeId, rows]);
  return ends.map(({ key }) => key);
}
