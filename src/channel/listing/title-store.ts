import type { Queryable } from '../../kernel/database/queryable';
import type { Titled } from '../../kernel/table/references';

const FIND = `
  SELECT l.id, concat_ws(' · ', p.title, v.title) AS title
  FROM channel_listing l
  JOIN catalog_product p ON p.store_id = l.store_id AND p.id = l.product_id
  LEFT JOIN catalog_variant v ON v.store_id = l.store_id AND v.id = l.variant_id
  WHERE l.store_id = $1 AND l.id = ANY($2)`;

/** Looks up the titles of the items that listings offer. */
export const listingTitles = (db: Queryable, storeId: string, ids: readonly string[]): Promise<Titled[]> =>
  db.query<Titled>(FIND, [storeId, ids]);
