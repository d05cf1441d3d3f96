import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { object, t } from '../kernel/schema/schema';
import { product } from './product/aggregate';
import { assertExpectedStock, assertSold, movementBetween } from './stock/state';
import { lockStock, sendMovement } from './stock/store';
import { stockReason } from './stock/table';
import { expectedStock, stockReceipt, stockTarget } from './stock/view';

export default command({
  id: 'catalog.stock.set',
  label: { tr: 'Stoku belirle', en: 'Set the stock' },
  summary: 'Set the stock of a product or variant to a count; null stops counting and makes it always available.',
  policy: 'propose',
  scope: 'catalog:write',
  payload: object({
    targetId: stockTarget,
    stock: product.columns.stock.schema,
    expectedStock,
    reason: t.Optional(stockReason),
  }),
  result: stockReceipt,
  refuses: ['not_found', 'invalid_state', 'stock_conflict'],
  example: { targetId: exampleId('var', 'FKC250'), stock: 60, reason: 'Sayım' },

  first: ({ payload, storeId, tx }) => lockStock(tx, storeId, payload.targetId),

  async run({ payload, storeId, tx, now, first, newId, record, inverse }) {
    const { targetId, stock, reason = null } = payload;
    const item = await first;
    assertSold(item);
    const { productId, variantId, stock: before } = item;
    assertExpectedStock(before, payload.expectedStock);
    if (stock === before) return { targetId, productId, before, stock, movementId: null };
    const movementId = newId('stm');
    sendMovement(
      tx,
      storeId,
      { id: movementId, productId, variantId, ...movementBetween(before, stock), before, after: stock, reason },
      now,
    );
    record(variantId ? 'variant' : 'product', targetId, { stock: before }, { stock }, { productId });
    // Below zero no command puts it back: the pieces of a marketplace that were not there stay sold.
    inverse('catalog.stock.set', { targetId, stock: before && Math.max(0, before), expectedStock: stock });
    return { targetId, productId, before, stock, movementId };
  },
});
