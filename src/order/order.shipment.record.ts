import { trackingUrlOf } from '../cargo/carrier/carrier';
import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { label, line, object, personal, t, time } from '../kernel/schema/schema';
import { note } from './event/store';
import type { OrderRow } from './order/aggregate';
import { lockOrder } from './order/store';
import {
  type ShipmentRow,
  saidState,
  shipment,
  shipmentFailure,
  shipmentSchema,
  trackingNumber,
  trackingUrl,
} from './shipment/aggregate';
import { moveAlong, moveShipment } from './shipment/move';
import { isUnderWay, saidOf } from './shipment/state';
import { changeShipment, findOrderOfShipment, lockShipment } from './shipment/store';
import { shipmentTracking } from './tracking/contract';

export default command({
  id: 'order.shipment.record',
  label: { tr: 'Kargo sağlayıcısının dediğini kaydet', en: 'Record what a provider says of a shipment' },
  summary: 'Note what the provider of cargo says of a shipment: that it is booked, where it is, or that it is not.',
  policy: 'propose',
  scope: 'orders:write',
  role: 'packer',
  runtimeOnly: true,
  irreversible: true,
  payload: object({
    shipmentId: shipment.reference,
    state: saidState,
    remoteId: t.Optional(label('Sağlayıcıdaki kimlik', 'Id at the provider')(line(64))),
    at: t.Optional(label('Zaman', 'Time')(time())),
    trackingNumber: t.Optional(trackingNumber),
    trackingUrl: t.Optional(trackingUrl),
    text: t.Optional(personal(label('Açıklama', 'Words')(line(700)))),
    failure: t.Optional(shipmentFailure),
  }),
  result: shipmentSchema,
  refuses: ['not_found', 'invalid_state'],
  example: { shipmentId: exampleId('shp', 'VARAN'), state: 'picked_up' },

  async run(context) {
    const { payload, storeId, tx, now, about, effects } = context;
    const { shipmentId, state: said, at, remoteId, failure = null, text = null } = payload;
    const orderId = await findOrderOfShipment(tx, storeId, shipmentId);
    const held = await lockOrder(tx, storeId, orderId);
    const before = await lockShipment(tx, storeId, { orderId, shipmentId });
    about([held.customerId]);
    const more = {
      ...followed(before, payload),
      ...(at === undefined ? {} : { stateAt: between(before.stateAt, at, now.toISOString()) }),
      ...(remoteId === undefined ? {} : { remoteId }),
    };
    const { failure: told, forward } = before;
    const state = saidOf({ state: before.state, hasLeft: forward.dispatchedAt !== null, failure: told }, said);
    if (state === undefined) return shipment.answer(toldAgain(context, held, before, more));
    const lost = said === 'cancelled' && state === 'unknown' ? CANCELLED_UNDER_WAY : null;
    const after = await moved(context, held, before, state, { ...more, failure: failure ?? lost, text });
    const facts = { storeId, shipmentId };
    if (before.state === 'cancelling' && state === 'cancelled') effects.cancelWorkflow(shipmentTracking, facts);
    // The shipment is booked, or was not cancelled after all.
    if (after.remoteId !== null && !isUnderWay(before.state) && isUnderWay(state))
      effects.startWorkflow(shipmentTracking, facts);
    return shipment.answer(after);
  },
});

const CANCELLED_UNDER_WAY =
  'The provider has cancelled it when its carrier had the goods, and does not say where they are.';

/** Clocks of carriers are not ours: a parcel does not come somewhere before it stood elsewhere, nor later than now. */
function between(earliest: string, said: string, latest: string): string {
  if (said > latest) return latest;
  return said < earliest ? earliest : said;
}

type More = Partial<Pick<ShipmentRow, 'stateAt' | 'trackingNumber' | 'trackingUrl' | 'remoteId'>>;
type Moving = More & { readonly failure: string | null; readonly text: string | null };

async function moved(
  context: Parameters<typeof moveShipment>[0],
  held: OrderRow,
  before: ShipmentRow,
  state: NonNullable<ReturnType<typeof saidOf>>,
  { text, ...more }: Moving,
): Promise<ShipmentRow> {
  if (state !== 'cancelled') return moveAlong(context, held, before, state, { ...more, text });
  const { shipment: after } = await moveShipment(context, held, before, state, more);
  note(context, held.id, { kind: 'shipment_cancelled', subjectId: before.id });
  return after;
}

/** Computes the tracking number and page: those that the call states, else the present ones. */
function followed(
  { carrier, ...before }: ShipmentRow,
  { trackingNumber: number, trackingUrl: url }: { readonly trackingNumber?: string; readonly trackingUrl?: string },
): More {
  const trackingNumber = number ?? before.trackingNumber;
  return { trackingNumber, trackingUrl: url ?? before.trackingUrl ?? trackingUrlOf(carrier, trackingNumber) };
}

/**
 * Stores new ways of following a parcel that is already in the stated state, or further.
 * @throws {Refusal} invalid_state where nothing is new
 */
function toldAgain(
  context: Parameters<typeof moveShipment>[0],
  held: OrderRow,
  before: ShipmentRow,
  more: More,
): ShipmentRow {
  const { stateAt: _, remoteId: __, ...how } = more;
  const after = changeShipment(context, held, before, how);
  if (after === before)
    refuse('invalid_state', `The shipment is ${before.state}.`, { facts: { state: before.state }, quotesNobody: true });
  return after;
}
