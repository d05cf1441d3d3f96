import { command } from '../kernel/declaration/declare';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { expectedRev, label, line, object, personal, t } from '../kernel/schema/schema';
import { order } from './order/aggregate';
import { lockOrder } from './order/store';
import { type ShipmentRow, shipment, shipmentSchema, trackedState } from './shipment/aggregate';
import { moveAlong } from './shipment/move';
import { isUnderWay, type TrackedState, trackedByHand } from './shipment/state';
import { lockShipment } from './shipment/store';
import { shipmentTracking } from './tracking/contract';
import { wakeTracking } from './tracking/wake';

export default command({
  id: 'order.shipment.track',
  label: { tr: 'Kargo durumunu kaydet', en: 'Record where a shipment is' },
  summary:
    'Record by hand where a shipment is. It goes forward; from delivered or returned back to in_transit with a reason.',
  policy: 'propose',
  scope: 'orders:write',
  // What has happened to a parcel is not taken back; what comes next is recorded.
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
    reason: t.Optional(personal(label('Gerekçe', 'Reason')(line(300)))),
    expectedRev,
  }),
  result: shipmentSchema,
  refuses: ['not_found', 'invalid_request', 'invalid_state', 'rev_conflict'],
  example: { orderId: exampleId('ord', 'SEVK'), shipmentId: exampleId('shp', 'SEVK'), state: 'delivered' },
  subject: shipment.by('shipmentId'),
  route: {
    id: 'orders.shipment.track',
    http: 'POST /v1/orders/{ord}/cargo/{shp}/track',
    names: { ord: 'orderId', shp: 'shipmentId' },
  },

  async run(context) {
    const { payload, storeId, tx, guardRev, about } = context;
    const held = await lockOrder(tx, storeId, payload.orderId);
    const before = await lockShipment(tx, storeId, payload);
    guardRev(before.id, before.rev);
    about([held.customerId]);
    const { reason = null } = payload;
    const state = trackedByHand(before.state, payload.state, reason);
    const isFound = assertKnown(before, state, payload.remoteId);
    const after = await moveAlong(context, held, before, state, {
      text: reason,
      ...(isFound ? { remoteId: payload.remoteId as string } : {}),
    });
    if (isFound && isUnderWay(state))
      context.effects.startWorkflow(shipmentTracking, { storeId, shipmentId: before.id });
    else wakeTracking(context, after);
    return shipment.answer(after);
  },
});

/**
 * Whoever says that a provider has booked it says under which id: without it nobody asks there where it is, nor cancels it there.
 * @returns whether the id is new
 * @throws {Refusal} invalid_request
 */
function assertKnown(
  { extension, remoteId: known }: Pick<ShipmentRow, 'extension' | 'remoteId'>,
  state: TrackedState,
  remoteId: string | undefined,
): boolean {
  const unfit = (message: string): never =>
    refuse('invalid_request', `/remoteId ${message}`, {
      errors: [{ pointer: '/remoteId', message }],
      quotesNobody: true,
    });
  if (remoteId === undefined) {
    if (state === 'booked' && extension !== null && known === null)
      unfit('has to be stated of what is booked at its provider.');
    return false;
  }
  if (extension === null) unfit('is of no provider: the merchant has handed the parcel over.');
  if (known !== null && known !== remoteId) unfit('is another one already.');
  return known === null;
}
