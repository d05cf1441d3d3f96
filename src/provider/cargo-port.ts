import type { Action } from './action';
import { asItCame, type Blank, type Telling } from './discreet';
import type { ChannelAccount } from './port';
import type { WebhookCall } from './webhook';

/** The account that a store entered for a carrier. It is the same for every kind of provider. */
export type CargoAccount = ChannelAccount;

/** The begin or the end of a parcel's way. It is in Turkey, because carriers of an aggregator go nowhere else. */
export interface CargoAddress {
  readonly name: string;
  /** The phone number as E.164, e.g. +905321234567. */
  readonly phone: string;
  readonly email: string | null;
  /** The quarter, street and number of the address. */
  readonly address: string;
  /** The province by its name, e.g. İstanbul. */
  readonly city: string;
  readonly district: string;
  readonly postalCode: string | null;
}

/** An address at the provider from which parcels are fetched. */
export interface SenderAddress extends CargoAddress {
  readonly email: string;
  readonly postalCode: string;
  /** The store's own word for it, unique there: what a lost answer is looked for by. */
  readonly reference: string;
}

/** Outer measures in cm and weight in g, whole numbers above 0. */
export interface Parcel {
  readonly lengthCm: number;
  readonly widthCm: number;
  readonly heightCm: number;
  readonly weightGrams: number;
}

export interface OfferRequest {
  readonly parcel: Parcel;
  /** The sender's id at the provider. */
  readonly senderId: string;
  readonly recipient: CargoAddress;
  /** The contents of the parcel, as a label may tell them. */
  readonly contents: readonly { readonly title: string; readonly quantity: number }[];
  /** The value of the goods, in kuruş. */
  readonly value: number;
  /** The cash that the courier collects at the door, in kuruş; null: none. */
  readonly cashOnDelivery: number | null;
  /**
   * The store's own word for this one parcel, e.g. the id of its shipment: what a lost answer is looked for by. Of a second parcel of the
   * same order it is another one.
   */
  readonly reference: string;
}

export interface CargoOffer {
  readonly offerId: string;
  /** The carrier by the provider's code; src/cargo/carrier knows which carrier that is. */
  readonly carrier: string;
  readonly service: string;
  /** The price of the provider, taxes included, in kuruş. */
  readonly price: number;
  /** Days on the way as the provider expects them; null where it does not say. */
  readonly days: number | null;
}

/** Offers come one after another, each when its carrier has answered. */
export interface CargoOffers {
  readonly offers: readonly CargoOffer[];
  /** The number of further offers that do not fit the provider's promise. */
  readonly unreadable: number;
  /** The share of the carriers that have answered, 0 … 100 percent. At 100 no further offer comes. */
  readonly completedPercent: number;
}

/** The states of a booked parcel (docs/decisions/0086). */
export const shipmentStates = [
  'booked',
  'picked_up',
  'in_transit',
  'out_for_delivery',
  'delivered',
  'attempt_failed',
  'returning',
  'returned',
  'lost',
  'cancelled',
] as const;
export type ShipmentState = (typeof shipmentStates)[number];

/** The last that the provider says of a parcel. */
export interface Tracking {
  /** The state in a word of the platform; null: the platform has no word for it. */
  readonly state: ShipmentState | null;
  /** ISO 8601 UTC; null where it does not say. */
  readonly at: string | null;
  readonly place: string | null;
  readonly note: string | null;
  /** The provider's own words for the state. */
  readonly code: string;
  /** Carriers may give it only when they have the parcel. */
  readonly trackingNumber: string | null;
  /** https, at whichever host; null where there is none. */
  readonly trackingUrl: string | null;
  /** True if there is a label to fetch. */
  readonly labelled: boolean;
}

export interface BookedShipment {
  readonly shipmentId: string;
  readonly offerId: string;
  readonly carrier: string;
  readonly service: string;
  /** The price that was charged, in kuruş; null: the provider does not tell it. */
  readonly price: number | null;
  readonly tracking: Tracking;
}

/** The provider's shipment under a reference of the store. */
export interface FoundShipment {
  readonly shipmentId: string;
  /** The booking; null: offers were asked for, and none is accepted. One that was cancelled since is still booked, in that state. */
  readonly booked: BookedShipment | null;
}

export const labelTypes = ['application/pdf', 'application/zpl', 'image/png', 'image/jpeg'] as const;
export type LabelType = (typeof labelTypes)[number];

export interface CargoLabel {
  /** The file, of 1 … {@link LABEL_BYTES_MAX} bytes. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The type that the bytes show, whatever they were served as. */
  readonly type: LabelType;
}

