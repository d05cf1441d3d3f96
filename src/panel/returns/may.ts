import { type Ground, groundsOf, isSaleable, mayMove, type ReturnState } from '../../order/return/state';
import type { Return } from '../api/types';

export const mayApprove = ({ state }: Return): boolean => mayMove(state, 'order.return.approve', 'approved');
export const mayWithdraw = ({ state }: Return): boolean => mayMove(state, 'order.return.cancel', 'withdrawn');
export const maySettle = ({ state }: Return): boolean => mayMove(state, 'order.return.settle', 'refunded');

const isRejectable = (state: ReturnState): boolean => mayMove(state, 'order.return.reject', 'rejected');

/** On which grounds a return may be rejected, told by dates, exceptions and what has come. */
export function groundsFor(row: Return): readonly Ground[] {
  if (!isRejectable(row.state)) return [];
  const isLate = row.withdrawalUntil !== null && row.noticedAt > row.withdrawalUntil;
  const isExcluded = row.lines.every(({ withdrawalException }) => withdrawalException !== null);
  const isSold = row.receipts.some(({ condition }) => isSaleable(condition));
  const holds: Readonly<Record<Ground, boolean>> = {
    late: isLate,
    excluded: isExcluded,
    unfounded: true,
    condition: !isSold,
  };
  return groundsOf(row).filter((ground) => holds[ground]);
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
