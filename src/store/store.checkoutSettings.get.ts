import { readRoute } from '../kernel/declaration/route';
import { type Answer, nullable, object } from '../kernel/schema/schema';
import { checkout, checkoutSchema } from './checkout/aggregate';
import { findCheckout } from './checkout/store';

export default readRoute({
  id: 'store.checkoutSettings.get',
  label: { tr: 'Ödeme ayarlarını oku', en: 'Read the checkout settings' },
  http: 'GET /v1/store/checkout-settings',
  summary: 'The settings of the checkout; null as long as nobody has stated them.',
  policy: 'read',
  scope: 'store:admin',
  role: 'manager',
  closedToAgents: true,
  result: object({ checkoutSettings: nullable(checkoutSchema) }),
  about: 'checkoutSettings',
  refuses: [],

  async run({ db, storeId }) {
    const found = await findCheckout(db, storeId);
    return { checkoutSettings: found ? (checkout.answer(found) as Answer<typeof checkoutSchema>) : null };
  },
});