export const LABEL_BYTES_MAX = 5 * 1024 * 1024;

/** News that the provider sends unasked. It is a reason to look and no proof, because anybody who knows the secret can send it. */
export interface CargoNews {
  readonly shipmentId: string;
  readonly tracking: Tracking;
}

/**
 * The operations of a provider of cargo. Methods throw the errors of error.ts and nothing else. Their answers have been checked: text that
 * can be stored, whole numbers within their limits. They neither retry nor wait. After any error but ProviderRefused and ProviderThrottled,
 * ProviderUnclear among them, nobody knows whether the request was done: it can be read back. A provider offers those that it declares. The last parameter of each is
 * the signal with which its caller gives up.
 */
export interface CargoAdapter {
  /** Tests the account with the cheapest authenticated call. */
  test(signal: AbortSignal): Promise<void>;
  /** Creates an address from which parcels are fetched. @returns its id */
  createSender(sender: SenderAddress, signal: AbortSignal): Promise<string>;
  /** Looks for an address of that reference. @returns its id; null when the provider has none */
  findSender(reference: string, signal: AbortSignal): Promise<string | null>;
  /** Asks carriers for offers for one parcel. @returns the id of the shipment, which costs nothing until an offer is accepted */
  requestOffers(request: OfferRequest, signal: AbortSignal): Promise<string>;
  /** The offers that have come so far. */
  readOffers(shipmentId: string, signal: AbortSignal): Promise<CargoOffers>;
  /** Accepts an offer, which is charged. */
  book(offerId: string, signal: AbortSignal): Promise<BookedShipment>;
  /** Looks for what was asked for and booked under a reference; several where it was asked for more than once, booked ones first. */
  findBooking(reference: string, signal: AbortSignal): Promise<readonly FoundShipment[]>;
  track(shipmentId: string, signal: AbortSignal): Promise<Tracking>;
  /** Takes a booking back. Refused once the carrier has the parcel. */
  cancel(shipmentId: string, signal: AbortSignal): Promise<void>;
  /** @throws ProviderRefused also as long as there is none */
  label(shipmentId: string, signal: AbortSignal): Promise<CargoLabel>;
  /** Proves who calls, and reads what is said; asks nobody. @throws {WebhookRefused} and nothing else */
  readWebhook(call: WebhookCall, signal: AbortSignal): Promise<CargoNews>;
}

/** An operation of a provider of cargo. Each provider declares those that it offers. */
export type CargoOperation = keyof CargoAdapter;

/** The names of the operations, as people call them. */
const operationWords: Readonly<Record<CargoOperation, string>> = {
  test: 'tests of the connection',
  createSender: 'creating addresses of senders',
  findSender: 'looking for addresses of senders',
  requestOffers: 'asking carriers for offers',
  readOffers: 'reading offers',
  book: 'booking parcels',
  findBooking: 'looking for booked parcels',
  track: 'tracking parcels',
  cancel: 'cancelling parcels',
  label: 'labels of parcels',
  readWebhook: 'telling of parcels by webhook',
};

export const cargoOperations = Object.keys(operationWords) as readonly CargoOperation[];

/** The action that an operation belongs to; null: it reads. */
export const actionOfCargo: Readonly<Record<CargoOperation, Action | null>> = {
  test: null,
  createSender: 'senders.create',
  findSender: null,
  requestOffers: 'parcels.book',
  readOffers: null,
  book: 'parcels.book',
  findBooking: null,
  track: null,
  cancel: 'parcels.cancel',
  label: null,
  readWebhook: null,
};

const blankTracking = (tracking: Tracking, blank: Blank): Tracking => ({
  ...tracking,
  place: tracking.place && blank(tracking.place),
  note: tracking.note && blank(tracking.note),
});

/** The texts of a parcel in which secrets are blanked. */
export const cargoTelling: Telling<CargoAdapter> = {
  test: asItCame,
  createSender: asItCame,
  findSender: asItCame,
  requestOffers: asItCame,
  readOffers: asItCame,
  book: asItCame,
  findBooking: asItCame,
  cancel: asItCame,
  label: asItCame,
  track: blankTracking,
  readWebhook: (news, blank) => ({ ...news, tracking: blankTracking(news.tracking, blank) }),
};

/** The message for operations that a provider does not offer. */
export const cargoNotOffered = (name: string, lacking: readonly CargoOperation[]): string =>
  `${name} does not offer ${lacking.map((operation) => operationWords[operation]).join(', ')}.`;
