import { carrierOf, trackingUrlOf } from '../cargo/carrier/carrier';
import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { expectedRev, label, line, object, t } from '../kernel/schema/schema';
import { postLetter } from '../mail/letters';
import { shipmentSent } from './letter/letters';
import { linesOf } from './line/store';
import { order } from './order/aggregate';
import { assertOfShop } from './order/of-shop';
import { lockOrder } from './order/store';
import { shipment, shipmentSchema, shippedPiece, trackingNumber } from './shipment/aggregate';
import { makeShipment, ownCarriage } from './shipment/make';
import { assertShippable, packed } from './shipment/pack';
import { shippedUpon } from './upon/order';

export default command({
  id: 'order.ship',
  label: { tr: 'Siparişi kargola', en: 'Ship an order' },
  summary: "Ship lines of an order with the merchant's own carrier; without lines, all that may leave.",
  policy: 'propose',
  scope: 'orders:write',
  role: 'packer',
  payload: object({
    orderId: order.reference,
    carrier: label('Kargo firması', 'Carrier')(line(60, { description: 'A code of `cargo.carriers.list`.' })),
    trackingNumber: t.Optional(trackingNumber),
    lines: t.Optional(label('Satırlar', 'Lines')(t.Array(shippedPiece, { minItems: 1, maxItems: 100 }))),
    expectedRev,
  }),
  result: shipmentSchema,
  refuses: [
    'not_found',
    'invalid_state',
    'marketplace_order',
    'rev_conflict',
    'carrier_unknown',
    'line_unknown',
    'more_than_left',
    'nothing_to_ship',
  ],
  example: { orderId: exampleId('ord', 'KAPDA'), carrier: 'yurtici', trackingNumber: '123456789012' },
  subject: order.by('orderId'),
  route: { id: 'orders.cargo.ship', http: 'POST /v1/orders/{ord}/cargo/ship', names: { ord: 'orderId' } },

  actsUpon: shippedUpon,

  async run(context) {
    const { payload, storeId, tx, guardRev, about, inverse } = context;
    const before = await lockOrder(tx, storeId, payload.orderId);
    guardRev(before.id, before.rev);
    about([before.customerId]);
    assertOfShop(before);
    assertShippable(before);
    const carrier = carrierOf(payload.carrier);
    const lines = await linesOf(tx, storeId, before.id);
    const pieces = packed(lines, payload.lines);
    const { trackingNumber = null } = payload;
    const made = await makeShipment(
      context,
      { order: before, lines },
      {
        ...ownCarriage,
        state: 'in_transit',
        carrier: payload.carrier,
        trackingNumber,
        trackingUrl: trackingUrlOf(payload.carrier, trackingNumber),
        pieces: [...pieces],
      },
      carrier,
    );
    postLetter(context, shipmentSent, made.id);
    inverse('order.shipment.cancel', { orderId: before.id, shipmentId: made.id, expectedRev: made.rev });
    return shipment.answer(made);
  },
});
