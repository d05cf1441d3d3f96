import type { Offer, Standing } from '../../coupon/offer/store';
import type { Quote, TakenCoupon } from '../session/quote';
import { spread } from './spread';

/** A line of a cart, as far as coupons look at it. */
export interface CouponLine {
  readonly key: string;
  readonly productId: string;
  readonly quantity: number;
  /** The price of one piece, in kuruş. */
  readonly unitPrice: number;
  readonly requiresShipping: boolean;
}

/** The states of a code. `no_goods`: it is for other goods. `outdone`: something else takes off as much, or more. */
export const couponStates = ['applied', 'below_minimum', 'no_goods', 'outdone', 'ended', 'used_up', 'unknown'] as const;
export type CouponState = (typeof couponStates)[number];

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
const priceOf = ({ quantity, unitPrice }: CouponLine): number => quantity * unitPrice;

/** The lines that a coupon is for. */
const linesFor = (lines: readonly CouponLine[], { products, kind }: Offer): CouponLine[] =>
  lines.filter(
    ({ productId, requiresShipping }) =>
      (products === null || products.includes(productId)) && (kind !== 'delivery' || requiresShipping),
  );

type Hindrance = Exclude<Standing, 'usable'> | 'below_minimum' | 'no_goods';

/** Tells why a coupon takes nothing off a cart; undefined: it may. */
function hindranceOf(lines: readonly CouponLine[], offer: Offer): Hindrance | undefined {
  if (offer.standing !== 'usable') return offer.standing;
  const meant = linesFor(lines, offer);
  if (meant.length === 0) return 'no_goods';
  return sum(meant.map(priceOf)) < offer.minimum ? 'below_minimum' : undefined;
}

/** The amount that a coupon takes off the goods of a cart that it fits: never more than they cost. In kuruş, part of a kuruş down. */
function savingOn(lines: readonly CouponLine[], offer: Offer): number {
  const price = sum(linesFor(lines, offer).map(priceOf));
  // A percentage of the largest sum is less than 2^53.
  return offer.percent === null ? Math.min(offer.amount ?? 0, price) : Math.floor((price * offer.percent) / 100);
}

/** Automatic ones first: a code is used up only where it takes off more. */
const inTurn = (offers: readonly Offer[]): Offer[] =>
  offers.toSorted((a, b) => Number(a.code !== null) - Number(b.code !== null));

const takenBy = ({ id, title, code }: Offer, takenOff: TakenCoupon['takenOff'], kurus: number): TakenCoupon => ({
  couponId: id,
  ...{ title, code, takenOff, kurus },
});

/** The one discount on the goods: that which takes off the most. */
export interface GoodsDiscount {
  readonly coupon: TakenCoupon;
  readonly discounts: Quote['discounts'];
}

/** Chooses the coupon that takes the most off the goods, and shares its amount among the lines that it is for. */
export function discountOnGoods(lines: readonly CouponLine[], offers: readonly Offer[]): GoodsDiscount | undefined {
  let best: { readonly offer: Offer; readonly kurus: number } | undefined;
  for (const offer of inTurn(offers)) {
    if (offer.kind === 'delivery' || hindranceOf(lines, offer) !== undefined) continue;
    const kurus = savingOn(lines, offer);
    if (kurus > (best?.kurus ?? 0)) best = { offer, kurus };
  }
  if (!best) return undefined;
  const { offer, kurus } = best;
  return { coupon: takenBy(offer, 'goods', kurus), discounts: discountsOf(lines, offer, kurus) };
}

function discountsOf(lines: readonly CouponLine[], offer: Offer, kurus: number): Quote['discounts'] {
  if (offer.products === null) return [{ label: offer.title, kurus, line: null }];
  const meant = linesFor(lines, offer);
  return spread(kurus, meant.map(priceOf)).flatMap((share, place) =>
    share === 0 ? [] : [{ label: offer.title, kurus: share, line: (meant[place] as CouponLine).key }],
  );
}

/** Free delivery, and the rates that are left: the cheapest is free, and a dearer one costs the difference. */
export interface DeliveryDiscount<R> {
  readonly coupon: TakenCoupon;
  readonly rates: readonly R[];
}

/** Chooses the coupon by which delivery is free; undefined: none is, or it is free anyway. */
export function discountOnDelivery<R extends { readonly kurus: number }>(
  lines: readonly CouponLine[],
  rates: readonly R[],
  offers: readonly Offer[],
): DeliveryDiscount<R> | undefined {
  const kurus = Math.min(...rates.map((rate) => rate.kurus));
  const offer = inTurn(offers).find((each) => each.kind === 'delivery' && hindranceOf(lines, each) === undefined);
  if (!offer || rates.length === 0 || kurus === 0) return undefined;
  return {
    coupon: takenBy(offer, 'delivery', kurus),
    rates: rates.map((rate) => ({ ...rate, kurus: rate.kurus - kurus })),
  };
}

/** Tells what has become of the code of a session. @param offers those that were looked at @param taken those that take something off */
export function stateOfCode(
  code: string,
  lines: readonly CouponLine[],
  offers: readonly Offer[],
  taken: readonly TakenCoupon[],
): CouponState {
  const offer = offers.find((each) => each.code === code);
  if (!offer) return 'unknown';
  if (taken.some(({ couponId }) => couponId === offer.id)) return 'applied';
  return hindranceOf(lines, offer) ?? 'outdone';
}
