import type { CommandBus } from '../../kernel/bus';
import type { Queryable, Transaction } from '../../kernel/database/queryable';
import { type FoundRow, openRowsOf, type Page } from '../../kernel/work/work-store';
import { msSince } from '../../provider/conversation/asked-store';
import type { ShipmentInput } from '../booking/contract';
import type { ShipmentRow } from '../shipment/aggregate';

/** A parcel that a provider carries. */
export interface TrackedShipment
  extends Pick<ShipmentRow, 'id' | 'state' | 'trackingNumber' | 'trackingUrl' | 'waitingFor' | 'failure'> {
  /** True when the carrier has had the parcel. */
  readonly hasLeft: boolean;
  readonly extension: string;
  readonly remoteId: string;
  /** The time since its state last changed, in ms. */
  readonly standsMs: number;
  /** The time for which somebody waits to be told the state, in ms; null: nobody does. */
  readonly wantedMs: number | null;
  /** The moment of this reading. */
  readonly now: Date;
}

const FIND = `
  SELECT id, state, tracking_number AS "trackingNumber", tracking_url AS "trackingUrl", waiting_for AS "waitingFor",
    failure, forward ->> 'dispatchedAt' IS NOT NULL AS "hasLeft", extension, remote_id AS "remoteId", clock_timestamp() AS now,
    CASE WHEN look_wanted_at > clock_timestamp() - $3 * interval '1 ms' AND (looked_at IS NULL OR looked_at < look_wanted_at)
      THEN ${msSince('look_wanted_at')} END AS "wantedMs",
    ${msSince('state_at')} AS "standsMs"
  FROM order_shipment WHERE store_id = $1 AND id = $2 AND extension IS NOT NULL AND remote_id IS NOT NULL`;

/** @returns undefined of one that is not there, or that no provider carries */
export async function findTracked(
  db: Queryable,
  storeId: string,
  shipmentId: string,
  wantedMs: number,
): Promise<TrackedShipment | undefined> {
  const [row] = await db.query<TrackedShipment>(FIND, [storeId, shipmentId, wantedMs]);
  return row;
}

const CALLED = `
  SELECT id, remote_id AS "remoteId" FROM order_shipment
  WHERE store_id = $1 AND extension = $2 AND remote_id = $3 ORDER BY id DESC LIMIT 1`;

/** The parcel that a provider calls so. */
export async function findByRemoteId(
  db: Queryable,
  storeId: string,
  ext: string,
  remoteId: string,
): Promise<Pick<ShipmentRow, 'id' | 'remoteId'> | undefined> {
  const [row] = await db.query<Pick<ShipmentRow, 'id' | 'remoteId'>>(CALLED, [storeId, ext, remoteId]);
  return row;
}

const LOOKED = `
  UPDATE order_shipment SET looked_at = greatest(looked_at, $3::timestamptz), waiting_for = NULL
  WHERE store_id = $1 AND id = $2`;

/** Notes that the provider was asked, from this moment on, and has answered. */
export const noteLooked = (bus: CommandBus, storeId: string, shipmentId: string, at: Date): Promise<void> =>
  bus.inTransaction<void>(storeId, async (tx) => {
    tx.send(LOOKED, [storeId, shipmentId, at]);
    return { keep: true, value: undefined };
  });

const WANT = `UPDATE order_shipment SET look_wanted_at = clock_timestamp() WHERE store_id = $1 AND id = $2`;

/** Sends that somebody wants to know where a parcel is. */
export function sendLookWanted(tx: Transaction, storeId: string, shipmentId: string): void {
  tx.send(WANT, [storeId, shipmentId]);
}

const LOOKING = `
  SELECT coalesce(looked_at >= look_wanted_at, look_wanted_at IS NULL) AS "isDone",
    look_wanted_at < clock_timestamp() - $3 * interval '1 ms' AS "isLate"
  FROM order_shipment WHERE store_id = $1 AND id = $2`;

/** The progress of a look that somebody wants. */
export async function findLook(
  db: Queryable,
  storeId: string,
  shipmentId: string,
  lateMs: number,
): Promise<{ readonly isDone: boolean; readonly isLate: boolean } | undefined> {
  const [row] = await db.query<{ isDone: boolean; isLate: boolean }>(LOOKING, [storeId, shipmentId, lateMs]);
  return row;
}

/** Finds the parcels of all stores that are under way. */
export const findUnderWay = (maintenance: Queryable, page: Page): Promise<FoundRow<ShipmentInput>[]> =>
  maintenance.query(openRowsOf('shipment_tracking'), page);
