import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { expectedRev, object } from '../kernel/schema/schema';
import { cancellingNeeds } from './booking/needs';
import { cancellingSettles } from './booking/settles';
import { askToCancel } from './booking/start';
import { note } from './event/store';
import { order } from './order/aggregate';
import { assertOfShop } from './order/of-shop';
import { lockOrder } from './order/store';
import record from './order.shipment.record';
import { shipment, shipmentSchema } from './shipment/aggregate';
import { moveAlong, moveShipment } from './shipment/move';
import { assertCancellable } from './shipment/state';
import { lockShipment } from './shipment/store';
import { shipmentUpon } from './upon/shipment';

export default command({
  id: 'order.shipment.cancel',
  label: { tr: 'Gönderiyi iptal et', en: 'Cancel a shipment' },
  summary:
    'Cancel a shipment before its carrier has it, at its provider first where it was booked there; what was in it may be shipped anew.',
  policy: 'propose',
  scope: 'orders:write',
  role: 'packer',
  flags: ['destructive'],
  irreversible: true,
  asksProvider: true,
  needs: cancellingNeeds,
  issues: [record],
  payload: object({ orderId: order.reference, shipmentId: shipment.reference, expectedRev }),
  result: shipmentSchema,
  refuses: ['not_found', 'invalid_state', 'marketplace_order', 'rev_conflict'],
  settles: cancellingSettles,
  example: { orderId: exampleId('ord', 'SEVK'), shipmentId: exampleId('shp', 'SEVK') },
  subject: shipment.by('shipmentId'),
  route: {
    id: 'orders.shipment.cancel',
    http: 'POST /v1/orders/{ord}/cargo/{shp}/cancel',
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
    const { state, extension } = before;
    assertCancellable(state, extension !== null);
    // A shipment of unknown state, or without an id there, is cancelled here alone: the owner has looked at the provider and says that
    // nothing is booked.
    if (extension !== null && before.remoteId !== null && state !== 'unknown') {
      const asked = await moveAlong(context, held, before, 'cancelling', { failure: null });
      askToCancel(context, asked);
      return shipment.answer(asked);
    }
    const { shipment: after } = await moveShipment(context, held, before, 'cancelled');
    note(context, held.id, { kind: 'shipment_cancelled', subjectId: before.id });
    return shipment.answer(after);
  },
});
