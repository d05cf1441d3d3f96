import { command } from '../kernel/declare';
import { object, t } from '../kernel/schema';
import { assertActive } from './product.state';
import { fields } from './product.view';
import { assertExpectedStock, movementBetween } from './stock.state';
import { lockStock, sendMovement } from './stock.store';
import { expectedStock, stockReason, stockReceipt, stockTarget } from './stock.view';

export default command({
  id: 'catalog.stock.set',
  summary: 'Set the stock of a product or variant to a count; null stops counting and makes it always available.',
  policy: 'propose',
  scope: 'catalog:write',
  payload: object({ targetId: stockTarget, stock: fields.stock, expectedStock, reason: t.Optional(stockReason) }),
  result: stockReceipt,
  refuses: ['not_found', 'invalid_state', 'stock_conflict'],

  async run({ payload, storeId, tx, now, newId, record, inverse }) {
    const { targetId, stock, reason = null } = payload;
    const { productId, variantId, status, stock: before } = await lockStock(tx, storeId, targetId);
    assertActive({ status });
    assertExpectedStock(before, payload.expectedStock);
    if (stock === before) return { targetId, productId, before, stock, movementId: null };
    const movementId = newId('stm');
    sendMovement(
      tx,
      storeId,
      { id: movementId, productId, variantId, ...movementBetween(before, stock), before, after: stock, reason },
      now,
    );
    record(variantId ? 'variant' : 'product', targetId, { stock: before }, { stock });
    inverse('catalog.stock.set', { targetId, stock: before, expectedStock: stock });
    return { targetId, productId, before, stock, movementId };
  },
});
