import { paymentMethod } from '../../checkout/session/quote';
import {
  id,
  label,
  line,
  nullable,
  object,
  oneOf,
  type TSchema,
  t,
  time,
  unit,
  words,
} from '../../kernel/schema/schema';
import { aggregate } from '../../kernel/table/aggregate';
import { type Row, times } from '../../kernel/table/table';
import { shipmentStates, trackedStates } from './state';

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
} as const;

const shipmentState = label('Gönderi durumu', 'Shipment')(oneOf(shipmentStates, words(stateWords)));
const { booking: _b, cancelling: _c, cancelled: _d, failed: _f, ...trackedWords } = stateWords;
export const trackedState = label('Kargo durumu', 'Status')(oneOf(trackedStates, words(trackedWords)));

export const shippedPiece = object({
  lineId: label('Sipariş satırı', 'Line')(id('oln')),
  quantity: label('Adet', 'Quantity')(t.Integer({ minimum: 1, maximum: 99, ...unit('count') })),
});

/**
 * What an invoice of a sale on the internet has to name (509 VUK General Communiqué IV.2.4.5): how and when it was paid, when and by whom
 * the goods were sent. Of cash on delivery the payment has no date yet.
 */
const forward = label(
  'Fatura için gönderim bilgileri',
  'What the invoice names of the dispatch',
)(
  object({
    webAddress: label('Web adresi', 'Web address')(nullable(t.String())),
    paymentMethod,
    paidAt: label('Ödeme zamanı', 'Paid')(nullable(time())),
    dispatchedAt: label('Gönderim zamanı', 'Dispatched')(time()),
    carrierTitle: label('Taşıyıcı unvanı', 'Legal name of the carrier')(line(200)),
    carrierTaxNumber: label(
      'Taşıyıcı VKN/TCKN',
      'Tax number of the carrier',
    )(nullable(t.String({ pattern: '^\\d{10,11}$' }))),
  }),
);

const once = <T extends 'text' | 'jsonb', S extends TSchema>(type: T, schema: S) =>
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
    carrier: once('text', label('Kargo firması', 'Carrier')(line(60))),
    trackingNumber: { type: 'text', schema: label('Takip no', 'Tracking number')(nullable(line(100))) },
    trackingUrl: {
      type: 'text',
      schema: label(
        'Takip adresi',
        'Tracking address',
      )(nullable(t.String({ format: 'uri', pattern: '^https?://', maxLength: 2_048 }))),
    },
    pieces: once(
      'jsonb',
      label('İçindekiler', 'Contents')(t.Array(shippedPiece, { minItems: 1, maxItems: 100, uniqueItems: true })),
    ),
    forward: once('jsonb', forward),
    ...times,
  },
});

export type ShipmentRow = Row<typeof shipment>;
export const shipmentSchema = shipment.label(object(shipment.answers));
