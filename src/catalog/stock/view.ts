import { guard, id, type kurus, label, nullable, object, risky, t, typeNamed, unit } from '../../kernel/schema/schema';
import type { ShownRow } from '../../kernel/table/table';
import { STOCK_MAX } from './limits';
import { movement } from './table';

/** Marks a stock from which buyers buy. */
export const soldOut = risky({ 0: 'stockZero' });

export const stockCount = (options: Parameters<typeof kurus>[0] = {}) =>
  t.Integer({ minimum: 0, maximum: STOCK_MAX, ...unit('count'), ...options });

export const stockTarget = label('Ürün ya da varyant', 'Product or variant')(id('prd', 'var'));
export const expectedStock = t.Optional(
  guard(
    label(
      'Görülen stok',
      'Stock seen',
    )(
      nullable(
        stockCount({ description: 'The stock that the caller saw; another one is refused with stock_conflict.' }),
      ),
    ),
  ),
);

export const movementSchema = typeNamed('StockMovement')(object(movement.answers));

/** The answer of commands on a stock. */
export const stockReceipt = typeNamed('StockReceipt')(
  object({
    targetId: stockTarget,
    productId: id('prd'),
    before: nullable(t.Integer()),
    stock: nullable(t.Integer()),
    movementId: nullable(id('stm')),
  }),
);

/** A movement as the ledger has it, with the number that it has by then. */
export type MovementRow = ShownRow<typeof movement> & { readonly seq: number };
