import { type Condition, conditions } from '../../order/piece/condition';
import { leftFor, outside } from '../../order/piece/returns';
import { groundsThatHold } from '../../order/return/grounds';
import { isGivenBack, owedNow } from '../../order/return/owed';
import { type Ground, mayMove, type ReturnState } from '../../order/return/state';
import type { Order, OrderLine, Return } from '../api/types';

export const mayApprove = ({ state }: Return): boolean => mayMove(state, 'order.return.approve', 'approved');
export const mayWithdraw = ({ state }: Return): boolean => mayMove(state, 'order.return.cancel', 'withdrawn');

/** The money that is still to be given back for it, in kuruş. */
export const owedFor = (row: Return, order: Order): number => owedNow(row, { ...order, order }).amount;

/** Whether its money was given back, so that it can be closed. */
export const mayClose = (row: Return, order: Order): boolean =>
  mayMove(row.state, 'order.return.settle', 'refunded') && isGivenBack(row, { ...order, order });

const isRejectable = (state: ReturnState): boolean => mayMove(state, 'order.return.reject', 'rejected');

/** Lists the grounds on which a return may be rejected. */
export const groundsFor = (row: Return, order: Order): readonly Ground[] =>
  isRejectable(row.state) ? groundsThatHold(row, order.lines) : [];

/** Whether any of its goods is outside of the shop. */
export const hasLeft = (row: Return, order: Order): boolean =>
  row.lines.some(({ lineId }) => linesOf(order, lineId).some((line) => outside(line) > 0));

const linesOf = ({ lines }: Order, lineId: string): OrderLine[] => lines.filter(({ id }) => id === lineId);

/** Counts the pieces of a line that can have come, by their condition: those that never left are unsent. */
export function arrivable(order: Order, lineId: string, left: number): ReadonlyMap<Condition, number> {
  const [line] = linesOf(order, lineId);
  if (!line) return new Map();
  const most = conditions.map((condition) => [condition, Math.min(left, leftFor(condition, line))] as const);
  return new Map(most.filter(([, pieces]) => pieces > 0));
}

/** How many pieces of which line have not come yet; none where nothing is received any more. */
export function awaited({ state, pieces, receipts, lines }: Return): { lineId: string; left: number }[] {
  const isReceiving = (['partially_received', 'received', 'refunded'] as const).some((to) =>
    mayMove(state, 'order.return.receive', to),
  );
  if (!isReceiving) return [];
  const countOf = (list: readonly { lineId: string; units: readonly number[] }[], id: string): number =>
    list.reduce((sum, { lineId, units }) => sum + (lineId === id ? units.length : 0), 0);
  return lines
    .map(({ lineId }) => ({ lineId, left: countOf(pieces, lineId) - countOf(receipts, lineId) }))
    .filter(({ left }) => left > 0);
}
