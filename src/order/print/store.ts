import type { Queryable } from '../../kernel/database/queryable';
import type { OrderLine } from '../line/table';
import type { OrderRow } from '../order/aggregate';
import type { ShipmentRow } from '../shipment/aggregate';

/** The part of an order that papers for its packing name, and that decides whether it is packed. */
export type PrintedOrder = Pick<
  OrderRow,
  | 'id'
  | 'number'
  | 'channel'
  | 'externalNumber'
  | 'payment'
  | 'review'
  | 'captured'
  | 'refunded'
  | 'refundReserved'
  | 'total'
  | 'buyerName'
  | 'buyerPhone'
  | 'shippingAddress'
  | 'buyerNote'
  | 'placedAt'
>;

const ORDERS = `
  SELECT o.id, o.number, o.channel, o.external_number AS "externalNumber", o.payment, o.review, o.captured, o.refunded,
    o.refund_reserved AS "refundReserved", o.total, o.buyer_name AS "buyerName", o.buyer_phone AS "buyerPhone",
    o.shipping_address AS "shippingAddress", o.buyer_note AS "buyerNote", o.placed_at AS "placedAt"
  FROM store_order o WHERE o.store_id = $1 AND o.id = ANY($2)`;

/** Reads orders by their ids. */
export const ordersOf = (db: Queryable, storeId: string, ids: readonly string[]): Promise<PrintedOrder[]> =>
  db.query<PrintedOrder>(ORDERS, [storeId, ids]);

/** The part of a line that papers for its packing name. The amounts of its pieces are left out: an order may have thousands of them. */
export type PrintedLine = Pick<
  OrderLine,
  | 'id'
  | 'orderId'
  | 'productId'
  | 'variantId'
  | 'title'
  | 'variantTitle'
  | 'sku'
  | 'barcode'
  | 'quantity'
  | 'requiresShipping'
  | 'booked'
  | 'shipped'
  | 'delivered'
  | 'bounced'
  | 'lost'
  | 'unsent'
  | 'returned'
  | 'refundedUnits'
  | 'keptUnits'
> & {
  /** The price of the pieces that stay here, in kuruş. */
  readonly keptGoods: number;
};

/** SQL of the price of the units of a line `l` that stay here, in kuruş, for `cashWithout`. */
const KEPT_GOODS = `coalesce((
  SELECT sum((u.share ->> 'price')::bigint - (u.share ->> 'discount')::bigint)
  FROM jsonb_array_elements(l.units) WITH ORDINALITY u(share, place) WHERE u.place - 1 = ANY(l.kept_units)), 0)::bigint`;

const LINES = `
  SELECT l.id, l.order_id AS "orderId", l.product_id AS "productId", l.variant_id AS "variantId", l.title,
    l.variant_title AS "variantTitle", l.sku, l.barcode, l.quantity, l.requires_shipping AS "requiresShipping", l.booked, l.shipped,
    l.delivered, l.bounced, l.lost, l.unsent, l.returned, l.refunded_units AS "refundedUnits", l.kept_units AS "keptUnits",
    ${KEPT_GOODS} AS "keptGoods"
  FROM order_line l WHERE l.store_id = $1 AND l.order_id = ANY($2) ORDER BY l.order_id, l.position LIMIT $3`;

/** Reads the lines of orders, those of each in their order. @param most no more are read */
export const linesOfOrders = (
  db: Queryable,
  storeId: string,
  ids: readonly string[],
  most: number,
): Promise<PrintedLine[]> => db.query<PrintedLine>(LINES, [storeId, ids, most]);

/** A parcel as its label names it. */
export type PrintedParcel = Pick<
  ShipmentRow,
  'id' | 'orderId' | 'state' | 'carrier' | 'trackingNumber' | 'extension' | 'remoteId'
>;

const PARCELS = `
  SELECT s.id, s.order_id AS "orderId", s.state, s.carrier, s.tracking_number AS "trackingNumber", s.extension,
    s.remote_id AS "remoteId"
  FROM order_shipment s WHERE s.store_id = $1 AND s.order_id = ANY($2) ORDER BY s.order_id, s.id LIMIT $3`;

/** Reads the parcels of orders, those of each in their order. @param most no more are read */
export const parcelsOfOrders = (
  db: Queryable,
  storeId: string,
  ids: readonly string[],
  most: number,
): Promise<PrintedParcel[]> => db.query<PrintedParcel>(PARCELS, [storeId, ids, most]);
