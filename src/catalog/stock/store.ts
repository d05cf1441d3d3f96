import type { Queryable, Transaction } from '../../kernel/database/queryable';
import { refuse } from '../../kernel/errors';
import { insertFrom, insertInto, placesOf, rowsAsJson, rowsInOrder } from '../../kernel/table/table-store';
import { type Moved, type Movement, movement } from './table';
import type { MovementRow } from './view';

export interface StockItem {
  readonly productId: string;
  readonly variantId: string | null;
  readonly status: 'active' | 'archived';
  readonly stock: number | null;
  /** It is a product of which the variants are sold: its own stock is not. */
  readonly soldByVariant: boolean;
}

const LOCK_PRODUCT = `
  SELECT id AS "productId", NULL AS "variantId", status, stock, variant_count > 0 AS "soldByVariant" FROM catalog_product
  WHERE store_id = $1 AND id = $2 FOR NO KEY UPDATE`;

/** The product first, then the variant: the order in which setVariants takes them. */
const LOCK_VARIANT = `
  SELECT p.id AS "productId", v.id AS "variantId", p.status, v.stock, false AS "soldByVariant"
  FROM catalog_product p JOIN catalog_variant v ON v.store_id = $1 AND v.product_id = p.id
  WHERE p.store_id = $1 AND v.id = $2 FOR NO KEY UPDATE OF p, v`;

/** The item with its stock, locked: changes of one stock happen one after the other. @throws {Refusal} not_found */
export async function lockStock(tx: Transaction, storeId: string, targetId: string): Promise<StockItem> {
  const [item] = await tx.query<StockItem>(targetId.startsWith('var_') ? LOCK_VARIANT : LOCK_PRODUCT, [
    storeId,
    targetId,
  ]);
  return item ?? refuse('not_found', 'There is no such product or variant.');
}

const whole = (row: Moved): Movement => ({ orderId: null, ...row });

const { placeOf, moment } = placesOf(movement);
const [of, ofVariant, stock] = [placeOf('productId'), placeOf('variantId'), placeOf('after')];

const moveStock = (update: string): string => `
  WITH item AS (${update})
  ${insertInto(movement)}`;

const MOVE_PRODUCT = moveStock(
  `UPDATE catalog_product SET stock = ${stock}, updated_at = ${moment}
   WHERE store_id = $1 AND id = ${of} AND ${ofVariant}::text IS NULL`,
);

const MOVE_VARIANT = moveStock(
  `UPDATE catalog_variant SET stock = ${stock} WHERE store_id = $1 AND id = ${ofVariant}),
  product AS (UPDATE catalog_product SET updated_at = ${moment} WHERE store_id = $1 AND id = ${of}`,
);

/** Sends the new stock of a locked item and its ledger row. */
export function sendMovement(tx: Transaction, storeId: string, row: Moved, now: Date): void {
  tx.send(row.variantId === null ? MOVE_PRODUCT : MOVE_VARIANT, [storeId, ...movement.values(whole(row)), now]);
}

const APPEND = `${insertFrom(movement, rowsInOrder(movement), 'row')} ORDER BY nth`;

/** Sends ledger rows for stock that other statements have written, e.g. of new products. */
export function sendMovements(tx: Transaction, storeId: string, movements: readonly Moved[], now: Date): void {
  if (movements.length > 0) tx.send(APPEND, [storeId, rowsAsJson(movements.map(whole), movement.stated), now]);
}

/** How many movements one statement numbers at most: more than a page has. */
const NUMBERED_MOST = 1_000;

const NUMBER = `SELECT number_movements($1, ${NUMBERED_MOST}, true) AS numbered`;

/**
 * Numbers movements that were committed: behind all that have a number, one that was written behind the end of another one behind that.
 * Numbers are given under a lock and are there for good with the next COMMIT, so nobody ever sees one before those below it.
 * @returns whether more may wait
 */
export async function numberMovements(writer: Queryable, storeId: string): Promise<boolean> {
  const [done] = await writer.query<{ numbered: number }>(NUMBER, [storeId]);
  return (done as { numbered: number }).numbered === NUMBERED_MOST;
}

/** Movements beside what is known when there are none: one row at least, and one statement. */
const beside = (known: string, movements: string): string =>
  `SELECT known.*, movement.* FROM (SELECT ${known}) AS known LEFT JOIN LATERAL (
     SELECT ${movement.selectAnswer('stock_movement')} FROM stock_movement WHERE store_id = $1 AND ${movements}
   ) AS movement ON true`;

const isMovement = (row: { readonly id: string | null }): boolean => row.id !== null;

const SINCE = `${beside(
  'coalesce((SELECT max(seq) FROM stock_movement WHERE store_id = $1 AND seq IS NOT NULL), 0) AS last',
  'seq > $2 ORDER BY seq LIMIT $3',
)} ORDER BY seq`;

/**
 * Store-wide, ascending. No row can appear at or below a seq that was seen.
 * @param writer numbers what waits for it @returns the rows, and the seq of the store's last movement
 */
export async function movementsSince(
  db: Queryable,
  writer: Queryable,
  storeId: string,
  seq: number,
  limit: number,
): Promise<{ readonly rows: MovementRow[]; readonly last: number }> {
  await numberMovements(writer, storeId);
  const found = await db.query<MovementRow & { last: number }>(SINCE, [storeId, seq, limit]);
  return { rows: found.filter(isMovement).map(({ last: _, ...row }) => row), last: found[0]?.last ?? 0 };
}

const newestFirst = (table: string, column: string): string =>
  `${beside(
    `EXISTS (SELECT FROM ${table} WHERE store_id = $1 AND id = $3) AS exists`,
    `seq < $2 AND ${column} = $3 ORDER BY seq DESC LIMIT $4`,
  )} ORDER BY seq DESC`;

const LIST = {
  product: newestFirst('catalog_product', 'product_id'),
  variant: newestFirst('catalog_variant', 'variant_id'),
};

/**
 * Rows of a product with its variants, or of one variant, newest first.
 * @param writer numbers what waits for it
 * @param before exclusive; undefined: from the newest on. Whatever gets its number later is newer than any page behind the first
 * @returns the rows, and whether the product or variant is there: a variant that was removed keeps its rows
 */
export async function listMovements(
  db: Queryable,
  writer: Queryable,
  storeId: string,
  target: { readonly kind: 'product' | 'variant'; readonly id: string },
  before: number | undefined,
  limit: number,
): Promise<{ readonly rows: MovementRow[]; readonly exists: boolean }> {
  if (before === undefined) while (await numberMovements(writer, storeId));
  const found = await db.query<MovementRow & { exists: boolean }>(LIST[target.kind], [
    storeId,
    before ?? Number.MAX_SAFE_INTEGER,
    target.id,
    limit,
  ]);
  return { rows: found.filter(isMovement).map(({ exists: _, ...row }) => row), exists: found[0]?.exists ?? false };
}
