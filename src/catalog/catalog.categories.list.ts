import { readRoute } from '../kernel/declaration/route';
import { countedPage, countedPageQuery, object, oneOf, t } from '../kernel/schema/schema';
import { categorySchema } from './category/aggregate';
import { listCategories } from './category/store';

export default readRoute({
  id: 'catalog.categories.list',
  label: { tr: 'Kategorileri listele', en: 'List the categories' },
  http: 'GET /v1/catalog/categories',
  summary: 'Categories by position; active ones unless asked otherwise.',
  policy: 'read',
  scope: 'catalog:read',
  query: object({
    ...countedPageQuery,
    status: t.Optional(oneOf(['active', 'archived', 'all'], { default: 'active' })),
  }),
  result: countedPage(categorySchema),
  refuses: ['invalid_request'],
  example: { query: { status: 'all' } },

  run: ({ db, storeId, query: { status = 'active' }, cursors }) =>
    cursors.countedPage(db, {
      kinds: ['int4', 'text'],
      rows: (from, after, most) => listCategories(from, storeId, status === 'all' ? null : status, after, most),
      position: ({ position, id }) => [position, id],
      view: (row) => row,
    }),
});
