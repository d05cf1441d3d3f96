import type { CommandBus } from '../../kernel/bus';
import { noted } from '../../kernel/bus/noted';
import type { Queryable, Transaction } from '../../kernel/database/database';
import { type FoundRow, openRowsOf, type Page } from '../../kernel/work/work-store';
import type { ShipmentRow } from '../shipment/aggregate';
import type { ShipmentInput } from './contract';

/** A parcel that a provider is to carry. */
export interface AskedShipment
  extends Pick<ShipmentRow, 'id' | 'state' | 'carrier' | 'service' | 'asked' | 'missing' | 'remoteId'> {
  readonly extension: string;
  readonly reference: string;
  readonly offerId: string;
  readonly price: number;
  /** Since it was asked for the last time; of one that was not, since it stands where it does. */
  readonly ageMs: number;
  /** Since it stands where it does. */
  readonly standsMs: number;
}

const since = (moment: string): string => `floor(extract(epoch FROM clock_timestamp() - ${moment}) * 1000)::float8`;

const FIND = `
  SELECT id, state, carrier, service, asked, missing, remote_id AS "remoteId", extension, reference,
    offer_id AS "offerId", price, ${since('state_at')} AS "standsMs",
    ${since("CASE WHEN asked > 0 AND state = 'booking' THEN asked_at ELSE state_at END")} AS "ageMs"
  FROM order_shipment WHERE store_id = $1 AND id = $2 AND extension IS NOT NULL`;

/** @returns undefined of one that is not there, or that no provider carries */
export async function findAskedShipment(
  db: Queryable,
  storeId: string,
  shipmentId: string,
): Promise<AskedShipment | undefined> {
  const [row] = await db.query<AskedShipment>(FIND, [storeId, shipmentId]);
  return row;
}

const HERE = `WHERE store_id = $1 AND id = $2 AND asked = $3 AND state = 'booking' RETURNING id`;

const ASK = `
  UPDATE order_shipment SET asked = asked + 1, asked_at = clock_timestamp(), missing = 0, waiting_for = NULL ${HERE}`;

/** Notes that the provider is asked to book, before it is. */
export const noteAskedToBook = (bus: CommandBus, storeId: string, { id, asked }: AskedShipment): Promise<boolean> =>
  noted(bus, storeId, (tx) => tx.query(ASK, [storeId, id, asked]));

const UNASK = `UPDATE order_shipment SET asked = asked - 1 ${HERE}`;

/** Notes that the provider has done nothing of what it was asked. */
export const takeBackAskedToBook = (bus: CommandBus, storeId: string, { id, asked }: AskedShipment): Promise<boolean> =>
  noted(bus, storeId, (tx) => tx.query(UNASK, [storeId, id, asked + 1]));

const MISSING = `UPDATE order_shipment SET missing = missing + 1 ${HERE}`;

/** Notes that nothing is booked there. */
export const noteNotBooked = (bus: CommandBus, storeId: string, { id, asked }: AskedShipment): Promise<boolean> =>
  noted(bus, storeId, (tx) => tx.query(MISSING, [storeId, id, asked]));

const WAIT = `
  UPDATE order_shipment SET waiting_for = $3
  WHERE store_id = $1 AND id = $2 AND state NOT IN ('delivered', 'returned', 'cancelled', 'failed', 'unknown') RETURNING id`;

/** Notes what it waits for, for people. */
export const noteShipmentWaits = (
  bus: CommandBus,
  storeId: string,
  shipmentId: string,
  waitingFor: string,
): Promise<boolean> => noted(bus, storeId, (tx) => tx.query(WAIT, [storeId, shipmentId, waitingFor.slice(0, 300)]));

const CALLED = `SELECT 1 FROM order_shipment WHERE store_id = $1 AND order_id = $2 AND reference = $3`;

/** Whether a parcel of a locked order is called so already. */
export const isReferenceTaken = async (
  tx: Transaction,
  storeId: string,
  orderId: string,
  reference: string,
): Promise<boolean> => (await tx.query(CALLED, [storeId, orderId, reference])).length > 0;

/** Open ones of all stores. */
export const findOpenBookings = (maintenance: Queryable, page: Page): Promise<FoundRow<ShipmentInput>[]> =>
  maintenance.query(openRowsOf('booking'), page);

/** The same of those that are being cancelled. */
export const findOpenCancellings = (maintenance: Queryable, page: Page): Promise<FoundRow<ShipmentInput>[]> =>
  maintenance.query(openRowsOf('shipment_cancelling'), page);
