import { carrierBy } from '../../cargo/carrier/carriers';
import { connectedFor } from '../../cargo/provider/connect';
import { cargoNeeds } from '../../cargo/provider/needs';
import type { BookedShipment, CargoAdapter, CargoOffer, FoundShipment } from '../../provider/cargo-port';
import { pauseMs, waitingAfter } from '../../provider/conversation/waiting';
import { hasSaidNo, ProviderThrottled } from '../../provider/error';
import {
  type AskedShipment,
  findAskedShipment,
  noteAskedToBook,
  noteNotBooked,
  noteShipmentWaits,
  takeBackAskedToBook,
} from './asked-store';
import { cargoBooking, type ShipmentInput } from './contract';
import { ASKED_MAX, LOOK_MS, OFFERS_SEEN_MS, PATIENCE_MS, PROVES_NOTHING_MS } from './deadlines';
import { recordSaid, type Said } from './said';
import type { CargoDependencies, ShipmentStep } from './told';

export const bookingNeeds = cargoNeeds('enabled', 'findBooking', 'readOffers', 'book');

type Adapter = Pick<CargoAdapter, 'findBooking' | 'readOffers' | 'book'>;

/** What a step has found out: what became of it, or what is waited for. */
type Found = Said | { readonly waitingFor: string | null; readonly waitMs?: number };

/** What was seen before anything is asked for: nothing is booked, provably, and one of these offers may be accepted. */
type Seen = Found | { readonly offered: readonly FoundShipment[] };

/**
 * Takes a booking one step further. It may be run again at any point, and twice at once.
 *
 * What is booked is looked for before it is asked for, by the reference that is of this parcel alone; and the row says that the provider is
 * asked before it is. Where the answer was lost, what the provider has is read, and it is asked again only when it has said twice, later
 * than the first request can have come, that nothing is booked. As long as there is no proof of either, the pieces stay reserved.
 */
export async function stepBooking(
  dependencies: CargoDependencies,
  { storeId, shipmentId }: ShipmentInput,
  signal: AbortSignal,
): Promise<ShipmentStep> {
  const { bus, database } = dependencies;
  const shipment = await findAskedShipment(database.reader(storeId), storeId, shipmentId);
  if (shipment?.state !== 'booking') return { state: shipment?.state ?? null, waitMs: null };
  const step = new Step(dependencies, storeId, signal);
  const seen = inPatience(shipment, await step.take(shipment, (adapter) => step.look(adapter, shipment)));
  const found =
    'offered' in seen ? await step.take(shipment, (adapter) => step.ask(adapter, shipment, seen.offered)) : seen;
  if ('state' in found) {
    await recordSaid(bus, { storeId, shipmentId, workflowId: cargoBooking.workflowId(shipmentId) }, found);
    return { state: found.state, waitMs: null };
  }
  if (found.waitingFor !== null) await noteShipmentWaits(bus, storeId, shipmentId, found.waitingFor);
  return { state: 'booking', waitMs: found.waitMs ?? pauseMs(shipment.ageMs, LOOK_MS) };
}

/**
 * What is waited for too long ends: of what was asked nobody knows, and what never was has not happened. It is judged before anything is
 * asked: of what is asked now the row as it was read says nothing, and its patience begins anew.
 */
function inPatience({ asked, ageMs }: AskedShipment, seen: Seen): Seen {
  if ('state' in seen || ageMs < PATIENCE_MS) return seen;
  if ('offered' in seen) return failed('The provider could not be asked in time, and has booked nothing.');
  const failure = seen.waitingFor ?? 'The provider does not say what became of it.';
  return { state: asked > 0 ? 'unknown' : 'failed', failure };
}

const AGAIN: Found = { waitingFor: null, waitMs: LOOK_MS.first };
const failed = (failure: string): Said => ({ state: 'failed', failure });

class Step {
  constructor(
    private readonly dependencies: CargoDependencies,
    private readonly storeId: string,
    private readonly signal: AbortSignal,
  ) {}

