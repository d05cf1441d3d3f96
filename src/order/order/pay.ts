import type { MutationContext } from '../../kernel/declaration/declare';
import { postLetter } from '../../mail/letters';
import { releaseDigital, tellGiven } from '../epin/give';
import { note } from '../event/store';
import { orderPaid } from '../letter/letters';
import { linesOf, saveLines } from '../line/store';
import type { OrderRow } from './aggregate';
import { fulfilmentOf, type PaymentState } from './state';
import { changeOrder } from './store';

/** Notes that all of the money of a locked order has come, and gives its buyer what is digital in it. */
export async function paidNow(context: MutationContext, before: OrderRow, payment: PaymentState): Promise<OrderRow> {
  const lines = await linesOf(context.tx, context.storeId, before.id);
  const given = await releaseDigital(context, lines);
  const after = changeOrder(context, before, {
    payment,
    fulfilment: fulfilmentOf(given.lines),
    captured: before.total,
    paidAt: context.now.toISOString(),
  });
  saveLines(context, lines, given.lines);
  note(context, before.id, { kind: 'paid' });
  postLetter(context, orderPaid, before.id);
  tellGiven(context, before.id, given, 'paid');
  return after;
}
