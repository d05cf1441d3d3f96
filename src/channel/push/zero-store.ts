import type { Queryable, Transaction } from '../../kernel/database/database';

/** Sends that whatever pushes next looks at all listings of a channel. */
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
 * Tells in how many ms something that was told is to be looked after, also a lost request that may still arrive.
 * @param withWindow counts listings of which the marketplace takes the same number only later
 * @returns null when nothing is
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

/** Tells whether a marketplace was told of stock since then. */
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

/** Finds listings that were sent to be listed, and of which the marketplace has not said whether it approves them. */
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
