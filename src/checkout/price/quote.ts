import type { CartLine, PaymentMethod, Quote } from '../session/quote';
import { type SoldLine, sharesOf, totalsOf } from './shares';

/** The goods of a line, as the catalogue has them now. */
export interface PricedItem extends Pick<SoldLine, 'vatRate' | 'requiresShipping'> {
  /** The price of a piece, in kuruş. */
  readonly price: number;
}

/** The choices of the shopper and the findings of the hooks, beside the cart. */
export interface Terms extends Pick<Quote, 'discounts' | 'rate' | 'transferDays' | 'coupons'> {
  readonly method: PaymentMethod;
  /** The fee of cash on delivery, in kuruş. */
  readonly codFee: number;
}

/**
 * Quotes the cart at the present prices, with all charges and discounts, and the total: the shopper sees this before the order.
 * @param itemOf the goods of a line, which are known to be there
 */
export function quoteOf(cart: readonly CartLine[], itemOf: (line: CartLine) => PricedItem, terms: Terms): Quote {
  const { discounts, rate, method, codFee, transferDays, coupons = [] } = terms;
  const sold = cart.map((line) => {
    const { price: unitPrice, vatRate, requiresShipping } = itemOf(line);
    return { quantity: line.quantity, unitPrice, vatRate, requiresShipping };
  });
  const placeOf = (key: string | null): number | null =>
    key === null ? null : cart.findIndex((line) => line.key === key);
  const shares = sharesOf(sold, {
    discounts: discounts.map(({ kurus, line }) => ({ kurus, line: placeOf(line) })),
    shipping: rate?.kurus ?? 0,
    codFee,
  });
  const { total } = totalsOf(shares);
  const lines = cart.map((line, place) => ({ ...line, unitPrice: sold[place]?.unitPrice as number }));
  return {
    ...{ lines, discounts, rate, method, codFee, total },
    ...(transferDays === undefined ? {} : { transferDays }),
    ...(coupons.length === 0 ? {} : { coupons }),
  };
}
