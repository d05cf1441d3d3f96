import { extensionKey } from '../extension/aggregate';
import { exampleMarketplace } from '../extension/example';
import { workRoute } from '../kernel/declaration/route';
import { object, page, t, typeNamed } from '../kernel/schema/schema';
import { answerRefusals } from './provider/answer';
import { asOf, categoryId, searched, total } from './reference/fields';
import { askReferences, needs } from './reference/reference';
import { matching, pageOf } from './reference/search';

const category = typeNamed('RemoteCategory')(
  object({
    categoryId,
    name: t.String(),
    path: t.Array(t.String(), { description: 'Names from the root to its parent.' }),
    isLeaf: t.Boolean({ description: 'True: products can be listed in it.' }),
  }),
);

export default workRoute({
  id: 'channel.remote.categories',
  label: { tr: 'Pazaryerinde kategori ara', en: 'Search the categories of the marketplace' },
  http: 'GET /v1/channel/{ext}/remote/categories',
  summary: 'Categories of the marketplace, parents before their children; kept for a day.',
  policy: 'quote',
  scope: 'catalog:read',
  asksProvider: true,
  needs,
  params: object({ ext: extensionKey }),
  query: object({
    ...searched('name and of the path'),
    leaves: t.Optional(
      t.Boolean({ default: false, description: 'True: those alone in which products can be listed.' }),
    ),
  }),
  result: object({ ...page(category).properties, total, asOf }),
  refuses: [
    'invalid_request',
    'not_found',
    'extension_not_installed',
    'not_offered',
    'extension_not_ready',
    ...answerRefusals,
  ],
  example: { params: { ext: exampleMarketplace }, query: { search: 'kahve', leaves: true } },

  async run({ db, services, storeId, cursors, params: { ext }, query: { search, leaves = false, refresh } }) {
    const { categories } = await askReferences({ db, services, storeId }, { ext, refresh });
    const { answer, asOf } = await categories();
    const open = leaves ? answer.filter(({ isLeaf }) => isLeaf) : answer;
    const found = matching(open, search, ({ name, path }) => [...path, name].join(' '));
    return { ...(await pageOf(cursors, found)), asOf };
  },
});
