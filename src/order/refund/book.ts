import type { MutationContext } from '../../kernel/declaration/context';
import { unasked } from '../../provider/conversation/columns';
import { note } from '../event/store';
import type { OrderLine } from '../line/table';
import type { OrderRow } from '../order/aggregate';
import { givingBack } from '../piece/progress';
import { saveMoved } from '../piece/staying';
import { type RefundRow, refund } from './aggregate';
import { refundAsking } from './contract';
import { insertRefund } from './store';

/** The way of giving money back, and the payment that it belongs to. */
export type Way = Pick<RefundRow, 'method' | 'paymentId'>;

/** Writes down a refund of a locked order, and that its amount is reserved. */
export async function book(
  context: MutationContext,
  { order: before, lines }: { readonly order: OrderRow; readonly lines: readonly OrderLine[] },
  asked: Way & Pick<RefundRow, 'amount' | 'pieces' | 'reason'>,
): Promise<RefundRow> {
  const { storeId, tx, now, newId, record } = context;
  const at = now.toISOString();
  const row = {
    ...asked,
    id: newId(refund.prefix),
    orderId: before.id,
    state: 'requested' as const,
    reference: null,
    failure: null,
    settledAt: null,
  };
  insertRefund(tx, storeId, row, now);
  const made = { ...row, ...unasked, rev: 1, createdAt: at, updatedAt: at };
  record(refund.word, row.id, null, refund.snapshot(made), { customerId: before.customerId });
  await saveMoved(context, before, lines, givingBack(lines, row.pieces), {
    last: row.pieces,
    more: { refundReserved: before.refundReserved + row.amount },
  });
  note(context, before.id, { kind: 'refund_requested', subjectId: row.id });
  return made;
}

/** Sends the work that asks the provider, once the reservation is committed. */
export function askFor({ effects, storeId }: MutationContext, { id, method }: RefundRow): void {
  if (method === 'provider') effects.startWorkflow(refundAsking, { storeId, refundId: id });
}
