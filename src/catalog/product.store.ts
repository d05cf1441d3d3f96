import type { Queryable, Transaction } from '../kernel/database';
import { refuse } from '../kernel/errors';
import type { ListedProductRow, ProductRow, Variant } from './product.view';
import { searchText } from './search';

const VARIANTS = `
  CASE WHEN p.variant_count = 0 THEN '[]'::json ELSE (
    SELECT json_agg(json_build_object('id', v.id, 'title', v.title, 'sku', v.sku, 'barcode', v.barcode, 'price', v.price, 'stock', v.stock)
      ORDER BY v.position)
    FROM catalog_variant v WHERE v.store_id = $1 AND v.product_id = p.id) END AS variants`;

const CODES = `
  CASE WHEN p.digital_kind = 'code_pool' THEN (
    SELECT json_build_object('available', d.available, 'allocated', d.allocated, 'voided', d.voided)
    FROM digital_pool d WHERE d.store_id = $1 AND d.product_id = p.id) END AS codes`;

/** The columns of a listed product `p`; `$1` is the store. */
export const LISTED = `
  p.id, p.rev, p.status, p.title, p.handle, p.category_id AS "categoryId", p.brand, p.sku, p.barcode, p.tags, p.price,
  p.compare_at AS "compareAt", p.vat_rate AS "vatRate", p.stock, ${VARIANTS},
  p.requires_shipping AS "requiresShipping", p.digital_kind AS "digitalKind", p.digital_url AS "digitalUrl",
  p.digital_instructions AS "digitalInstructions", ${CODES}, p.withdrawal_exception AS "withdrawalException",
  p.created_at AS "createdAt", p.updated_at AS "updatedAt"`;

const GET = `SELECT ${LISTED}, p.description FROM catalog_product p WHERE p.store_id = $1 AND p.id = $2`;

const GET_BY_VARIANT = `SELECT ${LISTED}, p.description FROM catalog_product p
  WHERE p.store_id = $1 AND p.id = (SELECT product_id FROM catalog_variant WHERE store_id = $1 AND id = $2)`;

/** @throws {Refusal} not_found */
export async function getProduct(db: Queryable, storeId: string, productId: string): Promise<ProductRow> {
  const [row] = await db.query<ProductRow>(GET, [storeId, productId]);
  return row ?? refuse('not_found', 'There is no such product.');
}

/** @throws {Refusal} not_found */
export async function getProductOfVariant(db: Queryable, storeId: string, variantId: string): Promise<ProductRow> {
  const [row] = await db.query<ProductRow>(GET_BY_VARIANT, [storeId, variantId]);
  return row ?? refuse('not_found', 'There is no such variant.');
}

export interface NewProduct
  extends Pick<
    ListedProductRow,
    | 'id'
    | 'title'
    | 'handle'
    | 'categoryId'
    | 'brand'
    | 'sku'
    | 'barcode'
    | 'tags'
    | 'price'
    | 'compareAt'
    | 'vatRate'
    | 'stock'
    | 'requiresShipping'
    | 'withdrawalException'
  > {
  readonly description: string | null;
  readonly variants: readonly Variant[];
}

const INSERT_PRODUCTS = `
  WITH item AS (
    SELECT * FROM json_to_recordset($2::json) AS row(
      id text, title text, handle text, description text, "categoryId" text, brand text, sku text, barcode text, tags json,
      price bigint, "compareAt" bigint, "vatRate" smallint, stock int, "variantCount" smallint, "requiresShipping" boolean,
      "withdrawalException" text, search text)
  ), product AS (
    INSERT INTO catalog_product (store_id, id, title, handle, description, category_id, brand, sku, barcode, tags, price, compare_at,
      vat_rate, stock, variant_count, requires_shipping, withdrawal_exception, created_at, updated_at)
    SELECT $1, id, title, handle, description, "categoryId", brand, sku, barcode,
      CASE WHEN tags IS NULL THEN '{}' ELSE ARRAY(SELECT json_array_elements_text(tags)) END, price, "compareAt", "vatRate", stock,
      "variantCount", "requiresShipping", "withdrawalException", $3, $3
    FROM item
  )
  INSERT INTO catalog_search (store_id, product_id, text) SELECT $1, id, search FROM item`;

