import type { Queryable, Transaction } from '../../kernel/database/queryable';
import { field, type New } from '../../kernel/table/table';
import { insertAllInto, rowsAsJson, touchWritten } from '../../kernel/table/table-store';
import { type ItemProblem, type ListingRow, listing, type Mirror, type StoredListing, uniqueItem } from './aggregate';

/**
 * SQL of the problem that keeps an item from being listed.
 * @param variantId SQL of the listed variant; `p` is the product and `v` that variant, if it is there
 */
const problemOf = (variantId: string): string => `CASE
    WHEN ${variantId} IS NOT NULL AND v.id IS NULL THEN 'variant_removed'
    WHEN ${variantId} IS NULL AND p.variant_count > 0 THEN 'sold_by_variant'
    WHEN p.status = 'archived' THEN 'archived' END`;

/** SQL of the problem of listing `l` whose mirror shows a variant of the marketplace that belongs to another listing by now. */
const MAPPED_ELSEWHERE = `CASE WHEN l.remote_variant_id IS NULL AND l.mirror IS NOT NULL AND EXISTS (
    SELECT FROM channel_listing o
    WHERE o.store_id = l.store_id AND o.extension = l.extension AND o.remote_variant_id = l.mirror ->> 'variantId')
  THEN 'mapped_elsewhere' END`;

/** SQL of the columns of a {@link ListingRow}, of rows that {@link LISTING_FROM} joins. */
export const LISTING_COLUMNS = `${listing.select('l')}, coalesce(${problemOf('l.variant_id')}, ${MAPPED_ELSEWHERE}) AS problem,
  CASE WHEN l.variant_id IS NULL THEN p.barcode ELSE v.barcode END AS barcode,
  CASE WHEN v.id IS NULL THEN p.title ELSE p.title || ' – ' || v.title END AS title,
  coalesce(v.price, p.price) AS "livePrice", CASE WHEN v.id IS NULL THEN p.stock ELSE v.stock END AS "liveStock"`;

export const LISTING_FROM = `FROM channel_listing l
  JOIN catalog_product p ON p.store_id = l.store_id AND p.id = l.product_id
  LEFT JOIN catalog_variant v ON v.store_id = l.store_id AND v.id = l.variant_id`;

/** True if a store lists anything at a marketplace. */
export async function hasListings(db: Queryable, storeId: string, extension: string): Promise<boolean> {
  const rows = await db.query(`SELECT FROM channel_listing WHERE store_id = $1 AND extension = $2 LIMIT 1`, [
    storeId,
    extension,
  ]);
  return rows.length > 0;
}

export interface ListingTarget {
  readonly productId: string;
  readonly variantId: string | null;
}

/** An item of the catalog that a listing may stand for, and the listing that it has. */
export interface TargetRow extends ListingTarget {
  /** The place of the listing in the question. */
  readonly ordinal: number;
  readonly problem: ItemProblem | null;
  readonly listing: StoredListing | null;
}

/** Looks all targets up at once; a target that is neither in the catalog nor listed is missing from the answer. */
export function findTargets(
  tx: Transaction,
  storeId: string,
  extension: string,
  targets: readonly ListingTarget[],
): Promise<TargetRow[]> {
  uniqueItem.touch(
    tx,
    'reads',
    targets.map((target) => ({ ...target, extension })),
  );
  return tx.query<TargetRow>(
    `WITH listed AS MATERIALIZED (
       SELECT * FROM channel_listing WHERE store_id = $1 AND extension = $2 AND product_id = ANY($3)
     )
     SELECT asked.ordinal::int AS ordinal, p.id AS "productId", asked.variant AS "variantId",
       ${problemOf('asked.variant')} AS problem,
       CASE WHEN l.id IS NULL THEN NULL ELSE ${listing.json('l')} END AS listing
     FROM unnest($3::text[], $4::text[]) WITH ORDINALITY AS asked(product, variant, ordinal)
     JOIN catalog_product p ON p.store_id = $1 AND p.id = asked.product
     LEFT JOIN catalog_variant v ON v.store_id = $1 AND v.id = asked.variant AND v.product_id = p.id
     LEFT JOIN listed l ON l.product_id = asked.product AND l.variant_id IS NOT DISTINCT FROM asked.variant
     WHERE asked.variant IS NULL OR v.id IS NOT NULL OR l.id IS NOT NULL`,
    [storeId, extension, targets.map(({ productId }) => productId), targets.map(({ variantId }) => variantId)],
  );
}

