import type { Noun } from '../noun';
import accountCoupons from './account.coupons';
import accountCouponsGet from './account.coupons.get';
import accountCouponsOfOrder from './account.coupons.ofOrder';
import { coupon } from './coupon/aggregate';
import create from './coupon.create';
import update from './coupon.update';
import entities from './entities';
import { refusals } from './refusals';
import { couponUse } from './use/table';

export default {
  account: [accountCoupons, accountCouponsGet, accountCouponsOfOrder, create, update],
  entities,
  tables: [coupon, couponUse],
  refusals,
} satisfies Noun;
