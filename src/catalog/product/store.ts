import type { Queryable, StoreReader, Transaction } from '../../kernel/database/queryable';
import { refuse } from '../../kernel/errors';
import { JsonText } from '../../kernel/json-text';
import { OR_OVERTAKEN, storeOf } from '../../kernel/table/aggregate-store';
import { jsonText, jsonTime } from '../../kernel/table/json-store';
import { partsAsJson, partsOf } from '../../kernel/table/part-store';
import type { Stored } from '../../kernel/table/table';
import { insertFrom, rowsAsJson, rowsInOrder, touchWritten } from '../../kernel/table/table-store';
import { firstPictureAsJson, picturesAsJson } from '../../media/image/store';
import { shownValuesOf } from '../../metafield/value/store';
import { type BarcodeClaim, barcode } from '../barcode/table';
import { pool } from '../digital/table';
import { search } from '../search/table';
import { type PlacedVariant, type Variant, variant } from '../variant/table';
import { product } from './aggregate';
import { searchText } from './search';
import type { ProductRow } from './view';

const { save } = storeOf(product);

export const { insert: insertVariants, update: updateVariants, remove: deleteVariants } = partsOf(variant);

const variantsWith = (
  beside?: Parameters<typeof partsAsJson>[2],
  instead?: Parameters<typeof partsAsJson>[3],
): string => `
  CASE WHEN p.variant_count = 0 THEN '[]'::json ELSE (${partsAsJson(variant, 'p.id', beside, instead)}) END`;

/** SQL of the stock that people are shown: what a marketplace has sold beyond it is none. */
export const stockShown = (alias: string): string => `CASE WHEN ${alias}.stock < 0 THEN 0 ELSE ${alias}.stock END`;

/** A pool that was given codes keeps them, whatever the product delivers by now. */
const CODES = `
  (SELECT row_to_json(codes) FROM (
    SELECT ${pool.selectAnswer('d')} FROM digital_pool d
    WHERE d.store_id = $1 AND d.product_id = p.id
      AND (p.digital_kind = 'code_pool' OR d.available + d.allocated + d.voided > 0)) codes)`;

const DIGITAL = `
  (SELECT row_to_json(digital) FROM (
    SELECT p.digital_kind AS kind, p.digital_url AS url, p.digital_instructions AS instructions, ${CODES} AS codes) digital)`;

const PARTS = `${variantsWith()} AS variants, ${DIGITAL} AS digital`;

/** Custom fields are of what callers read: no command on a product reads or writes them, and they cost a look-up each. */
const FILLED = shownValuesOf('p.id');
const SHOWN_PARTS = `
  ${variantsWith(shownValuesOf('v.id'), { stock: stockShown('v') })} AS variants, ${DIGITAL} AS digital, ${FILLED.columns}`;
const TIMES = { createdAt: jsonTime('p.created_at'), updatedAt: jsonTime('p.updated_at') };

const PICTURES = ['p.media_ids', 'p.media_alts'] as const;

/** SQL of a JSON array of the pictures of a product `p`, as everybody is shown them; `$1` is the store. */
export const SHOWN_PICTURES = picturesAsJson(...PICTURES);

/** The pictures of a product `p` as commands state them. */
const PLACED_PICTURES = `
  CASE WHEN p.media_ids = '{}' THEN '[]'::json ELSE (
    SELECT json_agg(json_build_object('mediaId', p.media_ids[place], 'alt', p.media_alts[place]) ORDER BY place)
    FROM generate_subscripts(p.media_ids, 1) AS place) END`;

/** A listed product `p` as JSON; `$1` is the store. */
export const LISTED_AS_JSON = jsonText(
  `${product.selectListed('p', { ...TIMES, stock: stockShown('p') })}, ${SHOWN_PARTS}, ${firstPictureAsJson(...PICTURES)} AS picture`,
  FILLED.joined,
);

const getWith = (parts: string, joined?: string, instead: Readonly<Record<string, string>> = {}): string => `
  SELECT p.rev, ${jsonText(`${product.selectAnswer('p', { ...TIMES, ...instead })}, ${parts} AS media`, joined)} AS json
  FROM catalog_product p WHERE p.store_id = $1 AND p.id = `;
