import { connectedFor } from '../../cargo/provider/connect';
import type { Dependencies } from '../../provider/conversation/conversation';
import { pauseMs, type WaitingAfter, waitingAfter } from '../../provider/conversation/waiting';
import { ProviderRefused } from '../../provider/error';
import { findAskedShipment } from '../booking/asked-store';
import { type ShipmentInput, shipmentCancelling } from '../booking/contract';
import { patience } from '../booking/deadlines';
import { cancellingNeeds } from '../booking/needs';
import { shipmentBook } from '../shipment/store';
import { type ParcelReport, recordSaid } from './report';
import type { ShipmentStep } from './step';

/** The report of a parcel that cannot be asked for: somebody who looks at the provider has to say its state. */
const NOT_KNOWN: ParcelReport = { state: 'unknown', failure: 'Under which id the provider has it is not known.' };

/**
 * Takes the cancellation of a booked parcel one step further. It may be run again at any point, and twice at once: what is cancelled at
 * the provider stays so, so it is asked again where its answer was lost. What it refuses is read back: it may be cancelled already, or its
 * carrier may have it.
 */
export async function stepCancelling(
  dependencies: Dependencies,
  { storeId, shipmentId }: ShipmentInput,
  signal: AbortSignal,
): Promise<ShipmentStep> {
  const { bus, database } = dependencies;
  const shipment = await findAskedShipment(database.reader(storeId), storeId, shipmentId);
  if (shipment?.state !== 'cancelling') return { state: shipment?.state ?? null, waitMs: null };
  const { extension, standsMs } = shipment;
  const found =
    shipment.remoteId === null
      ? NOT_KNOWN
      : await askToCancel(dependencies, { storeId, extension, remoteId: shipment.remoteId }, signal);
  const said: ParcelReport | undefined =
    'state' in found
      ? found
      : standsMs < patience.forMs
        ? undefined
        : { state: 'unknown', failure: (found as WaitingAfter).waitingFor };
  if (said) {
    await recordSaid(bus, { storeId, shipmentId, workflowId: shipmentCancelling.workflowId(shipmentId) }, said);
    return { state: said.state, waitMs: null };
  }
  const { waitingFor, waitMs } = found as WaitingAfter;
  await shipmentBook.noteWaiting(bus, storeId, shipmentId, waitingFor);
  return { state: 'cancelling', waitMs: waitMs ?? pauseMs(standsMs, patience.lookMs) };
}

async function askToCancel(
  dependencies: Dependencies,
  { storeId, extension, remoteId }: { readonly storeId: string; readonly extension: string; readonly remoteId: string },
  signal: AbortSignal,
): Promise<ParcelReport | WaitingAfter> {
  try {
    const { adapter } = await connectedFor(dependencies, storeId, extension, cancellingNeeds);
    try {
      await adapter.cancel(remoteId, signal);
      return { state: 'cancelled' };
    } catch (error) {
      if (!(error instanceof ProviderRefused)) throw error;
      const tracking = await adapter.track(remoteId, signal);
      // A state that we have no word for is a refusal to cancel as well: the parcel stays booked.
      return { state: tracking.state ?? 'booked', tracking, failure: error.message };
    }
  } catch (error) {
    return waitingAfter(error, signal);
  }
}
