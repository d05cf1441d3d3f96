import type { Queryable } from '../../kernel/database/queryable';
import { jsonTime } from '../../kernel/table/json-store';
import { codesShort } from '../epin/short';
import { oversoldIn, unmappedIn } from '../line/amiss';
import { isSold } from '../line/sold';
import { type OrderLine, orderLine } from '../line/table';
import { PAID_LATE, type PaymentState } from '../order/state';
import { leftToShip, missed } from '../piece/progress';

/** An order in which something waits. */
export interface WaitingOrder {
  readonly id: string;
  readonly number: string;
}

/** An order whose transfer is awaited until then; null: until somebody cancels it. */
export interface UnpaidOrder extends WaitingOrder {
  /** The end of the time to transfer, as ISO 8601. */
  readonly transferUntil: string | null;
}

/** A return whose money has to be given back until then. */
export interface DueReturn extends WaitingOrder {
  /** The end of the time to refund, as ISO 8601. */
  readonly refundUntil: string;
}

/** The number of those that wait, and the first of them. */
export interface Waiting<Shown = WaitingOrder> {
  readonly count: number;
  /** True when there may be more: counting has stopped. */
  readonly more: boolean;
  readonly first: readonly Shown[];
}

/** More than these are not counted. */
export const COUNTED_MAX = 100;
/** Limits the candidates that are read. Some of them do not wait after all, or belong to the same order. */
const LOOKED_MAX = 500;
const SHOWN = 5;
/** A refund that failed longer ago than this, and that nobody has asked for again, is history. */
const REMEMBERED_DAYS = 30;

const counted = <Shown>(found: readonly Shown[], more = false): Waiting<Shown> => ({
  count: Math.min(found.length, COUNTED_MAX),
  more: more || found.length > COUNTED_MAX,
  first: found.slice(0, SHOWN),
});

const ordersOf = (from: string, where: string): string => `
  SELECT DISTINCT o.id, o.number FROM ${from} WHERE ${where} AND o.store_id = $1 ORDER BY o.id DESC LIMIT ${COUNTED_MAX + 1}`;

type CountOf = readonly [db: Queryable, storeId: string];

const UNPAID = `
  SELECT o.id, o.number, ${jsonTime('o.transfer_until')} AS "transferUntil" FROM store_order o
  WHERE o.store_id = $1 AND o.payment = 'awaiting_transfer' ORDER BY o.transfer_until, o.id LIMIT ${COUNTED_MAX + 1}`;

/** Orders whose transfer has not come. The first to be cancelled come first, those without a date last. */
export const unpaid = async (...[db, storeId]: CountOf): Promise<Waiting<UnpaidOrder>> =>
  counted(await db.query<UnpaidOrder>(UNPAID, [storeId]));

const TO_COLLECT = ordersOf('store_order o', `o.payment = 'pending_cod' AND o.fulfilment = 'delivered'`);

/** Orders that were delivered and whose cash was not recorded. */
export const toCollect = async (...[db, storeId]: CountOf): Promise<Waiting> =>
  counted(await db.query<WaitingOrder>(TO_COLLECT, [storeId]));

const REFUNDS = 'order_refund r JOIN store_order o ON o.store_id = r.store_id AND o.id = r.order_id';

const REFUNDS_UNKNOWN = ordersOf(REFUNDS, `r.store_id = $1 AND r.state = 'unknown'`);

/** Orders with a refund of unknown outcome. */
export const refundsUnknown = async (...[db, storeId]: CountOf): Promise<Waiting> =>
  counted(await db.query<WaitingOrder>(REFUNDS_UNKNOWN, [storeId]));

const REFUNDS_FAILED = ordersOf(
  REFUNDS,
  // A refund that a marketplace was thought to have made needs nobody.
  `r.store_id = $1 AND r.state = 'failed' AND r.method <> 'marketplace' AND r.settled_at > now() - interval '${REMEMBERED_DAYS} days' AND NOT EXISTS (
       SELECT 1 FROM order_refund later
       WHERE later.store_id = $1 AND later.order_id = r.order_id AND later.created_at > r.settled_at)`,
);

/** Orders with a refund that failed lately. Requests from before the failure did not know of it, so only a later one clears it. */
export const refundsFailed = async (...[db, storeId]: CountOf): Promise<Waiting> =>
  counted(await db.query<WaitingOrder>(REFUNDS_FAILED, [storeId]));

