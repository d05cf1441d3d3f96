import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { expectedRev, object } from '../kernel/schema/schema';
import { trackingNeeds } from './booking/needs';
import { order } from './order/aggregate';
import { lockOrder } from './order/store';
import record from './order.shipment.record';
import { shipment, shipmentSchema } from './shipment/aggregate';
import { isUnderWay } from './shipment/state';
import { lockShipment } from './shipment/store';
import { lookSettles } from './tracking/settles';
import { askWhere } from './tracking/wake';
import { shipmentUpon } from './upon/shipment';

export default command({
  id: 'orders.shipment.update',
  label: { tr: 'Kargonun yerini sor', en: 'Ask where a shipment is' },
  summary: 'Ask the provider of a booked shipment where it is, and apply what it says.',
  policy: 'propose',
  scope: 'orders:write',
  role: 'packer',
  asksProvider: true,
  needs: trackingNeeds,
  issues: [record],
  payload: object({ orderId: order.reference, shipmentId: shipment.reference, expectedRev }),
  result: shipmentSchema,
  refuses: ['not_found', 'invalid_state', 'rev_conflict'],
  settles: lookSettles,
  example: { orderId: exampleId('ord', 'VARAN'), shipmentId: exampleId('shp', 'VARAN') },
  subject: shipment.by('shipmentId'),
  route: {
    http: 'POST /v1/orders/{ord}/cargo/{shp}/update',
    names: { ord: 'orderId', shp: 'shipmentId' },
  },

  actsUpon: shipmentUpon,

  async run(context) {
    const { payload, storeId, tx, guardRev, about } = context;
    const held = await lockOrder(tx, storeId, payload.orderId);
    const before = await lockShipment(tx, storeId, payload);
    guardRev(before.id, before.rev);
    about([held.customerId]);
    const { state } = before;
    if (before.remoteId === null || !isUnderWay(state))
      refuse('invalid_state', `The shipment is ${state}: no provider is asked where it is.`, {
        facts: { state },
        quotesNobody: true,
      });
    askWhere(context, before);
    return shipment.answer(before);
  },
});