/** Sends the rows of new products and their variants. Handles, barcodes and categories are known to be good by now. */
export function insertProducts(tx: Transaction, storeId: string, products: readonly NewProduct[], now: Date): void {
  if (products.length === 0) return;
  const rows = products.map(({ variants, tags, ...product }) => ({
    ...product,
    tags: tags.length > 0 ? tags : null,
    variantCount: variants.length,
    search: searchText({ ...product, variants }),
  }));
  tx.send(INSERT_PRODUCTS, [storeId, JSON.stringify(rows), now]);
  const variants = products.flatMap(({ id, variants }) =>
    variants.map((variant, position) => ({ ...variant, productId: id, position })),
  );
  insertVariants(tx, storeId, variants);
}

export interface PlacedVariant extends Variant {
  readonly productId: string;
  readonly position: number;
}

const INSERT_VARIANTS = `
  INSERT INTO catalog_variant (store_id, id, product_id, position, title, sku, barcode, price, stock)
  SELECT $1, id, "productId", position, title, sku, barcode, price, stock
  FROM json_to_recordset($2::json) AS row(
    id text, "productId" text, position smallint, title text, sku text, barcode text, price bigint, stock int)`;

export function insertVariants(tx: Transaction, storeId: string, variants: readonly PlacedVariant[]): void {
  if (variants.length > 0) tx.send(INSERT_VARIANTS, [storeId, JSON.stringify(variants)]);
}

const UPDATE_VARIANTS = `
  UPDATE catalog_variant v
  SET title = row.title, sku = row.sku, barcode = row.barcode, position = row.position
  FROM json_to_recordset($2::json) AS row(id text, position smallint, title text, sku text, barcode text)
  WHERE v.store_id = $1 AND v.id = row.id
    AND (v.title, v.sku, v.barcode, v.position) IS DISTINCT FROM (row.title, row.sku, row.barcode, row.position)`;

/** Rewrites what setVariants may change of variants that stay. */
export function updateVariants(tx: Transaction, storeId: string, variants: readonly PlacedVariant[]): void {
  if (variants.length > 0) tx.send(UPDATE_VARIANTS, [storeId, JSON.stringify(variants)]);
}

/** @returns the stock that each removed variant had at this very moment, not when it was read */
export function deleteVariants(
  tx: Transaction,
  storeId: string,
  variantIds: readonly string[],
): Promise<{ id: string; stock: number | null }[]> {
  if (variantIds.length === 0) return Promise.resolve([]);
  return tx.query('DELETE FROM catalog_variant WHERE store_id = $1 AND id = ANY($2) RETURNING id, stock', [
    storeId,
    variantIds,
  ]);
}

export interface BarcodeClaim {
  readonly barcode: string;
  readonly productId: string;
  readonly variantId: string | null;
}

/** Ordered by barcode, so that two batches with the same barcodes wait for each other instead of deadlocking. */
const CLAIM_BARCODES = `
  INSERT INTO catalog_barcode (store_id, barcode, product_id, variant_id)
  SELECT $1, barcode, product_id, variant_id
  FROM unnest($2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS row(barcode, product_id, variant_id, place)
  ORDER BY barcode COLLATE "C", place
  ON CONFLICT DO NOTHING
  RETURNING barcode, product_id AS "productId", variant_id AS "variantId"`;

/** Claims barcodes and waits for whoever is claiming the same ones. @returns the claims that failed: those barcodes are taken */
export async function claimBarcodes(
  tx: Transaction,
  storeId: string,
  claims: readonly BarcodeClaim[],
): Promise<BarcodeClaim[]> {
  if (claims.length === 0) return [];
  const claimed = await tx.query<BarcodeClaim>(CLAIM_BARCODES, [
    storeId,
    claims.map(({ barcode }) => barcode),
    claims.map(({ productId }) => productId),
    claims.map(({ variantId }) => variantId),
  ]);
  if (claimed.length === claims.length) return [];
  const held = new Set(claimed.map(keyOf));
  // A claim that is repeated word for word got its row once: the repetition is refused.
  return claims.filter((claim) => !held.delete(keyOf(claim)));
}

const keyOf = ({ barcode, productId, variantId }: BarcodeClaim): string =>
  JSON.stringify([barcode, productId, variantId]);

