import { object } from '../../../src/kernel/schema/schema';
import { provider as declared } from '../../../src/provider/provider';

const first = {
  key: 'gate',
  name: 'Kapı',
  kind: 'hook',
  version: '1.0.0',
  summary: 'Ödeme adımında karar verir.',
  english: 'Decides in the checkout.',
  secrets: [],
  config: object({}),
} as const;

const nothing = '() => []';

/** An extension that decides at other points since its second version. */
export const provider = declared({
  earlier: [{ ...first, hooks: [{ point: 'checkout.cart.validate' }, { point: 'checkout.payment.filter' }] }],
  manifest: {
    ...first,
    version: '2.0.0',
    hooks: [{ point: 'checkout.payment.filter' }, { point: 'checkout.pricing.adjust' }],
  },
  settings: {},
  hooks: {
    'checkout.cart.validate': nothing,
    'checkout.payment.filter': nothing,
    'checkout.pricing.adjust': nothing,
  },
});
