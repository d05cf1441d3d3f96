import { nullable, type Static, type TSchema, t } from '../../kernel/schema/schema';
import { schemaErrors } from '../../kernel/schema/validation';
import type { BookedShipment, CargoOffer, CargoOffers, FoundShipment, Tracking } from '../cargo-port';
import { checkedAnswer } from '../checked-answer';
import { ProviderAnswerInvalid } from '../error';
import { storable } from '../text';
import { kurusOf } from './money';
import { stateOf } from './status';

/** The name of the provider, as people call it. */
export const NAME = 'Geliver';

/** Only the fields that are read, since Geliver sends many more. Its amounts are decimal lira as text. */
const optional = <S extends TSchema>(schema: S) => t.Optional(nullable(schema));
const text = (maxLength: number) => optional(t.String({ maxLength }));
const remoteId = t.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' });
const code = t.String({ minLength: 1, maxLength: 60 });
const lira = t.String({ pattern: '^[0-9]{1,10}(\\.[0-9]{1,12})?$' });
/** Lira by either of its names. */
const currency = optional(t.String({ pattern: '^(TL|TRY)$' }));
const percent = optional(
  t.Union([
    t.Number({ minimum: 0, maximum: 100 }),
    t.String({ pattern: '^(100(\\.0{1,6})?|[0-9]{1,2}(\\.[0-9]{1,6})?)$' }),
  ]),
);

const offerSchema = t.Object({
  id: remoteId,
  providerCode: code,
  providerServiceCode: code,
  totalAmount: lira,
  currency,
  averageEstimatedTimeHumanReadible: text(200),
});

const shipmentSchema = t.Object({
  id: remoteId,
  statusCode: text(60),
  trackingNumber: text(100),
  trackingUrl: text(2_048),
  labelURL: text(2_048),
  acceptedOfferID: optional(t.Union([remoteId, t.Literal('')])),
  // Each offer is looked at by itself: one that cannot be read says nothing of the others, nor of where the parcel is.
  acceptedOffer: t.Optional(t.Unknown()),
  providerCode: text(60),
  providerServiceCode: text(60),
  offers: optional(
    t.Object({
      percentageCompleted: percent,
      list: optional(t.Array(t.Unknown(), { maxItems: 200 })),
    }),
  ),
  trackingStatus: optional(
    t.Object({
      trackingStatusCode: text(60),
      trackingSubStatusCode: text(60),
      statusDetails: text(10_000),
      statusDate: text(64),
      locationName: text(2_000),
    }),
  ),
  order: optional(t.Object({ orderNumber: text(200) })),
});

export type GeliverShipment = Static<typeof shipmentSchema>;
type Offer = Static<typeof offerSchema>;

/** A shipment as Geliver sends it. @throws ProviderAnswerInvalid */
export const shipmentIn = (data: unknown): GeliverShipment => checkedAnswer(NAME, 'a shipment', shipmentSchema, data);

const transactionSchema = t.Object({ shipment: t.Unknown() });

/** The shipment of which an offer was accepted. @throws ProviderAnswerInvalid */
export const acceptedIn = (data: unknown): GeliverShipment =>
  shipmentIn(checkedAnswer<Static<typeof transactionSchema>>(NAME, 'a transaction', transactionSchema, data).shipment);

/** One page of a list. @throws ProviderAnswerInvalid */
export const rowsIn = (data: unknown): unknown[] =>
  checkedAnswer(NAME, 'a list', t.Array(t.Unknown(), { maxItems: 1_000 }), data);

export function offersOf({ offers }: GeliverShipment): CargoOffers {
  const all = offers?.list ?? [];
  const readable = all.flatMap((each) => readOffer(each) ?? []);
  return {
    offers: readable,
    unreadable: all.length - readable.length,
    completedPercent: Math.floor(Number(offers?.percentageCompleted ?? 0)),
  };
}

/** @returns undefined when the value is no offer in lira */
const readOffer = (value: unknown): CargoOffer | undefined =>
  schemaErrors(offerSchema, value).length === 0 ? offerOf(value as Offer) : undefined;

const offerOf = (offer: Offer): CargoOffer => ({
  offerId: offer.id,
  carrier: storable(offer.providerCode),
  service: storable(offer.providerServiceCode),
  price: kurusOf(offer.totalAmount) as number,
  days: daysOf(offer.averageEstimatedTimeHumanReadible ?? ''),
});

/** `01 gün`, `1-3 gün` or `36 saat`: of a span its end, and what is begun of a day is one. The number beside it has no documented unit. */
function daysOf(text: string): number | null {
  const [, number, word] = /(\d{1,3})\s*(gün|saat)/i.exec(text) ?? [];
  if (number === undefined) return null;
  return word?.toLowerCase() === 'saat' ? Math.ceil(Number(number) / 24) : Number(number);
}

/** @returns null of one of which no offer is accepted @throws ProviderAnswerInvalid of one that says not by whom it is carried */
export function bookedOf(shipment: GeliverShipment): BookedShipment | null {
  const offer = readOffer(shipment.acceptedOffer);
  const offerId = shipment.acceptedOfferID || offer?.offerId;
  if (!offerId) return null;
  const carrier = offer?.carrier ?? shipment.providerCode;
  const service = offer?.service ?? shipment.providerServiceCode;
  if (!carrier || !service)
    throw new ProviderAnswerInvalid('Geliver answered a booked shipment without saying who carries it.');
  return {
    shipmentId: shipment.id,
    offerId,
    carrier: storable(carrier),
    service: storable(service),
    price: offer?.price ?? null,
    tracking: trackingOf(shipment),
  };
}

/** The shipments under a reference, booked ones first. @throws ProviderAnswerInvalid */
export const foundAmong = (shipments: readonly GeliverShipment[]): FoundShipment[] =>
  shipments
    .map((shipment) => ({ shipmentId: shipment.id, booked: bookedOf(shipment) }))
    .toSorted((left, right) => Number(right.booked !== null) - Number(left.booked !== null));

export function trackingOf({
  statusCode,
  trackingStatus,
  trackingNumber,
  trackingUrl,
  labelURL,
}: GeliverShipment): Tracking {
  const shipment = (statusCode ?? '').trim();
  const tracking = (trackingStatus?.trackingStatusCode ?? '').trim();
  const sub = (trackingStatus?.trackingSubStatusCode ?? '').trim();
  return {
    state: stateOf({ shipment, tracking, sub }),
    at: timeOf(trackingStatus?.statusDate ?? ''),
    place: storedText(trackingStatus?.locationName, 200),
    note: storedText(trackingStatus?.statusDetails, 500),
    code: storable([shipment, tracking, sub].filter(Boolean).join('/'), 200),
    trackingNumber: storedText(trackingNumber, 100),
    trackingUrl: secure(trackingUrl),
    labelled: Boolean(labelURL),
  };
}

const storedText = (value: string | null | undefined, maxLength: number): string | null =>
  storable(value ?? '', maxLength).trim() || null;

/** Keeps an address only if it is https, since buyers follow it. */
const secure = (url: string | null | undefined): string | null =>
  url && URL.canParse(url) && new URL(url).protocol === 'https:' ? new URL(url).href : null;

/** Reads a time with the offset that it states; without one it is the time of Turkey, where the parcels are. */
function timeOf(date: string): string | null {
  const stated = /(Z|[+-]\d\d:?\d\d)$/.test(date) ? date : `${date}+03:00`;
  const ms = Date.parse(stated);
  // Go, which Geliver is written in, says of a time that is not set that it is in the year 1.
  return Number.isNaN(ms) || ms < 0 ? null : new Date(ms).toISOString();
}
