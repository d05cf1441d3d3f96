import type { MutationContext } from '../../kernel/declaration/declare';
import { note } from '../event/store';
import { linesOf } from '../line/store';
import type { OrderRow } from '../order/aggregate';
import type { RefundRow } from '../refund/aggregate';
import { book, wayOf } from '../refund/reserve';
import type { ReturnRow } from './aggregate';
import { isGivenBack, owedNow, type Standing } from './owed';
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

/** Reserves what a return is owed. @returns the return, and the refund if something is owed */
export async function reserved(
  context: MutationContext,
  row: ReturnRow,
  standing: Standing,
): Promise<{ readonly row: ReturnRow; readonly made?: RefundRow }> {
  const { amount, pieces } = owedNow(row, standing);
  if (amount === 0) return { row };
  const way = await wayOf(context, standing.order);
  const made = book(context, standing, { ...way, amount, pieces: [...pieces], reason: 'Ürün iadesi' });
  return { row: changeReturn(context, row, { refunds: [...row.refunds, made.id] }), made };
}
