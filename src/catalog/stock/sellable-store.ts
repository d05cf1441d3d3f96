import type { Queryable } from '../../kernel/database/queryable';

/** A product, and the variants by which it is sold. Without variants it is sold itself. */
export interface SellableProduct {
  readonly id: string;
  readonly variantIds: readonly string[];
}

/** Reads the things of products that have a stock. A product that is not there is left out. */
export const sellableOf = (db: Queryable, storeId: string, productIds: readonly string[]): Promise<SellableProduct[]> =>
  db.query<SellableProduct>(
    `SELECT p.id, array(
       SELECT v.id FROM catalog_variant v WHERE v.store_id = $1 AND v.product_id = p.id ORDER BY v.position) AS "variantIds"
     FROM catalog_product p WHERE p.store_id = $1 AND p.id = ANY($2)`,
    [storeId, productIds],
  );
