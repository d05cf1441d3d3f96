import type { Queryable, Transaction } from '../../kernel/database/queryable';
import type { MutationContext } from '../../kernel/declaration/context';
import { insertsInto } from '../../kernel/table/table-store';
import { couponUse, type NewCouponUse } from './table';

const { insert } = insertsInto(couponUse);

const BY_CUSTOMER = `
  SELECT coupon_id AS id, count(*)::int AS uses FROM coupon_use
  WHERE store_id = $1 AND customer_id = $2 AND coupon_id = ANY ($3) AND given_back_at IS NULL GROUP BY coupon_id`;

/** Counts the uses of a customer by coupon; one that was never used is missing. */
export async function usesOfCustomer(
  db: Queryable,
  storeId: string,
  customerId: string,
  couponIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (couponIds.length === 0) return new Map();
  const rows = await db.query<{ id: string; uses: number }>(BY_CUSTOMER, [storeId, customerId, couponIds]);
  return new Map(rows.map(({ id, uses }) => [id, uses]));
}

/** In the order of their ids: whoever uses the same waits and never deadlocks. */
const LOCK = `
  SELECT id, uses, uses_max AS "usesMax", customer_uses_max AS "customerUsesMax" FROM coupon
  WHERE store_id = $1 AND id = ANY ($2) ORDER BY id FOR NO KEY UPDATE`;

interface Locked {
  readonly id: string;
  readonly uses: number;
  readonly usesMax: number | null;
  readonly customerUsesMax: number | null;
}

/**
 * Locks coupons and looks whether each has a use left, in all and of this customer. Whoever wants the same one waits until this
 * transaction has used it.
 */
export async function haveUsesLeft(
  tx: Transaction,
  storeId: string,
  customerId: string,
  couponIds: readonly string[],
): Promise<boolean> {
  if (couponIds.length === 0) return true;
  const locked = await tx.query<Locked>(LOCK, [storeId, couponIds]);
  const limited = locked.filter(({ customerUsesMax }) => customerUsesMax !== null).map(({ id }) => id);
  // Behind the lock: a statement sees what was committed before it began.
  const used = await usesOfCustomer(tx, storeId, customerId, limited);
  return (
    locked.length === couponIds.length &&
    locked.every(
      ({ id, uses, usesMax, customerUsesMax }) =>
        uses < (usesMax ?? Number.POSITIVE_INFINITY) &&
        (used.get(id) ?? 0) < (customerUsesMax ?? Number.POSITIVE_INFINITY),
    )
  );
}

const COUNT = `
  UPDATE coupon SET uses = uses + $3, given = given + $4 WHERE store_id = $1 AND id = $2`;

type Context = Pick<MutationContext, 'tx' | 'storeId' | 'now' | 'newId'>;
type Use = Omit<NewCouponUse, 'id' | 'orderId' | 'customerId'>;

/** Sends that an order uses coupons that {@link haveUsesLeft} has locked. */
export function sendUses(
  { tx, storeId, now, newId }: Context,
  { orderId, customerId }: Pick<NewCouponUse, 'orderId' | 'customerId'>,
  uses: readonly Use[],
): void {
  for (const use of uses) {
    insert(tx, storeId, { ...use, id: newId('cpu'), orderId, customerId }, now);
    tx.send(COUNT, [storeId, use.couponId, 1, use.kurus]);
  }
}

const GIVE_BACK = `
  WITH back AS (
    UPDATE coupon_use SET given_back_at = $3 WHERE store_id = $1 AND order_id = $2 AND given_back_at IS NULL
    RETURNING coupon_id, kurus
  )
  UPDATE coupon c SET uses = c.uses - 1, given = c.given - back.kurus
  FROM back WHERE c.store_id = $1 AND c.id = back.coupon_id`;

const OF_ORDER_LOCKED = `
  SELECT c.id FROM coupon c JOIN coupon_use u ON u.store_id = $1 AND u.order_id = $2 AND u.coupon_id = c.id
  WHERE c.store_id = $1 ORDER BY c.id FOR NO KEY UPDATE OF c`;

/** Sends that a locked order, which is cancelled, uses no coupon any more: others may use them. */
export function sendUsesBack({ tx, storeId, now }: Pick<Context, 'tx' | 'storeId' | 'now'>, orderId: string): void {
  tx.send(OF_ORDER_LOCKED, [storeId, orderId]);
  tx.send(GIVE_BACK, [storeId, orderId, now]);
}

const OF_ORDER = `
  SELECT ${couponUse.selectAnswer('u')} FROM coupon_use u WHERE u.store_id = $1 AND u.order_id = $2 ORDER BY u.id`;

/** Finds the coupons that an order was placed with, also of one that was cancelled. */
export const usesOfOrder = (
  db: Queryable,
  storeId: string,
  orderId: string,
): Promise<Pick<NewCouponUse, 'id' | 'couponId' | 'title' | 'code' | 'takenOff' | 'kurus'>[]> =>
  db.query(OF_ORDER, [storeId, orderId]);
