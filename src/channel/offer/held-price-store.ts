import type { Queryable, Transaction } from '../../kernel/database/queryable';

/** The price of a listing that waits for a person, in kuruş. */
export interface HeldPrice {
  readonly listingId: string;
  readonly price: number;
}

/** Reads the prices of these listings that are held. */
export const heldPrices = (db: Queryable, storeId: string, listingIds: readonly string[]): Promise<HeldPrice[]> =>
  db.query<HeldPrice>(
    `SELECT listing_id AS "listingId", held_price AS price FROM channel_offer
     WHERE store_id = $1 AND listing_id = ANY ($2) AND held_price IS NOT NULL ORDER BY listing_id`,
    [storeId, listingIds],
  );

/** Sends that a person has confirmed these prices. One that is held at another price by now stays held. */
export const confirmPrices = (tx: Pick<Transaction, 'send'>, storeId: string, prices: readonly HeldPrice[]): void =>
  tx.send(
    `UPDATE channel_offer f SET confirmed_price = row.price
     FROM json_to_recordset($2::json) AS row("listingId" text, price bigint)
     WHERE f.store_id = $1 AND f.listing_id = row."listingId" AND f.held_price IS NOT NULL`,
    [storeId, JSON.stringify(prices)],
  );
