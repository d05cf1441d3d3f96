import type { Queryable, Transaction } from '../kernel/database';
import type { RemoteVariant } from './channel.port';

/** A listing with what the store itself says about the item now. */
export interface ListingRow {
  readonly id: string;
  readonly extension: string;
  readonly productId: string;
  readonly variantId: string | null;
  readonly barcode: string | null;
  readonly enabled: boolean;
  readonly priceOverride: number | null;
  readonly listPriceOverride: number | null;
  readonly priceLocked: boolean;
  readonly buffer: number | null;
  readonly remoteProductId: string | null;
  readonly remoteCategoryId: string | null;
  readonly remoteBrandId: string | null;
  readonly mirror: Mirror | null;
  readonly mirroredAt: string | null;
  readonly lastError: string | null;
  readonly rev: number;
  readonly title: string;
  readonly livePrice: number;
  readonly liveStock: number | null;
}

/** The marketplace's side as it was last seen; amounts in kuruş. */
export type Mirror = Pick<RemoteVariant, 'price' | 'listPrice' | 'stock' | 'status' | 'url'> & {
  readonly variantId: string;
};

const COLUMNS = `l.id, l.extension, l.product_id AS "productId", l.variant_id AS "variantId", l.barcode, l.enabled,
  l.price_override AS "priceOverride", l.list_price_override AS "listPriceOverride", l.price_locked AS "priceLocked", l.buffer,
  l.remote_product_id AS "remoteProductId", l.remote_category_id AS "remoteCategoryId", l.remote_brand_id AS "remoteBrandId",
  l.mirror, l.mirrored_at AS "mirroredAt", l.last_error AS "lastError", l.rev,
  CASE WHEN v.id IS NULL THEN p.title ELSE p.title || ' – ' || v.title END AS title,
  coalesce(v.price, p.price) AS "livePrice", CASE WHEN v.id IS NULL THEN p.stock ELSE v.stock END AS "liveStock"`;

const FROM = `FROM channel_listing l
  JOIN catalog_product p ON p.store_id = l.store_id AND p.id = l.product_id
  LEFT JOIN catalog_variant v ON v.store_id = l.store_id AND v.id = l.variant_id`;

export function listListings(
  db: Queryable,
  storeId: string,
  extension: string,
  filter: { readonly productId: string | null; readonly after: string | null },
  limit: number,
): Promise<ListingRow[]> {
  return db.query<ListingRow>(
    `SELECT ${COLUMNS} ${FROM}
     WHERE l.store_id = $1 AND l.extension = $2 AND ($3::text IS NULL OR l.product_id = $3) AND ($4::text IS NULL OR l.id > $4)
     ORDER BY l.id LIMIT $5`,
    [storeId, extension, filter.productId, filter.after, limit],
  );
}

export async function findListing(
  db: Queryable,
  storeId: string,
  extension: string,
  listingId: string,
): Promise<ListingRow | undefined> {
  const [row] = await db.query<ListingRow>(
    `SELECT ${COLUMNS} ${FROM} WHERE l.store_id = $1 AND l.extension = $2 AND l.id = $3`,
    [storeId, extension, listingId],
  );
  return row;
}

/** The fields that a merchant sets. */
export interface ListingFields {
  readonly enabled: boolean;
  readonly priceOverride: number | null;
  readonly listPriceOverride: number | null;
  readonly priceLocked: boolean;
  readonly buffer: number | null;
  readonly remoteProductId: string | null;
  readonly remoteCategoryId: string | null;
  readonly remoteBrandId: string | null;
}

export interface StoredListing extends ListingFields {
  readonly id: string;
  readonly productId: string;
  readonly variantId: string | null;
  readonly barcode: string | null;
  readonly rev: number;
}

export interface ListingTarget {
  readonly productId: string;
  readonly variantId: string | null;
}

/** An item of the catalog that a listing may stand for, and the listing that it has. */
export interface TargetRow extends ListingTarget {
  /** Position in the question. */
  readonly ordinal: number;
  readonly itemBarcode: string | null;
  readonly variantCount: number;
  readonly listing: StoredListing | null;
}

/** Looks all targets up at once; a target that is not in the catalog is missing from the answer. */
export function findTargets(
  tx: Transaction,
  storeId: string,
  extension: string,
  targets: readonly ListingTarget[],
): Promise<TargetRow[]> {
  return tx.query<TargetRow>(
    `SELECT asked.ordinal::int AS ordinal, p.id AS "productId", asked.variant AS "variantId",
       CASE WHEN asked.variant IS NULL THEN p.barcode ELSE v.barcode END AS "itemBarcode", p.variant_count AS "variantCount",
       CASE WHEN l.id IS NULL THEN NULL ELSE json_build_object('id', l.id, 'productId', l.product_id, 'variantId', l.variant_id,
         'barcode', l.barcode, 'rev', l.rev, 'enabled', l.enabled, 'priceOverride', l.price_override,
         'listPriceOverride', l.list_price_override, 'priceLocked', l.price_locked, 'buffer', l.buffer,
         'remoteProductId', l.remote_product_id, 'remoteCategoryId', l.remote_category_id, 'remoteBrandId', l.remote_brand_id) END AS listing
     FROM unnest($3::text[], $4::text[]) WITH ORDINALITY AS asked(product, variant, ordinal)
     JOIN catalog_product p ON p.store_id = $1 AND p.id = asked.product
     LEFT JOIN catalog_variant v ON v.store_id = $1 AND v.id = asked.variant AND v.product_id = p.id
     LEFT JOIN LATERAL (
       SELECT * FROM channel_listing WHERE store_id = $1 AND extension = $2 AND product_id = asked.product
         AND variant_id IS NOT DISTINCT FROM asked.variant LIMIT 1) l ON true
     WHERE asked.variant IS NULL OR v.id IS NOT NULL`,
    [storeId, extension, targets.map(({ productId }) => productId), targets.map(({ variantId }) => variantId)],
  );
}

