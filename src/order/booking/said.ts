import type { CommandBus } from '../../kernel/bus';
import type { Command } from '../../kernel/declaration/declare';
import { systemPrincipal } from '../../kernel/declaration/principal';
import type { Problem } from '../../kernel/errors';
import { newUlid } from '../../kernel/ids';
import type { Tracking } from '../../provider/cargo-port';
import { oneLine } from '../../provider/text';
import record from '../order.shipment.record';
import type { SaidState } from '../shipment/state';

/** What a provider has said of a parcel. */
export interface Said {
  readonly state: SaidState;
  readonly remoteId?: string;
  readonly tracking?: Tracking;
  readonly failure?: string;
}

interface Parcel {
  readonly storeId: string;
  readonly shipmentId: string;
  /** Which work has asked. */
  readonly workflowId: string;
}

/** Records it; where the parcel stands elsewhere by now it is told nothing. @throws when it is refused for another reason */
export async function recordSaid(bus: CommandBus, parcel: Parcel, said: Said): Promise<void> {
  const { storeId, shipmentId, workflowId } = parcel;
  const { status, body } = await bus.execute({
    principal: systemPrincipal(storeId, workflowId),
    mutation: record as unknown as Command,
    payload: payloadOf(shipmentId, said),
    // Of two that have heard the same one records it: the parcel stands there then.
    key: newUlid(),
    cause: { shipmentId },
  });
  if (status >= 400 && (body as Problem).code !== 'invalid_state')
    throw new Error(`${shipmentId} could not be recorded as ${said.state}: ${(body as Problem).detail}`);
}

function payloadOf(shipmentId: string, { state, remoteId, tracking, failure }: Said) {
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
