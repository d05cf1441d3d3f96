import { leftToShip } from '../../order/line/progress';
import { type CancelReason, cancelled, cancelReasons, collected, transferred } from '../../order/order/state';
import { assertShippable } from '../../order/shipment/pack';
import { assertCancellable, type TrackedState, trackedByHand, trackedStates } from '../../order/shipment/state';
import type { Order, OrderLine, Refund, Shipment } from '../api/types';

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
  isAllowed(() => assertShippable(order))
    ? order.lines.map((line) => [line, leftToShip(line)] as const).filter(([, left]) => left > 0)
    : [];

/** Lines with pieces that no return has, and how many: of an order that is sold. */
export function returnable({ payment, lines, returns }: Order): readonly (readonly [line: OrderLine, left: number])[] {
  if (payment !== 'paid' && payment !== 'pending_cod') return [];
  const holding = returns.filter(({ state }) => state !== 'withdrawn' && state !== 'rejected');
  const held = (id: string): number =>
    holding
      .flatMap(({ pieces }) => pieces)
      .reduce((sum, { lineId, units }) => sum + (lineId === id ? units.length : 0), 0);
  return lines.map((line) => [line, line.quantity - held(line.id)] as const).filter(([, left]) => left > 0);
}

export const mayCollect = (order: Order): boolean => isAllowed(() => collected(order, order.lines));

export const mayConfirm = (order: Order): boolean => isAllowed(() => transferred(order));

/** For which reasons it may be cancelled. */
export function cancelReasonsOf(order: Order): readonly CancelReason[] {
  const underWay = order.lines.reduce((sum, { booked, shipped, delivered }) => sum + booked + shipped + delivered, 0);
  return cancelReasons.filter((reason) => isAllowed(() => cancelled({ ...order, underWay }, reason)));
}

/** Money that may still be given back, in kuruş. */
export const refundable = ({ payment, captured, refunded, refundReserved }: Order): number =>
  payment === 'paid' ? captured - refunded - refundReserved : 0;

/** Whether a provider took the money: it gives it back then. */
export const isByProvider = ({ payments }: Order): boolean => payments.length > 0;

/** Whether somebody has to say what became of a refund: as long as the provider is asked, the product finds out by itself. */
export const awaitsWord = ({ state, method }: Refund): boolean =>
  state === 'unknown' || (state === 'requested' && method === 'manual');

export const mayCancelShipment = ({ state, extension }: Shipment): boolean =>
  isAllowed(() => assertCancellable(state, extension !== null));

/** Where somebody may say that a parcel is by now; a reason is needed of what goes back. */
export const trackable = ({ state }: Shipment): readonly TrackedState[] =>
  trackedStates.filter((said) => isAllowed(() => trackedByHand(state, said, '-')));
