import {
  id,
  kurus,
  label,
  line,
  nullable,
  object,
  oneOf,
  type TSchema,
  t,
  time,
  typeNamed,
  unit,
  words,
} from '../../kernel/schema/schema';
import { aggregate } from '../../kernel/table/aggregate';
import { type Row, times } from '../../kernel/table/table';

/** Texts of a code, as people type it. */
export const CODE_LENGTH_MAX = 64;

const kinds = ['percent', 'amount', 'delivery'] as const;
export type CouponKind = (typeof kinds)[number];

/** The words of a discount: shoppers, orders and letters call it so, and its code beside it. */
export const couponTitle = label('Ad', 'Name')(line(60, { description: 'Shoppers and orders call it so.' }));
const couponCode = label(
  'Kod',
  'Code',
)(
  nullable(
    t.String({
      minLength: 1,
      maxLength: CODE_LENGTH_MAX,
      description: 'What a shopper types: 3 to 32 letters, digits and hyphens; null: it needs no code.',
    }),
  ),
);

const uses = (tr: string, en: string, description: string) =>
  label(tr, en)(nullable(t.Integer({ minimum: 1, maximum: 1_000_000, description, ...unit('count') })));

/** Stated once: orders that have used it say so. */
const fixed = <T extends 'text', S extends TSchema>(type: T, schema: S) =>
  ({ type, schema, writers: ['create'] }) as const;
const changed = <T extends 'text' | 'integer' | 'bigint' | 'timestamptz' | 'boolean', S extends TSchema>(
  type: T,
  schema: S,
) => ({ type, schema, writers: ['create', 'update'] }) as const;

/** A discount that the shop gives, by a code or to every cart that fits. */
export const coupon = aggregate({
  word: 'coupon',
  prefix: 'cpn',
  label: label('Kupon', 'Coupon'),
  table: 'coupon',
  columns: {
    code: fixed('text', couponCode),
    title: changed('text', couponTitle),
    kind: fixed(
      'text',
      label(
        'Tür',
        'Kind',
      )(
        oneOf(
          kinds,
          words({
            percent: ['yüzde indirim', 'percentage'],
            amount: ['tutar indirimi', 'amount'],
            delivery: ['ücretsiz kargo', 'free delivery'],
          }),
        ),
      ),
    ),
    percent: changed(
      'integer',
      label(
        'Yüzde',
        'Percent',
      )(nullable(t.Integer({ minimum: 1, maximum: 100, description: 'Of a percentage.', ...unit('percent') }))),
    ),
    amount: changed(
      'bigint',
      label(
        'İndirim tutarı',
        'Amount',
      )(nullable(kurus({ minimum: 1, description: 'Of an amount. A cart that costs less becomes free.' }))),
    ),
    minimum: {
      ...changed(
        'bigint',
        label(
          'Alt sınır',
          'Minimum',
        )(kurus({ description: 'Price of the goods that it is for, before discounts; 0: any cart has it.' })),
      ),
      initial: 0,
    },
    collectionId: changed(
      'text',
      label('Koleksiyon', 'Collection')(nullable({ ...id('col'), description: 'null: it is for all goods.' })),
    ),
    usesMax: changed(
      'integer',
      uses('Toplam kullanım', 'Uses', 'Orders that may use it; null: as many as there come.'),
    ),
    customerUsesMax: changed(
      'integer',
      uses(
        'Müşteri başına kullanım',
        'Uses per customer',
        'Orders of one customer, known by the e-mail address; null: as many as there come.',
      ),
    ),
    startsAt: changed('timestamptz', label('Başlangıç', 'Start')(nullable(time({ description: 'null: at once.' })))),
    endsAt: changed('timestamptz', label('Bitiş', 'End')(nullable(time({ description: 'null: never.' })))),
    active: { ...changed('boolean', label('Açık', 'On')(t.Boolean())), initial: true },
    uses: {
      type: 'integer',
      schema: label(
        'Kullanıldı',
        'Times used',
      )(t.Integer({ minimum: 0, description: 'By orders that were not cancelled.', ...unit('count') })),
      kept: 'apart',
    },
    given: {
      type: 'bigint',
      schema: label('Verilen indirim', 'Discount given')(kurus({ description: 'In these orders together.' })),
      kept: 'apart',
    },
    ...times,
  },
});

export type CouponRow = Row<typeof coupon>;
export const couponSchema = typeNamed('Coupon')(coupon.label(object(coupon.answers)));
