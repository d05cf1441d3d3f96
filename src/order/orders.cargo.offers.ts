import { carrierBy } from '../cargo/carrier/carriers';
import { cargoAnswer, cargoRefusals } from '../cargo/provider/answer';
import { connectCargo } from '../cargo/provider/connect';
import { extensionKey } from '../extension/aggregate';
import { exampleCargo } from '../extension/example';
import { exampleId } from '../kernel/declaration/example';
import { workRoute } from '../kernel/declaration/route';
import { refuse } from '../kernel/errors';
import { label, line, nullable, object, t, typeNamed, unit } from '../kernel/schema/schema';
import { offerNeeds } from './booking/needs';
import { offersFor } from './booking/offers';
import { cashOf, contentsOf, recipientOf, worthOf } from './booking/parcel';
import { newReference } from './booking/reference';
import { linesOf } from './line/store';
import { order } from './order/aggregate';
import { assertOfShop } from './order/of-shop';
import { findOrder } from './order/store';
import { cargoOfferId, cargoPrice, cargoReference, cargoService, shippedPiece } from './shipment/aggregate';
import { assertShippable, packed } from './shipment/pack';

const side = (tr: string, en: string) => label(tr, en)(t.Integer({ minimum: 1, maximum: 300, ...unit('count') }));

const parcel = label(
  'Koli',
  'Parcel',
)(
  object({
    lengthCm: side('Uzunluk (cm)', 'Length (cm)'),
    widthCm: side('Genişlik (cm)', 'Width (cm)'),
    heightCm: side('Yükseklik (cm)', 'Height (cm)'),
    weightGrams: label('Ağırlık (g)', 'Weight (g)')(t.Integer({ minimum: 1, maximum: 300_000, ...unit('count') })),
  }),
);

const offer = typeNamed('CargoOffer')(
  object({
    offerId: cargoOfferId,
    carrier: label('Kargo firması', 'Carrier')(line(60, { description: 'By the code of the provider.' })),
    carrierCode: t.String({ description: 'Of `cargo.carriers.list`.' }),
    carrierLabel: t.String(),
    service: cargoService,
    price: cargoPrice,
    days: nullable(t.Integer({ description: 'On the way, as the provider expects it.', ...unit('count') })),
  }),
);

export default workRoute({
  id: 'orders.cargo.offers',
  label: { tr: 'Kargo teklifi al', en: 'Ask carriers for offers' },
  http: 'POST /v1/orders/{ord}/cargo/offers',
  summary:
    'Ask the provider of cargo for offers of carriers for lines of an order; without lines, for all that may leave. One is accepted with orders.cargo.book.',
  policy: 'quote',
  scope: 'orders:write',
  role: 'packer',
  asksProvider: true,
  needs: offerNeeds,
  params: object({ ord: order.reference }),
  body: object({
    extension: extensionKey,
    parcel: t.Optional(parcel),
    lines: t.Optional(label('Satırlar', 'Lines')(t.Array(shippedPiece, { minItems: 1, maxItems: 100 }))),
  }),
  result: object({
    extension: t.String(),
    reference: cargoReference,
    lines: t.Array(shippedPiece),
    parcel,
    completedPercent: t.Integer({
      minimum: 0,
      maximum: 100,
      description: 'How many of the carriers have answered in the time that a caller waits.',
      ...unit('percent'),
    }),
    unreadable: t.Integer({
      minimum: 0,
      description: 'Offers that are not what the provider promises.',
      ...unit('count'),
    }),
    offers: t.Array(offer),
  }),
  refuses: [
    'not_found',
    'invalid_state',
    'marketplace_order',
    'line_unknown',
    'more_than_left',
    'nothing_to_ship',
    'extension_not_installed',
    'not_offered',
    'extension_not_ready',
    'extension_not_enabled',
    'consent_required',
    ...cargoRefusals,
  ],
  example: { params: { ord: exampleId('ord', 'KAPDA') }, body: { extension: exampleCargo } },

  async run({ db, services, storeId, params, body }) {
    const { extension: ext } = body;
    const { found, lines } = await db.snapshot(async (moment) => ({
      found: await findOrder(moment, storeId, params.ord),
      lines: await linesOf(moment, storeId, params.ord),
    }));
    assertOfShop(found);
    assertShippable(found);
    const recipient = recipientOf(found);
    const pieces = packed(lines, body.lines);
    const cashOnDelivery = cashOf(found, lines, pieces);
    const { adapter, provider, config, isEnabled } = await connectCargo({
      db,
      services,
      storeId,
      ext,
      needs: offerNeeds,
    });
    if (!isEnabled) refuse('extension_not_enabled');
    const senderId = provider.senderId(config);
    if (senderId === null)
      return refuse('extension_not_ready', 'The store has no address of a sender at the provider: ext.cargo.sender.', {
        facts: { blockedBy: ['invalid_config:/config/senderAddressId'] },
      });
    const measured = body.parcel ?? provider.parcel(config);
    // The reference belongs to this one parcel: when the answer of its booking is lost, the parcel is found by it.
    const reference = newReference({ number: found.number, lines, pieces, cash: cashOnDelivery });
    const { offers, unreadable, completedPercent } = await cargoAnswer((signal) =>
      offersFor(
        adapter,
        {
          parcel: measured,
          senderId,
          recipient,
          contents: contentsOf(lines, pieces),
          value: worthOf(lines, pieces),
          cashOnDelivery,
          reference,
        },
        signal,
      ),
    );
    return {
      extension: ext,
      reference,
      lines: [...pieces],
      parcel: measured,
      completedPercent,
      unreadable,
      offers: offers
        .map((each) => {
          const { code, label: carrierLabel } = carrierBy(ext, each.carrier);
          return { ...each, carrierCode: code, carrierLabel };
        })
        .toSorted((left, right) => left.price - right.price),
    };
  },
});
