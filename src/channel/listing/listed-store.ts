import type { Queryable } from '../../kernel/database/queryable';
import type { StoredListing } from './aggregate';

export type ListedItem = Pick<StoredListing, 'id' | 'extension' | 'productId' | 'variantId'>;

/** Reads which items of the catalog listings stand for, and where. A listing that is not there is left out. */
export const listedItems = (db: Queryable, storeId: string, ids: readonly string[]): Promise<ListedItem[]> =>
  db.query<ListedItem>(
    `SELECT id, extension, product_id AS "productId", variant_id AS "variantId" FROM channel_listing
     WHERE store_id = $1 AND id = ANY($2)`,
    [storeId, ids],
  );

/** A listing beside the stock of its item. */
export interface ListingOfItem {
  readonly id: string;
  readonly extension: string;
  /** The identifier of the variant, or of a product without variants. */
  readonly itemId: string;
  readonly enabled: boolean;
  /** The stock that the marketplace shows; null: it shows none yet. */
  readonly stock: number | null;
}

/** Reads the listings of products and their variants, in the order of the marketplaces. */
export const listingsOfProducts = (
  db: Queryable,
  storeId: string,
  productIds: readonly string[],
): Promise<ListingOfItem[]> =>
  db.query<ListingOfItem>(
    `SELECT id, extension, coalesce(variant_id, product_id) AS "itemId", enabled, (mirror ->> 'stock')::int AS stock
     FROM channel_listing WHERE store_id = $1 AND product_id = ANY ($2) ORDER BY extension, id`,
    [storeId, productIds],
  );
