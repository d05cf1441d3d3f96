import type { Queryable, StoreReader, Transaction } from '../../kernel/database/database';
import { refuse } from '../../kernel/errors';
import { JsonText } from '../../kernel/json-text';
import { storeOf } from '../../kernel/table/aggregate-store';
import { jsonText, jsonTime } from '../../kernel/table/json-store';
import type { Titled } from '../../kernel/table/references';
import { sqlName } from '../../kernel/table/table';
import { insertsInto } from '../../kernel/table/table-store';
import { belge } from '../belge/table';
import { codesShortOf } from '../epin/short';
import { orderEvent } from '../event/table';
import { orderLine } from '../line/table';
import { orderPackage } from '../package/table';
import { payment } from '../payment/table';
import { refund } from '../refund/aggregate';
import { orderReturn, returnTimes } from '../return/aggregate';
import { shipment } from '../shipment/aggregate';
import { type OrderRow, order } from './aggregate';
import { GOES_BACK_WHOLE } from './state';

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

const noSuchOrder = (): never => refuse('not_found', 'There is no such order.', { quotesNobody: true });

const CUSTOMER = 'SELECT customer_id AS "customerId" FROM store_order WHERE store_id = $1 AND id = $2';

/** Whose an order is, which it stays. @throws {Refusal} not_found */
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

/** SQL of how many codes a line `part` of an order `o` waits for. */
const CODES_SHORT = `CASE WHEN o.payment = 'paid' AND NOT (${GOES_BACK_WHOLE}) THEN ${codesShortOf('part')} ELSE 0 END`;

/** SQL of a JSON array of rows of an order, or an empty one. */
const listed = (columns: string, from: string, by: string): string =>
  `coalesce((SELECT json_agg(part) FROM (SELECT ${columns} FROM ${from} WHERE part.store_id = $1 AND part.order_id = o.id ORDER BY ${by}) part), '[]')`;

/** SQL of moments as answers show them, by the names of their columns. */
export const timesOf = (alias: string, ...names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, jsonTime(`${alias}.${sqlName(name)}`)]));

const TIMES = timesOf('o', 'placedAt', 'transferUntil', 'paidAt', 'cancelledAt', 'createdAt', 'updatedAt');

/** SQL of what the invoice names: what is collected at the door has no day yet when it is sent, and one when it is invoiced. */
const FORWARD = `part.forward || jsonb_build_object('paidAt', coalesce(part.forward ->> 'paidAt', ${jsonTime('o.paid_at')}))`;

/** SQL of what becomes of the customer of an order `o`: of the person nothing but what the order has. */
const CUSTOMER_OF = `(SELECT json_build_object('id', c.id, 'rev', c.rev, 'identityAttached', c.identity_id IS NOT NULL, 'anonymizedAt', ${jsonTime('c.anonymized_at')})
  FROM customer c WHERE c.store_id = $1 AND c.id = o.customer_id) AS customer`;

/** SQL of how many pieces of lines of an order `o` were not there, and of how many nobody knows what they are here. */
export const PIECES_AMISS = `
  (SELECT coalesce(sum(l.oversold), 0)::int FROM order_line l WHERE l.store_id = $1 AND l.order_id = o.id) AS oversold,
  (SELECT coalesce(sum(l.quantity), 0)::int FROM order_line l
   WHERE l.store_id = $1 AND l.order_id = o.id AND l.product_id IS NULL) AS unmapped`;

/** SQL of whether a package `part` goes on at its marketplace, though its order `o` is cancelled here. */
const STILL_OPEN = `o.payment = 'cancelled' AND part.state NOT IN ('waiting', 'cancelled', 'unsupplied', 'unpacked') AS "stillOpenThere"`;

const PARTS = `
  ${PIECES_AMISS},
  ${listed(`${orderPackage.selectAnswer('part', timesOf('part', 'modifiedAt', 'shipUntil', 'createdAt', 'updatedAt'))}, ${STILL_OPEN}`, 'order_package part', 'part.id')} AS packages,
  ${listed(`${orderLine.selectAnswer('part')}, ${CODES_SHORT} AS "codesShort"`, 'order_line part', 'part.position')} AS lines,
  ${listed(shipment.selectAnswer('part', { ...timesOf('part', 'stateAt', 'lookedAt', 'createdAt', 'updatedAt'), forward: FORWARD }), 'order_shipment part', 'part.id')} AS shipments,
  ${listed(payment.selectAnswer('part', timesOf('part', 'capturedAt')), 'payment part', 'part.id')} AS payments,
  ${listed(refund.selectAnswer('part', timesOf('part', 'settledAt', 'createdAt', 'updatedAt')), 'order_refund part', 'part.id')} AS refunds,
  ${listed(orderReturn.selectAnswer('part', timesOf('part', ...returnTimes)), 'order_return part', 'part.id')} AS returns,
  ${listed(belge.selectAnswer('part', timesOf('part', 'createdAt')), 'order_belge part', 'part.id')} AS documents,
  ${listed(orderEvent.selectAnswer('part', timesOf('part', 'at')), 'order_event part', 'part.id')} AS timeline`;

const SHOW = `
  SELECT o.rev, ${jsonText(`${order.selectAnswer('o', TIMES)}, ${REFUND}, ${CUSTOMER_OF}, ${PARTS}`)} AS json
  FROM store_order o WHERE o.store_id = $1 AND o.id = $2`;

/** The answer about one order, with all that is of it. @throws {Refusal} not_found */
export async function readOrder(db: StoreReader, id: string): Promise<JsonText> {
  const row = await db.rowByKey<{ rev: number; json: string }>(SHOW, id);
  return row ? new JsonText(row.json, row.rev) : noSuchOrder();
}
