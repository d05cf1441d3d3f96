import { extensionKey } from '../extension/aggregate';
import { exampleMarketplace } from '../extension/example';
import { workRoute } from '../kernel/declaration/route';
import { kurus, nullable, object, oneOf, t, typeNamed } from '../kernel/schema/schema';
import type { UnreadableRow } from '../provider/channel/unreadable';
import { isReadable } from '../provider/port';
import { answerOf, answerRefusals } from './provider/answer';
import { connectChannel } from './provider/connect';
import { channelNeeds } from './provider/needs';

const needs = channelNeeds('ready', 'products');

const variantSchema = typeNamed('RemoteVariant')(
  object({
    remoteId: t.String(),
    barcode: nullable(t.String()),
    sku: nullable(t.String()),
    title: nullable(t.String()),
    price: kurus(),
    listPrice: nullable(kurus()),
    stock: t.Integer(),
    status: oneOf(['on_sale', 'off_sale', 'archived', 'locked', 'blacklisted']),
    vatRate: nullable(t.Integer()),
    url: nullable(t.String()),
  }),
);

export default workRoute({
  id: 'channel.remote.products',
  label: { tr: 'Pazaryerindeki ürünleri oku', en: 'Read the products at the marketplace' },
  http: 'GET /v1/channel/{ext}/remote/products',
  summary: "The seller's products as the marketplace sees them.",
  policy: 'quote',
  scope: 'catalog:read',
  asksProvider: true,
  needs,
  params: object({ ext: extensionKey }),
  query: object({
    limit: t.Optional(t.Integer({ minimum: 1, maximum: 100, default: 50 })),
    cursor: t.Optional(t.String({ minLength: 1, maxLength: 512, pattern: '^[A-Za-z0-9_=.+/-]+$' })),
  }),
  result: object({
    items: t.Array(
      typeNamed('RemoteProduct')(
        object({
          remoteId: t.String(),
          title: t.String(),
          description: t.String(),
          brand: nullable(t.String()),
          category: nullable(t.String()),
          images: t.Array(t.String()),
          variants: t.Array(variantSchema),
        }),
      ),
    ),
    unreadable: t.Array(object({ remoteId: nullable(t.String()), title: nullable(t.String()), message: t.String() }), {
      description: 'Rows of the page that are not what the marketplace promises, and why.',
    }),
    total: t.Integer(),
    nextCursor: nullable(t.String()),
  }),
  refuses: [
    'invalid_request',
    'not_found',
    'extension_not_installed',
    'not_offered',
    'extension_not_ready',
    ...answerRefusals,
  ],
  example: { params: { ext: exampleMarketplace }, query: { limit: 20 } },

  async run({ db, services, storeId, params, query }) {
    const { adapter } = await connectChannel({ db, services, storeId, ext: params.ext, needs });
    const { limit = 50, cursor } = query;
    const page = await answerOf((signal) => adapter.products(cursor ?? null, limit, signal), {
      // A token that the marketplace does not know came from the caller.
      badRequest:
        cursor === undefined ? undefined : { pointer: '/query/cursor', message: 'is not known to the marketplace' },
    });
    return {
      items: page.rows.filter(isReadable),
      unreadable: page.rows.filter((row) => !isReadable(row)) as UnreadableRow[],
      total: page.total,
      nextCursor: page.next,
    };
  },
});
