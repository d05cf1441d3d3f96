import type { Queryable } from '../../kernel/database/queryable';
import { insertAllInto, rowsAsJson } from '../../kernel/table/table-store';
import { type BuyboxRow, buybox } from './table';

/** Places that are kept of a listing. */
export const KEPT_MAX = 50;

type Seen = Omit<BuyboxRow, 'since' | 'asOf'>;

/** A place that is as it was is the same still. */
const STILL = `
  UPDATE channel_buybox b SET as_of = greatest(b.as_of, $3::timestamptz)
  FROM json_to_recordset($2::json) AS row("listingId" text, rank integer, price bigint, "secondPrice" bigint, "thirdPrice" bigint,
    "hasRivals" boolean)
  WHERE b.store_id = $1 AND b.listing_id = row."listingId"
    AND b.since = (SELECT max(o.since) FROM channel_buybox o WHERE o.store_id = $1 AND o.listing_id = row."listingId")
    AND (b.rank, b.price, b.second_price, b.third_price, b.has_rivals) IS NOT DISTINCT FROM
      (row.rank, row.price, row."secondPrice", row."thirdPrice", row."hasRivals")
  RETURNING b.listing_id AS "listingId"`;

/** Two who ask in the same moment tell the same. */
const BEGIN = `${insertAllInto(buybox)} ON CONFLICT (store_id, listing_id, since) DO NOTHING`;

const FORGET = `
  DELETE FROM channel_buybox b USING unnest($2::text[]) AS named(listing_id)
  WHERE b.store_id = $1 AND b.listing_id = named.listing_id AND b.since < (
    SELECT k.since FROM channel_buybox k WHERE k.store_id = $1 AND k.listing_id = named.listing_id
    ORDER BY k.since DESC OFFSET $3 LIMIT 1)`;

/** Keeps the places that a marketplace has told, and of each listing no more than {@link KEPT_MAX}. */
export async function keepPlaces(
  books: Queryable,
  storeId: string,
  seen: readonly Seen[],
  asOf: string,
): Promise<void> {
  if (seen.length === 0) return;
  const still = await books.query<{ listingId: string }>(STILL, [storeId, JSON.stringify(seen), asOf]);
  const isStill = new Set(still.map(({ listingId }) => listingId));
  const begun = seen.flatMap((row) => (isStill.has(row.listingId) ? [] : [{ ...row, since: asOf, asOf }]));
  if (begun.length === 0) return;
  await books.query(BEGIN, [storeId, rowsAsJson(begun, buybox.stated)]);
  await books.query(FORGET, [storeId, seen.map(({ listingId }) => listingId), KEPT_MAX - 1]);
}

const PLACES = `SELECT ${buybox.select()} FROM channel_buybox WHERE store_id = $1 AND listing_id = ANY ($2)
  ORDER BY listing_id, since DESC`;

/** The places of listings, of each the newest first. */
export const placesOf = (db: Queryable, storeId: string, listingIds: readonly string[]): Promise<BuyboxRow[]> =>
  db.query<BuyboxRow>(PLACES, [storeId, listingIds]);
