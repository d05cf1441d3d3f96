import { label, oneOf, words } from '../kernel/schema/schema';
import { decisionPoints } from './manifest-document';

/** The names of the places along the checkout where hooks decide. */
export const decisionPoint = label(
  'Karar noktası',
  'Decision point',
)(
  oneOf(
    decisionPoints,
    words({
      'checkout.cart.validate': ['sepet denetimi', 'check of the cart'],
      'checkout.pricing.adjust': ['indirimler', 'discounts'],
      'checkout.shipping.rates': ['kargo seçenekleri', 'ways of shipping'],
      'checkout.payment.filter': ['ödeme yöntemleri', 'ways to pay'],
      'checkout.order.validate': ['sipariş denetimi', 'check of the order'],
    }),
  ),
);
