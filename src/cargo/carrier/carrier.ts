import { refuse } from '../../kernel/errors';
import { words } from '../../kernel/schema/schema';
import { carrierOf as carrierBy, carriers, trackingPage } from './carriers';

interface OwnCarrier {
  readonly title: string;
  readonly taxNumber: string | null;
}

/** The name of a carrier. A carrier that left the list is called by its code. */
export const carrierLabel = (code: string): string => carrierBy(code)?.label ?? code;

/** Words for carrier codes: both languages use the name. */
export const carrierWords = words(
  Object.fromEntries(carriers.map(({ code, label }) => [code, [label, label] as const])),
);

/** @throws {Refusal} carrier_unknown */
export function carrierOf(code: string): OwnCarrier {
  const carrier = carrierBy(code) ?? refuse('carrier_unknown', undefined, { quotesNobody: true });
  const { legalName, label, taxNumber } = carrier;
  return { title: legalName ?? label, taxNumber };
}

/** The page on which buyers follow a parcel; null: the carrier has none or left the list, or there is no number. */
export function trackingUrlOf(code: string, trackingNumber: string | null): string | null {
  const carrier = carrierBy(code);
  return carrier && trackingNumber !== null ? trackingPage(carrier, trackingNumber) : null;
}
