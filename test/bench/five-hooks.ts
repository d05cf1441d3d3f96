import { object } from '../../src/kernel/schema/schema';
import { provider as declare } from '../../src/provider/provider';

const points = [
  'checkout.cart.validate',
  'checkout.pricing.adjust',
  'checkout.shipping.rates',
  'checkout.payment.filter',
  'checkout.order.validate',
] as const;

/** Reads the whole cart, as most rules do, and has nothing to say of it. */
const code = `(cart) => {
  const pieces = cart.lines.reduce((sum, { quantity, unitPrice, discount }) => sum + quantity * unitPrice - discount, 0);
  return pieces < 0 ? [{ op: 'reject', code: 'no_total', messageCode: 'no_total' }] : [];
}`;

/** An extension with a hook at each of the five points. */
export const provider = declare({
  manifest: {
    key: 'five-hooks',
    name: 'Beş kanca',
    kind: 'hook',
    version: '1.0.0',
    summary: 'Ödeme sırasında her noktada sepete bakar.',
    english: 'Looks at the cart at each point of the checkout.',
    secrets: [],
    config: object({}),
    hooks: points.map((point) => ({ point })),
  },
  settings: {},
  hooks: Object.fromEntries(points.map((point) => [point, code])),
});
