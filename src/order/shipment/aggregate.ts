import { carrierWords } from '../../cargo/carrier/carrier';
import { paymentMethod } from '../../checkout/session/quote';
import {
  id,
  kurus,
  label,
  line,
  moves,
  nullable,
  object,
  oneOf,
  personal,
  type TSchema,
  t,
  time,
  unit,
  words,
} from '../../kernel/schema/schema';
import { aggregate } from '../../kernel/table/aggregate';
import { type Row, times } from '../../kernel/table/table';
import { askedColumns } from '../../provider/conversation/columns';
import { saidStates, shipmentStates, trackedStates } from './state';

const stateWords = {
  booking: ['kargo bekleniyor', 'being booked'],
  booked: ['kargoya hazır', 'booked'],
  picked_up: ['kargo teslim aldı', 'picked up'],
  in_transit: ['yolda', 'in transit'],
  out_for_delivery: ['dağıtımda', 'out for delivery'],
  attempt_failed: ['teslim edilemedi', 'delivery failed'],
  delivered: ['teslim edildi', 'delivered'],
  returning: ['geri dönüyor', 'returning'],
  returned: ['geri döndü', 'returned'],
  lost: ['kayıp', 'lost'],
  cancelling: ['iptal ediliyor', 'being cancelled'],
  cancelled: ['iptal edildi', 'cancelled'],
  failed: ['kargolanamadı', 'failed'],
  unknown: ['sonucu bilinmiyor', 'outcome unknown'],
} as const;

const shipmentState = label('Gönderi durumu', 'Shipment')(oneOf(shipmentStates, words(stateWords)));
const { booking: _b, cancelling: _c, ...saidWords } = stateWords;
const { cancelled: _d, failed: _f, unknown: _u, ...trackedWords } = saidWords;
export const trackedState = label('Kargo durumu', 'Status')(oneOf(trackedStates, words(trackedWords)));
export const saidState = label('Kargo durumu', 'Status')(oneOf(saidStates, words(saidWords)));

export const shippedPiece = object({
  lineId: label('Sipariş satırı', 'Line')(id('oln')),
  quantity: label('Adet', 'Quantity')(t.Integer({ minimum: 1, maximum: 99, ...unit('count') })),
});

/**
 * Data that the invoice of a sale on the internet has to name (509 VUK General Communiqué IV.2.4.5). They are the method and date of
 * payment, the date of dispatch and the carrier. Cash on delivery has no date of payment yet.
 */
const forward = label(
  'Fatura için gönderim bilgileri',
  'What the invoice names of the dispatch',
)(
  object({
    webAddress: label('Web adresi', 'Web address')(nullable(t.String())),
    paymentMethod,
    paidAt: label('Ödeme zamanı', 'Paid')(nullable(time())),
    dispatchedAt: label(
      'Gönderim zamanı',
      'Dispatched',
    )(nullable(time({ description: 'null: its carrier does not have it yet.' }))),
    carrierTitle: label('Taşıyıcı unvanı', 'Legal name of the carrier')(line(200)),
    carrierTaxNumber: label(
      'Taşıyıcı VKN/TCKN',
      'Tax number of the carrier',
    )(nullable(t.String({ pattern: '^\\d{10,11}$' }))),
  }),
);

export const trackingNumber = label('Takip no', 'Tracking number')(line(100));
export const trackingUrl = label(
  'Takip adresi',
  'Tracking address',
)(t.String({ format: 'uri', pattern: '^https?://', maxLength: 2_048 }));
export const shipmentFailure = personal(label('Yapılamama nedeni', 'Why it failed')(line(300)));
export const cargoReference = label(
  'Sağlayıcıdaki gönderi no',
  'Reference',
)(t.String({ pattern: '^[0-9]{1,12}-[0-9A-Z]{26}$', description: 'As `orders.cargo.offers` has told it.' }));
export const cargoOfferId = label('Teklif', 'Offer')(t.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }));
export const cargoService = label('Kargo hizmeti', 'Service')(line(60));
export const cargoPrice = label(
  'Kargo bedeli',
  'Price of the carriage',
)(kurus({ description: 'What the provider charges the shop, in kuruş.', ...moves }));

const once = <T extends 'text' | 'jsonb' | 'bigint' | 'timestamptz', S extends TSchema>(type: T, schema: S) =>
  ({ type, schema, kept: 'once' }) as const;

/** A parcel of an order. What is in it never changes; where it is does, under a rev of its own. */
export const shipment = aggregate({
  word: 'shipment',
  prefix: 'shp',
  label: label('Gönderi', 'Shipment'),
  table: 'order_shipment',
  columns: {
    orderId: once('text', label('Sipariş', 'Order')(id('ord'))),
    state: { type: 'text', schema: shipmentState },
    stateAt: { type: 'timestamptz', schema: label('Durum zamanı', 'Since')(time()) },
    carrier: once('text', label('Kargo firması', 'Carrier')(line(60, carrierWords))),
    trackingNumber: { type: 'text', schema: nullable(trackingNumber) },
    trackingUrl: { type: 'text', schema: nullable(trackingUrl) },
    pieces: once(
      'jsonb',
      label('İçindekiler', 'Contents')(t.Array(shippedPiece, { minItems: 1, maxItems: 100, uniqueItems: true })),
    ),
    forward: { type: 'jsonb', schema: forward },
    /** The provider of the accepted offer, or the marketplace whose package it is; null: the merchant has handed the parcel over himself. */
    extension: once(
      'text',
      label(
        'Eklenti',
        'Extension',
      )(nullable(t.String({ description: 'Of the carriage, or of the marketplace whose package it is.' }))),
    ),
    /** The reference by which the provider knows the parcel, and by which a parcel is found after a lost answer. */
    reference: once('text', nullable(cargoReference)),
    offerId: once('text', nullable(cargoOfferId)),
    service: once('text', nullable(cargoService)),
    price: once('bigint', nullable(cargoPrice)),
    /** The package of the shipment at a marketplace: no carrier is asked where it is, and only the package moves it. */
    packageId: once('text', label('Pazaryerindeki paket', 'Package at the marketplace')(nullable(line(100)))),
    /** The id at the provider; null as long as nobody knows that the parcel is booked. */
    remoteId: { type: 'text', schema: label('Sağlayıcıdaki kimlik', 'Id at the provider')(nullable(line(64))) },
    failure: { type: 'text', schema: nullable(shipmentFailure) },
    ...askedColumns,
    /** The time at which somebody wanted to know where it is. */
    lookWantedAt: { type: 'timestamptz', schema: nullable(time()), kept: 'apart', shown: false },
    lookedAt: {
      type: 'timestamptz',
      schema: label('Son sorgu', 'Asked last')(nullable(time())),
      kept: 'apart',
    },
    /** The order's own values, which stay: orders of one carrier are found in their order. */
    placedAt: { ...once('timestamptz', time()), shown: false, compared: false },
    orderTotal: { ...once('bigint', kurus()), shown: false, compared: false },
    ...times,
  },
});

export type ShipmentRow = Row<typeof shipment>;
export const shipmentSchema = shipment.label(object(shipment.answers));
