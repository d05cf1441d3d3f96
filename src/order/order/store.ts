import type { Queryable, Transaction } from '../../kernel/database/queryable';
import { refuse } from '../../kernel/errors';
import { storeOf } from '../../kernel/table/aggregate-store';
import { jsonTime } from '../../kernel/table/json-store';
import type { Titled } from '../../kernel/table/references';
import { sqlName } from '../../kernel/table/table';
import { insertsInto } from '../../kernel/table/table-store';
import { type OrderRow, order } from './aggregate';

export const { change: changeOrder, save: saveOrder } = storeOf(order);
export const { insert: insertOrder } = insertsInto(order);

const LOCK = `SELECT ${order.select()} FROM store_order WHERE store_id = $1 AND id = $2 FOR NO KEY UPDATE`;

/** An order that stays as it is until the transaction ends: its lines, shipments, returns and refunds are written under its lock. @throws {Refusal} not_found */
export async function lockOrder(tx: Transaction, storeId: string, id: string): Promise<OrderRow> {
  const [row] = await tx.query<OrderRow>(LOCK, [storeId, id]);
  return row ?? noSuchOrder();
}

const FIND = `SELECT ${order.select()} FROM store_order WHERE store_id = $1 AND id = $2`;

/** An order as it is now; nothing keeps it so. @throws {Refusal} not_found */
export async function findOrder(db: Queryable, storeId: string, id: string): Promise<OrderRow> {
  const [row] = await db.query<OrderRow>(FIND, [storeId, id]);
  return row ?? noSuchOrder();
}

/** @throws {Refusal} not_found */
export const noSuchOrder = (): never => refuse('not_found', 'There is no such order.', { quotesNobody: true });

const CUSTOMER = 'SELECT customer_id AS "customerId" FROM store_order WHERE store_id = $1 AND id = $2';

/** The customer of an order, who never changes. @throws {Refusal} not_found */
export async function customerOfOrder(db: Queryable, storeId: string, id: string): Promise<string> {
  const [row] = await db.query<{ customerId: string }>(CUSTOMER, [storeId, id]);
  return row?.customerId ?? noSuchOrder();
}

const FIRST = 'SELECT id FROM store_order WHERE store_id = $1 AND customer_id = $2 ORDER BY id LIMIT 1';

/** The first order of a customer. */
export async function firstOrderOf(db: Queryable, storeId: string, customerId: string): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(FIRST, [storeId, customerId]);
  return row?.id;
}

const TITLES = 'SELECT id, number AS title FROM store_order WHERE store_id = $1 AND id = ANY($2)';

/** Orders are called by their numbers. */
export const orderTitles = (db: Queryable, storeId: string, ids: readonly string[]): Promise<Titled[]> =>
  db.query<Titled>(TITLES, [storeId, ids]);

const NUMBER = `
  INSERT INTO order_number AS counted (store_id, last) VALUES ($1, 1001)
  ON CONFLICT (store_id) DO UPDATE SET last = counted.last + 1 RETURNING last`;

/** The next number of the store. Whoever makes an order asks for it last: others wait for it until the order is there. */
export async function nextNumber(tx: Transaction, storeId: string): Promise<string> {
  const [row] = await tx.query<{ last: number }>(NUMBER, [storeId]);
  return String(row?.last);
}

/** SQL of how much of the money of an order `o` was given back, as `refundOf` tells it. */
export const REFUND = `CASE WHEN o.refunded = 0 THEN 'none' WHEN o.refunded < o.captured THEN 'partial' ELSE 'full' END AS refund`;

/** SQL of moments as answers show them, by the names of their columns. */
export const timesOf = (alias: string, ...names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, jsonTime(`${alias}.${sqlName(name)}`)]));
