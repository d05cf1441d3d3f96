import { workRoute } from '../../kernel/declaration/route';
import type { Static } from '../../kernel/schema/schema';
import { answered, telephoneCart } from './cart';
import { cartView, sessionParams, stepRefuses } from './fields';

export default workRoute({
  id: 'account.telephoneOrders.get',
  http: 'GET /v1/account/telephone-orders/{chs}',
  summary: 'A cart of the telephone at the prices of now, or as it was ordered.',
  policy: 'owner',
  scope: null,
  role: 'manager',
  params: sessionParams,
  result: cartView,
  refuses: stepRefuses,

  async run({ db, storeId, params: { chs }, services: { lent } }) {
    await telephoneCart(db, storeId, chs);
    return answered<Static<typeof cartView>>(await lent.checkout.show(storeId, chs));
  },
});
