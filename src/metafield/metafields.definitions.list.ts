import { readRoute } from '../kernel/declaration/declare';
import { countedPage, countedPageQuery, object, t } from '../kernel/schema/schema';
import { definitionSchema } from './definition/aggregate';
import { target as ofTarget } from './definition/fields';
import { listDefinitions } from './definition/store';

export default readRoute({
  id: 'metafields.definitions.list',
  label: { tr: 'Özel alanları listele', en: 'List the custom fields' },
  http: 'GET /v1/metafields/definitions',
  summary: 'Definitions of the custom fields, newest first.',
  policy: 'read',
  scope: 'store:admin',
  closedToAgents: true,
  query: object({ ...countedPageQuery, target: t.Optional(ofTarget) }),
  result: countedPage(definitionSchema),
  refuses: ['invalid_request'],
  example: { query: { target: 'product' } },

  run: ({ db, storeId, query: { target = null }, cursors }) =>
    cursors.countedPageById(db, {
      rows: (from, before, most) => listDefinitions(from, storeId, target, before, most),
      view: (row) => row,
    }),
});
