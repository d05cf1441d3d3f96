import { kurus, label, object, t } from '../../kernel/schema/schema';
import { provider } from '../provider';
import { filterMethods, validateOrder } from './hooks';

/** Tells when a shop takes cash at the door, and when not. */
export const cashRules = provider({
  manifest: {
    key: 'cash-rules',
    name: 'Kapıda ödeme kuralları',
    kind: 'hook',
    version: '1.0.0',
    summary: 'Dijital ürün içeren sepetlerde ve sınırı aşan tutarlarda kapıda ödemeyi kapatır.',
    english: 'No cash on delivery for carts with digital goods, or above a total.',
    secrets: [],
    config: object({
      totalMax: t.Optional(
        label(
          'Üst sınır',
          'At most',
        )(kurus({ minimum: 1, description: 'Most that an order may cost in all; left out: any total.' })),
      ),
    }),
    hooks: [{ point: 'checkout.payment.filter' }, { point: 'checkout.order.validate', blockOnFailure: true }],
  },
  settings: {},
  hooks: { 'checkout.payment.filter': filterMethods, 'checkout.order.validate': validateOrder },
});
