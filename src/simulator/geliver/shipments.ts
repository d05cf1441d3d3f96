import { rollFraction } from '../kit/prng';
import { type Addresses, recipientIn } from './addresses';
import { measureIn, objectIn, textIn } from './body';
import { lira, services, testService } from './carriers';
import { badRequest, refused } from './errors';
import { idOf } from './id';
import { isHandedOver, type Journey, lastOf, stopAt, trackingOf } from './journey';
import type { Labels } from './labels';
import type { Offer, Shipment } from './wire';

/** A parcel that is paid for moves on with the clock, a test shipment with each look. */
const STOP_MS = 6 * 3_600_000;

interface Kept {
  readonly shipment: Shipment;
  /** Those that have not answered yet. */
  readonly asked: Offer[];
  journey: Journey;
  /** Which stop of it; -1 as long as nothing is booked. */
  at: number;
  bookedAtMs: number;
}

interface World {
  readonly seed: number;
  readonly now: () => number;
  readonly addresses: Addresses;
  readonly labels: Labels;
  /** Carriers that answer between one look and the next. */
  readonly offersPerLook: number;
  /** Told of each shipment that has moved. */
  moved(shipment: Shipment): void;
}

export interface Transaction {
  id: string;
  offerID: string;
  amount: string;
  totalAmount: string;
  isPayed: boolean;
  shipmentID: string;
  shipment: Shipment;
}

/** The shipments of an account, and what it has paid in. */
export class Shipments {
  private readonly all = new Map<string, Kept>();
  private transactions = 0;
  private balanceKurus: number;

  constructor(
    private readonly world: World,
    balanceKurus: number,
  ) {
    this.balanceKurus = balanceKurus;
  }

  get balance(): number {
    return this.balanceKurus;
  }

  set balance(kurus: number) {
    this.balanceKurus = kurus;
  }

  get booked(): number {
    return [...this.all.values()].filter(({ at }) => at >= 0).length;
  }

  /**
   * Asks carriers for offers. A second shipment of the same order number as well: the provider has no key of its own, and a client that
   * doubles its request shall be found out.
   * @throws {Refused} 400, 404
   */
  create(body: Buffer): Shipment {
    const { seed, now, addresses } = this.world;
    const sent = objectIn(body);
    const sender = addresses.get(textIn(sent, 'senderAddressID'));
    if (sender.isRecipientAddress) throw badRequest('E1021', 'Gönderici adresi bir alıcı adresidir.');
    if (sent.distanceUnit !== 'cm' || sent.massUnit !== 'kg')
      throw badRequest('E1022', 'distanceUnit cm, massUnit kg olmalıdır.');
    const recipient = sent.recipientAddress;
    if (typeof recipient !== 'object' || recipient === null) throw badRequest('E1023', 'recipientAddress zorunludur.');
    const order = orderIn(sent.order);
    const test = sent.test === true;
    const collects = sent.productPaymentOnDelivery === true;
    if (collects && order?.totalAmount === undefined)
      throw badRequest('E1024', 'Kapıda ödemede order.totalAmount zorunludur.');
    const index = this.all.size;
    const measured = {
      length: measureIn(sent, 'length'),
      width: measureIn(sent, 'width'),
      height: measureIn(sent, 'height'),
      weight: measureIn(sent, 'weight'),
    };
    const asked = [...services, ...(test ? [testService] : [])].filter(
      (service) => service === testService || (service.collects ?? false) === collects,
    );
    const shipment: Shipment = {
      id: idOf(seed, index, 'shipment'),
      createdAt: new Date(now()).toISOString(),
      test,
      statusCode: 'CREATED',
      senderAddressID: sender.id,
      recipientAddress: recipientIn(recipient as Record<string, unknown>),
      ...measured,
      productPaymentOnDelivery: collects,
      ...(order ? { order } : {}),
      offers: { percentageCompleted: 0, totalOffersRequested: asked.length, totalOffersCompleted: 0, list: [] },
    };
    const offers = asked.map(({ providerCode, service, first, further, days }, at): Offer => {
      const kurus = first + further * Math.max(0, desiOf(measured) - 1);
      return {
        id: idOf(seed, index * 100 + at, 'offer'),
        amount: lira(kurus / 1.2),
        amountVat: lira(kurus - kurus / 1.2),
        totalAmount: lira(kurus),
        currency: 'TL',
        providerCode,
        providerServiceCode: service,
        averageEstimatedTimeHumanReadible: `${String(days).padStart(2, '0')} gün`,
        isAccepted: false,
      };
    });
    this.all.set(shipment.id, { shipment, asked: offers, journey: 'delivered', at: -1, bookedAtMs: 0 });
    return shipment;
  }