const SHOW = `${getWith(`${SHOWN_PARTS}, ${SHOWN_PICTURES}`, FILLED.joined, { stock: stockShown('p') })} $2`;
const GET = getWith(`${PARTS}, ${PLACED_PICTURES}`);
const GET_BY_ID = `${GET} $2`;
const GET_BY_VARIANT = `${GET} (SELECT product_id FROM catalog_variant WHERE store_id = $1 AND id = $2)`;

interface ReadProduct {
  readonly rev: number;
  readonly json: string;
}

/** The answer about one product. @throws {Refusal} not_found */
export async function readProduct(db: StoreReader, productId: string): Promise<JsonText> {
  const row = await db.rowByKey<ReadProduct>(SHOW, productId);
  return row ? new JsonText(row.json, row.rev) : noSuchProduct();
}

const ACTIVE = `SELECT FROM catalog_product WHERE store_id = $1 AND status = 'active' LIMIT 1`;

/** Whether the store sells anything. */
export async function hasActiveProduct(db: Queryable, storeId: string): Promise<boolean> {
  const rows = await db.query(ACTIVE, [storeId]);
  return rows.length > 0;
}

const noSuchProduct = (): never => refuse('not_found', 'There is no such product.');

/** @throws {Refusal} not_found */
export async function getProduct(db: Queryable, storeId: string, productId: string): Promise<ProductRow> {
  const [row] = await db.query<ReadProduct>(GET_BY_ID, [storeId, productId]);
  return row ? (JSON.parse(row.json) as ProductRow) : noSuchProduct();
}

const GET_BY_IDS = `${GET} ANY ($2)`;

