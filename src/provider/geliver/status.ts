import type { ShipmentState } from '../cargo-port';

/**
 * Geliver's codes for a parcel (providers.md §3): `statusCode` of the shipment, `trackingStatusCode`, and `trackingSubStatusCode`. The last
 * one tells most.
 */
export interface GeliverStatus {
  readonly shipment: string;
  readonly tracking: string;
  readonly sub: string;
}

/** The final states of a parcel. They win over every other code, because a late scan may still tell an earlier state. */
const ENDS: Readonly<Record<string, ShipmentState>> = {
  DELIVERED: 'delivered',
  RETURNED: 'returned',
  CANCELED: 'cancelled',
  CANCELLED: 'cancelled',
};

const BY_SUB: Readonly<Record<string, ShipmentState>> = {
  information_received: 'booked',
  pickup_scheduled: 'booked',
  pickup_out_for_collection: 'booked',
  pickup_failed: 'booked',
  package_accepted: 'picked_up',
  package_processing: 'in_transit',
  package_departed: 'in_transit',
  package_forwarded_to_another_carrier: 'in_transit',
  package_damaged: 'in_transit',
  delivery_scheduled: 'in_transit',
  out_for_delivery: 'out_for_delivery',
  delivery_rescheduled: 'attempt_failed',
  package_undeliverable: 'attempt_failed',
  delivered: 'delivered',
  package_lost: 'lost',
  return_to_sender: 'returning',
  package_canceled: 'cancelled',
};

const BY_TRACKING: Readonly<Record<string, ShipmentState>> = {
  PRE_TRANSIT: 'booked',
  TRANSIT: 'in_transit',
  FAILURE: 'attempt_failed',
};

/** The states of a shipment that no carrier has scanned. A shipment that is only offered, or that failed at its carrier, has none. */
const BY_SHIPMENT: Readonly<Record<string, ShipmentState>> = {
  OFFER_ACCEPTED: 'booked',
  TRACKING_CODE_CREATED: 'booked',
  LABEL_PRINTED: 'booked',
  SHIPPED: 'in_transit',
  RETURN_SHIPPED: 'returning',
};

/** @returns null of what nobody has documented: it moves no parcel */
export const stateOf = ({ shipment, tracking, sub }: GeliverStatus): ShipmentState | null =>
  at(ENDS, shipment) ??
  at(ENDS, tracking) ??
  at(BY_SUB, sub) ??
  at(BY_TRACKING, tracking) ??
  at(BY_SHIPMENT, shipment) ??
  null;

/** Looks up a code. A provider may send any text, `constructor` too. */
const at = (states: Readonly<Record<string, ShipmentState>>, code: string): ShipmentState | undefined =>
  Object.hasOwn(states, code) ? states[code] : undefined;