/** Inserts new listings of a marketplace. @returns the ids of the inserted ones; an item that another call has listed meanwhile is left out */
export async function insertListings(
  tx: Transaction,
  storeId: string,
  listings: readonly New<typeof listing>[],
  at: Date,
): Promise<string[]> {
  if (listings.length === 0) return [];
  for (const row of listings) touchWritten(tx, listing, null, row);
  const rows = await tx.query<{ id: string }>(
    `${insertAllInto(listing)} ON CONFLICT (store_id, product_id, extension, variant_id) DO NOTHING RETURNING id`,
    [storeId, rowsAsJson(listings, listing.stated), at],
  );
  return rows.map(({ id }) => id);
}

/**
 * Updates listings that are still at the rev that was read. A listing that moves to another product of the marketplace loses its known
 * variant.
 * @returns the ids of the updated listings
 */
export async function updateListings(
  tx: Transaction,
  storeId: string,
  listings: readonly StoredListing[],
  at: Date,
): Promise<string[]> {
  if (listings.length === 0) return [];
  const rows = await tx.query<{ id: string }>(
    `UPDATE channel_listing l
     SET ${listing.assigned((name) => `new.${field(name)}`)}, rev = l.rev + 1, updated_at = $3,
       remote_variant_id = CASE WHEN l.remote_product_id IS NOT DISTINCT FROM new.${field('remoteProductId')} THEN l.remote_variant_id END
     FROM json_to_recordset($2::json) AS new(${listing.record}, rev int)
     WHERE l.store_id = $1 AND l.id = new.id AND l.rev = new.rev
     RETURNING l.id`,
    [storeId, rowsAsJson(listings, listing.saved), at],
  );
  return rows.map(({ id }) => id);
}

/** A product or variant of the store that may match one of the marketplace, with its listing and its last mirror. */
export interface KnownItem {
  /** The barcode by which it was found; null: it was found by its listing. */
  readonly barcode: string | null;
  readonly productId: string;
  readonly variantId: string | null;
  /** The problem that keeps it from being listed; null: there is none. */
  readonly problem: ItemProblem | null;
  readonly listingId: string | null;
  readonly remoteProductId: string | null;
  readonly remoteVariantId: string | null;
  readonly mirror: Mirror | null;
}

/** The marks by which an import knows items. */
export interface Marks {
  readonly barcodes: readonly string[];
  readonly remoteVariantIds: readonly string[];
  readonly remoteProductIds: readonly string[];
}

const LISTED = 'id, remote_product_id, remote_variant_id, mirror';
const LISTINGS = `SELECT product_id, variant_id, ${LISTED} FROM channel_listing WHERE store_id = $1 AND extension = $2`;

/**
 * Finds items that carry one of the barcodes, or whose listing names one of the marketplace's variants or products. Some are found
 * repeatedly.
 *
 * Each table is read once, and the results are joined. For a store that is younger than its statistics Postgres expects a row or two. It
 * would go through all of a store's products and listings for each key of a page (measured: 22 s for a store of 300 products, 20 ms now).
 */
