import type { Queryable } from '../../kernel/database/queryable';
import { type SearchPatterns, typedSearch } from '../../kernel/search-patterns';
import type { Row } from '../../kernel/table/table';
import type { product } from './aggregate';

export type ProductHit = Pick<Row<typeof product>, 'id' | 'title' | 'sku' | 'status' | 'price'>;

const SEEK = `
  WITH newest AS MATERIALIZED (
    SELECT product_id AS id, text FROM catalog_search WHERE store_id = $1 ORDER BY product_id DESC LIMIT ${typedSearch.newest}),
  near AS MATERIALIZED (SELECT id FROM newest WHERE text LIKE ALL ($2::text[]) ORDER BY id DESC LIMIT ${typedSearch.near}),
  hit AS (
    SELECT id, false AS exact FROM near
    UNION ALL (
      SELECT search_catalog($2::text[]), false WHERE $3::boolean AND (SELECT count(*) FROM near) < ${typedSearch.near} LIMIT ${typedSearch.hits})
    UNION ALL (SELECT product_id, true FROM catalog_barcode WHERE store_id = $1 AND barcode = $4 LIMIT $5)
    UNION ALL (SELECT id, true FROM catalog_product WHERE store_id = $1 AND sku = $4 LIMIT $5)
    UNION ALL (SELECT product_id, true FROM catalog_variant WHERE store_id = $1 AND sku = $4 LIMIT $5)),
  ranked AS (SELECT id, bool_or(exact) AS exact FROM hit GROUP BY id)
  SELECT p.id, p.title, p.sku, p.status, p.price
  FROM ranked r JOIN catalog_product p ON p.store_id = $1 AND p.id = r.id, LATERAL (SELECT title_words(p.title) AS words) named
  ORDER BY r.exact DESC, named.words = title_words($4) DESC, p.status, starts_with(named.words, title_words($4)) DESC, p.id DESC LIMIT $5`;

/**
 * Looks for products while somebody types: the one with that SKU or barcode first, then that of the whole name, then those that
 * begin so and the newest; archived ones last.
 * @param code the text as it was typed
 * @param most products
 */
export const seekProducts = (
  db: Queryable,
  storeId: string,
  { patterns, indexed }: SearchPatterns,
  code: string,
  most: number,
): Promise<ProductHit[]> => db.query<ProductHit>(SEEK, [storeId, patterns, indexed, code, most]);