/** Each as old as what waits in it: a refund since it was asked for, a late transfer since its order. */
const TO_GIVE_BACK = `
  SELECT o.id, o.number FROM (
    (SELECT r.order_id AS id, substr(r.id, 5) AS since FROM order_refund r
     WHERE r.store_id = $1 AND r.state = 'requested' AND r.method = 'manual' ORDER BY r.id LIMIT ${LOOKED_MAX})
    UNION ALL
    (SELECT o.id, substr(o.id, 5) AS since FROM store_order o
     WHERE o.store_id = $1 AND ${PAID_LATE} ORDER BY o.id LIMIT ${LOOKED_MAX})) found
  JOIN store_order o ON o.store_id = $1 AND o.id = found.id
  GROUP BY o.id, o.number ORDER BY min(found.since) LIMIT ${COUNTED_MAX + 1}`;

/** Orders whose money somebody has to give back by hand, the longest waiting first. */
export const toGiveBack = async (...[db, storeId]: CountOf): Promise<Waiting> =>
  counted(await db.query<WaitingOrder>(TO_GIVE_BACK, [storeId]));

/** The condition is that of the index. Of what goes back whole nothing leaves, whatever comes of the review. */
const REVIEWS = ordersOf(
  'store_order o',
  `o.payment = 'paid' AND o.review IN ('pending', 'rejected') AND o.refunded + o.refund_reserved < o.captured`,
);

/** Orders kept here because their payment is under review, or was rejected and is not refunded. */
export const reviews = async (...[db, storeId]: CountOf): Promise<Waiting> =>
  counted(await db.query<WaitingOrder>(REVIEWS, [storeId]));

const PARCELS = 'order_shipment s JOIN store_order o ON o.store_id = s.store_id AND o.id = s.order_id';

const PARCELS_UNKNOWN = ordersOf(PARCELS, `s.store_id = $1 AND s.state = 'unknown'`);

/** Orders with a parcel of which nobody knows whether its carrier has it, or has cancelled it. */
export const parcelsUnknown = async (...[db, storeId]: CountOf): Promise<Waiting> =>
  counted(await db.query<WaitingOrder>(PARCELS_UNKNOWN, [storeId]));

const GOES_ON = `${isSold('o.')} AND (o.captured = 0 OR o.refunded + o.refund_reserved < o.captured)`;

type LineOfOrder = OrderLine & { readonly number: string };

/** Orders of lines of which some pieces wait, in the order of the lines. */
function ordersWith(lines: readonly LineOfOrder[], waiting: (line: OrderLine) => number): WaitingOrder[] {
  const found = lines.filter((line) => waiting(line) > 0);
  return [...new Map(found.map(({ orderId: id, number }) => [id, { id, number }])).values()];
}

/** Lines of which something was lost or came back, and of which not all has come by now. */
const PARCELS_BACK = `
  SELECT ${orderLine.select('l')}, o.number FROM (
    SELECT DISTINCT s.order_id, piece ->> 'lineId' AS line_id FROM (
      SELECT order_id, pieces FROM order_shipment WHERE store_id = $1 AND state IN ('lost', 'returned')
      ORDER BY id DESC LIMIT ${LOOKED_MAX}) s CROSS JOIN jsonb_array_elements(s.pieces) piece) back
  JOIN store_order o ON o.store_id = $1 AND o.id = back.order_id AND ${GOES_ON}
  JOIN order_line l ON l.store_id = $1 AND l.id = back.line_id AND l.delivered < l.quantity
  ORDER BY o.id DESC`;

/** Orders whose parcel was lost or came back, and whose buyer waits for goods or money. */
export const parcelsBack = async (...[db, storeId]: CountOf): Promise<Waiting> =>
  counted(ordersWith(await db.query<LineOfOrder>(PARCELS_BACK, [storeId]), missed));

/**
 * Orders whose goods may leave, as far as columns of the order tell; which do, their lines say. Pieces that a carrier has lost or brought
 * back may be of orders that are further.
 */
const MAY_LEAVE = `
  SELECT o.id, o.number, o.payment FROM (
    (SELECT o.id FROM store_order o
     WHERE o.store_id = $1 AND ${GOES_ON} AND o.fulfilment IN ('unfulfilled', 'partially_fulfilled', 'returned_to_sender')
     ORDER BY o.id DESC LIMIT ${LOOKED_MAX})
    UNION (
      SELECT s.order_id FROM order_shipment s WHERE s.store_id = $1 AND s.state IN ('lost', 'returned')
      ORDER BY s.id DESC LIMIT ${LOOKED_MAX})) found
  JOIN store_order o ON o.store_id = $1 AND o.id = found.id AND ${GOES_ON} AND (o.review IS NULL OR o.review = 'passed')
  ORDER BY o.id DESC`;

