import { id, kurus, label, nullable, object, oneOf, t, time, typeNamed, words } from '../../kernel/schema/schema';
import { identity, MOMENT, type New, table } from '../../kernel/table/table';
import { coupon, couponTitle } from '../coupon/aggregate';

const parts = ['goods', 'delivery'] as const;

const kept = { kept: 'once' } as const;
const hidden = { shown: false, compared: false } as const;

/** A coupon that an order has used, as its buyer was shown it. */
export const couponUse = table({
  word: 'coupon use',
  label: label('Kupon kullanımı', 'Use of a coupon'),
  table: 'coupon_use',
  columns: {
    id: identity('cpu'),
    couponId: { type: 'text', schema: coupon.reference, ...kept },
    orderId: { type: 'text', schema: id('ord'), ...kept, ...hidden },
    customerId: { type: 'text', schema: id('cus'), ...kept, ...hidden },
    title: { type: 'text', schema: couponTitle, ...kept },
    code: { type: 'text', schema: label('Kod', 'Code')(nullable(t.String())), ...kept },
    takenOff: {
      type: 'text',
      schema: label(
        'Neyden düşüldü',
        'Taken off',
      )(oneOf(parts, words({ goods: ['ürünler', 'goods'], delivery: ['kargo', 'delivery'] }))),
      ...kept,
    },
    kurus: { type: 'bigint', schema: label('Tutar', 'Amount')(kurus()), ...kept },
    createdAt: { type: 'timestamptz', schema: time(), kept: 'apart', noted: MOMENT, ...hidden },
    /** The order was cancelled, so that others may use the coupon instead. */
    givenBackAt: { type: 'timestamptz', schema: nullable(time()), kept: 'apart', ...hidden },
  },
});

export type NewCouponUse = New<typeof couponUse>;
export const couponUseSchema = typeNamed('CouponUse')(couponUse.label(object(couponUse.answers)));
