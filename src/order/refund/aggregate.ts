import {
  id,
  kurus,
  label,
  line,
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

/**
 * `requested`: the amount is reserved, and nobody knows yet that it was given back. `unknown`: the provider was asked, does not say
 * whether it did it, and is asked no more; what is reserved stays so until somebody has looked there and says it.
 */
export const refundStates = ['requested', 'unknown', 'succeeded', 'failed'] as const;

const state = label(
  'İade durumu',
  'State of the refund',
)(
  oneOf(
    refundStates,
    words({
      requested: ['istendi', 'requested'],
      unknown: ['sonucu bilinmiyor', 'outcome unknown'],
      succeeded: ['iade edildi', 'given back'],
      failed: ['yapılamadı', 'failed'],
    }),
  ),
);

const method = label(
  'İade yolu',
  'Way of the refund',
)(
  oneOf(['manual', 'provider', 'marketplace'], {
    description:
      'manual: the shop gives the money back itself, by transfer or in cash. marketplace: it has given it back, and nobody is asked.',
    ...words({
      manual: ['elden veya havaleyle', 'by the shop itself'],
      provider: ['ödeme sağlayıcısından', 'by the payment provider'],
      marketplace: ['pazaryerinden', 'by the marketplace'],
    }),
  }),
);

const piece = object({
  lineId: label('Sipariş satırı', 'Line')(id('oln')),
  units: label('Parçalar', 'Pieces')(t.Array(t.Integer({ minimum: 0, ...unit('count') }))),
});

const once = <T extends 'text' | 'jsonb' | 'bigint', S extends TSchema>(type: T, schema: S) =>
  ({ type, schema, kept: 'once' }) as const;

export const refundReason = personal(label('Gerekçe', 'Reason')(line(300)));
export const refundReference = label(
  'Dekont veya işlem no',
  'Reference',
)(line(100, { description: 'By which the bank knows the payment.' }));
export const refundFailure = personal(label('Yapılamama nedeni', 'Why it failed')(line(300)));

/** Money of an order that is given back. Its amount never changes; a retry is another one. */
export const refund = aggregate({
  word: 'refund',
  prefix: 'rfn',
  label: label('Para iadesi', 'Refund'),
  table: 'order_refund',
  columns: {
    orderId: once('text', label('Sipariş', 'Order')(id('ord'))),
    state: { type: 'text', schema: state },
    method: once('text', method),
    /** The payment whose provider gives the money back; null: the shop does it. */
    paymentId: once('text', label('Ödeme', 'Payment')(nullable(id('pay')))),
    amount: once('bigint', label('Tutar', 'Amount')(kurus({ minimum: 1 }))),
    /** The reason of the refund; null: its buyer was anonymized. */
    reason: { type: 'text', schema: nullable(refundReason) },
    /** The pieces whose stored shares make up the amount; none: the amount was stated. */
    pieces: once('jsonb', label('Parçalar', 'Pieces')(t.Array(piece))),
    reference: { type: 'text', schema: nullable(refundReference) },
    failure: { type: 'text', schema: nullable(refundFailure) },
    settledAt: { type: 'timestamptz', schema: label('Sonuç zamanı', 'Settled')(nullable(time())) },
    /** Each request has a reference of its own. */
    ...askedColumns,
    ...times,
  },
});

export type RefundRow = Row<typeof refund>;
export const refundSchema = refund.label(object(refund.answers));
