import type { Queryable, StoreReader, Transaction } from '../../kernel/database/queryable';
import { refuse } from '../../kernel/errors';
import { JsonText } from '../../kernel/json-text';
import { storeOf } from '../../kernel/table/aggregate-store';
import { jsonText } from '../../kernel/table/json-store';
import type { Titled } from '../../kernel/table/references';
import { insertsInto } from '../../kernel/table/table-store';
import { nthOf } from '../order/nth-store';
import { lockOrder, timesOf } from '../order/store';
import { type RefundRow, refund } from '../refund/aggregate';
import { orderReturn, type ReturnRow, returnTimes } from './aggregate';

export const { change: changeReturn, get: getReturn } = storeOf(orderReturn);
export const { insert: insertReturn } = insertsInto(orderReturn);

const noSuchReturn = (): never => refuse('not_found', 'There is no such return.', { quotesNobody: true });

const ORDER_OF = 'SELECT order_id AS "orderId" FROM order_return WHERE store_id = $1 AND id = $2';
const LOCK = `SELECT ${orderReturn.select()} FROM order_return WHERE store_id = $1 AND id = $2 FOR NO KEY UPDATE`;

/** A return with its order, both locked, the order first as everywhere. @throws {Refusal} not_found */
export async function lockReturn(tx: Transaction, storeId: string, returnId: string) {
  const [found] = await tx.query<{ orderId: string }>(ORDER_OF, [storeId, returnId]);
  if (!found) return noSuchReturn();
  const order = await lockOrder(tx, storeId, found.orderId);
  const [row] = await tx.query<ReturnRow>(LOCK, [storeId, returnId]);
  return { order, before: row as ReturnRow };
}

const OF_ORDER = `SELECT ${orderReturn.select()} FROM order_return WHERE store_id = $1 AND order_id = $2 ORDER BY id`;

/** All returns of an order; of a locked one they stay as they are. */
export const returnsOf = (db: Queryable, storeId: string, orderId: string): Promise<ReturnRow[]> =>
  db.query<ReturnRow>(OF_ORDER, [storeId, orderId]);

const NOTED = `
  SELECT ${orderReturn.select()} FROM order_return
  WHERE store_id = $1 AND order_id = ANY ($2) AND note IS NOT NULL ORDER BY id`;

/** Returns of locked orders with words of their buyer. */
export const returnsWithNote = (tx: Transaction, storeId: string, orderIds: readonly string[]): Promise<ReturnRow[]> =>
  tx.query<ReturnRow>(NOTED, [storeId, orderIds]);

const REFUNDS = `SELECT ${refund.select()} FROM order_refund WHERE store_id = $1 AND order_id = $2 ORDER BY id`;

/** All refunds of an order; of a locked one they stay as they are. */
export const refundsOf = (db: Queryable, storeId: string, orderId: string): Promise<RefundRow[]> =>
  db.query<RefundRow>(REFUNDS, [storeId, orderId]);

const DELIVERED = `
  SELECT max(state_at) AS at FROM order_shipment WHERE store_id = $1 AND order_id = $2 AND state = 'delivered'`;

/** Finds the time at which the last parcel of an order was delivered. @returns ISO 8601; null: none was */
export async function lastDelivery(db: Queryable, storeId: string, orderId: string): Promise<string | null> {
  const [row] = await db.query<{ at: string | null }>(DELIVERED, [storeId, orderId]);
  return row?.at ?? null;
}

const TITLES = `
  SELECT r.id, o.number || ' · ' || ${nthOf('order_return', 'r')} || 'ürün iadesi' AS title
  FROM order_return r JOIN store_order o ON o.store_id = $1 AND o.id = r.order_id
  WHERE r.store_id = $1 AND r.id = ANY($2)`;

/** Returns are called by the number of their order, the second of an order and later ones by their place as well. */
export const returnTitles = (db: Queryable, storeId: string, ids: readonly string[]): Promise<Titled[]> =>
  db.query<Titled>(TITLES, [storeId, ids]);

const OF_THE_ORDER = `o.number, o.buyer_name AS "buyerName"`;

/** The goods of a return, by the titles under which they were sold. */
const GOODS = `
  (SELECT json_agg(json_build_object('lineId', l.id, 'title', l.title, 'variantTitle', l.variant_title,
     'quantity', jsonb_array_length(piece -> 'units'), 'withdrawalException', l.withdrawal_exception) ORDER BY l.position)
   FROM jsonb_array_elements(r.pieces) piece JOIN order_line l ON l.store_id = $1 AND l.id = piece ->> 'lineId') AS lines`;

const SHOW = `
  SELECT r.rev, ${jsonText(`${orderReturn.selectAnswer('r', timesOf('r', ...returnTimes))}, ${OF_THE_ORDER}, ${GOODS}`)} AS json
  FROM order_return r JOIN store_order o ON o.store_id = $1 AND o.id = r.order_id
  WHERE r.store_id = $1 AND r.id = $2`;

/** The answer about one return. @throws {Refusal} not_found */
export async function readReturn(db: StoreReader, id: string): Promise<JsonText> {
  const row = await db.rowByKey<{ rev: number; json: string }>(SHOW, id);
  return row ? new JsonText(row.json, row.rev) : noSuchReturn();
}
