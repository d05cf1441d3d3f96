import { refuse } from '../../kernel/errors';
import type { Progress } from '../order/state';

/*
 * A parcel on its way. What a carrier says comes late, twice and out of order, so states have ranks and a parcel goes forward: what is
 * behind where it stands already is a line of the timeline and moves nothing.
 *
 *   booking → booked → picked_up → in_transit → out_for_delivery ⇄ attempt_failed → delivered
 *      ↓         ↓          └──────────── returning → returned ──┘        lost
 *   failed   cancelling → cancelled
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
] as const;
export type ShipmentState = (typeof shipmentStates)[number];

/** What a carrier says of a parcel, and what a merchant states by hand. */
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

const withCarrier: readonly ShipmentState[] = ['picked_up', 'in_transit', 'out_for_delivery', 'attempt_failed'];

/** From which states a parcel comes into each: forward, skips allowed; out for delivery it may be more than once. */
const reachedFrom: Readonly<Record<TrackedState, readonly ShipmentState[]>> = {
  booked: ['booking'],
  picked_up: ['booking', 'booked', 'cancelling'],
  in_transit: ['booking', 'booked', 'cancelling', 'picked_up'],
  out_for_delivery: ['booking', 'booked', 'cancelling', 'picked_up', 'in_transit', 'attempt_failed'],
  attempt_failed: ['booking', 'booked', 'cancelling', 'picked_up', 'in_transit', 'out_for_delivery'],
  delivered: ['booking', 'booked', 'cancelling', ...withCarrier, 'returning', 'lost'],
  returning: ['booked', 'cancelling', ...withCarrier],
  returned: ['booked', 'cancelling', ...withCarrier, 'returning', 'lost'],
  lost: ['booked', 'cancelling', ...withCarrier, 'returning'],
};

/** Where a parcel stands once this was said of it; undefined: it is told, and moves nothing. */
export const tracked = (state: ShipmentState, said: TrackedState): TrackedState | undefined =>
  reachedFrom[said].includes(state) ? said : undefined;

/** What somebody states by hand moves the parcel, or is a mistake. @throws {Refusal} invalid_state */
export function trackedByHand(state: ShipmentState, said: TrackedState, reason: string | null): TrackedState {
  // Marked as delivered by mistake: the one way back, and it says why.
  if (state === 'delivered' && said === 'in_transit' && reason !== null) return 'in_transit';
  return (
    tracked(state, said) ??
    refuse('invalid_state', `The shipment is ${state}, and does not become ${said}.`, {
      facts: { state },
      quotesNobody: true,
    })
  );
}

/**
 * Before its carrier has it. Of a carrier of the merchant's own nobody hears of that, so its parcels may be taken back until they are
 * said to have come further. @throws {Refusal} invalid_state
 */
export function assertCancellable(state: ShipmentState): void {
  if (['booking', 'booked', 'in_transit'].includes(state)) return;
  refuse('invalid_state', `The shipment is ${state}: it is cancelled before its carrier has it.`, {
    facts: { state },
    quotesNobody: true,
  });
}

/** Under which heading the pieces of a parcel are counted on their lines; null: they are free again. */
export function placeOf(state: ShipmentState): Exclude<keyof Progress, 'quantity'> | null {
  if (state === 'cancelled' || state === 'failed') return null;
  if (state === 'delivered') return 'delivered';
  if (state === 'returned') return 'bounced';
  return ['booking', 'booked', 'cancelling'].includes(state) ? 'booked' : 'shipped';
}
