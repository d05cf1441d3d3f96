import type { MutationContext } from '../../kernel/declaration/context';
import { DAY_MS, endOfNthDay } from '../../kernel/shop-time';
import { lawAt } from '../law/withdrawal';
import type { OrderLine } from '../line/table';
import type { OrderRow } from '../order/aggregate';
import { isBack } from '../piece/condition';
import type { ReturnRow } from './aggregate';
import { owedNow, type Standing } from './owed';
import { changeReturn } from './store';

/**
 * Tells the legal end of the time to refund a withdrawal (Art. 12(1)). It runs once a piece of the return is back and money is owed by the
 * rule of `owedNow`, and stays as it was set. Goods that never left count from the notice.
 * @param row the return with all that has come @param sentAt when the goods were handed to their carrier; null: nobody says so
 * @returns ISO 8601; null: no money is owed by law
 */
export function refundEnd(row: ReturnRow, standing: Standing, sentAt: string | null): string | null {
  if (row.refundUntil !== null || row.kind !== 'withdrawal') return row.refundUntil;
  const back = row.receipts.filter(({ condition }) => isBack(condition));
  const [first] = back;
  if (!first || owedNow(row, standing).amount === 0) return null;
  const { refundDays } = lawAt(row.noticedAt);
  const from = back.every(({ condition }) => condition === 'unsent') ? row.noticedAt : sentAt;
  return from === null
    ? new Date(Date.parse(first.at) + refundDays * DAY_MS).toISOString()
    : endOfNthDay(from, refundDays);
}

/** Sets the legal end of returns of a locked order whose money is owed again: a refund under way has left too little, and failed. */
export function noteOwedAgain(context: MutationContext, standing: Standing): void {
  for (const row of standing.returns) {
    const refundUntil = refundEnd(row, standing, null);
    if (refundUntil !== row.refundUntil) changeReturn(context, row, { refundUntil });
  }
}

/**
 * Tells the last moment at which a buyer may withdraw (Art. 9).
 * @param deliveredAt when the last parcel came; null: not all has been delivered @returns ISO 8601; null: the days do not run yet
 */
export function withdrawalEnd(
  { placedAt }: Pick<OrderRow, 'placedAt'>,
  lines: readonly Pick<OrderLine, 'requiresShipping'>[],
  deliveredAt: string | null,
): string | null {
  const from = lines.some(({ requiresShipping }) => requiresShipping) ? deliveredAt : placedAt;
  return from && endOfNthDay(from, lawAt(placedAt).withdrawalDays);
}
