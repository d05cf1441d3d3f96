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
