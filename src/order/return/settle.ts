import type { MutationContext } from '../../kernel/declaration/declare';
import type { Settling } from '../../kernel/declaration/settling';
import type { Answer } from '../../kernel/schema/schema';
import { note } from '../event/store';
import { linesOf } from '../line/store';
import type { OrderRow } from '../order/aggregate';
import { wayOf } from '../payment/way';
import type { RefundRow } from '../refund/aggregate';
import { book } from '../refund/reserve';
import { settledBy } from '../refund/settles';
import { getRefund } from '../refund/store';
import { orderReturn, type ReturnRow, type returnSchema } from './aggregate';
import { isGivenBack, owedNow, type Standing } from './owed';
import { mayMove } from './state';
import { changeReturn, getReturn, refundsOf, returnsOf } from './store';

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

/** Reserves what a return is owed. @returns the return, and the refund if something is owed */
export async function reserved(
  context: MutationContext,
  row: ReturnRow,
  standing: Standing,
): Promise<{ readonly row: ReturnRow; readonly made?: RefundRow }> {
  const { amount, pieces } = owedNow(row, standing);
  if (amount === 0) return { row };
  const way = await wayOf(context, standing.order);
  const made = await book(context, standing, { ...way, amount, pieces: [...pieces], reason: 'Ürün iadesi' });
  return { row: changeReturn(context, row, { refunds: [...row.refunds, made.id] }), made };
}

type Settlement = Answer<typeof returnSchema> & { readonly reserved: number };

/** A settlement is done once its refund is. Nobody waits for money that the shop gives back itself. */
export const settlesByRefund: Settling<Settlement> = {
  async look(db, storeId, { id, reserved: amount }) {
    const row = await getReturn(db, storeId, id);
    const result = { ...orderReturn.answer(row), reserved: amount };
    const refundId = amount > 0 ? row.refunds.at(-1) : undefined;
    if (refundId === undefined) return { state: 'done', result };
    const made = await getRefund(db, storeId, refundId);
    return made.method === 'manual' ? { state: 'done', result } : settledBy(made, result);
  },
};
