import type { Transaction } from '../kernel/database/queryable';

/** Old addresses that a store keeps, the newest: whoever moves things forever takes no more room than this. */
export const MOVED_MAX = 10_000;

/**
 * SQL of parts of a statement (`WITH`) that keep the old addresses of things of the store `$1`.
 * @param gone SQL that selects each old address as `key`, and the thing that had it last as `thing_id`
 */
export const keepMoved = (gone: string): string => `
  old AS MATERIALIZED (${gone}),
  kept AS (
    INSERT INTO storefront_moved (store_id, key, thing_id)
    SELECT $1, key, thing_id FROM old ORDER BY key
    ON CONFLICT (store_id, key) DO UPDATE SET thing_id = EXCLUDED.thing_id, moved_at = EXCLUDED.moved_at RETURNING 1
  ),
  forgotten AS (
    DELETE FROM storefront_moved WHERE store_id = $1 AND key = ANY (ARRAY(
      SELECT m.key FROM storefront_moved m WHERE m.store_id = $1 AND EXISTS (SELECT FROM old)
      ORDER BY m.moved_at DESC, m.key DESC OFFSET ${MOVED_MAX}) ) AND key NOT IN (SELECT key FROM old) RETURNING 1
  )`;

/** SQL of the pages of a design that have an address. @param hash SQL of the hash of its body */
const pagesOf = (hash: string): string => `
  SELECT page.key AS id, page.value ->> 'path' AS path
  FROM design_body b CROSS JOIN LATERAL json_each(b.text::json -> 'pages') AS page(key, value)
  WHERE b.store_id = $1 AND b.hash = ${hash} AND page.value ->> 'kind' = 'page' AND page.value ->> 'path' IS NOT NULL`;

const KEEP_PAGES = `
  WITH ${keepMoved(`
    SELECT DISTINCT ON (before.path) 'page:' || before.path AS key, before.id AS thing_id FROM (${pagesOf('$2')}) AS before
    WHERE NOT EXISTS (SELECT FROM (${pagesOf('$3')}) AS after WHERE after.path = before.path)`)}
  SELECT`;

/** Keeps the old addresses of pages of the shop's own. @param before the hash of the design that was live @param after of the one that is */
export function sendMovedPages(tx: Transaction, storeId: string, before: string, after: string): void {
  if (before !== after) tx.send(KEEP_PAGES, [storeId, before, after]);
}
