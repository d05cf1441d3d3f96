import { id, label, nullable, object, oneOf, paragraphs, personal, t, time, words } from '../../kernel/schema/schema';
import { identity, MOMENT, type New, table } from '../../kernel/table/table';

const kinds = [
  'placed',
  'telephone',
  'paid',
  'paid_late',
  'cancelled',
  'note',
  'shipment',
  'tracked',
  'renumbered',
  'shipment_cancelled',
  'refund_requested',
  'refunded',
  'refund_failed',
  'return_requested',
  'return_withdrawn',
  'return_approved',
  'return_rejected',
  'return_received',
  'return_refunded',
  'refund_unknown',
  'codes_given',
  'review_pending',
  'review_passed',
  'review_rejected',
  'package',
  'oversold',
  'mapped',
  'amounts_differ',
  'other_currency',
  'still_open_there',
  'goes_on',
  'readdressed',
  'pieces_removed',
] as const;

const kept = { kept: 'once' } as const;

/** One line of the timeline of an order. Nothing changes it; the audit log tells the same of whoever did it. */
export const orderEvent = table({
  word: 'orderEvent',
  label: label('Sipariş olayı', 'Event of an order'),
  table: 'order_event',
  columns: {
    id: identity('oev'),
    orderId: { type: 'text', schema: id('ord'), shown: false, compared: false, ...kept },
    kind: {
      type: 'text',
      schema: label(
        'Olay',
        'Event',
      )(
        oneOf(
          kinds,
          words({
            placed: ['sipariş verildi', 'placed'],
            telephone: ['telefonda alındı', 'taken on the telephone'],
            paid: ['ödendi', 'paid'],
            paid_late: ['iptalden sonra ödendi', 'paid after it was cancelled'],
            cancelled: ['iptal edildi', 'cancelled'],
            note: ['not', 'note'],
            shipment: ['gönderi hazırlandı', 'shipment made'],
            tracked: ['kargo durumu', 'tracked'],
            renumbered: ['takip numarası değişti', 'tracking number changed'],
            shipment_cancelled: ['gönderi iptal edildi', 'shipment cancelled'],
            refund_requested: ['para iadesi istendi', 'refund requested'],
            refunded: ['para iade edildi', 'refunded'],
            refund_failed: ['para iadesi yapılamadı', 'refund failed'],
            return_requested: ['ürün iadesi istendi', 'return requested'],
            return_withdrawn: ['ürün iadesinden vazgeçildi', 'return withdrawn'],
            return_approved: ['ürün iadesi onaylandı', 'return approved'],
            return_rejected: ['ürün iadesi reddedildi', 'return rejected'],
            return_received: ['iade ürün geldi', 'return received'],
            return_refunded: ['iade edilenin parası verildi', 'return refunded'],
            refund_unknown: ['para iadesinin sonucu bilinmiyor', 'outcome of a refund unknown'],
            codes_given: ['dijital kod verildi', 'codes given'],
            review_pending: ['sağlayıcı ödemeyi inceliyor', 'payment under review'],
            review_passed: ['ödeme incelemesi geçti', 'payment passed the review'],
            review_rejected: ['ödemeye güvenilmedi', 'payment not trusted'],
            package: ['pazaryeri paketi', 'package of the marketplace'],
            oversold: ['stokta yokken satıldı', 'oversold'],
            mapped: ['ürünle eşleştirildi', 'mapped to a product'],
            other_currency: ['tutarı başka para biriminde, toplamlarda yok', 'in another currency, and in no sum'],
            amounts_differ: ['pazaryerinin tutarları birbirini tutmuyor', 'amounts of the marketplace differ'],
            readdressed: ['teslimat adresi değişti', 'address of delivery changed'],
            pieces_removed: ['ürün çıkarıldı', 'pieces taken out'],
            goes_on: ['iptalden sonra pazaryerinde sürüyor', 'goes on at the marketplace after all'],
            still_open_there: ['iptal edildi, pazaryerinde hâlâ açık', 'cancelled, and still open at the marketplace'],
          }),
        ),
      ),
      ...kept,
    },
    at: { type: 'timestamptz', schema: label('Zaman', 'Time')(time()), kept: 'apart', noted: MOMENT },
    actor: { type: 'text', schema: label('Kim', 'Who')(t.String({ description: 'As in the audit log.' })), ...kept },
    /** The subject of the entry beside the order, e.g. a shipment. */
    subjectId: {
      type: 'text',
      schema: label('Konu', 'Subject')(nullable(id('shp', 'rfn', 'ret', 'oln', 'opk'))),
      ...kept,
    },
    state: {
      type: 'text',
      schema: label(
        'Yeni durum',
        'New state',
      )(
        nullable(
          t.String({ description: 'Of what it is about, where that moved; of codes and of oversold pieces how many.' }),
        ),
      ),
      ...kept,
    },
    text: {
      type: 'text',
      schema: label('Metin', 'Text')(nullable(personal(paragraphs(2_000)))),
      ...kept,
    },
  },
});

export type NewOrderEvent = New<typeof orderEvent>;
export const orderEventSchema = orderEvent.label(object(orderEvent.answers));
