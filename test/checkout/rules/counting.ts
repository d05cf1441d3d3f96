import { object } from '../../../src/kernel/schema/schema';
import { provider as declare } from '../../../src/provider/provider';

/** An extension that is asked behind `rules`, and sells three pieces of a line at most. */
export const provider = declare({
  manifest: {
    key: 'rules-then',
    name: 'Sayım',
    kind: 'hook',
    version: '1.0.0',
    summary: 'Üçten çok satmaz.',
    english: 'Sells no more than three.',
    secrets: [],
    config: object({}),
    hooks: [{ point: 'checkout.cart.validate' }],
  },
  settings: {},
  hooks: {
    'checkout.cart.validate': `(cart) =>
      cart.lines.some(({ quantity }) => quantity > 3) ? [{ op: 'reject', code: 'too_many', messageCode: 'qty_capped' }] : []`,
  },
});
