import { command } from '../kernel/declaration/command';
import { soleSubject } from '../kernel/declaration/subject';
import { type Answer, expectedRevOrNone, object } from '../kernel/schema/schema';
import { checkout, checkoutSchema } from '../store/checkout/aggregate';
import { checkoutErrors } from '../store/checkout/rules';
import { stateCheckout } from '../store/checkout/store';
import { assertSound } from './sound';

export default command({
  id: 'settings.checkout.update',
  label: { tr: 'Ödeme ayarlarını belirle', en: 'Set the checkout settings' },
  summary:
    'Set all settings of the checkout at once: delivery, shipping, returns, cash on delivery, accounts for transfers.',
  policy: 'propose',
  scope: 'store:admin',
  payload: object({ ...checkout.states, expectedRev: expectedRevOrNone }),
  result: checkoutSchema,
  refuses: ['settings_invalid', 'rev_conflict'],
  example: {
    deliveryMinDays: 1,
    deliveryMaxDays: 3,
    shippingFee: 4_990,
    freeShippingFrom: 75_000,
    returnCarrier: 'Yurtiçi Kargo',
    returnCostBorneBy: 'store',
    returnCostDisclosure: null,
    cashOnDelivery: true,
    cashOnDeliveryFee: 2_990,
    cashOnDeliveryCap: 500_000,
    bankAccounts: [{ bank: 'Ziraat Bankası', holder: 'Kahve Dükkânı Ltd. Şti.', iban: 'TR330006100519786457841326' }],
    transferDays: 3,
  },
  subject: soleSubject(checkout.word),

  async run(context) {
    const { payload } = context;
    const settings = await stateCheckout(context, 'settings.checkout.update', payload, (stated) =>
      assertSound('settings_invalid', checkoutErrors(stated)),
    );
    return checkout.answer(settings) as Answer<typeof checkoutSchema>;
  },
});
