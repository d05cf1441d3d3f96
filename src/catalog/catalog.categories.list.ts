import { decodeCursor, encodeCursor, pageOf } from '../kernel/cursor';
import { readRoute } from '../kernel/declare';
import { refuse } from '../kernel/errors';
import { object, oneOf, page, pageQuery, t } from '../kernel/schema';
import { listCategories } from './category.store';
import { categorySchema } from './category.view';

export default readRoute({
  id: 'catalog.categories.list',
  http: 'GET /v1/catalog/categories',
  summary: 'Categories by position; active ones unless asked otherwise.',
  policy: 'read',
  scope: 'catalog:read',
  query: object({ ...pageQuery, status: t.Optional(oneOf(['active', 'archived', 'all'])) }),
  result: page(categorySchema),
  refuses: ['invalid_request'],

  async run({ db, storeId, query }) {
    const { limit = 50, cursor, status = 'active' } = query;
    const shape = `categories ${status}`;
    const rows = await listCategories(
      db,
      storeId,
      status === 'all' ? null : status,
      cursor ? afterOf(shape, cursor) : null,
      limit + 1,
    );
    return pageOf(
      rows,
      limit,
      (row) => row,
      ({ position, id }) => encodeCursor(shape, [position, id]),
    );
  },
});

function afterOf(shape: string, cursor: string): [number, string] {
  const [position, id] = decodeCursor(shape, cursor, 2);
  if (!Number.isInteger(position) || Math.abs(position as number) > 2 ** 31 - 1 || typeof id !== 'string') {
    refuse('invalid_request', 'The cursor is not one of this list.');
  }
  return [position as number, id as string];
}
