import { carrierWords } from '../../cargo/carrier/carrier';
import {
  id,
  label,
  line,
  nullable,
  object,
  oneOf,
  paragraphs,
  personal,
  type TSchema,
  t,
  time,
  unit,
  words,
} from '../../kernel/schema/schema';
import { aggregate } from '../../kernel/table/aggregate';
import { type Row, times } from '../../kernel/table/table';
import { conditions } from '../piece/condition';
import { grounds, returnKinds, returnStates } from './state';

export const returnKind = label(
  'İade türü',
  'Kind of return',
)(
  oneOf(returnKinds, {
    description: 'withdrawal: within 14 days, without a reason; claim: something is wrong with the goods.',
    ...words({ withdrawal: ['cayma hakkı', 'withdrawal'], claim: ['ayıplı ürün', 'claim'] }),
  }),
);

export const returnState = label(
  'Ürün iadesi durumu',
  'State of the return',
)(
  oneOf(
    returnStates,
    words({
      requested: ['istendi', 'requested'],
      approved: ['onaylandı', 'approved'],
      partially_received: ['bir kısmı geldi', 'received in part'],
      received: ['geldi', 'received'],
      refunded: ['parası iade edildi', 'refunded'],
      rejected: ['reddedildi', 'rejected'],
      withdrawn: ['vazgeçildi', 'withdrawn'],
    }),
  ),
);

export const condition = label(
  'Ürünün durumu',
  'Condition',
)(
  oneOf(conditions, {
    description: 'unsent: it had never left the shop.',
    ...words({
      saleable: ['satılabilir', 'saleable'],
      damaged: ['hasarlı', 'damaged'],
      unsent: ['hiç gönderilmedi', 'never sent'],
      missing: ['eksik', 'missing'],
      wrong: ['yanlış ürün', 'wrong item'],
    }),
  }),
);

export const ground = label(
  'Ret nedeni',
  'Ground',
)(
  oneOf(grounds, {
    description:
      'Of a withdrawal late or excluded, of a claim unfounded; condition: of what came back, none is saleable.',
    ...words({
      late: ['cayma süresi geçmiş', 'too late'],
      excluded: ['cayma hakkı istisnası', 'excluded from withdrawal'],
      unfounded: ['ayıp bulunmadı', 'unfounded'],
      condition: ['gelen ürün satılamaz durumda', 'condition of the goods'],
    }),
  }),
);

const lineId = label('Sipariş satırı', 'Line')(id('oln'));
const unitsOf = label(
  'Parçalar',
  'Pieces',
)(t.Array(t.Integer({ minimum: 0, ...unit('count') }), { description: 'Places in units of the line.' }));

const at = label('Zaman', 'Time')(time());

export const fields = {
  note: personal(label('Alıcının açıklaması', 'Note of the buyer')(paragraphs(500))),
  carrier: label('İade kargo firması', 'Carrier of the return')(line(100)),
  code: label('İade kodu', 'Code of the return')(line(60)),
  instructions: personal(label('İade talimatı', 'Instructions')(paragraphs(2_000))),
  rejection: personal(label('Ret açıklaması', 'Explanation')(paragraphs(2_000))),
};

/** The instructions as the buyer was told them: they prove later the words of that time. */
const instructions = label(
  'Gönderilen iade talimatı',
  'Instructions that were sent',
)(
  object({
    carrier: nullable({ ...fields.carrier, ...carrierWords }),
    code: nullable(fields.code),
    text: nullable(fields.instructions),
    sendUntil: label('Son gönderim', 'To be sent until')(time()),
    at,
  }),
);

const rejection = label(
  'Gönderilen ret bildirimi',
  'Rejection that was sent',
)(object({ ground, text: fields.rejection, recourse: label('Başvuru yolları', 'Recourse')(paragraphs(2_000)), at }));

const receipt = object({
  lineId,
  units: unitsOf,
  condition,
  restocked: label('Stoğa dönen', 'Restocked')(t.Integer({ minimum: 0, ...unit('count') })),
  at,
});

const once = <T extends 'text' | 'jsonb' | 'timestamptz', S extends TSchema>(type: T, schema: S) =>
  ({ type, schema, kept: 'once' }) as const;

/** Pieces of an order that a buyer gives back. Their money is their stored shares, see `order_line.units`. */
export const orderReturn = aggregate({
  word: 'orderReturn',
  prefix: 'ret',
  label: label('Ürün iadesi', 'Return'),
  table: 'order_return',
  columns: {
    orderId: once('text', label('Sipariş', 'Order')(id('ord'))),
    customerId: once('text', label('Müşteri', 'Customer')(id('cus'))),
    kind: once('text', returnKind),
    state: { type: 'text', schema: returnState },
    noticedAt: once('timestamptz', label('Bildirim zamanı', 'Notice')(time())),
    deliveredAt: once(
      'timestamptz',
      label(
        'Teslim zamanı',
        'Delivered',
      )(nullable(time({ description: 'Of the last parcel, as known at the notice.' }))),
    ),
    withdrawalUntil: once(
      'timestamptz',
      label(
        'Cayma süresinin sonu',
        'Withdrawal until',
      )(nullable(time({ description: 'null: it has not begun to run.' }))),
    ),
    externalClaim: once(
      'text',
      label(
        'Pazaryeri iade kalemi',
        'Claim at the marketplace',
      )(nullable({ ...line(100), description: 'The item of a claim there; null: the return is of the shop itself.' })),
    ),
    /** Theirs until they are forgotten. */
    note: { type: 'text', schema: nullable(fields.note), listed: false },
    pieces: once('jsonb', label('Ürünler', 'Pieces')(t.Array(object({ lineId, units: unitsOf })))),
    instructions: { type: 'jsonb', schema: nullable(instructions), listed: false },
    rejection: { type: 'jsonb', schema: nullable(rejection), listed: false },
    receipts: { type: 'jsonb', schema: label('Gelenler', 'Received')(t.Array(receipt)) },
    refundUntil: {
      type: 'timestamptz',
      schema: label('Para iadesinin son günü', 'Refund until')(nullable(time({ description: 'As the law wants it.' }))),
    },
    refunds: {
      type: 'text[]',
      schema: label('Para iadeleri', 'Refunds')(t.Array(id('rfn'), { description: 'That were asked for it.' })),
    },
    ...times,
  },
});

export type ReturnRow = Row<typeof orderReturn>;
export type Pieces = ReturnRow['pieces'];
export type Receipt = ReturnRow['receipts'][number];
export const returnSchema = orderReturn.label(object(orderReturn.answers));

/** The times of a return, by the names of their columns. */
export const returnTimes = [
  'noticedAt',
  'deliveredAt',
  'withdrawalUntil',
  'refundUntil',
  'createdAt',
  'updatedAt',
] as const;
