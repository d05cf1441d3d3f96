import { kurus, label, object, t, unit } from '../../kernel/schema/schema';
import { provider } from '../provider';
import { adjustPrices } from './hooks';

/** A discount on all goods, as a first hook extension of the product's own. */
export const campaign = provider({
  manifest: {
    key: 'campaign',
    name: 'Sepette indirim',
    kind: 'hook',
    version: '1.0.0',
    summary: 'Sepet tutarı sınırı geçince bütün ürünlerde yüzde indirim yapar.',
    english: 'Takes a percentage off all goods once they cost enough.',
    secrets: [],
    config: object({
      percent: label('İndirim', 'Discount')(t.Integer({ minimum: 1, maximum: 90, ...unit('percent') })),
      from: t.Optional(
        label('Alt sınır', 'From')(kurus({ default: 0, description: 'Total of goods; 0: any cart has it.' })),
      ),
      label: label('Alıcıya görünen ad', 'Name for shoppers')(t.String({ minLength: 1, maxLength: 60 })),
    }),
    hooks: [{ point: 'checkout.pricing.adjust' }],
  },
  settings: {},
  hooks: { 'checkout.pricing.adjust': adjustPrices },
});
