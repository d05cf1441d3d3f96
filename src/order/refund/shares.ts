import { paidFor } from '../../checkout/price/shares';
import { refuse } from '../../kernel/errors';
import type { OrderLine } from '../line/table';
import type { OrderRow } from '../order/aggregate';
import { assertStatedPieces, countLeft, type StatedPieces } from '../piece/stated';
import type { RefundRow } from './aggregate';

/** The refund that a call requests: an amount, pieces of lines, or all that is left. */
export interface Wanted {
  /** The amount to refund, in kuruş. */
  readonly amount?: number;
  readonly lines?: readonly StatedPieces[];
  /** True if pieces come with their shares of shipping and fee. The law wants it when the buyer withdraws from the whole contract. */
  readonly delivery?: boolean;
}

interface Share {
  /** The refund's amount, in kuruş. */
  readonly amount: number;
  readonly pieces: RefundRow['pieces'];
}

/** The money that may be given back now, in kuruş: captured, neither refunded nor reserved for a refund. */
export const leftToRefund = ({ captured, refunded, refundReserved }: OrderRow): number =>
  captured - refunded - refundReserved;

type Shared = Pick<OrderLine, 'id' | 'quantity' | 'units' | 'refundedUnits' | 'unpaidUnits'>;

/** Places of the pieces of a line that were paid for, and whose money nobody gives back yet. */
const leftOf = ({ quantity, refundedUnits, unpaidUnits }: Shared): number[] =>
  Array.from({ length: quantity }, (_, place) => place).filter(
    (place) => !refundedUnits.includes(place) && !unpaidUnits.includes(place),
  );

/**
 * The amount of a refund and the pieces that it is for: their stored shares, which are never spread again.
 * @throws {Refusal} line_unknown, more_than_left, refund_too_much; invalid_state of an order without money that could be given back
 */
export function shareOf(order: OrderRow, lines: readonly OrderLine[], wanted: Wanted): Share {
  const { amount, lines: stated, delivery = false } = wanted;
  const left = leftToRefund(order);
  if (left === 0)
    refuse('invalid_state', 'No money of the order is left that could be given back.', {
      facts: { state: order.payment },
      quotesNobody: true,
    });
  const share = stated
    ? shareOfPieces(lines, stated, delivery)
    : amount === undefined
      ? { amount: left, pieces: piecesOf(lines, (line) => leftOf(line)) }
      : // All that is left is of all pieces, however it is stated: none of them is to be sent any more.
        { amount, pieces: amount === left ? piecesOf(lines, (line) => leftOf(line)) : [] };
  if (share.amount > left || share.amount === 0)
    refuse('refund_too_much', `${share.amount} kuruş are not among the ${left} that may be given back.`, {
      facts: { left },
      quotesNobody: true,
    });
  return share;
}

const piecesOf = (lines: readonly Shared[], unitsOf: (line: Shared) => number[]): RefundRow['pieces'] =>
  lines.map((line) => ({ lineId: line.id, units: unitsOf(line) })).filter(({ units }) => units.length > 0);

/** The share of the stated pieces. @throws {Refusal} line_unknown, more_than_left */
export function shareOfPieces(
  lines: readonly Shared[],
  stated: NonNullable<Wanted['lines']>,
  delivery: boolean,
): Share {
  assertStatedPieces(
    stated,
    countLeft(lines, (line) => leftOf(line).length),
  );
  const wanted = new Map(stated.map(({ lineId, quantity }) => [lineId, quantity]));
  const chosen = new Map(lines.map((line) => [line.id, leftOf(line).slice(0, wanted.get(line.id) ?? 0)]));
  const units = lines.flatMap((line) => (chosen.get(line.id) ?? []).map((place) => line.units[place]));
  const amount = units.reduce((sum, unit) => {
    if (!unit) return sum;
    return sum + (delivery ? paidFor(unit) : unit.price - unit.discount);
  }, 0);
  return { amount, pieces: piecesOf(lines, ({ id }) => chosen.get(id) ?? []) };
}
