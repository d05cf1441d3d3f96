import { decodeCursor, encodeCursor, pageOf } from '../kernel/cursor';
import { readRoute } from '../kernel/declare';
import { object, oneOf, page, pageQuery, t } from '../kernel/schema';
import { listCollections } from './collection.store';
import { listedCollectionSchema } from './collection.view';

export default readRoute({
  id: 'catalog.collections.list',
  http: 'GET /v1/catalog/collections',
  summary: 'Collections, newest first; active ones unless asked otherwise.',
  policy: 'read',
  scope: 'catalog:read',
  query: object({ ...pageQuery, status: t.Optional(oneOf(['active', 'archived', 'all'])) }),
  result: page(listedCollectionSchema),
  refuses: ['invalid_request'],

  async run({ db, storeId, query }) {
    const { limit = 50, cursor, status = 'active' } = query;
    const shape = `collections ${status}`;
    const before = cursor ? String(decodeCursor(shape, cursor, 1)[0]) : null;
    const rows = await listCollections(db, storeId, status === 'all' ? null : status, before, limit + 1);
    return pageOf(
      rows,
      limit,
      (row) => row,
      ({ id }) => encodeCursor(shape, [id]),
    );
  },
});
