import type { Wish } from './wish';

/** Values that a marketplace shows, or was told to show; null: nobody knows. */
export interface Known {
  readonly stock: number | null;
  readonly price: number | null;
  readonly listPrice: number | null;
}

/** The values of a listing that are to be sent, and the price that waits for a person. */
export interface Difference {
  readonly stock?: number;
  readonly price?: number;
  readonly listPrice?: number;
  /** A price that falls too deep to be sent unasked. */
  readonly heldPrice: number | null;
}

interface Brake {
  readonly brakePercent: number;
  /** A price that a person has confirmed. */
  readonly confirmedPrice: number | null;
  /** The price that the marketplace showed last, by which a fall is measured where nobody knows what it was told; in kuruş. */
  readonly shownPrice: number | null;
}

/** True of a price that falls by more than the brake lets pass. */
const isBraked = (price: number, before: number | null, { brakePercent, confirmedPrice }: Brake): boolean =>
  before !== null && price !== confirmedPrice && price * 100 < before * (100 - brakePercent);

/** The difference between what a listing should show and what its marketplace was told. */
export function differenceOf(wish: Wish, told: Known, brake: Brake): Difference {
  const stock = wish.stock !== null && wish.stock !== told.stock ? { stock: wish.stock } : {};
  const isOther =
    wish.price !== null &&
    (wish.price !== told.price || (wish.listPrice !== null && wish.listPrice !== (told.listPrice ?? told.price)));
  if (wish.price === null || !isOther) return { ...stock, heldPrice: null };
  if (isBraked(wish.price, told.price ?? brake.shownPrice, brake)) return { ...stock, heldPrice: wish.price };
  return { ...stock, ...pricesOf(wish.price, wish, told), heldPrice: null };
}

/** A price with its list price, which is never below it. Without a wish the struck-through price there stays. */
export const pricesOf = (price: number, wish: Pick<Wish, 'listPrice'>, told: Pick<Known, 'listPrice'>) => ({
  price,
  listPrice: Math.max(price, wish.listPrice ?? told.listPrice ?? price),
});

/** The order in which differences are sent: first listings that go off sale, then smaller stocks, then all else. */
export type Phase = 'zero' | 'lower' | 'higher';

/** The phase of a difference. A stock of which nobody knows what it was counts as higher. */
export function phaseOf({ stock }: Pick<Difference, 'stock'>, told: Pick<Known, 'stock'>): Phase {
  if (stock === 0) return 'zero';
  return stock !== undefined && told.stock !== null && stock < told.stock ? 'lower' : 'higher';
}

export const phases: readonly Phase[] = ['zero', 'lower', 'higher'];

export const isEmpty = ({ stock, price }: Difference): boolean => stock === undefined && price === undefined;

/** Names a wish, to know it again. */
export const nameOfWish = ({ stock, price, listPrice }: Wish): string => [stock, price, listPrice].join('/');
