import type { MutationContext } from '../../kernel/declaration/context';
import { postLetter } from '../../mail/letters';
import { releaseDigital, tellGiven } from '../epin/give';
import { note } from '../event/store';
import { orderPaid } from '../letter/letters';
import type { OrderLine } from '../line/table';
import type { OrderRow } from '../order/aggregate';
import { changeOrder } from '../order/store';
import { saveProgress } from '../piece/save';

interface Came {
  readonly lines: readonly OrderLine[];
  /** The lines after the money has come. */
  readonly after?: readonly OrderLine[];
  /** The amount that was captured, in kuruş. */
  readonly captured: number;
}

/** Notes that the money of a locked order has come, and gives its buyer what is digital in it. */
export async function paidNow(
  context: MutationContext,
  before: OrderRow,
  { lines, after: counted = lines, captured }: Came,
): Promise<OrderRow> {
  const given = await releaseDigital(context, before, counted);
  const after = saveProgress(context, before, lines, given.lines, {
    payment: 'paid',
    captured,
    paidAt: context.now.toISOString(),
  });
  note(context, before.id, { kind: 'paid' });
  postLetter(context, orderPaid, before.id);
  tellGiven(context, before, given, 'paid');
  return after;
}

/** Notes that the transfer of a locked order has come when it was cancelled already: the money is there, to be given back. */
export function cameLate(context: MutationContext, before: OrderRow): OrderRow {
  const after = changeOrder(context, before, { captured: before.total, paidAt: context.now.toISOString() });
  note(context, before.id, { kind: 'paid_late' });
  return after;
}
