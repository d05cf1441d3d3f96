import { entity } from '../kernel/declaration/entity';
import { coupon, couponSchema } from './coupon/aggregate';
import { couponTitles } from './coupon/store';

export default [
  entity(coupon.word, couponSchema, {
    titles: { prefix: coupon.prefix, field: 'title', find: couponTitles },
    ties: ['collectionId'],
  }),
];