const LINES = `SELECT ${orderLine.select()} FROM order_line WHERE store_id = $1 AND order_id = ANY ($2)`;

/** Orders with pieces that may leave, by how they are paid. */
export async function toShip(
  db: Queryable,
  storeId: string,
): Promise<{ readonly toShip: Waiting; readonly toShipUnpaid: Waiting }> {
  const found = await db.query<WaitingOrder & { payment: PaymentState }>(MAY_LEAVE, [storeId]);
  const lines = await db.query<OrderLine>(LINES, [storeId, found.map(({ id }) => id)]);
  const waiting = new Set(lines.filter((line) => leftToShip(line) > 0).map(({ orderId }) => orderId));
  const of = (state: PaymentState): Waiting =>
    counted(
      found.filter(({ id, payment }) => payment === state && waiting.has(id)).map(({ id, number }) => ({ id, number })),
      found.length >= LOOKED_MAX,
    );
  return { toShip: of('paid'), toShipUnpaid: of('pending_cod') };
}

/** Pieces that were delivered were found after all. */
const OVERSOLD = ordersOf(
  'order_line l JOIN store_order o ON o.store_id = l.store_id AND o.id = l.order_id',
  `l.store_id = $1 AND ${oversoldIn('l')} AND ${GOES_ON}
   AND o.fulfilment IN ('unfulfilled', 'partially_fulfilled', 'fulfilled')`,
);

/** Orders of marketplaces with pieces that were not there when they were sold, and that have not left. */
export const oversold = async (...[db, storeId]: CountOf): Promise<Waiting> =>
  counted(await db.query<WaitingOrder>(OVERSOLD, [storeId]));

const UNMAPPED = ordersOf(
  'order_line l JOIN store_order o ON o.store_id = l.store_id AND o.id = l.order_id',
  `l.store_id = $1 AND ${unmappedIn('l')} AND ${GOES_ON}`,
);

/** Orders with lines of which nobody knows which product they are. */
export const unmapped = async (...[db, storeId]: CountOf): Promise<Waiting> =>
  counted(await db.query<WaitingOrder>(UNMAPPED, [storeId]));

/** The first condition is that of the index. */
const SHORT = `
  SELECT ${orderLine.select('l')}, o.number FROM order_line l
  JOIN store_order o ON o.store_id = $1 AND o.id = l.order_id AND o.payment = 'paid'
  WHERE l.store_id = $1 AND l.codes + cardinality(l.refunded_units) < l.quantity ORDER BY l.id DESC LIMIT ${LOOKED_MAX}`;

/** Orders with paid pieces that wait for their codes. */
export async function codesWaiting(db: Queryable, storeId: string): Promise<Waiting> {
  const lines = await db.query<LineOfOrder>(SHORT, [storeId]);
  return counted(ordersWith(lines, codesShort), lines.length >= LOOKED_MAX);
}

const DUE = `
  SELECT r.id, o.number, r.refund_until AS "refundUntil" FROM order_return r
  JOIN store_order o ON o.store_id = $1 AND o.id = r.order_id
  WHERE r.store_id = $1 AND r.refund_until IS NOT NULL
    AND r.state IN ('requested', 'approved', 'partially_received', 'received')
  ORDER BY r.refund_until LIMIT ${COUNTED_MAX + 1}`;

/** Returns whose money has to be given back by law, the soonest first: the time runs from the first piece that came. */
export const returnsDue = async (db: Queryable, storeId: string): Promise<Waiting<DueReturn>> =>
  counted(await db.query<DueReturn>(DUE, [storeId]));

const STRAY = `
  SELECT 1 FROM payment WHERE store_id = $1 AND order_id IS NULL AND state IN ('not_returned', 'unknown') LIMIT ${COUNTED_MAX + 1}`;

/** Payments by card that pay for no order, and whose money the shop has, or may have. */
export async function paymentsStray(db: Queryable, storeId: string): Promise<Waiting<never>> {
  const { count, more } = counted(await db.query<object>(STRAY, [storeId]));
  return { count, more, first: [] };
}
