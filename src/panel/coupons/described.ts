import type { Coupon } from '../api/types';
import { money } from '../text/format';
import type { Texts } from '../text/tr';

/** The states of a coupon, as its merchant is shown them. */
export type CouponState = 'on' | 'off' | 'later' | 'ended' | 'used';

/** Tells whether a coupon can be used at a moment, and if not, why. @param now in milliseconds since 1970 */
export function stateOf({ active, startsAt, endsAt, uses, usesMax }: Coupon, now: number): CouponState {
  if (!active) return 'off';
  if (startsAt !== null && Date.parse(startsAt) > now) return 'later';
  if (endsAt !== null && Date.parse(endsAt) <= now) return 'ended';
  return usesMax !== null && uses >= usesMax ? 'used' : 'on';
}

/** Writes what a coupon takes off. */
export function takenOff({ kind, percent, amount }: Coupon, { couponPages: words }: Texts): string {
  if (kind === 'percent') return words.percentOff(String(percent));
  return kind === 'amount' ? words.amountOff(money(amount ?? 0)) : words.freeDelivery;
}
