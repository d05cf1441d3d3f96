import type { MutationContext } from '../../kernel/declaration/context';
import { note } from '../event/store';
import { linesOf } from '../line/store';
import type { OrderRow } from '../order/aggregate';
import type { ReturnRow } from './aggregate';
import { isGivenBack, type Standing } from './owed';
import { mayMove } from './state';
import { changeReturn, refundsOf, returnsOf } from './store';

/** Reads the records from which the money of the returns of a locked order follows. */
export async function standingOf({ tx, storeId }: MutationContext, order: OrderRow): Promise<Standing> {
  const lines = await linesOf(tx, storeId, order.id);
  const returns = await returnsOf(tx, storeId, order.id);
  return { order, lines, returns, refunds: await refundsOf(tx, storeId, order.id) };
}

/** Ends a return whose money was given back. @returns as it is by then */
export function ended(context: MutationContext, row: ReturnRow, standing: Standing): ReturnRow {
  if (!mayMove(row.state, 'order.return.settle', 'refunded') || !isGivenBack(row, standing)) return row;
  note(context, standing.order.id, { kind: 'return_refunded', subjectId: row.id });
  return changeReturn(context, row, { state: 'refunded' });
}

/** Ends the returns of a locked order whose money was given back, once a refund of it has come to be. */
export async function endReturns(context: MutationContext, order: OrderRow): Promise<void> {
  const standing = await standingOf(context, order);
  for (const row of standing.returns) ended(context, row, standing);
}

/** Ends the open returns of a locked order that is cancelled: no money of it has come that could be owed. */
export async function withdrawReturns(context: MutationContext, orderId: string): Promise<void> {
  for (const row of await returnsOf(context.tx, context.storeId, orderId)) {
    if (!mayMove(row.state, 'order.cancel', 'withdrawn')) continue;
    changeReturn(context, row, { state: 'withdrawn' });
    note(context, orderId, { kind: 'return_withdrawn', subjectId: row.id });
  }
}
