import { carrierBy } from '../../cargo/carrier/carriers';
import { connectedFor } from '../../cargo/provider/connect';
import type { BookedShipment, CargoAdapter, CargoOffer, FoundShipment } from '../../provider/cargo-port';
import type { Conversation, Dependencies } from '../../provider/conversation/conversation';
import { done, type Ending, failed, MISSING, type Seen, unknown } from '../../provider/conversation/found';
import { converse } from '../../provider/conversation/step';
import { type AskedShipment, findAskedShipment } from '../booking/asked-store';
import { cargoBooking, type ShipmentInput } from '../booking/contract';
import { OFFERS_SEEN_MS, patience } from '../booking/deadlines';
import { bookingNeeds } from '../booking/needs';
import { shipmentBook } from '../shipment/store';
import { type ParcelReport, recordSaid } from './report';
import type { ShipmentStep } from './step';

type Adapter = Pick<CargoAdapter, 'findBooking' | 'readOffers' | 'book'>;

/** A caller that accepts one offer has asked for offers a few times at most. */
const FOUND_MAX = 3;

/** The booking of a parcel, looked for by the reference that is of it alone. As long as nobody knows, its pieces stay reserved. */
export const booking: Conversation<ShipmentInput, AskedShipment, Adapter, ParcelReport> = {
  contract: cargoBooking,
  book: shipmentBook,
  find: findAskedShipment,
  connect: (dependencies, storeId, { extension }) => connectedFor(dependencies, storeId, extension, bookingNeeds),
  look,

  async ask(adapter, shipment, signal) {
    return bookedAs(shipment, [await adapter.book(shipment.offerId, signal)]);
  },

  async record(bus, storeId, ending, { id: shipmentId }) {
    const { outcome } = ending;
    const said: ParcelReport = outcome === 'done' ? ending.done : { state: outcome, failure: ending.failure };
    await recordSaid(bus, { storeId, shipmentId, workflowId: cargoBooking.workflowId(shipmentId) }, said);
    return said.state;
  },

  patience,
  words: {
    missing: 'has booked nothing',
    tooLate: 'The provider could not be asked in time, and has booked nothing.',
  },
};

export const stepBooking = (
  dependencies: Dependencies,
  input: ShipmentInput,
  signal: AbortSignal,
): Promise<ShipmentStep> => converse(booking, dependencies, input, signal);

async function look(adapter: Adapter, shipment: AskedShipment, signal: AbortSignal): Promise<Seen<ParcelReport>> {
  const { reference, asked, ageMs } = shipment;
  const found = await adapter.findBooking(reference, signal);
  const booked = found.flatMap((each) => each.booked ?? []);
  if (booked.length > 0) return bookedAs(shipment, booked);
  if (asked === 0 && found.length === 0)
    return ageMs < OFFERS_SEEN_MS
      ? { waitingFor: 'The provider does not know of the offers yet.' }
      : failed('The provider knows of no such offers.');
  return {
    ...MISSING,
    async unfit() {
      const offer = await offerAmong(adapter, shipment, found, signal);
      return offer ? unlikeAccepted(shipment, offer) : 'The provider has the offer no more.';
    },
  };
}

async function offerAmong(
  adapter: Adapter,
  { offerId }: AskedShipment,
  found: readonly FoundShipment[],
  signal: AbortSignal,
): Promise<CargoOffer | undefined> {
  for (const { shipmentId } of found.slice(0, FOUND_MAX)) {
    const { offers } = await adapter.readOffers(shipmentId, signal);
    const offer = offers.find((each) => each.offerId === offerId);
    if (offer) return offer;
  }
  return undefined;
}

/** Compares an offer with the accepted one, because only that may be booked. @returns why it is something else; undefined: it is not */
function unlikeAccepted({ extension, carrier, service, price }: AskedShipment, offer: CargoOffer): string | undefined {
  if (carrierBy(extension, offer.carrier).code !== carrier || offer.service !== service)
    return `The offer is of ${offer.carrier} ${offer.service}, and was accepted as of ${carrier} ${service}.`;
  return offer.price > price ? `The offer costs ${offer.price} kuruş, and was accepted for ${price}.` : undefined;
}

function bookedAs({ offerId }: AskedShipment, booked: readonly BookedShipment[]): Ending<ParcelReport> {
  const [one, ...more] = booked;
  if (!one || more.length > 0 || one.offerId !== offerId)
    return unknown('The provider has booked something else under the reference of the parcel.');
  const { shipmentId, tracking } = one;
  return done({ state: tracking.state ?? 'booked', remoteId: shipmentId, tracking });
}
