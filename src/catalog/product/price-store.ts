import type { Queryable } from '../../kernel/database/queryable';

/** A product with its amounts, in kuruş. */
export interface PricedProduct {
  readonly id: string;
  readonly price: number;
  /** The price before a reduction; null: there is none. */
  readonly compareAt: number | null;
  /** All variants; null: one that has the price of the product. */
  readonly variants: readonly { readonly id: string; readonly price: number | null }[];
}

const PRICED = `
  SELECT p.id, p.price, p.compare_at AS "compareAt", coalesce((
    SELECT json_agg(json_build_object('id', v.id, 'price', v.price) ORDER BY v.position)
    FROM catalog_variant v WHERE v.store_id = $1 AND v.product_id = p.id), '[]') AS variants
  FROM catalog_product p WHERE p.store_id = $1 AND p.id = ANY($2) ORDER BY array_position($2, p.id)`;

/** Reads the prices of products, in the order of the identifiers. One that is not there is left out. */
export const pricesOf = (db: Queryable, storeId: string, ids: readonly string[]): Promise<PricedProduct[]> =>
  db.query<PricedProduct>(PRICED, [storeId, ids]);
