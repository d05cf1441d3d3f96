import { extensionKey } from '../extension/aggregate';
import { exampleMarketplace } from '../extension/example';
import { workRoute } from '../kernel/declaration/route';
import { object, t, typeNamed } from '../kernel/schema/schema';
import { answerRefusals } from './provider/answer';
import { asOf, attributeId, categoryId, lookedUp } from './reference/fields';
import { askReferences, needs } from './reference/reference';

const attribute = typeNamed('RemoteAttribute')(
  object({
    attributeId,
    name: t.String(),
    required: t.Boolean(),
    allowsCustom: t.Boolean({ description: 'True: a value may be a text of one’s own.' }),
    allowsMany: t.Boolean({ description: 'True: several values may be stated at once.' }),
    isVariantAxis: t.Boolean({ description: 'True: it tells the variants of one product apart.' }),
    isSlicer: t.Boolean({ description: 'True: each value of it is a page of its own at the marketplace.' }),
  }),
);

export default workRoute({
  id: 'channel.remote.attributes',
  label: {
    tr: 'Pazaryeri kategorisinin özelliklerini oku',
    en: 'Read the attributes of a category of the marketplace',
  },
  http: 'GET /v1/channel/{ext}/remote/attributes',
  summary: 'The attributes of products in a leaf category of the marketplace; kept for a day.',
  policy: 'quote',
  scope: 'catalog:read',
  asksProvider: true,
  needs,
  params: object({ ext: extensionKey }),
  query: object({ categoryId, ...lookedUp }),
  result: object({ items: t.Array(attribute), asOf }),
  refuses: [
    'invalid_request',
    'not_found',
    'extension_not_installed',
    'not_offered',
    'extension_not_ready',
    ...answerRefusals,
  ],
  example: { params: { ext: exampleMarketplace }, query: { categoryId: '1011' } },

  async run({ db, services, storeId, params: { ext }, query: { categoryId, refresh } }) {
    const { attributes } = await askReferences({ db, services, storeId }, { ext, refresh });
    const { answer, asOf } = await attributes(categoryId);
    return { items: answer, asOf };
  },
});