  async take<F>(shipment: AskedShipment, call: (adapter: Adapter) => Promise<F>): Promise<F | Found> {
    try {
      const { adapter } = await connectedFor(this.dependencies, this.storeId, shipment.extension, bookingNeeds);
      return await call(adapter);
    } catch (error) {
      const { isRefused, ...waiting } = waitingAfter(error, this.signal);
      return isRefused && shipment.asked === 0 ? failed(waiting.waitingFor) : waiting;
    }
  }

  async look(adapter: Adapter, shipment: AskedShipment): Promise<Seen> {
    const found = await adapter.findBooking(shipment.reference, this.signal);
    const booked = found.flatMap((each) => each.booked ?? []);
    if (booked.length > 0) return bookedAs(shipment, booked);
    if (shipment.asked > 0) return this.missing(shipment, found);
    if (found.length > 0) return { offered: found };
    const waitingFor = 'The provider does not know of the offers yet.';
    return shipment.ageMs < OFFERS_SEEN_MS ? { waitingFor } : failed('The provider knows of no such offers.');
  }

  /** Nothing is booked of what the provider was asked for. */
  private async missing(shipment: AskedShipment, found: readonly FoundShipment[]): Promise<Seen> {
    const { asked, missing, ageMs } = shipment;
    const waitingFor = 'The answer of the provider was lost; it is asked what became of it.';
    if (ageMs < PROVES_NOTHING_MS) return { waitingFor, waitMs: PROVES_NOTHING_MS - ageMs };
    if (missing === 0) {
      await noteNotBooked(this.dependencies.bus, this.storeId, shipment);
      return { waitingFor, waitMs: LOOK_MS.first };
    }
    if (asked < ASKED_MAX) return { offered: found };
    return failed(`The provider was asked ${asked} times, and has booked nothing.`);
  }

  async ask(adapter: Adapter, shipment: AskedShipment, found: readonly FoundShipment[]): Promise<Found> {
    const offer = await this.offerAmong(adapter, shipment, found);
    const unlike = offer ? unlikeAccepted(shipment, offer) : 'The provider has the offer no more.';
    if (unlike !== undefined) return failed(unlike);
    const { bus } = this.dependencies;
    if (!(await noteAskedToBook(bus, this.storeId, shipment))) return AGAIN;
    try {
      return bookedAs(shipment, [await adapter.book(shipment.offerId, this.signal)]);
    } catch (error) {
      if (error instanceof ProviderThrottled) await takeBackAskedToBook(bus, this.storeId, shipment);
      // It speaks of its own request: an earlier one may have been done after all, and be what this one is refused for.
      if (hasSaidNo(error)) return shipment.asked > 0 ? AGAIN : failed(error.message);
      const { waitingFor, waitMs = LOOK_MS.first } = waitingAfter(error, this.signal);
      return { waitingFor, waitMs };
    }
  }

  private async offerAmong(
    adapter: Adapter,
    { offerId }: AskedShipment,
    found: readonly FoundShipment[],
  ): Promise<CargoOffer | undefined> {
    for (const { shipmentId } of found.slice(0, ASKED_MAX)) {
      const { offers } = await adapter.readOffers(shipmentId, this.signal);
      const offer = offers.find((each) => each.offerId === offerId);
      if (offer) return offer;
    }
    return undefined;
  }
}

/** What was approved is what is booked. @returns why it is something else; undefined: it is not */
function unlikeAccepted({ extension, carrier, service, price }: AskedShipment, offer: CargoOffer): string | undefined {
  if (carrierBy(extension, offer.carrier).code !== carrier || offer.service !== service)
    return `The offer is of ${offer.carrier} ${offer.service}, and was accepted as of ${carrier} ${service}.`;
  return offer.price > price ? `The offer costs ${offer.price} kuruş, and was accepted for ${price}.` : undefined;
}

function bookedAs({ offerId }: AskedShipment, booked: readonly BookedShipment[]): Said {
  const [one, ...more] = booked;
  if (!one || more.length > 0 || one.offerId !== offerId)
    return { state: 'unknown', failure: 'The provider has booked something else under the reference of the parcel.' };
  const { shipmentId, tracking } = one;
  return { state: tracking.state ?? 'booked', remoteId: shipmentId, tracking };
}