export async function insertListings(
  tx: Transaction,
  storeId: string,
  extension: string,
  listings: readonly Omit<StoredListing, 'rev'>[],
  at: Date,
): Promise<void> {
  if (listings.length === 0) return;
  await tx.query(
    `INSERT INTO channel_listing (store_id, id, extension, product_id, variant_id, barcode, enabled, price_override, list_price_override,
       price_locked, buffer, remote_product_id, remote_category_id, remote_brand_id, created_at, updated_at)
     SELECT $1, row.id, $2, row."productId", row."variantId", row.barcode, row.enabled, row."priceOverride", row."listPriceOverride",
       row."priceLocked", row.buffer, row."remoteProductId", row."remoteCategoryId", row."remoteBrandId", $4, $4
     FROM json_to_recordset($3::json) AS row(id text, "productId" text, "variantId" text, barcode text, enabled boolean,
       "priceOverride" bigint, "listPriceOverride" bigint, "priceLocked" boolean, buffer int, "remoteProductId" text,
       "remoteCategoryId" text, "remoteBrandId" text)`,
    [storeId, extension, JSON.stringify(listings), at],
  );
}

/** @returns ids of the listings that were still at the rev that was read */
export async function updateListings(
  tx: Transaction,
  storeId: string,
  listings: readonly StoredListing[],
  at: Date,
): Promise<string[]> {
  if (listings.length === 0) return [];
  const rows = await tx.query<{ id: string }>(
    `UPDATE channel_listing l SET enabled = row.enabled, price_override = row."priceOverride",
       list_price_override = row."listPriceOverride", price_locked = row."priceLocked", buffer = row.buffer,
       remote_product_id = row."remoteProductId", remote_category_id = row."remoteCategoryId", remote_brand_id = row."remoteBrandId",
       barcode = row.barcode, rev = l.rev + 1, updated_at = $3
     FROM json_to_recordset($2::json) AS row(id text, rev int, barcode text, enabled boolean, "priceOverride" bigint,
       "listPriceOverride" bigint, "priceLocked" boolean, buffer int, "remoteProductId" text, "remoteCategoryId" text, "remoteBrandId" text)
     WHERE l.store_id = $1 AND l.id = row.id AND l.rev = row.rev
     RETURNING l.id`,
    [storeId, JSON.stringify(listings), at],
  );
  return rows.map(({ id }) => id);
}

export interface KnownItem {
  readonly barcode: string;
  readonly productId: string;
  readonly variantId: string | null;
  readonly listingId: string | null;
  readonly mirror: Mirror | null;
}

/** Products and variants that carry the barcodes, each with its listing and what was last seen of it. */
export function itemsByBarcode(
  db: Queryable,
  storeId: string,
  extension: string,
  barcodes: readonly string[],
): Promise<KnownItem[]> {
  return db.query<KnownItem>(
    `SELECT b.barcode, b.product_id AS "productId", b.variant_id AS "variantId", l.id AS "listingId", l.mirror
     FROM catalog_barcode b
     LEFT JOIN LATERAL (
       SELECT * FROM channel_listing WHERE store_id = $1 AND extension = $2 AND product_id = b.product_id
         AND variant_id IS NOT DISTINCT FROM b.variant_id LIMIT 1) l ON true
     WHERE b.store_id = $1 AND b.barcode = ANY($3)`,
    [storeId, extension, barcodes],
  );
}

/** Writes what the marketplace shows. It is the provider's state and no change of the store, so it carries no rev and no audit row. */
export function saveMirrors(
  tx: Transaction,
  storeId: string,
  mirrors: readonly { readonly listingId: string; readonly mirror: Mirror }[],
  at: Date,
): void {
  if (mirrors.length === 0) return;
  tx.send(
    `UPDATE channel_listing l SET mirror = row.mirror, mirrored_at = $3, last_error = NULL
     FROM json_to_recordset($2::json) AS row("listingId" text, mirror jsonb)
     WHERE l.store_id = $1 AND l.id = ANY($4) AND l.id = row."listingId"`,
    [storeId, JSON.stringify(mirrors), at, mirrors.map(({ listingId }) => listingId)],
  );
}
