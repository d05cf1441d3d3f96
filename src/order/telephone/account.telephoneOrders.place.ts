import { workRoute } from '../../kernel/declaration/route';
import type { Static } from '../../kernel/schema/schema';
import { placedOrder } from '../placing/desk';
import { answered, unlinkedCart } from './cart';
import { cartPlacingBody, placeRefuses, sessionParams } from './fields';

export default workRoute({
  id: 'account.telephoneOrders.place',
  label: { tr: 'Telefon siparişini ver', en: 'Place an order on the telephone' },
  http: 'POST /v1/account/telephone-orders/{chs}/place',
  summary:
    'Makes the order of a cart of the telephone, paid on delivery or by transfer; placed twice it is one order. The trail tells of order.create by whoever places it.',
  policy: 'owner',
  scope: null,
  role: 'manager',
  params: sessionParams,
  body: cartPlacingBody,
  result: placedOrder,
  refuses: placeRefuses,

  async run({ db, storeId, principal, params: { chs }, body: { total, expectedRev }, services: { lent } }) {
    await unlinkedCart({ db, storeId }, chs);
    const placing = { total, ...(expectedRev === undefined ? {} : { expectedRev }) };
    return answered<Static<typeof placedOrder>>(await lent.placing.place(storeId, chs, placing, principal));
  },
});
