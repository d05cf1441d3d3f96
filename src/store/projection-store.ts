import type { Transaction } from '../kernel/database';
import { EVERYTHING } from '../kernel/footprint';

/**
 * The key-value projection that storefronts read: `store`, `category:{id}`, `collection:{handle}` and `product:{handle}`, active
 * ones only. Rows that did not change are not written, so projecting twice costs reads alone.
 */
const WANTED = `
  wanted AS (
    SELECT 'store' AS key, jsonb_build_object('id', id, 'name', name, 'storefrontGeneration', storefront_generation) AS value
    FROM store WHERE id = $1
    UNION ALL
    SELECT 'category:' || id, jsonb_build_object('id', id, 'name', name, 'taksitCap', taksit_cap, 'position', position)
    FROM catalog_category WHERE store_id = $1 AND status = 'active'
    UNION ALL
    SELECT 'product:' || p.handle, jsonb_build_object('id', p.id, 'title', p.title, 'handle', p.handle, 'description', p.description,
      'categoryId', p.category_id, 'brand', p.brand, 'price', p.price, 'compareAt', p.compare_at, 'vatRate', p.vat_rate, 'stock', p.stock,
      'requiresShipping', p.requires_shipping, 'variants', coalesce(v.variants, '[]'))
    FROM catalog_product p
    LEFT JOIN (
      SELECT product_id, jsonb_agg(jsonb_build_object('id', id, 'title', title, 'sku', sku, 'price', price, 'stock', stock) ORDER BY position) AS variants
      FROM catalog_variant WHERE store_id = $1 GROUP BY product_id
    ) v ON v.product_id = p.id
    WHERE p.store_id = $1 AND p.status = 'active'
    UNION ALL
    SELECT 'collection:' || c.handle, jsonb_build_object('id', c.id, 'title', c.title, 'handle', c.handle, 'products', coalesce(m.handles, '[]'))
    FROM catalog_collection c
    LEFT JOIN (
      SELECT cp.collection_id, jsonb_agg(p.handle ORDER BY cp.position) AS handles
      FROM catalog_collection_product cp JOIN catalog_product p ON p.store_id = $1 AND p.id = cp.product_id AND p.status = 'active'
      WHERE cp.store_id = $1 GROUP BY cp.collection_id
    ) m ON m.collection_id = c.id
    WHERE c.store_id = $1 AND c.status = 'active'
  )`;

/** Brings the projection to what the store is now. @returns keys in the projection, and how many were written or removed */
export async function projectStore(tx: Transaction, storeId: string): Promise<{ keys: number; changed: number }> {
  tx.touch?.('reads', EVERYTHING);
  const [row] = await tx.query<{ keys: number; changed: number }>(
    `WITH ${WANTED},
     removed AS (
       DELETE FROM storefront_kv k WHERE k.store_id = $1 AND NOT EXISTS (SELECT 1 FROM wanted w WHERE w.key = k.key) RETURNING 1),
     written AS (
       INSERT INTO storefront_kv (store_id, key, value)
       SELECT $1, w.key, w.value FROM wanted w LEFT JOIN storefront_kv k ON k.store_id = $1 AND k.key = w.key
       WHERE k.value IS DISTINCT FROM w.value
       ON CONFLICT (store_id, key) DO UPDATE SET value = EXCLUDED.value, projected_at = now() RETURNING 1)
     SELECT (SELECT count(*) FROM wanted) AS keys, (SELECT count(*) FROM removed) + (SELECT count(*) FROM written) AS changed`,
    [storeId],
  );
  return row as { keys: number; changed: number };
}
