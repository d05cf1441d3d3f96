import { sellableOf } from '../catalog/stock/sellable-store';
import { stockReason } from '../catalog/stock/table';
import { STOCK_MAX, stockCount } from '../catalog/stock/view';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { id, label, t, unit } from '../kernel/schema/schema';
import { type BulkCall, bulkAct } from './act';

export default bulkAct({
  id: 'bulk.stock.change',
  label: { tr: 'Stokları değiştir', en: 'Change stock' },
  summary:
    'Set the stock of many products and their variants to a count, or add to it or take from it, as one proposal.',
  path: 'stock',
  of: id('prd'),
  terms: {
    stock: t.Optional(label('Stok', 'Stock')(stockCount({ description: 'Each product or variant has so many then.' }))),
    delta: t.Optional(
      label(
        'Stok değişimi',
        'Change of stock',
      )(
        t.Integer({
          minimum: -STOCK_MAX,
          maximum: STOCK_MAX,
          ...unit('count'),
          description: 'Adds so many to each, or takes them away.',
        }),
      ),
    ),
    reason: t.Optional(stockReason),
  },
  example: { ids: [exampleId('prd', 'CEZVE')], delta: 10, reason: 'Sevkiyat' },

  check({ stock, delta }) {
    if ((stock === undefined) === (delta === undefined))
      refuse('invalid_request', 'Either stock or delta is stated.', {
        errors: [{ pointer: '/stock', message: 'or delta is stated, and not both' }],
      });
  },

  async plan({ db, storeId, ids, terms: { stock, delta, reason } }) {
    const variants = new Map((await sellableOf(db, storeId, ids)).map((product) => [product.id, product.variantIds]));
    const command = stock === undefined ? 'catalog.stock.adjust' : 'catalog.stock.set';
    const change = { ...(stock === undefined ? { delta } : { stock }), ...(reason === undefined ? {} : { reason }) };
    return ids.flatMap((productId): BulkCall[] => {
      const variantIds = variants.get(productId) ?? [];
      // A product that is not there is refused by the command.
      const targets = variantIds.length > 0 ? variantIds : [productId];
      return targets.map((targetId) => ({ command, payload: { targetId, ...change } }));
    });
  },
});