  /** A look moves what is looked at: the next carriers have answered, or the parcel of a test is one stop further. @throws {Refused} 404 */
  look(id: string): Shipment {
    const kept = this.get(id);
    if (kept.at < 0) answered(kept, this.world.offersPerLook);
    else if (kept.shipment.test) this.moveTo(kept, kept.at + 1);
    return kept.shipment;
  }

  /** @throws {Refused} 400, 402, 404 */
  accept(offerId: string): Transaction {
    const { seed, labels, now } = this.world;
    const kept = [...this.all.values()].find(({ shipment }) => shipment.offers.list.some(({ id }) => id === offerId));
    const offer = kept?.shipment.offers.list.find(({ id }) => id === offerId);
    if (!kept || !offer) throw refused(404, 'E1030', 'Teklif bulunamadı.');
    const { shipment } = kept;
    if (kept.at >= 0) throw badRequest('E1031', 'Gönderi için bir teklif zaten kabul edilmiş.');
    if (shipment.statusCode === 'CANCELED') throw badRequest('E1032', 'Gönderi iptal edilmiş.');
    const kurus = Math.round(Number(offer.totalAmount) * 100);
    if (!shipment.test && kurus > this.balanceKurus) throw refused(402, 'E1051', 'Bakiyeniz yetersiz.');
    if (!shipment.test) this.balanceKurus -= kurus;
    offer.isAccepted = true;
    const carrier = [...services, testService].find(({ service }) => service === offer.providerServiceCode);
    const barcode = `GLV${String(Math.floor(rollFraction(seed, this.transactions, 420) * 1e12)).padStart(12, '0')}`;
    Object.assign(shipment, {
      acceptedOfferID: offer.id,
      acceptedOffer: offer,
      providerCode: offer.providerCode,
      providerServiceCode: offer.providerServiceCode,
      barcode,
      labelFileType: carrier?.label ?? 'PDF',
      labelURL: labels.add(shipment.id, { barcode, type: carrier?.label ?? 'PDF' }),
    });
    kept.bookedAtMs = now();
    this.moveTo(kept, 0);
    return {
      id: idOf(seed, this.transactions++, 'transaction'),
      offerID: offer.id,
      amount: offer.amount,
      totalAmount: offer.totalAmount,
      isPayed: true,
      shipmentID: shipment.id,
      shipment,
    };
  }

  /** Takes a shipment back, and pays back what it has cost. @throws {Refused} 400, 404 */
  cancel(id: string): void {
    const kept = this.get(id);
    const { shipment } = kept;
    if (shipment.statusCode === 'CANCELED') throw badRequest('E1040', 'Gönderi zaten iptal edilmiş.');
    if (isHandedOver(kept.at)) throw badRequest('E1041', 'Kargo firmasına teslim edilmiş gönderi iptal edilemez.');
    if (kept.at >= 0 && !shipment.test)
      this.balanceKurus += Math.round(Number(shipment.acceptedOffer?.totalAmount ?? 0) * 100);
    shipment.statusCode = 'CANCELED';
    this.world.moved(shipment);
  }

