import { readRoute } from '../kernel/declaration/route';
import { countedPage, countedPageQuery, object, oneOf, searchedName, t } from '../kernel/schema/schema';
import { listedCollectionSchema } from './collection/aggregate';
import { listCollections } from './collection/store';

export default readRoute({
  id: 'catalog.collections.list',
  label: { tr: 'Koleksiyonları listele', en: 'List the collections' },
  http: 'GET /v1/catalog/collections',
  summary: 'Collections, newest first; active ones unless asked otherwise.',
  policy: 'read',
  scope: 'catalog:read',
  query: object({
    ...countedPageQuery,
    status: t.Optional(oneOf(['active', 'archived', 'all'], { default: 'active' })),
    text: t.Optional(searchedName('title')),
  }),
  result: countedPage(listedCollectionSchema),
  refuses: ['invalid_request'],
  example: { query: { status: 'active', limit: 20 } },

  run: ({ db, storeId, query: { status = 'active', text }, cursors }) =>
    cursors.countedPageById(db, {
      rows: (from, before, most) =>
        listCollections(from, storeId, { status: status === 'all' ? undefined : status, text }, before, most),
      view: (row) => row,
    }),
});
