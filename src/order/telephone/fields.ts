import { openingBody, shopFillingBody, shownRev } from '../../checkout/enclave/fields';
import { sessionView } from '../../checkout/enclave/view';
import { sessionReference } from '../../checkout/session/quote';
import { label, object, t, typeNamed, unit } from '../../kernel/schema/schema';
import { LINK_DAYS, LINK_DAYS_MAX } from './days';

/** The codes with which every step upon a cart of the telephone may be refused. */
export const stepRefuses = ['invalid_request', 'not_found', 'session_expired', 'checkout_disabled'] as const;

/** The codes of all that can stand between such a cart and its order. */
export const placeRefuses = [
  ...stepRefuses,
  'invalid_state',
  'rev_conflict',
  'cart_empty',
  'line_unavailable',
  'price_changed',
  'out_of_stock',
  'insufficient_stock',
  'qty_capped',
  'shipping_unavailable',
  'payment_unavailable',
  'digital_kapida_disallowed',
  'amount_mismatch',
  'order_rejected',
] as const;

/** A cart of the telephone as each of its steps answers it. */
export const cartView = typeNamed('TelephoneCart')(object(sessionView.properties));

export const sessionParams = object({ chs: sessionReference });

export const cartBody = object({ lines: openingBody.properties.lines });

export const cartFillingBody = shopFillingBody;

export const cartPlacingBody = object({
  total: label(
    'Toplam',
    'Total',
  )(
    t.Integer({
      minimum: 0,
      description: 'What the buyer was told to pay, in kuruş: the `total` that the cart shows.',
      ...unit('kuruş'),
    }),
  ),
  expectedRev: shownRev,
  informed: label(
    'Alıcı bilgilendirildi',
    'The buyer was informed',
  )(
    t.Literal(true, {
      description:
        'That the buyer was told the goods, the total and the right of withdrawal right before, and agreed (Regulation on Distance Contracts, Art. 6).',
    }),
  ),
});

export const linkDays = label(
  'Bağlantının süresi (gün)',
  'Days of the link',
)(
  t.Integer({
    minimum: 1,
    maximum: LINK_DAYS_MAX,
    description: `From now on; left out: ${LINK_DAYS}.`,
    ...unit('count'),
  }),
);
