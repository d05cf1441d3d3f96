import { assertOfShop } from '../../order/order/of-shop';
import { type CancelReason, cancelled, cancelReasons, transferred } from '../../order/order/state';
import { isReviewable } from '../../order/payment/reviewable';
import { cashDue, collected, notPaidFor } from '../../order/piece/cash';
import { underWayIn } from '../../order/piece/fulfilment';
import { leftToShip } from '../../order/piece/progress';
import { assertUnsent, removableOf, removedFrom } from '../../order/piece/removal';
import { backOf, freeOf } from '../../order/piece/returns';
import { shareOfPieces } from '../../order/refund/shares';
import { assertShippable } from '../../order/shipment/pack';
import {
  assertCancellable,
  assertRenumberable,
  isUnderWay,
  type TrackedState,
  trackedByHand,
  trackedStates,
} from '../../order/shipment/state';
import type { Order, OrderLine, Refund, Shipment } from '../api/types';
import type { Pieces } from './pieces';

/*
 * What may be done with an order as it stands, told by the rules that the commands themselves ask. What has moved meanwhile is refused
 * all the same.
 */

const isAllowed = (rule: () => unknown): boolean => {
  try {
    rule();
    return true;
  } catch {
    return false;
  }
};

/** Lines with pieces that may leave, and how many. */
export const shippable = (order: Order): readonly (readonly [line: OrderLine, left: number])[] =>
  isAllowed(() => {
    assertOfShop(order);
    assertShippable(order);
  })
    ? order.lines.map((line) => [line, leftToShip(line)] as const).filter(([, left]) => left > 0)
    : [];

/** Lines with pieces that no return has, and how many: of an order that is sold. */
export function returnable({
  channel,
  payment,
  lines,
  ...bound
}: Order): readonly (readonly [line: OrderLine, left: number])[] {
  if (channel !== 'store' || (payment !== 'paid' && payment !== 'pending_cod')) return [];
  return lines.map((line) => [line, freeOf(line, bound).length] as const).filter(([, left]) => left > 0);
}

/** Lines with pieces that may be taken out, as long as nothing was sent, and how many. One piece at least stays in the order. */
export function removable(order: Order): readonly (readonly [line: OrderLine, left: number])[] {
  const isUnsent = isAllowed(() => {
    assertOfShop(order);
    assertUnsent(order, order.lines, order.returns);
  });
  if (!isUnsent) return [];
  const lines = order.lines.map((line) => [line, removableOf(line)] as const).filter(([, left]) => left > 0);
  return lines.filter(([{ id }]) => !isLast(order, [{ lineId: id, quantity: 1 }]));
}

/** Whether nothing would be left of the order. */
export const isLast = (order: Order, pieces: Pieces): boolean =>
  pieces.length > 0 && !isAllowed(() => removedFrom(order.lines, pieces));

export const mayCollect = (order: Order): boolean => isAllowed(() => collected(order, order.lines));

export const mayConfirm = (order: Order): boolean => isAllowed(() => transferred(order));

/** Lists the reasons for which an order may be cancelled. */
export function cancelReasonsOf(order: Order): readonly CancelReason[] {
  const underWay = underWayIn(order.lines);
  return cancelReasons.filter((reason) => isAllowed(() => cancelled({ ...order, underWay }, reason, new Date())));
}

/** Money that may still be given back, in kuruş. */
export const refundable = ({ channel, payment, captured, refunded, refundReserved }: Order): number =>
  channel === 'store' && (payment === 'paid' || payment === 'cancelled') ? captured - refunded - refundReserved : 0;

/** A wish for money back: all that is left, an amount, or pieces with the price that was paid for them. */
export interface Wanted {
  readonly amount?: number | null;
  readonly lines?: readonly { readonly lineId: string; readonly quantity: number }[];
  readonly delivery?: boolean;
}

/** How much that is, in kuruş; more than {@link refundable} is refused. */
export function refundedBy(order: Order, { amount, lines, delivery = false }: Wanted): number {
  if (lines) return shareOfPieces(order.lines, lines, delivery).amount;
  return amount === undefined ? refundable(order) : (amount ?? 0);
}

/** Tells the amount that cash on delivery brings, in kuruş: nobody pays for goods that have not come. */
export const toCollect = (order: Order): number =>
  cashDue(order, order.lines, notPaidFor(order.lines, order.returns.flatMap(backOf)));

/** Lists the findings that are open for the payment by card: it may be trusted only as long as some of its money is here. */
export const reviewable = (order: Order): readonly ('passed' | 'rejected')[] =>
  (['passed', 'rejected'] as const).filter(
    (outcome) => isReviewable(order.review, outcome) && (order.review === 'pending' || refundable(order) > 0),
  );

/** Whether a provider took the money: it gives it back then. */
export const isByProvider = ({ payments }: Order): boolean => payments.length > 0;

/** Makes the call that asks money of an order back, as it was seen: from the provider that took it, or from the shop itself. */
export const refundCall = ({ id, rev }: Order, byProvider: boolean) => ({
  command: 'order.refund.request',
  ...(byProvider
    ? { route: `/v1/orders/${id}/refund`, of: { expectedRev: rev } }
    : { of: { orderId: id, expectedRev: rev } }),
});

/** Whether somebody has to say what became of a refund: as long as the provider is asked, the product finds out by itself. */
export const awaitsWord = ({ state, method }: Refund): boolean =>
  state === 'unknown' || (state === 'requested' && method === 'manual');

export const mayCancelShipment = ({ state, extension, packageId }: Shipment): boolean =>
  packageId === null && isAllowed(() => assertCancellable(state, extension !== null));

/** Lists the states that somebody may enter for a parcel by now; a parcel that goes back needs a reason. */
export const trackable = ({ state, packageId }: Shipment): readonly TrackedState[] =>
  trackedStates.filter((said) => packageId === null && isAllowed(() => trackedByHand(state, said, '-')));

/** Whether its provider may have it under an id that the product does not know: who says that it is booked states it. */
export const lacksId = ({ extension, packageId, remoteId }: Shipment): boolean =>
  extension !== null && packageId === null && remoteId === null;

/** Whether somebody may say what it is followed by. */
export const mayRenumber = (shipment: Shipment): boolean =>
  trackedStates.some((said) => said === shipment.state && isAllowed(() => assertRenumberable(shipment, said)));

/** Whether a provider can be asked where it is. */
export const mayLook = ({ state, remoteId }: Shipment): boolean => remoteId !== null && isUnderWay(state);
