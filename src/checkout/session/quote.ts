import {
  id,
  kurus,
  label,
  line,
  nullable,
  object,
  oneOf,
  type Static,
  t,
  unit,
  words,
} from '../../kernel/schema/schema';
import { LINES_MAX, QUANTITY_MAX } from './limits';

/** Hooks name lines by it (spec §8: at most 16 characters). */
const key = t.String({ pattern: '^[a-z0-9]{1,16}$' });

export const quantity = label('Adet', 'Quantity')(t.Integer({ minimum: 1, maximum: QUANTITY_MAX, ...unit('count') }));

export const cartLine = object({
  key,
  productId: id('prd'),
  variantId: nullable(id('var')),
  quantity,
});
export type CartLine = Static<typeof cartLine>;

/** A line as a session keeps it. `shownPrice`: what the shopper has seen last; left out: nothing yet. */
export const keptLine = object({ ...cartLine.properties, shownPrice: t.Optional(kurus()) });

/** The field by which a call names a session. */
export const sessionReference = label('Ödeme oturumu', 'Checkout session')(id('chs'));

/** The ways in which a buyer pays. `free`: nothing is to be paid. */
const paymentMethods = ['card', 'cod', 'transfer', 'free', 'marketplace'] as const;
export const methodWords = {
  card: ['kart', 'card'],
  cod: ['kapıda ödeme', 'cash on delivery'],
  transfer: ['havale veya EFT', 'bank transfer'],
  free: ['ödeme gerekmez', 'nothing to pay'],
  marketplace: ['pazaryeri', 'marketplace'],
} as const;
export const paymentMethod = label('Ödeme yöntemi', 'Payment method')(oneOf(paymentMethods, words(methodWords)));
export type PaymentMethod = Static<typeof paymentMethod>;

export const shippingRate = label(
  'Kargo seçeneği',
  'Shipping rate',
)(
  object({
    id: label('Seçenek', 'Rate')(t.String({ pattern: '^[a-z0-9_-]{1,32}$' })),
    label: label('Ad', 'Name')(line(60)),
    kurus: label('Ücret', 'Price')(kurus()),
  }),
);

export const discountLine = object({
  label: label('İndirim', 'Discount')(line(60)),
  kurus: label('Tutar', 'Amount')(kurus()),
  /** The line with the discount; null: it is off all goods. */
  line: nullable(key),
});

/** A coupon that the quote has taken something off with. */
const takenCoupon = object({
  couponId: id('cpn'),
  title: line(60),
  code: nullable(t.String()),
  takenOff: oneOf(['goods', 'delivery']),
  kurus: kurus(),
});
export type TakenCoupon = Static<typeof takenCoupon>;

/** The last sight of the shopper before the button that states the duty to pay: an order is made of exactly this, or refused. */
export const quote = object({
  lines: t.Array(object({ ...cartLine.properties, unitPrice: kurus() }), { minItems: 1, maxItems: LINES_MAX }),
  discounts: t.Array(discountLine, { maxItems: 250 }),
  rate: nullable(shippingRate),
  method: paymentMethod,
  codFee: kurus(),
  total: kurus(),
  /** The days for which a transfer is awaited; left out: until somebody cancels the order, or it is paid otherwise. */
  transferDays: t.Optional(t.Integer({ minimum: 1 })),
  /** At most one on the goods and one on the delivery, which `discounts` and `rate` have taken into account. Left out: none. */
  coupons: t.Optional(t.Array(takenCoupon, { maxItems: 2 })),
});
export type Quote = Static<typeof quote>;
