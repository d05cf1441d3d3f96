import type { Queryable } from '../../src/kernel/database/queryable';

const fields = (owner: string): string => `'metafields', coalesce((
    SELECT jsonb_object_agg(d.key, e.value) FROM metafield_values x, jsonb_each(x.content) e, metafield_definition d
    WHERE x.store_id = $1 AND x.owner_id = ${owner} AND d.store_id = $1 AND d.id = e.key), '{}')`;

/** Shoppers see at least 0, whatever a marketplace has sold beyond the stock. */
const shown = (stock: string): string => `CASE WHEN ${stock} < 0 THEN 0 ELSE ${stock} END`;

/** The projection of a whole store, made at once and from nothing: what following each command has to lead to. */
const WHOLE = `
  SELECT 'store' AS key, jsonb_build_object('id', id, ${fields('store.id')}, 'name', name, 'storefrontGeneration', storefront_generation, 'identity', (
    SELECT jsonb_build_object('title', title, 'taxOffice', tax_office, 'mersis', mersis, 'address', address, 'district', district,
      'province', province, 'email', email, 'phone', phone, 'kep', kep)
    FROM store_identity WHERE store_id = $1)) AS value
  FROM store WHERE id = $1
  UNION ALL
  SELECT 'category:' || id, jsonb_build_object('id', id, 'name', name, 'taksitCap', taksit_cap, 'position', position)
  FROM catalog_category WHERE store_id = $1 AND status = 'active'
  UNION ALL
  SELECT 'product:' || p.handle, jsonb_build_object('id', p.id, ${fields('p.id')}, 'title', p.title, 'handle', p.handle, 'description', p.description,
    'categoryId', p.category_id, 'brand', p.brand, 'barcode', p.barcode, 'price', p.price, 'compareAt', CASE WHEN p.compare_at > greatest(p.price, v.dearest) THEN p.compare_at END, 'vatRate', p.vat_rate, 'stock', ${shown('p.stock')},
    'requiresShipping', p.requires_shipping, 'variants', coalesce(v.variants, '[]'), 'media', coalesce((
      SELECT jsonb_agg(jsonb_build_object('mediaId', m.id, 'alt', p.media_alts[named.place], 'state', m.state, 'width', m.width, 'height', m.height,
        'variants', coalesce((
          SELECT jsonb_agg(jsonb_build_object('format', d.format, 'width', d.width, 'height', d.height,
            'url', concat('/media/', p.store_id, '/', d.object, '.', d.format)) ORDER BY d.width, d.format DESC)
          FROM media_variant d WHERE d.store_id = $1 AND d.media_id = m.id), '[]')) ORDER BY named.place)
      FROM unnest(p.media_ids) WITH ORDINALITY AS named(id, place) JOIN media m ON m.store_id = $1 AND m.id = named.id), '[]'))
  FROM catalog_product p
  LEFT JOIN (
    SELECT product_id, jsonb_agg(jsonb_build_object('id', id, ${fields('catalog_variant.id')}, 'title', title, 'sku', sku, 'barcode', barcode, 'price', price, 'stock', ${shown('stock')}) ORDER BY position) AS variants, max(price) AS dearest
    FROM catalog_variant WHERE store_id = $1 GROUP BY product_id
  ) v ON v.product_id = p.id
  WHERE p.store_id = $1 AND p.status = 'active'
  UNION ALL
  SELECT 'collection:' || c.handle, jsonb_build_object('id', c.id, ${fields('c.id')}, 'title', c.title, 'handle', c.handle, 'products', coalesce(m.handles, '[]'))
  FROM catalog_collection c
  LEFT JOIN (
    SELECT cp.collection_id, jsonb_agg(p.handle ORDER BY cp.position) AS handles
    FROM catalog_collection_product cp JOIN catalog_product p ON p.store_id = $1 AND p.id = cp.product_id AND p.status = 'active'
    WHERE cp.store_id = $1 GROUP BY cp.collection_id
  ) m ON m.collection_id = c.id
  WHERE c.store_id = $1 AND c.status = 'active'
  UNION ALL
  SELECT 'design', jsonb_build_object('id', id, 'seq', rev, 'hash', hash, 'theme', theme, 'themeVersion', theme_version)
  FROM design_live WHERE store_id = $1`;

const SEEN = `
  SELECT generation, EXISTS (SELECT FROM storefront_mark WHERE store_id = $1) AS due,
    (SELECT json_object_agg(key, value ORDER BY key) FROM storefront_kv WHERE store_id = $1) AS projected,
    (SELECT json_object_agg(key, value ORDER BY key) FROM (${WHOLE}) whole) AS whole
  FROM store WHERE id = $1`;

type Keys = Readonly<Record<string, unknown>>;

/** What a reader sees at one moment. */
export interface SeenStorefront {
  readonly generation: number;
  /** A call has left its bump to another one. */
  readonly due: boolean;
  readonly projected: Keys;
  readonly whole: Keys;
}

export async function seeStorefront(db: Queryable, storeId: string): Promise<SeenStorefront> {
  const [seen] = await db.query<SeenStorefront>(SEEN, [storeId]);
  const { generation, due, projected, whole } = seen as SeenStorefront;
  return { generation, due, projected: projected ?? {}, whole };
}
