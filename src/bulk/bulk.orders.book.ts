import { extensionKey } from '../extension/aggregate';
import { exampleBooking, exampleCargo } from '../extension/example';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { expectedRev, label, line, object, type Static, t } from '../kernel/schema/schema';
import { order } from '../order/order/aggregate';
import { cargoOfferId, cargoPrice, cargoReference, cargoService, shippedPiece } from '../order/shipment/aggregate';
import { type BulkCall, bulkAct } from './act';
import { OFFERS_MAX } from './limits';

const acceptedOffer = object({
  orderId: order.reference,
  reference: cargoReference,
  offerId: cargoOfferId,
  carrier: label('Kargo firması', 'Carrier')(line(60, { description: 'As the offer names it.' })),
  service: cargoService,
  price: cargoPrice,
  lines: t.Optional(label('Satırlar', 'Lines')(t.Array(shippedPiece, { minItems: 1, maxItems: 100 }))),
  expectedRev,
});

const offers = label(
  'Teklifler',
  'Offers',
)(
  t.Array(acceptedOffer, {
    minItems: 1,
    maxItems: OFFERS_MAX,
    description: 'One for each order, as `orders.cargo.offers` has told it.',
  }),
);

export default bulkAct({
  id: 'bulk.orders.book',
  label: { tr: 'Gönderileri oluştur', en: 'Book parcels' },
  summary:
    'Accept an offer of a carrier for each of many orders, as one proposal: the provider books the parcels and makes their labels.',
  path: 'bookings',
  role: 'packer',
  of: order.reference,
  terms: { extension: extensionKey, offers },
  example: {
    ids: [exampleId('ord', 'KART')],
    extension: exampleCargo,
    offers: [{ orderId: exampleId('ord', 'KART'), ...exampleBooking }],
  },
  asksProvider: true,

  check({ offers }, ids) {
    const open = new Set(ids);
    for (const [index, { orderId }] of offers.entries()) {
      if (open.delete(orderId)) continue;
      refuseOffer(`/offers/${index}/orderId`, ids.includes(orderId) ? 'is named twice' : 'is not among the orders');
    }
    const missing = ids.findIndex((id) => open.has(id));
    if (missing >= 0) refuseOffer(`/ids/${missing}`, 'has no offer');
  },

  async plan({ ids, terms: { extension, offers } }) {
    const byOrder = new Map(offers.map((offer) => [offer.orderId, offer]));
    return ids.flatMap((orderId): BulkCall[] => {
      const offer: Static<typeof acceptedOffer> | undefined = byOrder.get(orderId);
      return offer ? [{ command: 'orders.cargo.book', payload: { ...offer, extension } }] : [];
    });
  },
});

function refuseOffer(pointer: string, message: string): never {
  return refuse('invalid_request', `${pointer} ${message}`, { errors: [{ pointer, message }] });
}
