import { command } from '../kernel/declaration/declare';
import { exampleId } from '../kernel/declaration/example';
import { expectedRev, label, line, object, personal, t } from '../kernel/schema/schema';
import { order } from './order/aggregate';
import { lockOrder } from './order/store';
import { shipment, shipmentSchema, trackedState } from './shipment/aggregate';
import { moveAlong } from './shipment/move';
import { trackedByHand } from './shipment/state';
import { lockShipment } from './shipment/store';
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
    reason: t.Optional(personal(label('Gerekçe', 'Reason')(line(300)))),
    expectedRev,
  }),
  result: shipmentSchema,
  refuses: ['not_found', 'invalid_state', 'rev_conflict'],
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
    const after = await moveAlong(context, held, before, state, { text: reason });
    wakeTracking(context, after);
    return shipment.answer(after);
  },
});
