import { refuse } from '../../kernel/errors';
import { waitsToLeave } from '../line/progress';

/*
 * An order stands on two axes. How it is paid: an order by card is there once its money is, others wait for it. How far its goods
 * are: told by the pieces of its lines, see `fulfilmentOf`. Spec §3; what it leaves open is as orders of other shops behave.
 */

export const paymentStates = ['pending_cod', 'awaiting_transfer', 'paid', 'cancelled'] as const;
export type PaymentState = (typeof paymentStates)[number];

export const fulfilmentStates = [
  'unfulfilled',
  'partially_fulfilled',
  'fulfilled',
  'shipped',
  'delivered',
  'returned_to_sender',
] as const;
export type FulfilmentState = (typeof fulfilmentStates)[number];

export const cancelReasons = ['customer', 'merchant', 'unpaid', 'marketplace'] as const;
export type CancelReason = (typeof cancelReasons)[number];

/** The commands that change the state of a payment. */
export type PaymentTrigger = 'order.cod.collect' | 'order.transfer.confirm' | 'order.cancel';

interface Transition {
  readonly from: readonly PaymentState[];
  readonly by: PaymentTrigger;
  readonly to: PaymentState;
}

const paymentTransitions: readonly Transition[] = [
  { from: ['pending_cod'], by: 'order.cod.collect', to: 'paid' },
  { from: ['awaiting_transfer'], by: 'order.transfer.confirm', to: 'paid' },
  { from: ['pending_cod', 'awaiting_transfer'], by: 'order.cancel', to: 'cancelled' },
];

/** The transition of a marketplace order whose buyer the marketplace has refunded. */
const marketplaceCancel: Transition = { from: ['paid'], by: 'order.cancel', to: 'cancelled' };
/** Cancels an order whose transfer is overdue. */
const unpaidCancel: Transition = { from: ['awaiting_transfer'], by: 'order.cancel', to: 'cancelled' };

interface Standing {
  readonly payment: PaymentState;
  readonly fulfilment: FulfilmentState;
}

const inState = (what: string, state: string): never =>
  refuse('invalid_state', `The order is ${state}: ${what}.`, { facts: { state }, quotesNobody: true });

/** @throws {Refusal} invalid_state */
function moved({ payment }: Standing, by: PaymentTrigger, what: string): PaymentState {
  const transition = paymentTransitions.find((each) => each.by === by && each.from.includes(payment));
  return transition?.to ?? inState(what, payment);
}

/** Cash that the carrier has brought: of an order of which all that goes has left, and some has come. @throws {Refusal} invalid_state */
export function collected(order: Standing, lines: readonly Progress[]): PaymentState {
  const paid = moved(order, 'order.cod.collect', 'there is no cash on delivery to collect');
  const hasLeft = lines.some(({ shipped, delivered }) => shipped + delivered > 0);
  if (!hasLeft || lines.some((line) => line.booked > 0 || waitsToLeave(line) > 0))
    inState('cash on delivery comes with goods that were shipped', order.fulfilment);
  return paid;
}

interface Transferred extends Standing {
  readonly paymentMethod: string;
  /** In kuruş. */
  readonly captured: number;
}

/**
 * A transfer that comes when its order is cancelled revives nothing: it is noted, and given back.
 * @throws {Refusal} invalid_state
 */
export const transferred = (order: Transferred): PaymentState =>
  order.payment === 'cancelled' && order.paymentMethod === 'transfer' && order.captured === 0
    ? order.payment
    : moved(order, 'order.transfer.confirm', 'no transfer is awaited');

interface Cancelling extends Standing {
  readonly channel: string;
  /** Pieces on their way to the buyer or there. */
  readonly underWay: number;
  /** ISO 8601. */
  readonly transferUntil: string | null;
}

/**
 * Why decides what may be cancelled: what a marketplace has refunded is paid, what is unpaid awaits its transfer no longer.
 * @throws {Refusal} invalid_state
 */
