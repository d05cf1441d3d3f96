import { readRoute } from '../kernel/declaration/route';
import { id, object, t } from '../kernel/schema/schema';
import { usesOfOrder } from './use/store';
import { couponUseSchema } from './use/table';

/** One on the goods and one on the delivery. */
const USES_MAX = 2;

export default readRoute({
  id: 'account.coupons.ofOrder',
  http: 'GET /v1/account/orders/{ord}/coupons',
  summary: 'The coupons that an order was placed with, as its buyer was shown them.',
  policy: 'owner',
  scope: null,
  role: 'packer',
  params: object({ ord: id('ord') }),
  result: object({ items: t.Array(couponUseSchema, { maxItems: USES_MAX }) }),
  refuses: ['invalid_request'],

  run: async ({ db, storeId, params: { ord } }) => ({ items: await usesOfOrder(db, storeId, ord) }),
});
