import type { CartLine, PaymentMethod, Quote } from '../session/quote';
import { type SoldLine, sharesOf, totalsOf } from './shares';

/** What a line sells, as the catalogue has it now. */
export interface PricedItem extends Pick<SoldLine, 'vatRate' | 'requiresShipping'> {
  /** In kuruş. */
  readonly price: number;
}

/** What was chosen, or found out, beside the cart. */
export interface Terms extends Pick<Quote, 'discounts' | 'rate' | 'transferDays'> {
  readonly method: PaymentMethod;
  /** Of cash on delivery, in kuruş. */
  readonly codFee: number;
}

/**
 * What a shopper is shown before the order: the cart at the prices of now, with all that comes on top and off, and the total.
 * @param itemOf what a line sells, known to be there
 */
export function quoteOf(cart: readonly CartLine[], itemOf: (line: CartLine) => PricedItem, terms: Terms): Quote {
  const { discounts, rate, method, codFee, transferDays } = terms;
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
  return { lines, discounts, rate, method, codFee, total, ...(transferDays === undefined ? {} : { transferDays }) };
}