export function cancelled(order: Cancelling, reason: CancelReason, now: Date): PaymentState {
  if (order.underWay > 0)
    inState('what is on its way is cancelled with its shipment, or comes back as a return', order.fulfilment);
  if (reason === 'unpaid') {
    if (!unpaidCancel.from.includes(order.payment)) inState('no transfer of it is awaited', order.payment);
    if (order.transferUntil !== null && now.getTime() < Date.parse(order.transferUntil))
      inState(`its buyer was told that it waits until ${order.transferUntil}`, order.payment);
    return unpaidCancel.to;
  }
  if (reason !== 'marketplace')
    return moved(order, 'order.cancel', 'an order that is paid is refunded, and one that is cancelled stays so');
  if (order.channel === 'store') inState('it is of no marketplace', order.payment);
  return marketplaceCancel.from.includes(order.payment)
    ? marketplaceCancel.to
    : moved(order, 'order.cancel', 'one that is cancelled stays so');
}

type Progress = Parameters<typeof waitsToLeave>[0];

/** The number of pieces that are with a carrier, booked or delivered. */
export const underWayIn = (lines: readonly Pick<Progress, 'booked' | 'shipped' | 'delivered'>[]): number =>
  lines.reduce((sum, { booked, shipped, delivered }) => sum + booked + shipped + delivered, 0);

/** The state of the goods: that of the piece that is least far. Pieces that stay here do not count; lost ones are sent again. */
export function fulfilmentOf(lines: readonly Progress[]): FulfilmentState {
  const sum = (of: (line: Progress) => number): number => lines.reduce((total, line) => total + of(line), 0);
  const all = sum((line) => line.quantity - line.unsent - staying(line));
  const [booked, bounced] = [sum((line) => line.booked), sum((line) => line.bounced)];
  const [shipped, delivered] = [sum((line) => line.shipped), sum((line) => line.delivered)];
  if (all === 0) return 'unfulfilled';
  if (bounced === all) return 'returned_to_sender';
  const underWay = booked + shipped + delivered + bounced;
  if (underWay === 0) return 'unfulfilled';
  if (underWay < all) return 'partially_fulfilled';
  if (delivered + bounced === all) return 'delivered';
  return booked > 0 ? 'fulfilled' : 'shipped';
}

/** Pieces that are neither sent nor to be sent, beside those that were given back unsent. */
const staying = ({ quantity, unsent, booked, shipped, delivered, bounced, keptUnits }: Progress): number =>
  Math.min(quantity - unsent - booked - shipped - delivered - bounced, keptUnits.length - unsent);

/** The part of the money that was given back. It follows from the amounts and is stored nowhere. */
export const refundStates = ['none', 'partial', 'full'] as const;
export type RefundState = (typeof refundStates)[number];

export function refundOf({ captured, refunded }: { captured: number; refunded: number }): RefundState {
  if (refunded === 0) return 'none';
  return refunded < captured ? 'partial' : 'full';
}

/** True unless the provider doubts the payment or still reviews it. No goods leave before that. */
export const isTrusted = ({ review }: { readonly review: 'passed' | 'pending' | 'rejected' | null }): boolean =>
  review === null || review === 'passed';

/** True if all captured money is given back, or on its way back. No goods leave for it then. */
export const goesBackWhole = (order: { captured: number; refunded: number; refundReserved: number }): boolean =>
  order.captured > 0 && order.refunded + order.refundReserved === order.captured;

/** SQL of the same of an order `o`. */
export const GOES_BACK_WHOLE = 'o.captured > 0 AND o.refunded + o.refund_reserved = o.captured';

/** SQL of whether an order `o` has money, or a part of it, that came when it was cancelled and that nobody gives back yet. */
export const PAID_LATE = `o.payment = 'cancelled' AND o.payment_method = 'transfer' AND o.refunded + o.refund_reserved < o.captured`;