export function knownItems(
  db: Queryable,
  storeId: string,
  extension: string,
  { barcodes, remoteVariantIds, remoteProductIds }: Marks,
): Promise<KnownItem[]> {
  return db.query<KnownItem>(
    `WITH coded AS MATERIALIZED (
       SELECT barcode, product_id, variant_id FROM catalog_barcode WHERE store_id = $1 AND barcode = ANY($3)
     ), listed AS MATERIALIZED (
       ${LISTINGS} AND product_id = ANY(ARRAY(SELECT product_id FROM coded))
     ), found AS MATERIALIZED (
       SELECT c.barcode, c.product_id, c.variant_id, ${LISTED}
       FROM coded c LEFT JOIN listed l ON l.product_id = c.product_id AND l.variant_id IS NOT DISTINCT FROM c.variant_id
       UNION ALL SELECT NULL, * FROM (${LISTINGS} AND remote_variant_id = ANY($4)) variants
       UNION ALL SELECT NULL, * FROM (${LISTINGS} AND remote_product_id = ANY($5)) products
     ), p AS MATERIALIZED (
       SELECT id, status, variant_count FROM catalog_product
       WHERE store_id = $1 AND id = ANY(ARRAY(SELECT product_id FROM found))
     ), v AS MATERIALIZED (
       SELECT id FROM catalog_variant WHERE store_id = $1 AND id = ANY(ARRAY(SELECT variant_id FROM found))
     )
     SELECT l.barcode, l.product_id AS "productId", l.variant_id AS "variantId", ${problemOf('l.variant_id')} AS problem,
       l.id AS "listingId", l.remote_product_id AS "remoteProductId", l.remote_variant_id AS "remoteVariantId", l.mirror
     FROM found l JOIN p ON p.id = l.product_id LEFT JOIN v ON v.id = l.variant_id`,
    [storeId, extension, barcodes, remoteVariantIds, remoteProductIds],
  );
}

/** Takes the marketplace's variants from listings, before other listings get them. */
export function releaseRemoteVariants(tx: Transaction, storeId: string, listingIds: readonly string[]): void {
  if (listingIds.length === 0) return;
  tx.send('UPDATE channel_listing SET remote_variant_id = NULL WHERE store_id = $1 AND id = ANY($2)', [
    storeId,
    listingIds,
  ]);
}

/** Writes the mirrors of listings. A mirror is the provider's state and no change of the store, so it carries no rev and no audit row. */
export function saveMirrors(
  tx: Transaction,
  storeId: string,
  mirrors: readonly { readonly listingId: string; readonly mirror: Mirror }[],
): void {
  if (mirrors.length === 0) return;
  tx.send(
    `UPDATE channel_listing l SET mirror = row.mirror, remote_variant_id = row.mirror ->> 'variantId', mirrored_at = now(), last_error = NULL
     FROM json_to_recordset($2::json) AS row("listingId" text, mirror jsonb)
     WHERE l.store_id = $1 AND l.id = ANY($3) AND l.id = row."listingId"`,
    [storeId, JSON.stringify(mirrors), mirrors.map(({ listingId }) => listingId)],
  );
}

/** Writes the mirrors that a look by barcode has shown. A variant that belongs to another listing stays with that one. */
export function saveSeen(
  tx: Transaction,
  storeId: string,
  extension: string,
  seen: readonly { readonly listingId: string; readonly mirror: Mirror }[],
): void {
  if (seen.length === 0) return;
  tx.send(
    `UPDATE channel_listing l SET mirror = row.mirror, mirrored_at = now(), last_error = NULL,
       remote_variant_id = coalesce(l.remote_variant_id, CASE WHEN NOT EXISTS (
         SELECT FROM channel_listing o WHERE o.store_id = $1 AND o.extension = $3 AND o.remote_variant_id = row.mirror ->> 'variantId')
         THEN row.mirror ->> 'variantId' END)
     FROM json_to_recordset($2::json) AS row("listingId" text, mirror jsonb)
     WHERE l.store_id = $1 AND l.extension = $3 AND l.id = row."listingId"`,
    [storeId, JSON.stringify(seen), extension],
  );
}

const KNOWN = 'SELECT id FROM channel_listing WHERE store_id = $1 AND extension = $2 AND id = ANY ($3)';

/** Finds out which of these ids are listings of a marketplace. */
export async function knownListings(
  db: Queryable,
  storeId: string,
  extension: string,
  listingIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ id: string }>(KNOWN, [storeId, extension, listingIds]);
  return new Set(rows.map(({ id }) => id));
}
