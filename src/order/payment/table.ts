import { extensionKey } from '../../extension/aggregate';
import {
  id,
  kurus,
  label,
  line,
  nullable,
  object,
  oneOf,
  t,
  time,
  typeNamed,
  unit,
  words,
} from '../../kernel/schema/schema';
import { hiddenTimes, identity, type New, type Row, table } from '../../kernel/table/table';
import { askedColumns } from '../../provider/conversation/columns';
import { paymentReview } from '../order/aggregate';

/**
 * failed: no money was taken. unknown: nobody knows whether it was. returning: it is being given back, since it pays for no order.
 * not_returned: it pays for no order, and was not given back, or nobody knows whether it was.
 */
export const paymentStates = [
  'begun',
  'captured',
  'failed',
  'unknown',
  'returning',
  'returned',
  'not_returned',
] as const;

/** Moved by statements of its own. */
const apart = { kept: 'apart', shown: false } as const;

/** The owner’s finding on a payment without an order, when its provider gave no answer. */
export const paymentFinding = label(
  'Mağazanın bulduğu',
  'What the shop has found',
)(
  oneOf(
    ['given_back', 'nothing_taken'],
    words({
      given_back: ['para elle iade edildi', 'given back by hand'],
      nothing_taken: ['para çekilmemiş', 'nothing was taken'],
    }),
  ),
);
export const findingNote = label('Açıklama', 'Note')(line(300, { description: 'Where that was found; of no buyer.' }));

/**
 * One attempt to pay for a session at a payment provider. Like the session it is the shopper's own doing, and nobody's change of the
 * store; an order that is paid by it says so.
 */
export const payment = table({
  word: 'payment',
  label: label('Sağlayıcıdan ödeme', 'Payment at a provider'),
  table: 'payment',
  columns: {
    id: identity('pay'),
    sessionId: { type: 'text', schema: id('chs'), shown: false, kept: 'once' },
    /** The order that was made of the payment; null: none was. */
    orderId: { type: 'text', schema: nullable(id('ord')), shown: false, kept: 'apart' },
    extension: { type: 'text', schema: extensionKey, kept: 'once' },
    /** Ours, under which the provider is asked about it. */
    reference: { type: 'text', schema: t.String(), shown: false, kept: 'once' },
    /** The provider's, under which refunds name it. */
    providerId: {
      type: 'text',
      schema: label('Sağlayıcıdaki no', 'Number at the provider')(nullable(t.String())),
      kept: 'once',
    },
    state: {
      type: 'text',
      schema: label(
        'Tahsilat durumu',
        'State of the payment',
      )(
        oneOf(
          paymentStates,
          words({
            begun: ['başladı', 'begun'],
            captured: ['alındı', 'captured'],
            failed: ['alınamadı', 'failed'],
            unknown: ['sonucu bilinmiyor', 'outcome unknown'],
            returning: ['iade ediliyor', 'being given back'],
            returned: ['iade edildi', 'given back'],
            not_returned: ['iade edilemedi', 'not given back'],
          }),
        ),
      ),
      kept: 'once',
    },
    amount: { type: 'bigint', schema: label('Tutar', 'Amount')(kurus({ minimum: 1 })), kept: 'once' },
    paidAmount: {
      type: 'bigint',
      schema: label('Karttan çekilen', 'Taken from the card')(nullable(kurus({ description: 'With the surcharge.' }))),
      kept: 'once',
    },
    instalments: {
      type: 'smallint',
      schema: label('Taksit', 'Instalments')(nullable(t.Integer(unit('count')))),
      kept: 'once',
    },
    review: { type: 'text', schema: paymentReview, kept: 'once' },
    /** True for a test payment, which moves no money. */
    test: { type: 'boolean', schema: t.Boolean(), shown: false, kept: 'once' },
    capturedAt: {
      type: 'timestamptz',
      schema: label('Alındığı zaman', 'Captured')(nullable(time())),
      kept: 'once',
    },
    /** The provider's handle of the begun payment. */
    handle: { type: 'text', schema: nullable(t.String()), ...apart },
    /** The place where the card is entered: a page of the provider, or the shop. */
    entry: { type: 'text', schema: oneOf(['provider', 'shop']), ...apart },
    /** The provider's token that completes the payment; null: the buyer has not come back, or nothing is to be completed. */
    ticket: { type: 'text', schema: nullable(t.String()), ...apart },
    /** Digest of the agreement with the buyer; null: the payment is older than this column. */
    quoteDigest: { type: 'text', schema: nullable(t.String()), ...apart },
    /** The time until which it may be paid. */
    expiresAt: { type: 'timestamptz', schema: nullable(time()), ...apart },
    /** The number of requests to complete it, and the time of the last one. */
    completed: { type: 'smallint', schema: t.Integer(), ...apart },
    completedAt: { type: 'timestamptz', schema: nullable(time()), ...apart },
    /** These columns count the requests to give it back; `missingSince` and `waitingFor` serve its completion as well. */
    ...askedColumns,
    waitingFor: { type: 'text', schema: nullable(t.String()), ...apart },
    /** The reason for which no money was taken, or for which the payment pays for no order. */
    failure: { type: 'text', schema: nullable(t.String()), ...apart },
    finding: { type: 'text', schema: nullable(paymentFinding), ...apart },
    note: { type: 'text', schema: nullable(findingNote), ...apart },
    ...hiddenTimes,
  },
});

export type PaymentRow = Row<typeof payment>;
export type NewPayment = New<typeof payment>;
export const paymentSchema = typeNamed('Payment')(payment.label(object(payment.answers)));

const { state, finding, note } = payment.fields;
/** The fields of a payment in its audit rows, which an owner may state. All else is the doing of the shopper and the provider. */
export const paymentEntity = payment.label(object({ state, finding, note }));
