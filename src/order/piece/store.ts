import type { Transaction } from '../../kernel/database/queryable';
import type { HeldReturn, Refunded } from './returns';

const REFUNDS = 'SELECT state, pieces FROM order_refund WHERE store_id = $1 AND order_id = $2 ORDER BY id';

/** The refunds of a locked order, as far as they tell of its pieces. */
export const refundedIn = (tx: Transaction, storeId: string, orderId: string): Promise<Refunded[]> =>
  tx.query<Refunded>(REFUNDS, [storeId, orderId]);

const RETURNS = 'SELECT state, pieces, receipts FROM order_return WHERE store_id = $1 AND order_id = $2 ORDER BY id';

/** The returns of a locked order, as far as they tell of its pieces. */
export const heldIn = (tx: Transaction, storeId: string, orderId: string): Promise<HeldReturn[]> =>
  tx.query<HeldReturn>(RETURNS, [storeId, orderId]);
