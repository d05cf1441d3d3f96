import type { Queryable } from '../../kernel/database/queryable';
import { LISTING_COLUMNS, LISTING_FROM } from '../listing/store';
import type { OfferRow, ShownListing } from './row';

/** SQL of the columns of an offer's state, of the row `f`. */
const OFFER_COLUMNS = `f.barcode AS "toldBarcode", f.told_stock AS "toldStock", f.told_price AS "toldPrice",
  f.told_list_price AS "toldListPrice", f.told_at AS "toldAt", f.told_seq AS "toldSeq", f.sending_id AS "sendingId",
  f.batch_id AS "batchId", f.due_at::text AS "dueAt", f.waits, f.looked_at AS "lookedAt", f.there,
  f.refused_text AS "refusedText", f.refused_wish AS "refusedWish", f.refused_at AS "refusedAt",
  f.understated_until AS "understatedUntil", f.held_price AS "heldPrice", f.confirmed_price AS "confirmedPrice", f.recent`;

const OFFER_JOIN = `JOIN channel_offer f ON f.store_id = l.store_id AND f.listing_id = l.id`;

const COLUMNS = `${LISTING_COLUMNS}, ${OFFER_COLUMNS}`;
const FROM = `${LISTING_FROM} ${OFFER_JOIN}`;

const DUE_ROWS = `SELECT ${COLUMNS} ${FROM}
  WHERE f.store_id = $1 AND f.extension = $2 AND f.due_at <= clock_timestamp() ORDER BY f.due_at, l.id LIMIT $3`;

/** Reads offers whose listings are due by now, those that wait longest first. */
export const dueOffers = (db: Queryable, storeId: string, extension: string, limit: number): Promise<OfferRow[]> =>
  db.query<OfferRow>(DUE_ROWS, [storeId, extension, limit]);

/** Reads offers of these listings. */
export const offersByListing = (db: Queryable, storeId: string, listingIds: readonly string[]): Promise<OfferRow[]> =>
  db.query<OfferRow>(`SELECT ${COLUMNS} ${FROM} WHERE l.store_id = $1 AND l.id = ANY ($2) ORDER BY l.id`, [
    storeId,
    listingIds,
  ]);

const BESIDE_ROWS = `SELECT ${COLUMNS} ${LISTING_FROM} LEFT ${OFFER_JOIN}`;

/** A page of the listings of a channel, whether they were told anything or not. */
export const allOffers = (
  db: Queryable,
  storeId: string,
  extension: string,
  { after, listingIds }: { readonly after: string; readonly listingIds: readonly string[] | null },
  limit: number,
): Promise<OfferRow[]> =>
  db.query<OfferRow>(
    `${BESIDE_ROWS} WHERE l.store_id = $1 AND l.extension = $2 AND l.id > $3 AND ($4::text[] IS NULL OR l.id = ANY ($4))
     ORDER BY l.id LIMIT $5`,
    [storeId, extension, after, listingIds, limit],
  );

/** Reads offers that were sent with a request of which nobody knows the end. */
export const offersOfSendings = (db: Queryable, storeId: string, sendingIds: readonly string[]): Promise<OfferRow[]> =>
  db.query<OfferRow>(`SELECT ${COLUMNS} ${FROM} WHERE f.store_id = $1 AND f.sending_id = ANY ($2) ORDER BY l.id`, [
    storeId,
    sendingIds,
  ]);

const COMPANIONS = `SELECT ${COLUMNS} ${FROM}
  WHERE f.store_id = $1 AND f.extension = $2 AND (f.due_at IS NULL OR f.due_at > clock_timestamp()) AND f.sending_id IS NULL
    AND f.told_stock IS NOT NULL AND f.refused_at IS NULL AND f.barcode IS NOT NULL AND f.there IS NOT false
    AND (NOT $3 OR f.told_stock = 0) LIMIT 20`;

/** Offers that stand as they were told. */
export const settledOffers = (
  db: Queryable,
  storeId: string,
  extension: string,
  zeroAlone: boolean,
): Promise<OfferRow[]> => db.query<OfferRow>(COMPANIONS, [storeId, extension, zeroAlone]);

const SHOWN_ROWS = `SELECT ${COLUMNS}, s.state AS approval, s.sending_id IS NOT NULL AS "isSubmitted", s.reasons AS "rejectReasons"
  ${LISTING_FROM} LEFT ${OFFER_JOIN}
  LEFT JOIN channel_submission s ON s.store_id = l.store_id AND s.listing_id = l.id`;

/** A page of the listings of a channel, in the order of their ids. */
export const listOffers = (
  db: Queryable,
  storeId: string,
  extension: string,
  filter: { readonly productId: string | null; readonly after: string | null },
  limit: number,
): Promise<ShownListing[]> =>
  db.query<ShownListing>(
    `${SHOWN_ROWS} WHERE l.store_id = $1 AND l.extension = $2 AND ($3::text IS NULL OR l.product_id = $3) AND ($4::text IS NULL OR l.id > $4)
     ORDER BY l.id LIMIT $5`,
    [storeId, extension, filter.productId, filter.after, limit],
  );

export async function findOffer(
  db: Queryable,
  storeId: string,
  extension: string,
  listingId: string,
): Promise<ShownListing | undefined> {
  const [row] = await db.query<ShownListing>(`${SHOWN_ROWS} WHERE l.store_id = $1 AND l.extension = $2 AND l.id = $3`, [
    storeId,
    extension,
    listingId,
  ]);
  return row;
}
