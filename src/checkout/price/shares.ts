import { spread } from './spread';

/** A line as it is sold. Amounts are in kuruş and include VAT. */
export interface SoldLine {
  /** The number of pieces, 1 or more. */
  readonly quantity: number;
  readonly unitPrice: number;
  /** The rate of VAT in percent. */
  readonly vatRate: number;
  readonly requiresShipping: boolean;
}

/** An amount off one line, or off all goods. */
export interface Discount {
  /** Place of the line; null: of all. */
  readonly line: number | null;
  readonly kurus: number;
}

/** The amounts that a buyer pays beside the goods, and the discounts. */
export interface Charges {
  readonly discounts: readonly Discount[];
  readonly shipping: number;
  /** The fee of cash on delivery. */
  readonly codFee: number;
}

/** The share of one piece in each amount. A refund gives these shares back, and no amount is ever spread again. */
export interface UnitShare {
  readonly price: number;
  readonly discount: number;
  readonly shipping: number;
  readonly codFee: number;
  /** The VAT within price − discount + shipping + codFee. */
  readonly vat: number;
}

/** Adds up the amount that a buyer pays for one piece. */
export const paidFor = ({ price, discount, shipping, codFee }: UnitShare): number =>
  price - discount + shipping + codFee;

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** The tax that an amount includes, half a kuruş up. Freight and fees follow the goods (KDVK art. 24). */
export const vatIn = (gross: number, rate: number): number =>
  Math.floor((gross * rate * 2 + 100 + rate) / (2 * (100 + rate)));

/**
 * Every amount of a sale by line and piece, to the kuruş. Discounts go by what a line costs, as far as something is left of it;
 * shipping goes by what the lines that are shipped still cost, the fee of cash on delivery by what all still cost.
 */
export function sharesOf(lines: readonly SoldLine[], { discounts, shipping, codFee }: Charges): UnitShare[][] {
  const discounted = discountedBy(lines, discounts);
  const net = lines.map(({ quantity, unitPrice }, place) => quantity * unitPrice - (discounted[place] as number));
  const shippings = spread(shipping, shippedWeights(lines, net));
  const fees = spread(codFee, net);
  return lines.map(({ quantity, unitPrice, vatRate }, place) => {
    const even = Array<number>(quantity).fill(1);
    const units = {
      discount: spread(discounted[place] as number, even),
      shipping: spread(shippings[place] as number, even),
      codFee: spread(fees[place] as number, even),
    };
    const paid = even.map(
      (_, unit) =>
        unitPrice -
        (units.discount[unit] as number) +
        (units.shipping[unit] as number) +
        (units.codFee[unit] as number),
    );
    const vats = spread(vatIn(sum(paid), vatRate), paid);
    return even.map((_, unit) => ({
      price: unitPrice,
      discount: units.discount[unit] as number,
      shipping: units.shipping[unit] as number,
      codFee: units.codFee[unit] as number,
      vat: vats[unit] as number,
    }));
  });
}

/**
 * Computes the discount of each line. Discounts are taken in their order, each as far as something is left.
 * @param before amounts that others have taken off
 */
export function discountedBy(
  lines: readonly Pick<SoldLine, 'quantity' | 'unitPrice'>[],
  discounts: readonly Discount[],
  before: readonly number[] = lines.map(() => 0),
): number[] {
  const discounted = [...before];
  for (const { line, kurus } of discounts) {
    const weights = lines.map(({ quantity, unitPrice }, place) =>
      line === null || line === place ? quantity * unitPrice - (discounted[place] as number) : 0,
    );
    const given = Math.min(kurus, sum(weights));
    for (const [place, share] of spread(given, weights).entries())
      discounted[place] = (discounted[place] as number) + share;
  }
  return discounted;
}

/**
 * The weights by which shipping is spread over lines that are shipped. Where those cost nothing, each weighs the same; where none is
 * shipped, all do.
 */
function shippedWeights(lines: readonly SoldLine[], net: readonly number[]): number[] {
  const weights = lines.map(({ requiresShipping }, place) => (requiresShipping ? (net[place] as number) : 0));
  if (sum(weights) > 0 || !lines.some(({ requiresShipping }) => requiresShipping)) return weights;
  return lines.map(({ requiresShipping }) => (requiresShipping ? 1 : 0));
}

/** Sums of a sale, in kuruş. */
export interface Totals {
  readonly itemsTotal: number;
  readonly discountTotal: number;
  readonly shippingTotal: number;
  readonly codFee: number;
  /** The amount that the buyer pays. */
  readonly total: number;
  /** The VAT that the total contains. */
  readonly vatTotal: number;
}

export function totalsOf(shares: readonly (readonly UnitShare[])[]): Totals {
  const units = shares.flat();
  const of = (field: keyof UnitShare): number => sum(units.map((unit) => unit[field]));
  return {
    itemsTotal: of('price'),
    discountTotal: of('discount'),
    shippingTotal: of('shipping'),
    codFee: of('codFee'),
    total: sum(units.map(paidFor)),
    vatTotal: of('vat'),
  };
}