  /** @throws {Refused} 400, 404 */
  measure(id: string, body: Buffer): Shipment {
    const kept = this.get(id);
    if (kept.at >= 0) throw badRequest('E1042', 'Satın alınmış gönderinin ölçüleri değiştirilemez.');
    const sent = objectIn(body);
    for (const field of ['length', 'width', 'height', 'weight'] as const)
      if (sent[field] !== undefined) kept.shipment[field] = measureIn(sent, field);
    return kept.shipment;
  }

  /** Newest first, as the provider's own pages show them. */
  list(orderNumber: string | null): Shipment[] {
    const all = [...this.all.values()].map(({ shipment }) => shipment).toReversed();
    return orderNumber === null ? all : all.filter(({ order }) => order?.orderNumber === orderNumber);
  }

  /** Moves what the clock moves. */
  tick(): void {
    const atMs = this.world.now();
    for (const kept of this.all.values())
      if (kept.at >= 0 && !kept.shipment.test) this.moveTo(kept, Math.floor((atMs - kept.bookedAtMs) / STOP_MS));
  }

  /** How a parcel will fare, and where it is now. @throws {RangeError} */
  direct(id: string, journey: Journey, at: number | undefined): Shipment {
    const kept = this.all.get(id);
    if (!kept || kept.at < 0) throw new RangeError('There is no booked shipment of this id.');
    kept.journey = journey;
    if (at !== undefined) this.moveTo(kept, at);
    return kept.shipment;
  }

  private get(id: string): Kept {
    const kept = this.all.get(id);
    if (!kept) throw refused(404, 'E1020', 'Gönderi bulunamadı.');
    return kept;
  }

  private moveTo(kept: Kept, wanted: number): void {
    const { shipment } = kept;
    const next = Math.min(wanted, lastOf(kept.journey));
    if (next <= kept.at || shipment.statusCode === 'CANCELED') return;
    kept.at = next;
    const stop = stopAt(kept.journey, next);
    shipment.statusCode = stop.status;
    shipment.trackingStatus = trackingOf(stop, this.world.now());
    // Some carriers give a number only when they have the parcel.
    if (isHandedOver(next) && shipment.trackingNumber === undefined) {
      shipment.trackingNumber = (shipment.barcode ?? '').replace('GLV', '');
      shipment.trackingUrl = `https://app.geliver.io/tracking/${shipment.id}`;
    }
    this.world.moved(shipment);
  }
}

/** The next carriers have answered. */
function answered({ shipment, asked }: Kept, offersPerLook: number): void {
  const { offers } = shipment;
  if (shipment.statusCode === 'CANCELED') return;
  offers.list.push(...asked.splice(0, offersPerLook));
  offers.totalOffersCompleted = offers.list.length;
  offers.percentageCompleted = Math.floor((100 * offers.list.length) / offers.totalOffersRequested);
  shipment.statusCode = 'GOT_OFFERS';
  const [cheapest] = offers.list.toSorted((left, right) => Number(left.totalAmount) - Number(right.totalAmount));
  const [fastest] = offers.list.toSorted((left, right) =>
    left.averageEstimatedTimeHumanReadible.localeCompare(right.averageEstimatedTimeHumanReadible),
  );
  if (cheapest) offers.cheapest = cheapest;
  if (fastest) offers.fastest = fastest;
}

/** Weight by volume, or by scales where that is more. */
const desiOf = ({ length, width, height, weight }: Pick<Shipment, 'length' | 'width' | 'height' | 'weight'>): number =>
  Math.ceil(Math.max((Number(length) * Number(width) * Number(height)) / 3_000, Number(weight)));

function orderIn(value: unknown): Shipment['order'] {
  if (value === undefined) return undefined;
  if (typeof value !== 'object' || value === null) throw badRequest('E1025', 'order geçersiz.');
  const sent = value as Record<string, unknown>;
  const of = (field: string) => (typeof sent[field] === 'string' ? { [field]: sent[field] } : {});
  return {
    orderNumber: textIn(sent, 'orderNumber'),
    ...of('totalAmount'),
    ...of('totalAmountCurrency'),
    ...of('sourceIdentifier'),
  };
}
