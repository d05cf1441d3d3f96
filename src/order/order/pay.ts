import type { MutationContext } from '../../kernel/declaration/declare';
import { postLetter } from '../../mail/letters';
import { note } from '../event/store';
import { orderPaid } from '../letter/letters';
import type { OrderRow } from './aggregate';
import type { PaymentState } from './state';
import { changeOrder } from './store';

/** Notes that all of the money of a locked order has come. */
export function paidNow(context: MutationContext, before: OrderRow, payment: PaymentState): OrderRow {
  const after = changeOrder(context, before, {
    payment,
    captured: before.total,
    paidAt: context.now.toISOString(),
  });
  note(context, before.id, { kind: 'paid' });
  postLetter(context, orderPaid, before.id);
  return after;
}
