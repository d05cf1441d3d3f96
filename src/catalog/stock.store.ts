import type { Queryable, Transaction } from '../kernel/database';
import { refuse } from '../kernel/errors';
import type { MovementKind, MovementRow } from './stock.view';

export interface StockItem {
  readonly productId: string;
  readonly variantId: string | null;
  readonly status: 'active' | 'archived';
  readonly stock: number | null;
}

const LOCK_PRODUCT = `
  SELECT id AS "productId", NULL AS "variantId", status, stock FROM catalog_product
  WHERE store_id = $1 AND id = $2 FOR NO KEY UPDATE`;

/** The product first, then the variant: the order in which setVariants takes them. */
const LOCK_VARIANT = `
  SELECT p.id AS "productId", v.id AS "variantId", p.status, v.stock
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

export interface Movement {
  readonly id: string;
  readonly productId: string;
  readonly variantId: string | null;
  readonly kind: MovementKind;
  readonly delta: number;
  readonly before: number | null;
  readonly after: number | null;
  readonly reason: string | null;
}

const moveStock = (update: string): string => `
  WITH item AS (${update}),
  counter AS (
    INSERT INTO stock_counter AS c (store_id, seq) VALUES ($1, 1)
    ON CONFLICT (store_id) DO UPDATE SET seq = c.seq + 1 RETURNING seq
  )
  INSERT INTO stock_movement (store_id, seq, id, product_id, variant_id, kind, delta, before, after, reason, at)
  SELECT $1, seq, $4, $2, $3, $5, $6, $7, $8, $9, $10 FROM counter`;

const MOVE_PRODUCT = moveStock(
  'UPDATE catalog_product SET stock = $8, updated_at = $10 WHERE store_id = $1 AND id = $2 AND $3::text IS NULL',
);

const MOVE_VARIANT = moveStock(
  `UPDATE catalog_variant SET stock = $8 WHERE store_id = $1 AND id = $3),
  product AS (UPDATE catalog_product SET updated_at = $10 WHERE store_id = $1 AND id = $2`,
);

/**
 * Sends the new stock of a locked item and its ledger row. To be called last: the store's counter stays locked from here to
 * the end of the transaction.
 */
export function sendMovement(tx: Transaction, storeId: string, movement: Movement, now: Date): void {
  const { id, productId, variantId, kind, delta, before, after, reason } = movement;
  const values = [storeId, productId, variantId, id, kind, delta, before, after, reason, now];
  tx.send(variantId === null ? MOVE_PRODUCT : MOVE_VARIANT, values);
}

const APPEND = `
  WITH counter AS (
    INSERT INTO stock_counter AS c (store_id, seq) VALUES ($1, $2)
    ON CONFLICT (store_id) DO UPDATE SET seq = c.seq + $2 RETURNING seq - $2 AS base
  )
  INSERT INTO stock_movement (store_id, seq, id, product_id, variant_id, kind, delta, before, after, reason, at)
  SELECT $1, base + place, id, "productId", "variantId", kind, delta, before, after, reason, $4
  FROM counter, ROWS FROM (json_to_recordset($3::json) AS (
    id text, "productId" text, "variantId" text, kind text, delta int, before int, after int, reason text)) WITH ORDINALITY AS row(
    id, "productId", "variantId", kind, delta, before, after, reason, place)`;

/** Sends ledger rows for stock that other statements have written, e.g. of new products; one block of numbers for all. To be called last. */
export function sendMovements(tx: Transaction, storeId: string, movements: readonly Movement[], now: Date): void {
  if (movements.length > 0) tx.send(APPEND, [storeId, movements.length, JSON.stringify(movements), now]);
}

const COLUMNS = 'seq, id, product_id AS "productId", variant_id AS "variantId", kind, delta, before, after, reason, at';

const SINCE = `SELECT ${COLUMNS} FROM stock_movement WHERE store_id = $1 AND seq > $2 ORDER BY seq LIMIT $3`;

/** Store-wide, ascending. No row can appear at or below a seq that was seen: numbers are given out in commit order. */
export function movementsSince(db: Queryable, storeId: string, seq: number, limit: number): Promise<MovementRow[]> {
  return db.query<MovementRow>(SINCE, [storeId, seq, limit]);
}

const newestFirst = (filter: string): string =>
  `SELECT ${COLUMNS} FROM stock_movement WHERE store_id = $1 AND seq < $2 AND ${filter} ORDER BY seq DESC LIMIT $4`;

const LIST = {
  product: newestFirst('product_id = $3'),
  variant: newestFirst('variant_id = $3'),
};

/** Rows of a product with its variants, or of one variant, newest first. @param before exclusive */
export function listMovements(
  db: Queryable,
  storeId: string,
  target: { readonly kind: 'product' | 'variant'; readonly id: string },
  before: number,
  limit: number,
): Promise<MovementRow[]> {
  return db.query<MovementRow>(LIST[target.kind], [storeId, before, target.id, limit]);
}
