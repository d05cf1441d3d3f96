import { readRoute } from '../kernel/declaration/route';
import { id, object } from '../kernel/schema/schema';
import { coupon, couponSchema } from './coupon/aggregate';
import { getCoupon } from './coupon/store';

export default readRoute({
  id: 'account.coupons.get',
  http: 'GET /v1/account/coupons/{cpn}',
  summary: 'A discount that the shop gives, with its uses.',
  policy: 'owner',
  scope: null,
  role: 'manager',
  params: object({ cpn: id(coupon.prefix) }),
  result: couponSchema,
  refuses: ['invalid_request', 'not_found'],

  run: ({ db, storeId, params: { cpn } }) => getCoupon(db, storeId, cpn),
});
