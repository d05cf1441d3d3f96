import type { Queryable } from '../../kernel/database/database';

/** What a letter about an order says of it. */
export interface LetterOrder {
  /** Of what the letter is about: the order, or its shipment. */
  readonly subjectId: string;
  readonly number: string;
  readonly email: string;
  readonly name: string;
  readonly paymentMethod: 'card' | 'cod' | 'transfer' | 'free' | 'marketplace';
  readonly shippingTotal: number;
  readonly discountTotal: number;
  readonly codFee: number;
  readonly total: number;
  readonly lines: readonly { readonly title: string; readonly quantity: number; readonly price: number }[];
  readonly carrier: string | null;
  readonly trackingNumber: string | null;
  readonly trackingUrl: string | null;
  /** Of a refund, in kuruş. */
  readonly amount?: number;
}

const COLUMNS = `
  o.number, o.buyer_email AS email, o.buyer_name AS name, o.payment_method AS "paymentMethod",
  o.shipping_total AS "shippingTotal", o.discount_total AS "discountTotal", o.cod_fee AS "codFee", o.total,
  (SELECT json_agg(json_build_object('title', l.title || coalesce(' · ' || l.variant_title, ''), 'quantity', l.quantity,
     'price', l.quantity * l.unit_price) ORDER BY l.position)
   FROM order_line l WHERE l.store_id = $1 AND l.order_id = o.id) AS lines`;

/** A customer who is forgotten is written to no more. */
const WRITTEN_TO = `
  JOIN customer c ON c.store_id = $1 AND c.id = o.customer_id AND c.anonymized_at IS NULL
  WHERE o.store_id = $1 AND o.buyer_email IS NOT NULL`;

const OF_ORDERS = `
  SELECT o.id AS "subjectId", ${COLUMNS}, NULL AS carrier, NULL AS "trackingNumber", NULL AS "trackingUrl"
  FROM store_order o ${WRITTEN_TO} AND o.id = ANY ($2)`;

const OF_SHIPMENTS = `
  SELECT h.id AS "subjectId", ${COLUMNS}, h.carrier, h.tracking_number AS "trackingNumber",
    h.tracking_url AS "trackingUrl"
  FROM order_shipment h JOIN store_order o ON o.store_id = $1 AND o.id = h.order_id ${WRITTEN_TO}
    AND h.store_id = $1 AND h.id = ANY ($2)`;

const OF_REFUNDS = `
  SELECT r.id AS "subjectId", ${COLUMNS}, NULL AS carrier, NULL AS "trackingNumber",
    NULL AS "trackingUrl", r.amount
  FROM order_refund r JOIN store_order o ON o.store_id = $1 AND o.id = r.order_id ${WRITTEN_TO}
    AND r.store_id = $1 AND r.id = ANY ($2)`;

/** Of orders whose buyer is written to. */
export const ordersToWrite = (db: Queryable, storeId: string, ids: readonly string[]): Promise<LetterOrder[]> =>
  db.query<LetterOrder>(OF_ORDERS, [storeId, ids]);

/** The same of their shipments. */
export const shipmentsToWrite = (db: Queryable, storeId: string, ids: readonly string[]): Promise<LetterOrder[]> =>
  db.query<LetterOrder>(OF_SHIPMENTS, [storeId, ids]);

/** The same of their refunds. */
export const refundsToWrite = (db: Queryable, storeId: string, ids: readonly string[]): Promise<LetterOrder[]> =>
  db.query<LetterOrder>(OF_REFUNDS, [storeId, ids]);
