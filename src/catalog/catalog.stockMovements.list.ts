import { decodeCursor, encodeCursor, pageOf } from '../kernel/cursor';
import { readRoute } from '../kernel/declare';
import { refuse } from '../kernel/errors';
import { object, page, pageQuery } from '../kernel/schema';
import { listMovements } from './stock.store';
import { movementSchema, stockTarget } from './stock.view';

export default readRoute({
  id: 'catalog.stockMovements.list',
  http: 'GET /v1/catalog/stock-movements',
  summary: 'The stock ledger of a product with its variants, or of one variant, newest first.',
  policy: 'read',
  scope: 'catalog:read',
  query: object({ ...pageQuery, targetId: stockTarget }),
  result: page(movementSchema),
  refuses: ['invalid_request'],

  async run({ db, storeId, query }) {
    const { limit = 50, cursor, targetId } = query;
    const before = cursor ? seqOf(cursor) : Number.MAX_SAFE_INTEGER;
    const target = { kind: targetId.startsWith('var_') ? 'variant' : 'product', id: targetId } as const;
    const rows = await listMovements(db, storeId, target, before, limit + 1);
    return pageOf(
      rows,
      limit,
      (row) => row,
      ({ seq }) => encodeCursor('movements', [seq]),
    );
  },
});

function seqOf(cursor: string): number {
  const [seq] = decodeCursor('movements', cursor, 1);
  return Number.isSafeInteger(seq) ? (seq as number) : refuse('invalid_request', 'The cursor is not one of this list.');
}
