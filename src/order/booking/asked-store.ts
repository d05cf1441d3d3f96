import type { Queryable, Transaction } from '../../kernel/database/queryable';
import { type FoundRow, openRowsOf, type Page } from '../../kernel/work/work-store';
import { type AskedRow, msSince } from '../../provider/conversation/asked-store';
import type { ShipmentRow } from '../shipment/aggregate';
import type { ShipmentInput } from './contract';

/** A parcel that a provider carries, as a conversation about it reads it. */
export interface AskedShipment
  extends AskedRow<ShipmentRow['state']>,
    Pick<ShipmentRow, 'carrier' | 'service' | 'remoteId'> {
  readonly extension: string;
  readonly reference: string;
  readonly offerId: string;
  readonly price: number;
  /** The time since its state last changed, in ms. */
  readonly standsMs: number;
}

const FIND = `
  SELECT id, state, carrier, service, asked, remote_id AS "remoteId", extension, reference,
    offer_id AS "offerId", price, ${msSince('state_at')} AS "standsMs",
    ${msSince("CASE WHEN asked > 0 AND state = 'booking' THEN asked_at ELSE state_at END")} AS "ageMs"
  FROM order_shipment WHERE store_id = $1 AND id = $2 AND extension IS NOT NULL`;

/** Finds a shipment to be booked or cancelled. @returns undefined when there is none, or no provider carries it */
export async function findAskedShipment(
  db: Queryable,
  storeId: string,
  shipmentId: string,
): Promise<AskedShipment | undefined> {
  const [row] = await db.query<AskedShipment>(FIND, [storeId, shipmentId]);
  return row;
}

const CALLED = `SELECT 1 FROM order_shipment WHERE store_id = $1 AND order_id = $2 AND reference = $3`;

/** Tells whether a parcel of a locked order has this reference already. */
export const isReferenceTaken = async (
  tx: Transaction,
  storeId: string,
  orderId: string,
  reference: string,
): Promise<boolean> => (await tx.query(CALLED, [storeId, orderId, reference])).length > 0;

/** Finds parcels of all stores that are being cancelled. */
export const findOpenCancellings = (maintenance: Queryable, page: Page): Promise<FoundRow<ShipmentInput>[]> =>
  maintenance.query(openRowsOf('shipment_cancelling'), page);
