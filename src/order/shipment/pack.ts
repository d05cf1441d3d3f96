import { refuse } from '../../kernel/errors';
import type { OrderLine } from '../line/table';
import type { OrderRow } from '../order/aggregate';
import { goesBackWhole, isTrusted } from '../order/state';
import { leftToShip } from '../piece/progress';
import { assertStatedPieces, countLeft } from '../piece/stated';
import type { ShipmentRow } from './aggregate';

type Pieces = ShipmentRow['pieces'];

type Standing = Pick<OrderRow, 'payment' | 'review' | 'captured' | 'refunded' | 'refundReserved'>;

/** The reasons for which goods of an order stay here for now, or for good. */
export type Hold = 'review_pending' | 'review_rejected' | 'given_back' | 'awaiting_transfer' | 'cancelled';

/** Finds the reason for which the goods of an order stay here; undefined: they may leave. */
export function holdOf(order: Standing): Hold | undefined {
  const { payment, review } = order;
  if (!isTrusted(order)) return review === 'rejected' ? 'review_rejected' : 'review_pending';
  if (goesBackWhole(order)) return 'given_back';
  return payment === 'paid' || payment === 'pending_cod' ? undefined : payment;
}

/** @throws {Refusal} invalid_state of an order whose goods stay here */
export function assertShippable(order: Standing): void {
  const { payment, review } = order;
  const hold = holdOf(order);
  if (hold === undefined) return;
  if (hold === 'review_pending' || hold === 'review_rejected')
    refuse('invalid_state', `The review of the payment is ${review}: goods leave once its provider trusts it.`, {
      facts: { state: review as string },
      quotesNobody: true,
    });
  if (hold === 'given_back')
    refuse('invalid_state', 'All of the money of the order is given back: nothing of it leaves any more.', {
      facts: { state: payment },
      quotesNobody: true,
    });
  refuse('invalid_state', `The order is ${payment}: goods leave once it is paid, or are paid for on delivery.`, {
    facts: { state: payment },
    quotesNobody: true,
  });
}

/**
 * The contents of a new parcel: the stated pieces, or all that may leave.
 * @throws {Refusal} line_unknown, nothing_to_ship; more_than_left of what has left or is refunded
 */
export function packed(lines: readonly OrderLine[], stated: Pieces | undefined): Pieces {
  if (stated) assertStatedPieces(stated, countLeft(lines, leftToShip));
  const pieces =
    stated ??
    lines.map((line) => ({ lineId: line.id, quantity: leftToShip(line) })).filter(({ quantity }) => quantity > 0);
  if (pieces.length === 0) refuse('nothing_to_ship', undefined, { quotesNobody: true });
  return pieces;
}