/** Reads products as commands see them, by their ids; what is not there is left out. */
export async function findProducts(
  db: Queryable,
  storeId: string,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, ProductRow>> {
  const rows = await db.query<ReadProduct>(GET_BY_IDS, [storeId, productIds]);
  return new Map(
    rows.map(({ json }) => {
      const row = JSON.parse(json) as ProductRow;
      return [row.id, row];
    }),
  );
}

/** @throws {Refusal} not_found */
export async function getProductOfVariant(db: Queryable, storeId: string, variantId: string): Promise<ProductRow> {
  const [row] = await db.query<ReadProduct>(GET_BY_VARIANT, [storeId, variantId]);
  return row ? (JSON.parse(row.json) as ProductRow) : refuse('not_found', 'There is no such variant.');
}

/** A product as it is written for the first time; {@link product.initial} has what nobody stated. */
export interface NewProduct extends Omit<Stored<typeof product>, 'rev' | 'variantCount'> {
  readonly variants: readonly Variant[];
}

const INSERT_PRODUCTS = `
  WITH item AS (
    SELECT * FROM json_to_recordset($2::json) AS row(${product.record}, text ${search.columns.text.type})
  ), inserted AS (
    ${insertFrom(product, 'item', 'item')}
  )
  ${insertFrom(search, 'item', 'item', { instead: { productId: 'item.id' } })}`;

/** Variants of a product, each with its place. */
export const placed = (productId: string, variants: readonly Variant[]): PlacedVariant[] =>
  variants.map((variant, position) => ({ ...variant, productId, position }));

/** Sends the rows of new products and their variants. Handles, barcodes and categories are known to be good by now. */
export function insertProducts(tx: Transaction, storeId: string, products: readonly NewProduct[], now: Date): void {
  if (products.length === 0) return;
  for (const row of products) touchWritten(tx, product, null, row);
  const rows = products.map(({ variants, ...row }) => ({
    ...row,
    variantCount: variants.length,
    text: searchText({ ...row, variants }),
  }));
  tx.send(INSERT_PRODUCTS, [storeId, rowsAsJson(rows, [...product.stated, 'text']), now]);
  insertVariants(
    tx,
    storeId,
    products.flatMap(({ id, variants }) => placed(id, variants)),
  );
}

/** Ordered by barcode, so that two batches with the same barcodes wait for each other instead of deadlocking. */
const CLAIM_BARCODES = `
  ${insertFrom(barcode, rowsInOrder(barcode), 'row')}
  ORDER BY row.barcode COLLATE "C", nth
  ON CONFLICT DO NOTHING
  RETURNING ${barcode.select()}`;

/** Claims barcodes and waits for whoever is claiming the same ones. @returns the claims that failed: those barcodes are taken */
export async function claimBarcodes(
  tx: Transaction,
  storeId: string,
  claims: readonly BarcodeClaim[],
): Promise<BarcodeClaim[]> {
  if (claims.length === 0) return [];
  for (const claim of claims) touchWritten(tx, barcode, null, claim, 'claims');
  const claimed = await tx.query<BarcodeClaim>(CLAIM_BARCODES, [storeId, rowsAsJson(claims, barcode.stated)]);
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
  for (const released of barcodes) touchWritten(tx, barcode, { barcode: released }, null, 'claims');
  tx.send('DELETE FROM catalog_barcode WHERE store_id = $1 AND product_id = ANY($2) AND barcode = ANY($3)', [
    storeId,
    productIds,
    barcodes,
  ]);
}

const SAVE_SEARCH = 'UPDATE catalog_search SET text = $3 WHERE store_id = $1 AND product_id = $2';

/**
 * Sends everything of a product but its stock, see save. Stock is left to its own statements: its changes commute, and a merchant's
 * edit must not undo a sale.
 * @returns the new rev
 */
export function saveProduct(
  tx: Transaction,
  storeId: string,
  before: ProductRow,
  after: ProductRow,
  now: Date,
): number {
  const text = searchText(after);
  if (text !== searchText(before)) tx.send(SAVE_SEARCH, [storeId, before.id, text]);
  const { kind: digitalKind, url: digitalUrl, instructions: digitalInstructions } = after.digital;
  const variantCount = after.variants.length;
  return save(tx, storeId, before, { ...after, variantCount, digitalKind, digitalUrl, digitalInstructions }, now).rev;
}

const SAVE_MEDIA = `
  WITH saved AS (
    UPDATE catalog_product SET media_ids = $5, media_alts = $6, rev = rev + 1, updated_at = $4
    WHERE store_id = $1 AND id = $2 AND rev = $3 RETURNING rev
  )
  ${OR_OVERTAKEN}`;

/** Sends the pictures of a product, see save. @param media files that are held @returns the new rev */
export function saveMedia(
  tx: Transaction,
  storeId: string,
  { id, rev }: ProductRow,
  media: ProductRow['media'],
  now: Date,
): number {
  tx.send(SAVE_MEDIA, [storeId, id, rev, now, media.map(({ mediaId }) => mediaId), media.map(({ alt }) => alt)]);
  return rev + 1;
}

const SHOWING = `
  SELECT id, title FROM catalog_product
  WHERE store_id = $1 AND id IN (SELECT products_showing($2)) ORDER BY id LIMIT 5`;

/** Some of the products that show a media file. */
export const productsShowing = (
  db: Queryable,
  storeId: string,
  mediaId: string,
): Promise<{ id: string; title: string }[]> => db.query(SHOWING, [storeId, mediaId]);

const SAVE_VARIANT_PRICE = `
  WITH saved AS (
    UPDATE catalog_product SET rev = rev + 1, updated_at = $4 WHERE store_id = $1 AND id = $2 AND rev = $3 RETURNING rev
  ), variant AS (
    UPDATE catalog_variant SET price = $6 WHERE store_id = $1 AND id = $5 AND EXISTS (SELECT FROM saved)
  )
  ${OR_OVERTAKEN}`;

/** Sends the price of a variant, see save. @returns the new rev of the product */
export function saveVariantPrice(
  tx: Transaction,
  storeId: string,
  before: ProductRow,
  variantId: string,
  price: number | null,
  now: Date,
): number {
  tx.send(SAVE_VARIANT_PRICE, [storeId, before.id, before.rev, now, variantId, price]);
  return before.rev + 1;
}
