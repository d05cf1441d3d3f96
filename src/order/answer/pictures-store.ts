import type { Queryable } from '../../kernel/database/queryable';
import { refuse } from '../../kernel/errors';

const ORDER = 'SELECT 1 FROM store_order WHERE store_id = $1 AND id = $2';

/** @throws {Refusal} not_found */
export async function assertOrder(db: Queryable, storeId: string, orderId: string): Promise<void> {
  if ((await db.query(ORDER, [storeId, orderId])).length === 0) refuse('not_found');
}

const PRODUCTS = `
  SELECT product_id AS id FROM order_line
  WHERE store_id = $1 AND order_id = $2 AND product_id IS NOT NULL GROUP BY product_id ORDER BY min(position)`;

/** Finds the products of the lines of an order, each once, in the order of the lines. */
export async function productsOfOrder(db: Queryable, storeId: string, orderId: string): Promise<readonly string[]> {
  const rows = await db.query<{ readonly id: string }>(PRODUCTS, [storeId, orderId]);
  return rows.map(({ id }) => id);
}
