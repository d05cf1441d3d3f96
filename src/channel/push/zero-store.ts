import type { Queryable, Transaction } from '../../kernel/database/queryable';

/** Deletes the watch of a channel, so that its next push looks at all listings. */
export const forgetWatch = (tx: Pick<Transaction, 'send'>, storeId: string, extension: string): void =>
  tx.send('DELETE FROM channel_watch WHERE store_id = $1 AND extension = $2', [storeId, extension]);

const AWAITED = `
  SELECT ceil(1000 * extract(epoch FROM min(at) - clock_timestamp()))::int AS ms FROM (
    SELECT next_at AS at FROM channel_sending
    WHERE store_id = $1 AND extension = $2 AND kind = 'offers' AND state IN ('open', 'lost') AND next_at IS NOT NULL
    UNION ALL
    SELECT due_at FROM channel_offer
    WHERE $3 AND store_id = $1 AND extension = $2 AND waits = 'resend_window' AND due_at IS NOT NULL) AS awaited`;

/**
 * Computes the time, in ms, until the next request of a channel is due for a look. A lost request counts as well, since it may still
 * arrive.
 * @param withWindow counts listings too that wait until the marketplace takes the same number again
 * @returns null when no request and no listing waits
 */
export async function awaitedMs(
  db: Queryable,
  storeId: string,
  extension: string,
  withWindow: boolean,
): Promise<number | null> {
  const [row] = await db.query<{ ms: number | null }>(AWAITED, [storeId, extension, withWindow]);
  return row?.ms ?? null;
}

/** Tells whether a marketplace was told a stock above 0 after a moment. */
export async function isToldSince(
  db: Queryable,
  storeId: string,
  extension: string,
  since: string | null,
): Promise<boolean> {
  const rows = await db.query(
    'SELECT FROM channel_offer WHERE extension = $2 AND store_id = $1 AND told_stock > 0 AND told_at > $3 LIMIT 1',
    [storeId, extension, since],
  );
  return rows.length > 0;
}

/**
 * Finds listings that were submitted and that the marketplace has neither approved nor refused.
 * @returns their submitted barcodes by listing id
 */
export async function awaitingApproval(
  db: Queryable,
  storeId: string,
  listingIds: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const rows = await db.query<{ listingId: string; barcode: string | null }>(
    `SELECT listing_id AS "listingId", barcode FROM channel_submission
     WHERE store_id = $1 AND listing_id = ANY ($2) AND stage = 'sent'`,
    [storeId, listingIds],
  );
  return new Map(rows.map(({ listingId, barcode }) => [listingId, barcode]));
}
