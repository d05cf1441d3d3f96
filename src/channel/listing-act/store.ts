import type { Transaction } from '../../kernel/database/database';
import type { ListingAct } from '../../provider/channel/listing-act';
import { markDue } from '../offer/store';
import type { ListingActJob } from './declaration';

const MOMENT = `to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** What an act makes of the mirror of a listing. A blacklisted item stays that, whatever else it is. */
const MIRRORED: Readonly<Record<Exclude<ListingAct, 'delete'>, string>> = {
  archive: `mirror = mirror || jsonb_build_object('status', 'archived', 'archivedAt', ${MOMENT})
    WHERE mirror ->> 'status' NOT IN ('archived', 'blacklisted')`,
  unarchive: `mirror = mirror - 'archivedAt' || '{"status": "off_sale"}' WHERE mirror ->> 'status' = 'archived'`,
  unlock: `mirror = mirror || '{"status": "off_sale"}' WHERE mirror ->> 'status' = 'locked'`,
};

const GONE = `
  UPDATE channel_listing SET mirror = NULL, mirrored_at = clock_timestamp(), remote_variant_id = NULL, last_error = NULL
  WHERE store_id = $1 AND id = ANY ($2)`;

/** Of an item that is gone nothing was told that counts. */
const UNTOLD = `
  UPDATE channel_offer SET there = false, looked_at = clock_timestamp(), barcode = NULL, told_stock = NULL, told_price = NULL,
    told_list_price = NULL, told_at = NULL, told_seq = NULL, sending_id = NULL, batch_id = NULL, due_at = NULL, waits = NULL,
    held_price = NULL, confirmed_price = NULL, refused_text = NULL, refused_wish = NULL, refused_at = NULL, understated_until = NULL
  WHERE store_id = $1 AND listing_id = ANY ($2)`;

/**
 * Sends that the marketplace shows listings as an act has left them. What it is to show of their stock follows from that, so they are due: 0
 * in its archive, the stock of the store out of it.
 */
export function bookActed(
  tx: Pick<Transaction, 'send'>,
  storeId: string,
  { extension, input: { listingAct } }: Pick<ListingActJob, 'extension' | 'input'>,
  listingIds: readonly string[],
): void {
  if (listingIds.length === 0) return;
  if (listingAct === 'delete') {
    tx.send(GONE, [storeId, listingIds]);
    tx.send(UNTOLD, [storeId, listingIds]);
    return;
  }
  tx.send(
    `UPDATE channel_listing SET mirrored_at = clock_timestamp(), ${MIRRORED[listingAct]} AND store_id = $1 AND id = ANY ($2)`,
    [storeId, listingIds],
  );
  markDue(tx, storeId, extension, listingIds);
}