/** Gives barcodes up, if these products hold them. */
export function releaseBarcodes(
  tx: Transaction,
  storeId: string,
  productIds: readonly string[],
  barcodes: readonly string[],
): void {
  if (barcodes.length === 0) return;
  tx.send('DELETE FROM catalog_barcode WHERE store_id = $1 AND product_id = ANY($2) AND barcode = ANY($3)', [
    storeId,
    productIds,
    barcodes,
  ]);
}

const SAVE = `
  UPDATE catalog_product
  SET rev = rev + 1, updated_at = $4, title = $5, handle = $6, description = $7, category_id = $8, brand = $9, sku = $10, barcode = $11,
    tags = $12, vat_rate = $13, price = $14, compare_at = $15, status = $16, variant_count = $17, requires_shipping = $18,
    digital_kind = $19, digital_url = $20, digital_instructions = $21, withdrawal_exception = $22
  WHERE store_id = $1 AND id = $2 AND rev = $3
  RETURNING rev`;

const SAVE_SEARCH = 'UPDATE catalog_search SET text = $3 WHERE store_id = $1 AND product_id = $2';

/**
 * Writes everything of a product but its stock, if nobody wrote since it was read. Stock is left to its own statements:
 * its changes commute, and a merchant's edit must not undo a sale.
 * @returns the new rev
 * @throws {Refusal} rev_conflict
 */
export async function saveProduct(
  tx: Transaction,
  storeId: string,
  before: ProductRow,
  after: ProductRow,
  now: Date,
): Promise<number> {
  const text = searchText(after);
  if (text !== searchText(before)) tx.send(SAVE_SEARCH, [storeId, before.id, text]);
  const [saved] = await tx.query<{ rev: number }>(SAVE, [
    storeId,
    before.id,
    before.rev,
    now,
    after.title,
    after.handle,
    after.description,
    after.categoryId,
    after.brand,
    after.sku,
    after.barcode,
    after.tags,
    after.vatRate,
    after.price,
    after.compareAt,
    after.status,
    after.variants.length,
    after.requiresShipping,
    after.digitalKind,
    after.digitalUrl,
    after.digitalInstructions,
    after.withdrawalException,
  ]);
  return saved?.rev ?? refuseDrift(tx, storeId, 'catalog_product', before);
}

const REV_OF = {
  catalog_product: 'SELECT rev FROM catalog_product WHERE store_id = $1 AND id = $2',
  catalog_category: 'SELECT rev FROM catalog_category WHERE store_id = $1 AND id = $2',
  catalog_collection: 'SELECT rev FROM catalog_collection WHERE store_id = $1 AND id = $2',
};

/** Somebody else wrote between the read and the write. */
export async function refuseDrift(
  tx: Transaction,
  storeId: string,
  table: keyof typeof REV_OF,
  read: { readonly id: string; readonly rev: number },
): Promise<never> {
  const [row] = await tx.query<{ rev: number }>(REV_OF[table], [storeId, read.id]);
  const currentRev = row?.rev ?? null;
  return refuse('rev_conflict', `${read.id} changed from rev ${read.rev} to ${currentRev} meanwhile.`, {
    facts: { currentRev },
  });
}

const SAVE_VARIANT_PRICE = `
  WITH product AS (
    UPDATE catalog_product SET rev = rev + 1, updated_at = $4 WHERE store_id = $1 AND id = $2 AND rev = $3 RETURNING rev
  ), variant AS (
    UPDATE catalog_variant SET price = $6 WHERE store_id = $1 AND id = $5 AND EXISTS (SELECT FROM product)
  )
  SELECT rev FROM product`;

/** @returns the new rev of the product @throws {Refusal} rev_conflict */
export async function saveVariantPrice(
  tx: Transaction,
  storeId: string,
  product: ProductRow,
  variantId: string,
  price: number | null,
  now: Date,
): Promise<number> {
  const [saved] = await tx.query<{ rev: number }>(SAVE_VARIANT_PRICE, [
    storeId,
    product.id,
    product.rev,
    now,
    variantId,
    price,
  ]);
  return saved?.rev ?? refuseDrift(tx, storeId, 'catalog_product', product);
}
