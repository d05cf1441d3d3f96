import { membersAmong } from '../../catalog/collection/store';
import type { Queryable } from '../../kernel/database/queryable';
import type { CouponKind } from '../coupon/aggregate';
import { AUTOMATIC_MAX } from '../coupon/store';

/** Whether a coupon may be used now, whatever is in the cart. `unknown` is also one that is off, or has not begun. */
export type Standing = 'usable' | 'unknown' | 'ended' | 'used_up';

/** A coupon as a checkout looks at it. Amounts are in kuruş. */
export interface Offer {
  readonly id: string;
  /** The code by which shoppers get it; null: it needs none. */
  readonly code: string | null;
  readonly title: string;
  readonly kind: CouponKind;
  readonly percent: number | null;
  readonly amount: number | null;
  /** The least price of the goods that it is for. */
  readonly minimum: number;
  readonly customerUsesMax: number | null;
  readonly standing: Standing;
  /** The products of the cart that it is for; null: all. */
  readonly products: readonly string[] | null;
}

const OFFER = `
  SELECT c.id, c.code, c.title, c.kind, c.percent, c.amount, c.minimum, c.customer_uses_max AS "customerUsesMax",
    CASE WHEN NOT c.active OR c.starts_at > $3 THEN 'unknown' WHEN c.ends_at <= $3 THEN 'ended'
      WHEN c.uses >= c.uses_max THEN 'used_up' ELSE 'usable' END AS standing,
    c.collection_id AS "collectionId"
  FROM coupon c WHERE c.store_id = $1`;

const OFFERS = `
  (${OFFER} AND c.code IS NULL AND c.active ORDER BY c.id LIMIT ${AUTOMATIC_MAX})
  UNION ALL (${OFFER} AND c.code = $2)`;

/** The cart that offers are looked for. */
interface OfferQuery {
  /** The code that the shopper has typed, in the form in which codes are kept. */
  readonly code: string | null;
  readonly productIds: readonly string[];
}

type OfferRow = Omit<Offer, 'products'> & { readonly collectionId: string | null };

/** Finds the automatic discounts that are on, the oldest first, and behind them the coupon of a code. */
export async function findOffers(
  db: Queryable,
  storeId: string,
  { code, productIds }: OfferQuery,
  now: Date,
): Promise<Offer[]> {
  const rows = await db.query<OfferRow>(OFFERS, [storeId, code, now]);
  const collectionIds = rows.flatMap(({ collectionId }) => collectionId ?? []);
  const members = await membersAmong(db, storeId, collectionIds, productIds);
  return rows.map(({ collectionId, ...row }) => ({
    ...row,
    products: collectionId === null ? null : (members.get(collectionId) ?? []),
  }));
}
