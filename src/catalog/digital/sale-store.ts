import type { Queryable, Transaction } from '../../kernel/database/queryable';
import type { CodeCounts } from '../product/view';
import { pool } from './table';

const COUNTS = pool.selectAnswer('digital_pool');

/** In the order of their products: whoever sells the same waits and never deadlocks. */
const LOCK = `
  SELECT product_id AS "productId", ${COUNTS} FROM digital_pool
  WHERE store_id = $1 AND product_id = ANY ($2) ORDER BY product_id FOR UPDATE`;

/** The pools of products, locked until the transaction ends; one that was never given a code is missing. */
export async function lockPools(
  tx: Transaction,
  storeId: string,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, CodeCounts>> {
  const rows = await tx.query<CodeCounts & { productId: string }>(LOCK, [storeId, [...new Set(productIds)]]);
  return new Map(rows.map(({ productId, ...counts }) => [productId, counts]));
}

const TAKE = `
  WITH taken AS (
    UPDATE digital_code SET status = 'allocated', allocated_at = $5, line_id = $3
    WHERE store_id = $1 AND id IN (
      SELECT id FROM digital_code WHERE store_id = $1 AND product_id = $2 AND status = 'available' ORDER BY id LIMIT $4)
    RETURNING 1
  ), tally AS (SELECT count(*)::int AS n FROM taken)
  UPDATE digital_pool SET available = available - n, allocated = allocated + n FROM tally WHERE store_id = $1 AND product_id = $2
  RETURNING n AS taken, ${COUNTS}`;

/** Takes unused codes of a locked pool for a line of an order, oldest first; there may be fewer than `count`. */
export async function takeCodes(
  tx: Transaction,
  storeId: string,
  { productId, lineId, count }: { readonly productId: string; readonly lineId: string; readonly count: number },
  now: Date,
): Promise<{ readonly taken: number; readonly counts: CodeCounts }> {
  const [row] = await tx.query<CodeCounts & { taken: number }>(TAKE, [storeId, productId, lineId, count, now]);
  const { taken, ...counts } = row as CodeCounts & { taken: number };
  return { taken, counts };
}

const FILLED =
  'SELECT product_id AS id FROM digital_pool WHERE store_id = $1 AND product_id = ANY ($2) AND available > 0';

/** Finds the products whose pools have codes to give. */
export async function productsWithCodes(
  db: Queryable,
  storeId: string,
  productIds: readonly string[],
): Promise<readonly string[]> {
  const rows = await db.query<{ id: string }>(FILLED, [storeId, productIds]);
  return rows.map(({ id }) => id);
}

const TAKEN = `
  SELECT id, product_id AS "productId", line_id AS "lineId", sealed FROM digital_code
  WHERE store_id = $1 AND line_id = ANY ($2) ORDER BY id`;

/** A code that was taken for a line, sealed. */
export interface TakenCode {
  readonly id: string;
  readonly productId: string;
  readonly lineId: string;
  readonly sealed: Buffer;
}

/** Lists the codes that were taken for lines of orders, oldest first. */
export const codesTakenFor = (db: Queryable, storeId: string, lineIds: readonly string[]): Promise<TakenCode[]> =>
  db.query<TakenCode>(TAKEN, [storeId, lineIds]);

const DIGITAL = `
  SELECT id, digital_url AS url, digital_instructions AS instructions FROM catalog_product WHERE store_id = $1 AND id = ANY ($2)`;

/** Reads the deliveries of digital products beside their codes, by their ids: where each is, and how it is used. */
export async function digitalOf(
  db: Queryable,
  storeId: string,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly url: string | null; readonly instructions: string | null }>> {
  const rows = await db.query<{ id: string; url: string | null; instructions: string | null }>(DIGITAL, [
    storeId,
    productIds,
  ]);
  return new Map(rows.map(({ id, ...digital }) => [id, digital]));
}
