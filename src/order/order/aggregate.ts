import { buyerFields } from '../../checkout/buyer/fields';
import { paymentMethod, shippingRate } from '../../checkout/session/quote';
import {
  id,
  kurus,
  label,
  line,
  nullable,
  oneOf,
  paragraphs,
  personal,
  type TSchema,
  t,
  time,
  words,
} from '../../kernel/schema/schema';
import { aggregate } from '../../kernel/table/aggregate';
import { type Row, times } from '../../kernel/table/table';
import { orderAddress, orderBilling } from './address';
import { cancelReasons, fulfilmentStates, paymentStates, refundStates } from './state';

export const paymentState = label(
  'Ödeme durumu',
  'Payment',
)(
  oneOf(
    paymentStates,
    words({
      pending_cod: ['kapıda ödenecek', 'cash on delivery'],
      awaiting_transfer: ['havale bekleniyor', 'awaiting transfer'],
      paid: ['ödendi', 'paid'],
      cancelled: ['iptal edildi', 'cancelled'],
    }),
  ),
);

export const fulfilmentState = label(
  'Gönderim durumu',
  'Fulfilment',
)(
  oneOf(
    fulfilmentStates,
    words({
      unfulfilled: ['hazırlanacak', 'unfulfilled'],
      partially_fulfilled: ['bir kısmı hazır', 'partially fulfilled'],
      fulfilled: ['kargoya hazır', 'fulfilled'],
      shipped: ['kargoda', 'shipped'],
      delivered: ['teslim edildi', 'delivered'],
      returned_to_sender: ['göndericiye döndü', 'returned to sender'],
    }),
  ),
);

export const refundState = label(
  'İade edilen tutar',
  'Refunded',
)(
  oneOf(
    refundStates,
    words({
      none: ['para iadesi yok', 'none'],
      partial: ['kısmi para iadesi', 'in part'],
      full: ['tamamı iade edildi', 'in full'],
    }),
  ),
);

export const cancelReason = label(
  'İptal gerekçesi',
  'Reason of the cancellation',
)(
  oneOf(
    cancelReasons,
    words({
      customer: ['alıcı istedi', 'the buyer asked for it'],
      merchant: ['mağaza iptal etti', 'the shop cancelled'],
      unpaid: ['ödemesi gelmedi', 'no payment came'],
      marketplace: ['pazaryeri iptal etti', 'the marketplace cancelled'],
    }),
  ),
);

const reviews = ['passed', 'pending', 'rejected'] as const;

/** The provider's opinion on fraud. No goods leave while it reviews the payment, or once it has rejected it. */
export const paymentReview = label(
  'Sağlayıcının incelemesi',
  'Review of the provider',
)(
  nullable(
    oneOf(
      reviews,
      words({
        passed: ['sorun yok', 'passed'],
        pending: ['inceleniyor', 'pending'],
        rejected: ['güvenilmedi', 'rejected'],
      }),
    ),
  ),
);

const once = <T extends 'text' | 'bigint' | 'boolean' | 'jsonb' | 'timestamptz', S extends TSchema>(
  type: T,
  schema: S,
) => ({ type, schema, kept: 'once' }) as const;
const amount = (tr: string, en: string, description?: string) =>
  label(tr, en)(kurus(description === undefined ? {} : { description }));

/**
 * An order: its buyer, its goods, their prices and its progress. The agreement with the buyer stays as it was written. The law wants orders
 * kept, so the buyer's data in them outlives a forgotten customer.
 */
export const order = aggregate({
  word: 'order',
  prefix: 'ord',
  label: label('Sipariş', 'Order'),
  table: 'store_order',
  columns: {
    number: once('text', label('Sipariş no', 'Number')(t.String({ description: 'As people call it, e.g. 1042.' }))),
    channel: once(
      'text',
      label('Satış kanalı', 'Channel')(t.String({ description: '`store`, or the key of a marketplace extension.' })),
    ),
    externalNumber: once('text', label('Pazaryeri sipariş no', 'Number at the marketplace')(nullable(line(100)))),
    customerId: once('text', label('Müşteri', 'Customer')(id('cus'))),
    payment: { type: 'text', schema: paymentState },
    paymentMethod: once('text', paymentMethod),
    /** The provider's review of the payment by card; null: no provider took one. */
    review: { type: 'text', schema: paymentReview },
    fulfilment: { type: 'text', schema: fulfilmentState },
    cancelReason: { type: 'text', schema: nullable(cancelReason) },
    itemsTotal: once('bigint', amount('Ürünler', 'Goods')),
    discountTotal: once('bigint', amount('İndirim', 'Discounts')),
    shippingTotal: once('bigint', amount('Kargo', 'Shipping')),
    codFee: once('bigint', amount('Kapıda ödeme bedeli', 'Fee of cash on delivery')),
    total: once('bigint', amount('Toplam', 'Total', 'What the buyer pays, VAT included.')),
    vatTotal: once('bigint', amount('KDV', 'VAT', 'Within the total.')),
    captured: { type: 'bigint', schema: amount('Alınan ödeme', 'Money received') },
    refundReserved: {
      type: 'bigint',
      schema: amount('İadesi süren tutar', 'Being refunded', 'Asked for, and not known to be given back yet.'),
    },
    refunded: { type: 'bigint', schema: amount('İade edilen tutar', 'Money given back') },
    /** The part of the total for which no cash comes at the door, see `uncollectedOf`. The buyer owes the rest. */
    uncollected: {
      type: 'bigint',
      schema: amount(
        'Kapıda ödenmeyen tutar',
        'Not paid at the door',
        'Of pieces that were taken out, or did not come to the buyer.',
      ),
      shown: false,
      compared: false,
    },
    buyerName: once('text', buyerFields.name),
    buyerEmail: once('text', nullable(buyerFields.email)),
    buyerPhone: once('text', nullable(buyerFields.phone)),
    shippingAddress: {
      type: 'jsonb',
      schema: label('Teslimat adresi', 'Address of delivery')(nullable(personal(orderAddress))),
      listed: false,
    },
    billing: {
      ...once('jsonb', label('Fatura bilgileri', 'Invoice')(nullable(personal(orderBilling)))),
      listed: false,
    },
    /** The note of the buyer. Only the customer's forgetting takes it away. */
    buyerNote: {
      type: 'text',
      schema: label('Alıcının notu', 'Note of the buyer')(nullable(personal(paragraphs(500)))),
      listed: false,
    },
    identityStated: {
      ...once(
        'boolean',
        label(
          'Kimlik numarası verildi',
          'Identity number stated',
        )(t.Boolean({ description: 'The owner may have it revealed: `orders.identity.reveal`.' })),
      ),
      listed: false,
    },
    shippingRate: once('jsonb', nullable(shippingRate)),
    placedAt: once('timestamptz', label('Sipariş zamanı', 'Placed')(time())),
    transferUntil: once(
      'timestamptz',
      label(
        'Havale son günü',
        'Transfer awaited until',
      )(
        nullable(
          time({ description: 'What is not paid by then is cancelled; null: nothing is, or it was never awaited.' }),
        ),
      ),
    ),
    paidAt: { type: 'timestamptz', schema: label('Ödeme zamanı', 'Paid')(nullable(time())) },
    cancelledAt: { type: 'timestamptz', schema: label('İptal zamanı', 'Cancelled')(nullable(time())) },
    /** The folded text by which an order is found. */
    searchText: { type: 'text', schema: t.String(), kept: 'once', shown: false, compared: false },
    ...times,
  },
});

export type OrderRow = Row<typeof order>;
