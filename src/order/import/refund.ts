import { paidFor, type UnitShare } from '../../checkout/price/shares';
import type { MutationContext } from '../../kernel/declaration/context';
import { unasked } from '../../provider/conversation/columns';
import { note } from '../event/store';
import type { OrderLine } from '../line/table';
import type { OrderRow } from '../order/aggregate';
import { refund } from '../refund/aggregate';
import { changeRefund, insertRefund, marketplaceRefunds } from '../refund/store';

interface Refunded {
  readonly id: string;
  /** The refunded amount in kuruş. */
  readonly amount: number;
  write(): void;
}

type Units = readonly { readonly lineId: string; readonly units: readonly number[] }[];

const LIVES_ON = 'Parçalar başka bir pakette devam ediyor.';

/**
 * Takes refunds back whose units turn out to go on: the marketplace has given nothing back for them.
 * @returns their money, and the units of theirs that stay cancelled
 */
export async function refundsTakenBack(
  context: MutationContext,
  order: Pick<OrderRow, 'id' | 'customerId'>,
  back: Units,
): Promise<Omit<Refunded, 'id'> & { readonly stay: Units }> {
  const goesOn = (lineId: string, unit: number): boolean =>
    back.some((each) => each.lineId === lineId && each.units.includes(unit));
  const rows = back.length === 0 ? [] : await marketplaceRefunds(context.tx, context.storeId, order.id);
  const wrong = rows.filter(({ pieces }) =>
    pieces.some(({ lineId, units }) => units.some((unit) => goesOn(lineId, unit))),
  );
  const stay = wrong
    .flatMap(({ pieces }) => pieces)
    .map(({ lineId, units }) => ({ lineId, units: units.filter((unit) => !goesOn(lineId, unit)) }))
    .filter(({ units }) => units.length > 0);
  return {
    amount: wrong.reduce((sum, { amount }) => sum + amount, 0),
    stay,
    write() {
      for (const row of wrong) {
        changeRefund(context, order, row, { state: 'failed', failure: LIVES_ON });
        note(context, order.id, { kind: 'refund_failed', subjectId: row.id });
      }
    },
  };
}

/**
 * Writes down the money of units that a marketplace has cancelled: it has given it back itself, and nobody is asked.
 * @returns undefined where nothing was paid for them
 */
export function noteRefund(
  context: MutationContext,
  { id: orderId, customerId }: Pick<OrderRow, 'id' | 'customerId'>,
  pieces: Units,
  lines: readonly OrderLine[],
): Refunded | undefined {
  const amount = pieces.reduce((sum, { lineId, units }) => {
    const { units: shares = [] } = lines.find(({ id }) => id === lineId) ?? {};
    return sum + units.reduce((total, unit) => total + paidFor(shares[unit] as UnitShare), 0);
  }, 0);
  if (amount === 0) return undefined;
  const { storeId, tx, now, newId, record } = context;
  const at = now.toISOString();
  const row = {
    id: newId(refund.prefix),
    orderId,
    state: 'succeeded' as const,
    method: 'marketplace' as const,
    paymentId: null,
    amount,
    reason: null,
    pieces: pieces.map(({ lineId, units }) => ({ lineId, units: [...units] })),
    reference: null,
    failure: null,
    settledAt: at,
  };
  return {
    id: row.id,
    amount,
    write() {
      insertRefund(tx, storeId, row, now);
      const made = { ...row, ...unasked, rev: 1, createdAt: at, updatedAt: at };
      record(refund.word, row.id, null, refund.snapshot(made), { customerId });
      note(context, orderId, { kind: 'refunded', subjectId: row.id });
    },
  };
}
