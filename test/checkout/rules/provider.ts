import { label, object, t } from '../../../src/kernel/schema/schema';
import { provider as declare } from '../../../src/provider/provider';

const code = `(cart, { at, answer }) => {
  if (at !== POINT) return [];
  if (answer === 'crash') throw new Error('it was told to');
  return JSON.parse(answer);
}`;
const points = [
  'checkout.cart.validate',
  'checkout.pricing.adjust',
  'checkout.shipping.rates',
  'checkout.payment.filter',
  'checkout.order.validate',
] as const;

/** An extension that answers at one decision point what its configuration says. */
export const provider = declare({
  manifest: {
    key: 'rules',
    name: 'Kurallar',
    kind: 'hook',
    version: '1.0.0',
    summary: 'Ne denirse onu söyler.',
    english: 'Says what it is told to.',
    secrets: [],
    config: object({
      at: label('Nokta', 'Point')(t.String({ maxLength: 80 })),
      answer: label('Yanıt', 'Answer')(t.String({ maxLength: 100_000 })),
    }),
    hooks: points.map((point) => ({ point })),
  },
  settings: {},
  hooks: Object.fromEntries(points.map((point) => [point, code.replace('POINT', JSON.stringify(point))])),
});
