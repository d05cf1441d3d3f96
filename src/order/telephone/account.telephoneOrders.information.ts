import { workRoute } from '../../kernel/declaration/route';
import type { Static } from '../../kernel/schema/schema';
import { information } from '../placing/desk';
import { answered, telephoneCart } from './cart';
import { placeRefuses, sessionParams } from './fields';

export default workRoute({
  id: 'account.telephoneOrders.information',
  http: 'GET /v1/account/telephone-orders/{chs}/information',
  summary: 'The information form of what would be ordered now, from which the buyer is told what the law wants.',
  policy: 'owner',
  scope: null,
  role: 'manager',
  params: sessionParams,
  result: information,
  refuses: placeRefuses,

  async run({ db, storeId, params: { chs }, services: { lent } }) {
    await telephoneCart(db, storeId, chs);
    return answered<Static<typeof information>>(await lent.placing.information(storeId, chs));
  },
});
