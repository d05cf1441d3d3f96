import { refuse } from '../../kernel/errors';
import { words } from '../../kernel/schema/schema';
import { carrierOf as carrierBy, carriers, trackingPage } from './carriers';

interface OwnCarrier {
  readonly title: string;
  readonly taxNumber: string | null;
}

/** What people call it; one that is on the list no more has its code alone. */
export const carrierLabel = (code: string): string => carrierBy(code)?.label ?? code;

/** What the codes of carriers are called in either language: their names. */
export const carrierWords = words(
  Object.fromEntries(carriers.map(({ code, label }) => [code, [label, label] as const])),
);

/** @throws {Refusal} carrier_unknown */
export function carrierOf(code: string): OwnCarrier {
  const carrier = carrierBy(code) ?? refuse('carrier_unknown', undefined, { quotesNobody: true });
  const { legalName, label, taxNumber } = carrier;
  return { title: legalName ?? label, taxNumber };
}

/** Where buyers follow a parcel; null where the carrier shows none, is on the list no more, or there is no number. */
export function trackingUrlOf(code: string, trackingNumber: string | null): string | null {
  const carrier = carrierBy(code);
  return carrier && trackingNumber !== null ? trackingPage(carrier, trackingNumber) : null;
}
