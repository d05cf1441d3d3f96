import { refuse } from '../../kernel/errors';

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

export interface Standing {
  readonly payment: PaymentState;
  readonly fulfilment: FulfilmentState;
}

export const inState = (what: string, state: string): never =>
  refuse('invalid_state', `The order is ${state}: ${what}.`, { facts: { state }, quotesNobody: true });

/** @throws {Refusal} invalid_state */
export function moved({ payment }: Standing, by: PaymentTrigger, what: string): PaymentState {
  const transition = paymentTransitions.find((each) => each.by === by && each.from.includes(payment));
  return transition?.to ?? inState(what, payment);
}

interface Transferred extends Standing {
  readonly paymentMethod: string;
  /** The amount that was captured, in kuruş. */
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
  /** The end of the time to transfer, as ISO 8601. */
  readonly transferUntil: string | null;
}

/**
 * Computes the state of a cancelled payment. The reason decides which orders may be cancelled: a marketplace refunds orders that are paid,
 * and an unpaid order has waited for its transfer until now.
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

interface Addressed extends Standing {
  readonly shippingAddress: object | null;
}

/**
 * Lets orders pass whose goods wait here, with no parcel made: a carrier who was told an address delivers there.
 * @throws {Refusal} invalid_state
 */
export function assertAddressable({ payment, fulfilment, shippingAddress }: Addressed): void {
  if (payment === 'cancelled') inState('nothing of it is delivered', payment);
  if (shippingAddress === null) inState('it has no goods that are delivered', fulfilment);
  if (fulfilment !== 'unfulfilled') inState('a parcel was made with its address: cancel that one first', fulfilment);
}

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
