import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { label, object, t, unit } from '../kernel/schema/schema';
import { STOCK_MAX } from './stock/limits';
import { adjusted, assertExpectedStock, assertSold } from './stock/state';
import { lockStock, sendMovement } from './stock/store';
import { stockReason } from './stock/table';
import { expectedStock, stockReceipt, stockTarget } from './stock/view';

export default command({
  id: 'catalog.stock.adjust',
  label: { tr: 'Stoku değiştir', en: 'Change the stock' },
  summary: 'Add a signed number to the stock of a product or variant; an untracked one is refused.',
  policy: 'propose',
  scope: 'catalog:write',
  payload: object({
    targetId: stockTarget,
    delta: label(
      'Stok değişimi',
      'Change of stock',
    )(t.Integer({ minimum: -STOCK_MAX, maximum: STOCK_MAX, ...unit('count') })),
    expectedStock,
    reason: t.Optional(stockReason),
  }),
  result: stockReceipt,
  refuses: ['not_found', 'invalid_state', 'stock_conflict', 'stock_untracked', 'stock_out_of_range'],
  example: { targetId: exampleId('prd', 'CEZVE'), delta: -2, reason: 'Kırılan' },

  first: ({ payload, storeId, tx }) => lockStock(tx, storeId, payload.targetId),

  async run({ payload, storeId, tx, now, first, newId, record, inverse }) {
    const { targetId, delta, reason = null } = payload;
    const item = await first;
    assertSold(item);
    const { productId, variantId, stock: before } = item;
    assertExpectedStock(before, payload.expectedStock);
    const stock = adjusted(before, delta);
    if (delta === 0) return { targetId, productId, before, stock, movementId: null };
    const movementId = newId('stm');
    sendMovement(
      tx,
      storeId,
      { id: movementId, productId, variantId, kind: 'adjust', delta, before, after: stock, reason },
      now,
    );
    record(variantId ? 'variant' : 'product', targetId, { stock: before }, { stock }, { productId });
    // No expectedStock: additions commute, so nothing that happened in between is overwritten.
    inverse('catalog.stock.adjust', { targetId, delta: -delta });
    return { targetId, productId, before, stock, movementId };
  },
});
