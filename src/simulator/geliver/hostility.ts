import type { Provider } from '../kit/server';

/** Answers that no provider should send, as JSON that parses. */
const hostilities = [
  'noResult',
  'resultFalse',
  'noData',
  'numberForText',
  'textForList',
  'nul',
  'enormousText',
  'otherCurrency',
  'signedAmount',
  'strangeStatus',
  'otherShipment',
  'otherOffer',
  'pathForId',
  'labelElsewhere',
  'labelOfFile',
  'endlessPages',
  'immense',
] as const;
export type Hostility = (typeof hostilities)[number];

type Json = Record<string, unknown>;

const IMMENSE = 17 * 1024 * 1024;

/** Of every shipment in an answer. */
const SPOIL: Partial<Record<Hostility, (shipment: Json) => Json>> = {
  numberForText: (shipment) => ({ ...shipment, statusCode: 7, trackingNumber: 12 }),
  textForList: (shipment) => ({ ...shipment, offers: { list: 'yok', percentageCompleted: '100' } }),
  nul: (shipment) => ({
    ...shipment,
    trackingStatus: { ...(shipment.trackingStatus as Json), statusDetails: 'Yolda\0 \ud83d', locationName: '\0' },
  }),
  enormousText: (shipment) => ({ ...shipment, trackingNumber: '9'.repeat(1_000_000) }),
  otherCurrency: (shipment) => withOffers(shipment, (offer) => ({ ...offer, currency: 'EUR' })),
  signedAmount: (shipment) => withOffers(shipment, (offer) => ({ ...offer, totalAmount: '-1e3' })),
  strangeStatus: (shipment) => ({
    ...shipment,
    statusCode: 'constructor',
    trackingStatus: { trackingStatusCode: '__proto__', trackingSubStatusCode: 'toString' },
  }),
  otherShipment: (shipment) => ({ ...shipment, id: 'another-shipment' }),
  otherOffer: (shipment) => ({ ...shipment, acceptedOfferID: 'another-offer' }),
  pathForId: (shipment) => ({ ...shipment, id: '../organizations' }),
  labelElsewhere: (shipment) => ({ ...shipment, labelURL: 'http://169.254.169.254/latest/meta-data/' }),
  labelOfFile: (shipment) => ({ ...shipment, labelURL: 'file:///etc/passwd' }),
};

const withOffers = (shipment: Json, change: (offer: Json) => Json): Json => {
  const offers = shipment.offers as Json & { list: Json[] };
  const { acceptedOffer } = shipment;
  return {
    ...shipment,
    offers: { ...offers, list: offers.list.map(change) },
    ...(acceptedOffer ? { acceptedOffer: change(acceptedOffer as Json) } : {}),
  };
};

const isShipment = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && 'senderAddressID' in value;

function spoilt(data: unknown, spoil: (shipment: Json) => Json): unknown {
  if (isShipment(data)) return spoil(data);
  if (Array.isArray(data)) return data.map((row) => spoilt(row, spoil));
  const { shipment, ...rest } = (data ?? {}) as Json;
  return isShipment(shipment) ? { ...rest, shipment: spoil(shipment) } : data;
}

function hostileAnswer(kind: Hostility, answer: unknown): unknown {
  const { result: _, data, ...rest } = answer as Json;
  if (kind === 'noResult') return { ...rest, data };
  if (kind === 'resultFalse') return { result: false, code: 'E1051', message: 'Bakiyeniz yetersiz.' };
  if (kind === 'noData') return { result: true };
  if (kind === 'endlessPages') return { ...rest, result: true, data, totalPages: 999_999_999 };
  if (kind === 'immense') return { ...rest, result: true, data, note: 'x'.repeat(IMMENSE) };
  const spoil = SPOIL[kind];
  return { ...rest, result: true, data: spoil ? spoilt(data, spoil) : data };
}

/** Refusals whose bodies are none that the provider documents; they are sent in turns. */
const REFUSALS = [null, [], { message: { a: 1 } }, { code: 7 }, { message: 'hayır\0 \ud83d' }];

export const hostility: Provider<Hostility>['hostility'] = {
  kinds: hostilities,
  mishear: () => {},
  page: hostileAnswer,
  refusal: (turn) => REFUSALS[turn % REFUSALS.length],
};
