import type { Queryable } from '../../kernel/database/queryable';
import type { CancelReason } from '../order/state';

/** The facts of an order that a letter tells. */
export interface LetterOrder {
  /** The order or the shipment that the letter is about. */
  readonly subjectId: string;
  readonly orderId: string;
  readonly number: string;
  readonly email: string;
  readonly name: string;
  readonly paymentMethod: 'card' | 'cod' | 'transfer' | 'free' | 'marketplace';
  readonly shippingTotal: number;
  readonly discountTotal: number;
  readonly codFee: number;
  readonly total: number;
  /** True while its transfer is awaited. */
  readonly isAwaited: boolean;
  /** The end of the time to transfer, as ISO 8601. */
  readonly transferUntil: string | null;
  readonly cancelReason: CancelReason | null;
  /** The number of its legal documents. */
  readonly documents: number;
  readonly lines: readonly { readonly title: string; readonly quantity: number; readonly price: number }[];
  readonly carrier: string | null;
  readonly trackingNumber: string | null;
  readonly trackingUrl: string | null;
  /** The amount of the refund, in kuruş. */
  readonly amount?: number;
}

/** The facts of a parcel that a letter tells. */
export interface LetterShipment extends LetterOrder {
  /** True if its courier collects the price. */
  readonly isCash: boolean;
  /** The contents of the parcel. */
  readonly goods: readonly Goods[];
  /** True if nothing else of the order is to be sent. Goods that are kept back do not count. */
  readonly isAll: boolean;
  /** True once the buyer has all of the order. */
  readonly isLast: boolean;
  /** The part of the order from which the buyer may withdraw, goods or not. */
  readonly withdrawable: 'all' | 'some' | 'none';
}

/** Goods as letters call them. */
export interface Goods {
  readonly title: string;
  readonly quantity: number;
}

/** SQL of the title of the goods on a line `l`. */
export const TITLE = `l.title || coalesce(' · ' || l.variant_title, '')`;

/** SQL of the columns of order `o` that a letter tells. */
export const COLUMNS = `
  o.id AS "orderId", o.number, o.buyer_email AS email, o.buyer_name AS name, o.payment_method AS "paymentMethod",
  o.payment = 'awaiting_transfer' AS "isAwaited", o.transfer_until AS "transferUntil", o.cancel_reason AS "cancelReason", o.shipping_total AS "shippingTotal", o.discount_total AS "discountTotal", o.cod_fee AS "codFee", o.total,
  (SELECT count(*)::int FROM order_belge b WHERE b.store_id = $1 AND b.order_id = o.id) AS documents,
  (SELECT json_agg(json_build_object('title', ${TITLE}, 'quantity', l.quantity,
     'price', l.quantity * l.unit_price) ORDER BY l.position)
   FROM order_line l WHERE l.store_id = $1 AND l.order_id = o.id) AS lines`;

/** A customer who is forgotten is written to no more. */
export const WRITTEN_TO = `
  JOIN customer c ON c.store_id = $1 AND c.id = o.customer_id AND c.anonymized_at IS NULL
  WHERE o.store_id = $1 AND o.buyer_email IS NOT NULL`;

const OF_ORDERS = `
  SELECT o.id AS "subjectId", ${COLUMNS}, NULL AS carrier, NULL AS "trackingNumber", NULL AS "trackingUrl"
  FROM store_order o ${WRITTEN_TO} AND o.id = ANY ($2)`;

const OF_SHIPMENTS = `
  SELECT h.id AS "subjectId", o.payment = 'pending_cod' AS "isCash", ${COLUMNS}, h.carrier, h.tracking_number AS "trackingNumber",
    h.tracking_url AS "trackingUrl", sent.pieces <= sent.delivered AS "isLast",
    CASE WHEN sent.is_excepted THEN 'none' WHEN sent.has_excepted THEN 'some' ELSE 'all' END AS withdrawable,
    (SELECT json_agg(json_build_object('title', ${TITLE}, 'quantity', piece.quantity) ORDER BY l.position)
     FROM jsonb_to_recordset(h.pieces) AS piece("lineId" text, quantity integer)
     JOIN order_line l ON l.store_id = $1 AND l.id = piece."lineId") AS goods,
    (SELECT sum(piece.quantity) FROM jsonb_to_recordset(h.pieces) AS piece(quantity integer)) >= sent.pieces AS "isAll"
  FROM order_shipment h JOIN store_order o ON o.store_id = $1 AND o.id = h.order_id
  CROSS JOIN LATERAL (
    SELECT sum(l.quantity - cardinality(l.kept_units)) FILTER (WHERE l.requires_shipping) AS pieces,
      sum(l.delivered) FILTER (WHERE l.requires_shipping) AS delivered,
      bool_and(l.withdrawal_exception IS NOT NULL) FILTER (WHERE l.quantity > cardinality(l.kept_units)) AS is_excepted,
      bool_or(l.withdrawal_exception IS NOT NULL) FILTER (WHERE l.quantity > cardinality(l.kept_units)) AS has_excepted
    FROM order_line l WHERE l.store_id = $1 AND l.order_id = o.id) AS sent
  ${WRITTEN_TO}
    AND h.store_id = $1 AND h.id = ANY ($2) AND h.state NOT IN ('cancelled', 'failed')`;

const OF_REFUNDS = `
  SELECT r.id AS "subjectId", ${COLUMNS}, NULL AS carrier, NULL AS "trackingNumber",
    NULL AS "trackingUrl", r.amount
  FROM order_refund r JOIN store_order o ON o.store_id = $1 AND o.id = r.order_id ${WRITTEN_TO}
    AND r.store_id = $1 AND r.id = ANY ($2)`;

/** Finds the orders whose buyers are written to. */
export const ordersToWrite = (db: Queryable, storeId: string, ids: readonly string[]): Promise<LetterOrder[]> =>
  db.query<LetterOrder>(OF_ORDERS, [storeId, ids]);

/** The same of their shipments; of one that was taken back nobody is told that it is on its way. */
export const shipmentsToWrite = (db: Queryable, storeId: string, ids: readonly string[]): Promise<LetterShipment[]> =>
  db.query<LetterShipment>(OF_SHIPMENTS, [storeId, ids]);

/** The same of their refunds. */
export const refundsToWrite = (db: Queryable, storeId: string, ids: readonly string[]): Promise<LetterOrder[]> =>
  db.query<LetterOrder>(OF_REFUNDS, [storeId, ids]);
