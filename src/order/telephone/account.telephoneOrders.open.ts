import { exampleId } from '../../kernel/declaration/example';
import { workRoute } from '../../kernel/declaration/route';
import type { Static } from '../../kernel/schema/schema';
import { answered } from './cart';
import { cartBody, cartView } from './fields';

export default workRoute({
  id: 'account.telephoneOrders.open',
  label: { tr: 'Telefon siparişi başlat', en: 'Begin an order on the telephone' },
  http: 'POST /v1/account/telephone-orders',
  summary: 'Begins a cart that the shop fills in for a buyer on the telephone, priced by the rules of the checkout.',
  policy: 'owner',
  scope: null,
  role: 'manager',
  body: cartBody,
  status: 201,
  result: cartView,
  refuses: ['invalid_request', 'checkout_disabled', 'cart_empty'],
  example: { body: { lines: [{ productId: exampleId('prd', 'KAHVE'), quantity: 1 }] } },

  run: async ({ storeId, body, services: { lent } }) =>
    answered<Static<typeof cartView>>(await lent.checkout.openForBuyer(storeId, body.lines)),
});
