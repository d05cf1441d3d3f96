import type { Queryable, Transaction } from '../../kernel/database/queryable';
import { refuse } from '../../kernel/errors';
import { storeOf } from '../../kernel/table/aggregate-store';
import type { Titled } from '../../kernel/table/references';
import { insertsInto } from '../../kernel/table/table-store';
import { type CouponRow, coupon } from './aggregate';

export const { get: getCoupon, change: changeCoupon } = storeOf(coupon);
/** Writes a new coupon, unless its code is that of another one: it stays with its first coupon, since orders tell of it. */
export const { insertNew: insertNewCoupon } = insertsInto(coupon);

/** Automatic discounts that are on. Each step of each checkout looks at all of them. */
export const AUTOMATIC_MAX = 20;

const AUTOMATIC =
  'SELECT count(*)::int AS count FROM coupon WHERE store_id = $1 AND code IS NULL AND active AND id <> $2';

/** @param couponId the one that is to be on @throws {Refusal} limit_exceeded */
export async function assertRoomForAutomatic(tx: Transaction, storeId: string, couponId: string): Promise<void> {
  const [row] = await tx.query<{ count: number }>(AUTOMATIC, [storeId, couponId]);
  if ((row?.count ?? 0) >= AUTOMATIC_MAX)
    refuse('limit_exceeded', `At most ${AUTOMATIC_MAX} discounts without a code are on: turn one off first.`);
}

const LIST = `
  SELECT ${coupon.select()} FROM coupon
  WHERE store_id = $1 AND ($2::boolean IS NULL OR active = $2) AND ($3::text IS NULL OR id < $3)
    AND ($5::text IS NULL OR starts_with(code, $5))
  ORDER BY id DESC LIMIT $4`;

/** Lists the coupons of a store, newest first. @param how active: null is both; code: how the code begins @param before id of the last row of the page before */
export const listCoupons = (
  db: Queryable,
  storeId: string,
  { active, code }: { readonly active: boolean | null; readonly code: string | null },
  before: string | null,
  limit: number,
): Promise<CouponRow[]> => db.query<CouponRow>(LIST, [storeId, active, before, limit, code]);

/** The comparison lets the index of codes begin where they begin: of two that do, the shorter one stands first. */
const FROM = `
  SELECT id, code, title, active FROM coupon
  WHERE store_id = $1 AND code >= $2 AND starts_with(code, $2) ORDER BY code LIMIT $3`;

/** Finds coupons by how their code begins. @param most coupons */
export const couponsFrom = (
  db: Queryable,
  storeId: string,
  beginning: string,
  most: number,
): Promise<Pick<CouponRow, 'id' | 'code' | 'title' | 'active'>[]> => db.query(FROM, [storeId, beginning, most]);

/** Looks up what coupons are called. */
export const couponTitles = (db: Queryable, storeId: string, ids: readonly string[]): Promise<Titled[]> =>
  db.query<Titled>('SELECT id, title FROM coupon WHERE store_id = $1 AND id = ANY($2)', [storeId, ids]);
