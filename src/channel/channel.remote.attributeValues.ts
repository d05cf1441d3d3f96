import { extensionKey } from '../extension/aggregate';
import { exampleMarketplace } from '../extension/example';
import { workRoute } from '../kernel/declaration/route';
import { object, page, t, typeNamed } from '../kernel/schema/schema';
import { answerRefusals } from './provider/answer';
import { asOf, attributeId, categoryId, searched, total } from './reference/fields';
import { askReferences, needs } from './reference/reference';
import { matching, pageOf } from './reference/search';

const value = typeNamed('RemoteAttributeValue')(object({ valueId: t.String(), name: t.String() }));

export default workRoute({
  id: 'channel.remote.attributeValues',
  label: { tr: 'Pazaryeri özelliğinin değerlerini oku', en: 'Read the values of an attribute of the marketplace' },
  http: 'GET /v1/channel/{ext}/remote/attribute-values',
  summary:
    'Values that an attribute of a category may have at the marketplace; the first ten thousand, kept for a day.',
  policy: 'quote',
  scope: 'catalog:read',
  asksProvider: true,
  needs,
  params: object({ ext: extensionKey }),
  query: object({ categoryId, attributeId, ...searched('value') }),
  result: object({
    ...page(value).properties,
    total,
    isWhole: t.Boolean({ description: 'False: the marketplace has more values than are kept.' }),
    asOf,
  }),
  refuses: [
    'invalid_request',
    'not_found',
    'extension_not_installed',
    'not_offered',
    'extension_not_ready',
    ...answerRefusals,
  ],
  example: { params: { ext: exampleMarketplace }, query: { categoryId: '1011', attributeId: '1158', search: '250' } },

  async run({ db, services, storeId, cursors, params: { ext }, query }) {
    const { categoryId, attributeId, search, refresh } = query;
    const { values } = await askReferences({ db, services, storeId }, { ext, refresh });
    const { answer, asOf } = await values(categoryId, attributeId);
    const found = matching(answer.values, search, ({ name }) => name);
    return { ...(await pageOf(cursors, found)), isWhole: answer.values.length >= answer.total, asOf };
  },
});
