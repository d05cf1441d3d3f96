import type { MutationContext } from '../../kernel/declaration/context';
import type { OrderRow } from '../order/aggregate';
import type { Way } from '../refund/book';
import { paymentOf } from './store';

/** Finds the way in which money of an order is given back: by the provider that took it, else by the shop itself. */
export async function wayOf({ tx, storeId }: MutationContext, { id }: Pick<OrderRow, 'id'>): Promise<Way> {
  const paid = await paymentOf(tx, storeId, id);
  return paid ? { method: 'provider', paymentId: paid.id } : { method: 'manual', paymentId: null };
}
