import { KURUS_MAX } from '../../kernel/money';

/** Endings to which a new price is rounded, in kuruş of the last lira. */
export const priceEndings = { whole: 0, fifty: 50, ninety: 90, ninetyNine: 99 } as const;
export type PriceEnding = keyof typeof priceEndings;

/** A change of a price: by percent, or by an amount in kuruş; exactly one of both. */
export interface PriceChange {
  /** With two decimals at most; negative: a reduction. */
  readonly percent?: number | undefined;
  readonly amount?: number | undefined;
  readonly ending?: PriceEnding | undefined;
}

const PERCENT_PARTS = 10_000n;

/**
 * Changes a price, rounded half up to a kuruş, and then to the nearest price with the ending. The lower one of two that are equally near
 * is taken, so that rounding never raises a price by itself.
 * @param price in kuruş @returns kuruş; outside of what a price may be if the change leads there, so whoever sets it is refused
 */
export function changedPrice(price: number, { percent, amount = 0, ending }: PriceChange): number {
  const changed = percent === undefined ? price + amount : byPercent(price, percent);
  return ending === undefined || changed <= 0 || changed > KURUS_MAX
    ? changed
    : endingIn(changed, priceEndings[ending]);
}

function byPercent(price: number, percent: number): number {
  const parts = BigInt(price) * (PERCENT_PARTS + BigInt(Math.round(percent * 100)));
  const twice = (2n * parts + PERCENT_PARTS) / (2n * PERCENT_PARTS);
  return Number(twice);
}

const LIRA = 100;

/** @param kuruş of the last lira */
function endingIn(price: number, kurus: number): number {
  const below = Math.floor((price - kurus) / LIRA) * LIRA + kurus;
  const above = below + LIRA;
  const nearest = above - price < price - below ? above : below;
  return nearest > 0 ? nearest : above;
}
