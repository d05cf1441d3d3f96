import type { Queryable } from '../kernel/database/queryable';

const KNOWN = `
  SELECT id FROM catalog_product WHERE store_id = $1 AND id = ANY($2) AND status = 'active'
  UNION ALL SELECT id FROM catalog_collection WHERE store_id = $1 AND id = ANY($2) AND status = 'active'
  UNION ALL SELECT id FROM catalog_category WHERE store_id = $1 AND id = ANY($2) AND status = 'active'`;

/** Names of products, collections and categories that shoppers may see. */
export async function knownGoods(db: Queryable, storeId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.query<{ readonly id: string }>(KNOWN, [storeId, ids]);
  return new Set(rows.map(({ id }) => id));
}
