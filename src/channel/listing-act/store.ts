import type { Transaction } from '../../kernel/database/queryable';
import { markDue } from '../offer/due-store';
import type { ListingActJob } from './declaration';

const MOMENT = `to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const SEEN = 'UPDATE channel_listing SET mirrored_at = clock_timestamp(), mirror =';
const OF = 'store_id = $1 AND id = ANY ($2) AND mirror ->>';

// A blacklisted item stays that, whatever else it is.
const ARCHIVED = `${SEEN} mirror || jsonb_build_object('status', 'archived', 'archivedAt', ${MOMENT})
  WHERE ${OF} 'status' NOT IN ('archived', 'blacklisted')`;
const UNARCHIVED = `${SEEN} mirror - 'archivedAt' || '{"status": "off_sale"}' WHERE ${OF} 'status' = 'archived'`;
const UNLOCKED = `${SEEN} mirror || '{"status": "off_sale"}' WHERE ${OF} 'status' = 'locked'`;

const GONE = `
  UPDATE channel_listing SET mirror = NULL, mirrored_at = clock_timestamp(), remote_variant_id = NULL, last_error = NULL
  WHERE store_id = $1 AND id = ANY ($2)`;

/** An item that is gone was told nothing that counts. */
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
  const named = [storeId, listingIds];
  switch (listingAct) {
    case 'archive':
      tx.send(ARCHIVED, named);
      break;
    case 'unarchive':
      tx.send(UNARCHIVED, named);
      break;
    case 'unlock':
      tx.send(UNLOCKED, named);
      break;
    case 'delete':
      tx.send(GONE, named);
      tx.send(UNTOLD, named);
      return;
  }
  markDue(tx, storeId, extension, listingIds);
}
