import { extensionKey } from '../extension/aggregate';
import { exampleMarketplace } from '../extension/example';
import { channelOf } from '../extension/provider/providers';
import { workRoute } from '../kernel/declaration/route';
import {
  kurus,
  label,
  line,
  nullable,
  object,
  page,
  pageQuery,
  personal,
  t,
  time,
  typeNamed,
} from '../kernel/schema/schema';
import { ordersNumbered } from '../order/import/named-store';
import { order } from '../order/order/aggregate';
import { orderReturn } from '../order/return/aggregate';
import { accepter, claimId, fault, itemId, itemState, reasonField } from './claim/fields';
import { claimMirror } from './claim/mirror';
import { type ListedClaim, listClaims } from './claim/store';
import { freshened } from './mirror/fresh';
import { answerRefusals } from './provider/answer';
import { channelNeeds } from './provider/needs';

const needs = channelNeeds('ready', 'claims', 'claimsById');

const claim = typeNamed('Claim')(
  object({
    claimId,
    orderNumber: label('Pazaryeri sipariş no', 'Number at the marketplace')(t.String()),
    orderId: label('Sipariş', 'Order')(nullable({ ...order.reference, description: 'null: the order is not here.' })),
    claimedAt: label('İade istendi', 'Claimed')(time()),
    modifiedAt: label('Pazaryerinde değişti', 'Changed there')(time()),
    deadline: label(
      'Son işlem zamanı',
      'Deadline',
    )(nullable(time({ description: 'The marketplace accepts then what still waits; null: nothing waits.' }))),
    carrier: label('Kargo firması', 'Carrier')(nullable(t.String())),
    trackingNumber: label('Takip no', 'Tracking number')(nullable(t.String())),
    items: t.Array(
      object({
        itemId,
        state: itemState,
        stateWord: label('Pazaryerinin sözü', 'Word of the marketplace')(t.String()),
        fault,
        reasonCode: label('Neden numarası', 'Number of the reason')(nullable(t.String())),
        reason: label('Neden', 'Reason')(nullable(t.String())),
        note: label(
          'Alıcının notu',
          'Note of the buyer',
        )(nullable(personal(t.String({ description: 'As long as the piece waits for the shop.' })))),
        deadline: label('Son işlem zamanı', 'Deadline')(nullable(time())),
        acceptedBy: nullable(accepter),
        barcode: label('Barkod', 'Barcode')(nullable(t.String())),
        title: label('Ad', 'Title')(nullable(t.String())),
        price: label('Fiyat', 'Price')(nullable(kurus({ description: 'Of one piece of the line.' }))),
        returnId: label(
          'Ürün iadesi',
          'Return',
        )(nullable({ ...orderReturn.reference, description: 'Once the piece was accepted, and written down.' })),
      }),
    ),
  }),
);

export default workRoute({
  id: 'channel.claims.list',
  label: { tr: 'Pazaryeri iadelerini listele', en: 'List the claims of a marketplace' },
  http: 'GET /v1/channel/{ext}/claims',
  summary:
    'Claims of a marketplace with deadlines and fault: those that wait for the shop first. The marketplace is asked unless it was within a minute.',
  policy: 'quote',
  scope: 'orders:read',
  asksProvider: true,
  needs,
  params: object({ ext: extensionKey }),
  query: object({
    ...pageQuery,
    state: t.Optional({ ...itemState, description: 'Claims with an item in this state.' }),
    orderNumber: t.Optional(line(100, { description: 'Claims of this order, by its number at the marketplace.' })),
  }),
  result: object({
    ...page(claim).properties,
    reasons: t.Array(
      object({
        reason: reasonField,
        tr: label('Türkçe', 'Turkish')(t.String()),
        en: label('İngilizce', 'English')(t.String()),
        needsFile: label('Dosya gerekir', 'Needs a file')(t.Boolean()),
      }),
      { description: 'Reasons with which a claim may be rejected; the marketplace may take others.' },
    ),
    asOf: nullable(time({ description: 'Up to when the marketplace was read; null: it was not read to the end yet.' })),
  }),
  refuses: [
    'invalid_request',
    'not_found',
    'extension_not_installed',
    'not_offered',
    'consent_required',
    'extension_not_ready',
    ...answerRefusals,
  ],
  example: { params: { ext: exampleMarketplace }, query: { state: 'waiting_action' } },

  async run({ db, services, storeId, cursors, params: { ext }, query: { state = null, orderNumber = null } }) {
    const asOf = await freshened({ db, services, storeId }, { ext, needs, mirror: claimMirror });
    const channel = { storeId, extension: ext };
    const found = await cursors.page({
      kinds: ['int8', 'text'],
      position: ({ place, claimId }: ListedClaim) => [place, claimId] as const,
      rows: (after, most) => listClaims(db, channel, { state, orderNumber, after }, most),
      view: (row) => row,
    });
    const orders = await ordersNumbered(
      db,
      channel,
      found.items.map((row) => row.orderNumber),
    );
    return { ...found, items: found.items.map((row) => viewOf(row, orders)), reasons: reasonsOf(ext), asOf };
  },
});

function reasonsOf(ext: string) {
  const { reasons = {}, reasonsWithoutFile = [] } = channelOf(ext).claimLimits ?? {};
  return Object.entries(reasons).map(([reason, words]) => ({
    reason,
    ...words,
    needsFile: !reasonsWithoutFile.includes(reason),
  }));
}

const viewOf = ({ items, version: _, place: __, ...row }: ListedClaim, orders: ReadonlyMap<string, string>) => ({
  ...row,
  orderId: orders.get(row.orderNumber) ?? null,
  items: items.map(({ settled, modifiedAt: _, pieceId: __, lineId: ___, leftAt: ____, ...item }) => ({
    ...item,
    note: item.note ?? null,
    returnId: settled?.returnId ?? null,
  })),
});
