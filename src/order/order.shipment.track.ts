import { trackingUrlOf } from '../cargo/carrier/carrier';
import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { expectedRev, label, line, object, personal, t } from '../kernel/schema/schema';
import { postLetter } from '../mail/letters';
import { note } from './event/store';
import { shipmentNumbered } from './letter/letters';
import { order } from './order/aggregate';
import { assertOfShop } from './order/of-shop';
import { lockOrder } from './order/store';
import { type ShipmentRow, shipment, shipmentSchema, trackedState, trackingNumber } from './shipment/aggregate';
import { moveAlong } from './shipment/move';
import { assertRenumberable, isUnderWay, type TrackedState, trackedByHand, unfit } from './shipment/state';
import { changeShipment, lockShipment } from './shipment/store';
import { shipmentTracking } from './tracking/contract';
import { wakeTracking } from './tracking/wake';
import { shipmentUpon } from './upon/shipment';

export default command({
  id: 'order.shipment.track',
  label: { tr: 'Kargo durumunu kaydet', en: 'Record where a shipment is' },
  summary:
    'Record by hand where a shipment is, and the tracking number that its carrier has for it. It goes forward; from delivered or returned back to in_transit with a reason.',
  policy: 'propose',
  scope: 'orders:write',
  role: 'packer',
  asksProvider: true,
  // The way of a parcel is not taken back; its next state is recorded.
  irreversible: true,
  payload: object({
    orderId: order.reference,
    shipmentId: shipment.reference,
    state: trackedState,
    remoteId: t.Optional(
      label(
        'Sağlayıcıdaki kimlik',
        'Id at the provider',
      )(
        line(64, {
          description: 'Of one that is booked at a provider of cargo, and of which the product does not know it.',
        }),
      ),
    ),
    trackingNumber: t.Optional({
      ...trackingNumber,
      description:
        'Takes the place of the one that was stated, while a carrier of the merchant’s own brings it; its buyer is told. The state may be the one that it has.',
    }),
    reason: t.Optional(personal(label('Gerekçe', 'Reason')(line(300)))),
    expectedRev,
  }),
  result: shipmentSchema,
  refuses: ['not_found', 'invalid_request', 'invalid_state', 'marketplace_order', 'rev_conflict'],
  example: { orderId: exampleId('ord', 'SEVK'), shipmentId: exampleId('shp', 'SEVK'), state: 'delivered' },
  subject: shipment.by('shipmentId'),
  route: {
    id: 'orders.shipment.track',
    http: 'POST /v1/orders/{ord}/cargo/{shp}/track',
    names: { ord: 'orderId', shp: 'shipmentId' },
  },

  actsUpon: shipmentUpon,

  async run(context) {
    const { payload, storeId, tx, guardRev, about } = context;
    const held = await lockOrder(tx, storeId, payload.orderId);
    const before = await lockShipment(tx, storeId, payload);
    guardRev(before.id, before.rev);
    about([held.customerId]);
    assertOfShop(held);
    const { reason = null } = payload;
    const numbered = numberedAnew(before, payload);
    const stays = numbered !== undefined && payload.state === before.state;
    const state = stays ? payload.state : trackedByHand(before.state, payload.state, reason);
    const isFound = assertKnown(before, state, payload.remoteId);
    const found = isFound ? { remoteId: payload.remoteId as string } : {};
    if (numbered) {
      note(context, held.id, { kind: 'renumbered', subjectId: before.id, text: stays ? reason : null });
      postLetter(context, shipmentNumbered, before.id);
    }
    const after = stays
      ? changeShipment(context, held, before, numbered)
      : await moveAlong(context, held, before, state, { text: reason, ...found, ...numbered });
    if (isFound && isUnderWay(state))
      context.effects.startWorkflow(shipmentTracking, { storeId, shipmentId: before.id });
    else wakeTracking(context, after);
    return shipment.answer(after);
  },
});

/**
 * The new tracking number and page of a parcel; undefined: they stay.
 * @throws {Refusal} as {@link assertRenumberable} does; invalid_request where nothing is new
 */
function numberedAnew(
  before: ShipmentRow,
  { state, trackingNumber }: { readonly state: TrackedState; readonly trackingNumber?: string },
): Pick<ShipmentRow, 'trackingNumber' | 'trackingUrl'> | undefined {
  if (trackingNumber === undefined) return undefined;
  if (trackingNumber === before.trackingNumber)
    return state === before.state ? unfit('/trackingNumber', 'is the one that it has already.') : undefined;
  assertRenumberable(before, state);
  return { trackingNumber, trackingUrl: trackingUrlOf(before.carrier, trackingNumber) };
}

/**
 * A booking that is stated by hand has to name the provider's id. Without the id nobody can follow or cancel the parcel there.
 * @returns whether the id is new
 * @throws {Refusal} invalid_request
 */
function assertKnown(
  { extension, remoteId: known }: Pick<ShipmentRow, 'extension' | 'remoteId'>,
  state: TrackedState,
  remoteId: string | undefined,
): boolean {
  const pointer = '/remoteId';
  if (remoteId === undefined) {
    if (state === 'booked' && extension !== null && known === null)
      unfit(pointer, 'has to be stated of what is booked at its provider.');
    return false;
  }
  if (extension === null) unfit(pointer, 'is of no provider: the merchant has handed the parcel over.');
  if (known !== null && known !== remoteId) unfit(pointer, 'is another one already.');
  return known === null;
}
