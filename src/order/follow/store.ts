import type { Queryable } from '../../kernel/database/queryable';
import { type ShipmentRow, shipment } from '../shipment/aggregate';

const FOUND = `
  SELECT o.id FROM store_order o JOIN customer c ON c.store_id = $1 AND c.id = o.customer_id AND c.anonymized_at IS NULL
  WHERE o.store_id = $1 AND o.number = $2 AND lower(o.buyer_email) = lower($3) AND o.channel = 'store'`;

/** Finds an order of the shop by its number and the e-mail of its buyer. One of a buyer who is forgotten is not found. */
export async function orderOfBuyer(
  db: Queryable,
  storeId: string,
  { number, email }: { readonly number: string; readonly email: string },
): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(FOUND, [storeId, number, email]);
  return row?.id;
}

const IS_KNOWN = `
  SELECT EXISTS (SELECT FROM store_order o JOIN customer c ON c.store_id = $1 AND c.id = o.customer_id AND c.anonymized_at IS NULL
    WHERE o.store_id = $1 AND o.id = $2 AND o.channel = 'store') AS "isKnown"`;

/** True of an order of the shop whose buyer nobody has forgotten. */
export async function isFollowed(db: Queryable, storeId: string, orderId: string): Promise<boolean> {
  const [row] = await db.query<{ isKnown: boolean }>(IS_KNOWN, [storeId, orderId]);
  return row?.isKnown ?? false;
}

/** States of parcels that no buyer is told of: none has been made, or there is none any more. */
const UNSEEN = `('booking', 'cancelling', 'cancelled', 'failed', 'unknown')`;

const SHIPMENTS = `
  SELECT ${shipment.select()} FROM order_shipment
  WHERE store_id = $1 AND order_id = $2 AND state NOT IN ${UNSEEN} ORDER BY id`;

/** The parcels of an order that its buyer may know of. */
export const shipmentsToFollow = (db: Queryable, storeId: string, orderId: string): Promise<ShipmentRow[]> =>
  db.query<ShipmentRow>(SHIPMENTS, [storeId, orderId]);
