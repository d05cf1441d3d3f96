import { paidFor, type UnitShare } from '../../checkout/price/shares';
import type { MutationContext } from '../../kernel/declaration/declare';
import { unasked } from '../../provider/conversation/columns';
import { note } from '../event/store';
import type { OrderLine } from '../line/table';
import type { OrderRow } from '../order/aggregate';
import { refund } from '../refund/aggregate';
import { insertRefund } from '../refund/store';

interface Refunded {
  readonly id: string;
  /** In kuruş. */
  readonly amount: number;
  write(): void;
}

/**
 * Writes down the money of units that a marketplace has cancelled: it has given it back itself, and nobody is asked.
 * @returns undefined where nothing was paid for them
 */
export function noteRefund(
  context: MutationContext,
  { id: orderId, customerId }: Pick<OrderRow, 'id' | 'customerId'>,
  pieces: readonly { readonly lineId: string; readonly units: readonly number[] }[],
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
