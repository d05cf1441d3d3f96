import type { Queryable } from '../../kernel/database/database';
import { type BuyboxRow, buybox } from './table';

/** Places that are kept of a listing. */
export const KEPT_MAX = 50;

type Seen = Omit<BuyboxRow, 'since' | 'asOf'>;

/** A place that is as it was is the same still; any other begins. Two who ask at once tell the same. */
const KEEP = `
  WITH seen AS MATERIALIZED (
    SELECT row.*, last.since AS last_since,
      (last.rank, last.price, last.second_price, last.third_price, last.has_rivals) IS NOT DISTINCT FROM
        (row.rank, row.price, row."secondPrice", row."thirdPrice", row."hasRivals") AS is_same
    FROM json_to_recordset($2::json) AS row("listingId" text, rank integer, price bigint, "secondPrice" bigint, "thirdPrice" bigint,
      "hasRivals" boolean)
    LEFT JOIN LATERAL (
      SELECT * FROM channel_buybox b WHERE b.store_id = $1 AND b.listing_id = row."listingId" ORDER BY b.since DESC LIMIT 1) last ON true
  ), still AS (
    UPDATE channel_buybox b SET as_of = greatest(b.as_of, $3::timestamptz) FROM seen
    WHERE seen.is_same AND b.store_id = $1 AND b.listing_id = seen."listingId" AND b.since = seen.last_since
  )
  INSERT INTO channel_buybox (store_id, listing_id, since, as_of, rank, price, second_price, third_price, has_rivals)
  SELECT $1, "listingId", $3, $3, rank, price, "secondPrice", "thirdPrice", "hasRivals" FROM seen
  WHERE is_same IS NOT TRUE AND (last_since IS NULL OR last_since < $3::timestamptz)
  ON CONFLICT (store_id, listing_id, since) DO NOTHING`;

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
  await books.query(KEEP, [storeId, JSON.stringify(seen), asOf]);
  await books.query(FORGET, [storeId, seen.map(({ listingId }) => listingId), KEPT_MAX - 1]);
}

const PLACES = `SELECT ${buybox.select()} FROM channel_buybox WHERE store_id = $1 AND listing_id = ANY ($2)
  ORDER BY listing_id, since DESC`;

/** The places of listings, of each the newest first. */
export const placesOf = (db: Queryable, storeId: string, listingIds: readonly string[]): Promise<BuyboxRow[]> =>
  db.query<BuyboxRow>(PLACES, [storeId, listingIds]);
