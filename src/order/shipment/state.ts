import { refuse } from '../../kernel/errors';
import type { PiecePlace } from '../piece/progress';

/*
 * A parcel on its way. What a carrier says comes late, twice and out of order, so states have ranks and a parcel goes forward: what is
 * behind where it stands already is a line of the timeline and moves nothing.
 *
 *   booking → booked → picked_up → in_transit → out_for_delivery ⇄ attempt_failed → delivered
 *      ↓         ↓          └──────────── returning → returned ──┘        lost
 *   failed   cancelling → cancelled
 *
 * A provider that was asked to book, or to cancel, and says nothing leaves the parcel `unknown` and its pieces reserved, until somebody who
 * has looked there says what it is: cancelled, or where it is. So does one that is cancelled there when its carrier has the goods: where
 * they are nobody has said.
 */

export const shipmentStates = [
  'booking',
  'booked',
  'picked_up',
  'in_transit',
  'out_for_delivery',
  'attempt_failed',
  'delivered',
  'returning',
  'returned',
  'lost',
  'cancelling',
  'cancelled',
  'failed',
  'unknown',
] as const;
export type ShipmentState = (typeof shipmentStates)[number];

/** The states that a carrier reports and a merchant states by hand. */
export const trackedStates = [
  'booked',
  'picked_up',
  'in_transit',
  'out_for_delivery',
  'attempt_failed',
  'delivered',
  'returning',
  'returned',
  'lost',
] as const;
export type TrackedState = (typeof trackedStates)[number];

/** The states in which nobody knows yet, or any more, the outcome of the booking. */
const unbooked: readonly ShipmentState[] = ['booking', 'unknown'];
/** The states in which the carrier may have the parcel already. */
const waiting: readonly ShipmentState[] = [...unbooked, 'booked', 'cancelling'];
const withCarrier: readonly ShipmentState[] = ['picked_up', 'in_transit', 'out_for_delivery', 'attempt_failed'];

/** The states from which a parcel comes into each state: forward, skips allowed; it may be out for delivery more than once. */
const reachedFrom: Readonly<Record<TrackedState, readonly ShipmentState[]>> = {
  booked: unbooked,
  picked_up: waiting,
  in_transit: [...waiting, 'picked_up'],
  out_for_delivery: [...waiting, 'picked_up', 'in_transit', 'attempt_failed'],
  attempt_failed: [...waiting, 'picked_up', 'in_transit', 'out_for_delivery'],
  delivered: [...waiting, ...withCarrier, 'returning', 'lost'],
  returning: [...waiting, ...withCarrier],
  returned: [...waiting, ...withCarrier, 'returning', 'lost'],
  lost: [...waiting, ...withCarrier, 'returning'],
};

/** The state of a parcel after a report; undefined: the report changes nothing. */
export const tracked = (state: ShipmentState, said: TrackedState): TrackedState | undefined =>
  reachedFrom[said].includes(state) ? said : undefined;

/** A state that is stated by hand moves the parcel, or it is a mistake. @throws {Refusal} invalid_state */
export function trackedByHand(state: ShipmentState, said: TrackedState, reason: string | null): TrackedState {
  if (['booking', 'cancelling'].includes(state)) beingAsked(state);
  // Marked as delivered, or as brought back, by mistake: the one way back, and it says why.
  if ((state === 'delivered' || state === 'returned') && said === 'in_transit' && reason !== null) return 'in_transit';
  return (
    tracked(state, said) ??
    refuse('invalid_state', `The shipment is ${state}, and does not become ${said}.`, {
      facts: { state },
      quotesNobody: true,
    })
  );
}

const beingAsked = (state: ShipmentState): never =>
  refuse('invalid_state', `The shipment is ${state}: its provider is being asked.`, {
    facts: { state },
    quotesNobody: true,
  });

/**
 * Allows a parcel to be cancelled before its carrier has it. Nobody hears that from a carrier of the merchant's own, so its parcels may be
 * taken back until somebody states a later place.
 * @throws {Refusal} invalid_state
 */
export function assertCancellable(state: ShipmentState, byProvider: boolean): void {
  if (byProvider && ['booking', 'cancelling'].includes(state)) beingAsked(state);
  if ((byProvider ? ['booked', 'unknown'] : ['booking', 'booked', 'in_transit']).includes(state)) return;
  refuse('invalid_state', `The shipment is ${state}: it is cancelled before its carrier has it.`, {
    facts: { state },
    quotesNobody: true,
  });
}

/** Under which heading the pieces of a parcel are counted on their lines; null: they are free again. */
export function placeOf(state: ShipmentState): PiecePlace | null {
  if (state === 'cancelled' || state === 'failed') return null;
  if (state === 'delivered') return 'delivered';
  if (state === 'returned') return 'bounced';
  if (state === 'lost') return 'lost';
  return waiting.includes(state) ? 'booked' : 'shipped';
}

/** The states in a provider's answer about a parcel. */
export const saidStates = [...trackedStates, 'cancelled', 'failed', 'unknown'] as const;
export type SaidState = (typeof saidStates)[number];

interface Parcel {
  readonly state: ShipmentState;
  /** True when the carrier has had the parcel. */
  readonly hasLeft: boolean;
  readonly failure: string | null;
}

/** The state of a parcel after its provider's answer; undefined: it stays. */
export function saidOf({ state, hasLeft, failure }: Parcel, said: SaidState): SaidState | undefined {
  if (said === 'cancelled' && hasLeft && state !== 'cancelling')
    // Once that was told, where it is since is said by whoever has looked.
    return failure === null && [...waiting, ...withCarrier, 'returning'].includes(state) ? 'unknown' : undefined;
  if (said === 'cancelled') return waiting.includes(state) ? said : undefined;
  if (said === 'failed') return state === 'booking' ? said : undefined;
  if (said === 'unknown') return ['booking', 'cancelling'].includes(state) ? said : undefined;
  // It was not cancelled after all.
  if (said === 'booked' && state === 'cancelling') return said;
  return tracked(state, said);
}

/** Tells whether the provider may still have news of a parcel. */
export const isUnderWay = (state: ShipmentState): boolean =>
  ['booked', ...withCarrier, 'returning', 'lost'].includes(state);

/** Refuses a field that does not fit the parcel. @throws {Refusal} invalid_request */
export const unfit = (pointer: string, message: string): never =>
  refuse('invalid_request', `${pointer} ${message}`, { errors: [{ pointer, message }], quotesNobody: true });

/**
 * Checks that the number by which a parcel is followed may be stated. It may while a carrier of the merchant's own brings the parcel to its
 * buyer: a provider that carries it knows the number.
 * @param said the present place of the parcel, as the caller states it @throws {Refusal} invalid_state, invalid_request
 */
export function assertRenumberable(
  { state, extension }: { readonly state: ShipmentState; readonly extension: string | null },
  said: TrackedState,
): void {
  if (extension !== null) unfit('/trackingNumber', 'is what the provider says that it is');
  if (withCarrier.includes(state) && withCarrier.includes(said)) return;
  refuse('invalid_state', `The shipment is ${state}: its number changes while it is brought to its buyer.`, {
    facts: { state },
    quotesNobody: true,
  });
}

/** True if this change of state hands the parcel to its carrier. */
export const hasLeft = (from: ShipmentState, to: ShipmentState): boolean =>
  waiting.includes(from) && withCarrier.includes(to);
