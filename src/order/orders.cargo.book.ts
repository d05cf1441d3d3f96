import { carrierOf } from '../cargo/carrier/carrier';
import { carrierBy } from '../cargo/carrier/carriers';
import { assertEnabledCargo } from '../cargo/provider/enabled';
import { extensionKey } from '../extension/aggregate';
import { exampleBooking, exampleCargo } from '../extension/example';
import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { expectedRev, label, line, object, t } from '../kernel/schema/schema';
import { isReferenceTaken } from './booking/asked-store';
import { bookingNeeds } from './booking/needs';
import { cashOf, recipientOf } from './booking/parcel';
import { isReferenceOf } from './booking/reference';
import { bookingSettles } from './booking/settles';
import { askToBook } from './booking/start';
import { linesOf } from './line/store';
import { order } from './order/aggregate';
import { assertOfShop } from './order/of-shop';
import { lockOrder } from './order/store';
import record from './order.shipment.record';
import {
  cargoOfferId,
  cargoPrice,
  cargoReference,
  cargoService,
  shipment,
  shipmentSchema,
  shippedPiece,
} from './shipment/aggregate';
import { makeShipment } from './shipment/make';
import { assertShippable, packed } from './shipment/pack';
import { shippedUpon } from './upon/order';

export default command({
  id: 'orders.cargo.book',
  label: { tr: 'Kargo teklifini kabul et', en: 'Accept an offer of a carrier' },
  summary: 'Accept an offer of a carrier for lines of an order: the provider books the parcel and makes its label.',
  policy: 'propose',
  scope: 'orders:write',
  role: 'packer',
  asksProvider: true,
  needs: bookingNeeds,
  // A booking is cancelled by another call, which the provider may refuse.
  irreversible: true,
  issues: [record],
  payload: object({
    orderId: order.reference,
    extension: extensionKey,
    reference: cargoReference,
    offerId: cargoOfferId,
    carrier: label('Kargo firması', 'Carrier')(line(60, { description: 'As the offer names it.' })),
    service: cargoService,
    price: cargoPrice,
    lines: t.Optional(label('Satırlar', 'Lines')(t.Array(shippedPiece, { minItems: 1, maxItems: 100 }))),
    expectedRev,
  }),
  result: shipmentSchema,
  refuses: [
    'not_found',
    'invalid_state',
    'marketplace_order',
    'invalid_request',
    'rev_conflict',
    'extension_not_installed',
    'not_offered',
    'extension_not_ready',
    'extension_not_enabled',
    'consent_required',
    'line_unknown',
    'more_than_left',
    'nothing_to_ship',
  ],
  settles: bookingSettles,
  example: { orderId: exampleId('ord', 'KART'), extension: exampleCargo, ...exampleBooking },
  subject: order.by('orderId'),
  route: { http: 'POST /v1/orders/{ord}/cargo/book', names: { ord: 'orderId' } },

  actsUpon: shippedUpon,

  async run(context) {
    const { payload, storeId, tx, guardRev, about } = context;
    const { extension, reference, offerId, service, price } = payload;
    const before = await lockOrder(tx, storeId, payload.orderId);
    guardRev(before.id, before.rev);
    about([before.customerId]);
    assertOfShop(before);
    assertShippable(before);
    recipientOf(before);
    await assertEnabledCargo(tx, storeId, extension, bookingNeeds);
    if (!reference.startsWith(`${before.number}-`))
      refuse('invalid_request', '/reference is of another order.', {
        errors: [{ pointer: '/reference', message: 'is of another order' }],
        quotesNobody: true,
      });
    if (await isReferenceTaken(tx, storeId, before.id, reference))
      refuse('invalid_state', 'One of these offers was accepted already: further parcels have offers of their own.', {
        facts: { state: before.fulfilment },
        quotesNobody: true,
      });
    const lines = await linesOf(tx, storeId, before.id);
    const pieces = packed(lines, payload.lines);
    const cash = cashOf(before, lines, pieces);
    if (!isReferenceOf(reference, { number: before.number, lines, pieces, cash }))
      refuse('invalid_request', 'The offers were made for other lines, or for other cash: ask for offers anew.', {
        errors: [{ pointer: '/lines', message: 'are not those of the offers' }],
        quotesNobody: true,
      });
    const { code: carrier } = carrierBy(extension, payload.carrier);
    const made = await makeShipment(
      context,
      { order: before, lines },
      {
        state: 'booking',
        carrier,
        trackingNumber: null,
        trackingUrl: null,
        pieces: [...pieces],
        extension,
        reference,
        offerId,
        service,
        price,
      },
      carrierOf(carrier),
    );
    askToBook(context, made);
    return shipment.answer(made);
  },
});
