import { workRoute } from '../../kernel/declaration/route';
import type { Static } from '../../kernel/schema/schema';
import { answered, unlinkedCart } from './cart';
import { cartFillingBody, cartView, sessionParams, stepRefuses } from './fields';

export default workRoute({
  id: 'account.telephoneOrders.fill',
  label: { tr: 'Telefon siparişini doldur', en: 'Fill in an order on the telephone' },
  http: 'PUT /v1/account/telephone-orders/{chs}',
  summary: 'Fills in what the buyer on the telephone says; what is left out stays. A buyer may have no e-mail.',
  policy: 'owner',
  scope: null,
  role: 'manager',
  params: sessionParams,
  body: cartFillingBody,
  result: cartView,
  refuses: [...stepRefuses, 'invalid_state', 'rev_conflict', 'coupon_unusable'],

  async run({ db, storeId, params: { chs }, body, services: { lent } }) {
    await unlinkedCart({ db, storeId }, chs);
    return answered<Static<typeof cartView>>(await lent.checkout.fill(storeId, chs, body));
  },
});
