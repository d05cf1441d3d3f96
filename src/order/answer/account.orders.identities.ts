import { identitiesOfOrders } from '../../checkout/buyer/identity/store';
import { identityNumber } from '../../checkout/buyer/identity/table';
import { readRoute } from '../../kernel/declaration/route';
import { isGone } from '../../kernel/personal/personal';
import { id, object, t } from '../../kernel/schema/schema';

export default readRoute({
  id: 'account.orders.identities',
  label: { tr: 'Alıcıların kimlik numaralarını göster', en: 'Reveal the identity numbers of buyers' },
  http: 'POST /v1/account/orders/identities',
  summary:
    'Identity numbers that the buyers of these orders have stated, as `orders.identity.reveal` shows one; each look stands in the audit log.',
  policy: 'owner',
  scope: null,
  audited: true,
  body: object({ orderIds: t.Array(id('ord'), { minItems: 1, maxItems: 100 }) }),
  result: object({
    items: t.Array(object({ orderId: id('ord'), identityNumber }), {
      description: 'Of orders whose buyer has stated none, there is nothing here.',
    }),
  }),
  refuses: [],

  async run({ db, storeId, body, services: { secretBox } }) {
    const stated = await db.snapshot((moment) => identitiesOfOrders(moment, secretBox, storeId, body.orderIds));
    return {
      items: stated.flatMap(({ orderId, number }) =>
        orderId === null || isGone(number) ? [] : [{ orderId, identityNumber: number }],
      ),
    };
  },
});
