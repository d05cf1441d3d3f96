import { connectedFor } from '../../cargo/provider/connect';
import type { Tracking } from '../../provider/cargo-port';
import type { Dependencies } from '../../provider/conversation/conversation';
import { pauseMs, type WaitingAfter, waitingAfter } from '../../provider/conversation/waiting';
import type { ShipmentInput } from '../booking/contract';
import { trackingNeeds } from '../booking/needs';
import { isUnderWay, type SaidState, saidOf } from '../shipment/state';
import { shipmentBook } from '../shipment/store';
import { shipmentTracking } from '../tracking/contract';
import { LOOK_MS, STANDS_STILL_MS, THROTTLED_LOOK_MS, WANTED_LOOK_MS, WANTED_MS } from '../tracking/deadlines';
import { findTracked, noteLooked, type TrackedShipment } from '../tracking/store';
import { recordSaid } from './report';
import type { ShipmentStep } from './step';

/** Asks the provider once where a parcel is, and records what is new. It may be run again at any point, and twice at once. */
export async function stepTracking(
  dependencies: Dependencies,
  { storeId, shipmentId }: ShipmentInput,
  signal: AbortSignal,
): Promise<ShipmentStep> {
  const { bus, database } = dependencies;
  const shipment = await findTracked(database.reader(storeId), storeId, shipmentId, WANTED_MS);
  if (!shipment || !isUnderWay(shipment.state) || (standsStill(shipment) && shipment.wantedMs === null))
    return { state: shipment?.state ?? null, waitMs: null };
  const { extension, remoteId, state, now } = shipment;
  let tracking: Tracking;
  try {
    const { adapter } = await connectedFor(dependencies, storeId, extension, trackingNeeds);
    tracking = await adapter.track(remoteId, signal);
  } catch (error) {
    const waiting = waitingAfter(error, signal);
    await shipmentBook.noteWaiting(bus, storeId, shipmentId, waiting.waitingFor);
    return { state, waitMs: pauseInVain(shipment, waiting) };
  }
  const moved = tracking.state === null ? undefined : saidOf(shipment, tracking.state);
  if (moved !== undefined || isNews(shipment, tracking))
    await recordSaid(
      bus,
      { storeId, shipmentId, workflowId: shipmentTracking.workflowId(shipmentId) },
      // Even when the state stays, a new way of following the parcel is news.
      { state: (moved && tracking.state) ?? (state as SaidState), tracking },
    );
  await noteLooked(bus, storeId, shipmentId, now);
  const after = moved ?? state;
  if (!isUnderWay(after) || (moved === undefined && standsStill(shipment))) return { state: after, waitMs: null };
  return { state: after, waitMs: moved === undefined ? pauseOf(shipment) : LOOK_MS.first };
}

/** Tells whether a parcel has stood still for so long that nobody looks any more, unless somebody wants to know. */
const standsStill = ({ standsMs }: TrackedShipment): boolean => standsMs > STANDS_STILL_MS;

/** The longer it stands where it is, the longer. */
const pauseOf = ({ standsMs }: TrackedShipment): number =>
  Math.min(LOOK_MS.last, Math.max(LOOK_MS.first, standsMs / 6));

/**
 * A wanted look that failed is tried again soon: the usual pause is meant for parcels that nobody asks for. A random part spreads the calls
 * of many that wait.
 */
function pauseInVain(shipment: TrackedShipment, { isRefused, waitMs }: WaitingAfter): number {
  const { wantedMs } = shipment;
  if (isRefused || wantedMs === null) return Math.max(waitMs ?? 0, pauseOf(shipment));
  const pause = waitMs === undefined ? pauseMs(wantedMs, WANTED_LOOK_MS) : Math.max(waitMs, THROTTLED_LOOK_MS);
  return Math.round(pause * (1 + Math.random() / 2));
}

const isNews = (shipment: TrackedShipment, { trackingNumber, trackingUrl }: Tracking): boolean =>
  (trackingNumber !== null && trackingNumber !== shipment.trackingNumber) ||
  (trackingUrl !== null && trackingUrl !== shipment.trackingUrl);
