import type { CommandBus } from '../../kernel/bus';
import type { Tracking } from '../../provider/cargo-port';
import { recordTold } from '../../provider/conversation/record';
import { oneLine } from '../../provider/text';
import record from '../order.shipment.record';
import type { SaidState } from '../shipment/state';

/** A provider's answer about a parcel. */
export interface ParcelReport {
  readonly state: SaidState;
  readonly remoteId?: string;
  readonly tracking?: Tracking;
  readonly failure?: string;
}

interface Parcel {
  readonly storeId: string;
  readonly shipmentId: string;
  /** The workflow that has asked the provider. */
  readonly workflowId: string;
}

/** Records it; where the parcel stands elsewhere by now it is told nothing. */
export const recordSaid = (
  bus: CommandBus,
  { storeId, shipmentId, workflowId }: Parcel,
  said: ParcelReport,
): Promise<void> =>
  recordTold(bus, record, { storeId, by: workflowId, payload: payloadOf(shipmentId, said), cause: { shipmentId } });

function payloadOf(shipmentId: string, { state, remoteId, tracking, failure }: ParcelReport) {
  const { at, place, note, trackingNumber, trackingUrl } = tracking ?? {};
  const text = [note, place].filter((part) => part).join(' · ');
  return {
    shipmentId,
    state,
    ...(remoteId ? { remoteId } : {}),
    ...(at ? { at } : {}),
    ...(trackingNumber ? { trackingNumber: oneLine(trackingNumber, 100) } : {}),
    ...(trackingUrl && trackingUrl.length <= 2_048 ? { trackingUrl } : {}),
    ...(text ? { text: oneLine(text, 700) } : {}),
    ...(failure ? { failure: oneLine(failure, 300) } : {}),
  };
}
