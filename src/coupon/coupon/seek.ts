import type { Queryable } from '../../kernel/database/queryable';
import { object, type Static, typeNamed } from '../../kernel/schema/schema';
import { coupon } from './aggregate';
import { codeLetters } from './code';
import { couponsFrom } from './store';

const { id, code, title, active } = coupon.answers;

export const couponHitSchema = typeNamed('CouponHit')(object({ id, code, title, active }));

/**
 * Looks for coupons whose code begins as a text does, however a keyboard has typed it: the one of that very code first.
 * @param most coupons
 */
export const seekCoupons = (
  db: Queryable,
  storeId: string,
  text: string,
  most: number,
): Promise<Static<typeof couponHitSchema>[]> => couponsFrom(db, storeId, codeLetters(text), most);
