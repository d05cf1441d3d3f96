import type { MutationContext } from '../../kernel/declaration/declare';
import { note } from '../event/store';
import { linesOf, saveLines } from '../line/store';
import type { OrderRow } from '../order/aggregate';
import { changeOrder } from '../order/store';
import { refund } from '../refund/aggregate';
import { noted } from '../refund/shares';
import { insertRefund } from '../refund/store';
import type { ReturnRow } from './aggregate';
import { isGivenBack, type Owed, owedNow, type Standing } from './owed';
import { mayMove } from './state';
import { changeReturn, refundsOf, returnsOf } from './store';

/** What the money of the returns of a locked order is told by. */
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

/** Reserves what a return is owed. @returns the return, and what was reserved in kuruş */
export function reserved(
  context: MutationContext,
  row: ReturnRow,
  standing: Standing,
): { readonly row: ReturnRow; readonly amount: number } {
  const { amount, pieces } = owedNow(row, standing);
  if (amount === 0) return { row, amount };
  const refundId = reserve(context, standing, { amount, pieces });
  return { row: changeReturn(context, row, { refunds: [...row.refunds, refundId] }), amount };
}

/** @returns the id of the refund */
function reserve(context: MutationContext, { order, lines }: Standing, { amount, pieces }: Owed): string {
  const { storeId, tx, now, newId, record } = context;
  const at = now.toISOString();
  const row = {
    id: newId(refund.prefix),
    orderId: order.id,
    state: 'requested' as const,
    method: 'manual' as const,
    amount,
    pieces: [...pieces],
    reason: 'Ürün iadesi',
    reference: null,
    failure: null,
    settledAt: null,
  };
  insertRefund(tx, storeId, row, now);
  record(refund.word, row.id, null, refund.snapshot({ ...row, rev: 1, createdAt: at, updatedAt: at } as never), {
    orderId: order.id,
  });
  saveLines(context, lines, noted(lines, row.pieces, 'given'));
  changeOrder(context, order, { refundReserved: order.refundReserved + amount });
  note(context, order.id, { kind: 'refund_requested', subjectId: row.id });
  return row.id;
}
