import { exampleId } from '../kernel/declaration/example';
import { workRoute } from '../kernel/declaration/route';
import { refuse } from '../kernel/errors';
import { object, page, pageQuery } from '../kernel/schema/schema';
import { listMovements } from './stock/store';
import { movementSchema, stockTarget } from './stock/view';

export default workRoute({
  id: 'catalog.stockMovements.list',
  label: { tr: 'Stok hareketlerini listele', en: 'List the stock movements' },
  http: 'GET /v1/catalog/stock-movements',
  summary: 'The stock ledger of a product with its variants, or of one variant, newest first.',
  policy: 'read',
  scope: 'catalog:read',
  query: object({ ...pageQuery, targetId: stockTarget }),
  result: page(movementSchema),
  refuses: ['invalid_request', 'not_found'],
  example: { query: { targetId: exampleId('prd', 'CEZVE') } },

  run({ db, storeId, query, cursors, services }) {
    const { targetId } = query;
    const target = { kind: targetId.startsWith('var_') ? 'variant' : 'product', id: targetId } as const;
    return cursors.page({
      kinds: ['int8'],
      async rows(after, most) {
        const writer = services.bookkeeping(storeId);
        const { rows, exists } = await listMovements(db, writer, storeId, target, after?.[0], most);
        if (!exists && rows.length === 0 && after === null) refuse('not_found', `There is no such ${target.kind}.`);
        return rows;
      },
      position: ({ seq }) => [seq],
      view: (row) => row,
    });
  },
});
