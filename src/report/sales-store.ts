import type { Queryable } from '../kernel/database/queryable';
import { shopTimeZone } from '../kernel/shop-time';
import { isSold } from '../order/line/sold';
import { deliveryIsPaid, dueShares, eachUnit, notPaidFor } from '../order/piece/paid-for-store';
import type { Period } from './period';

/** Ways to divide the sales of a period. */
export const divisions = ['day', 'channel', 'payment', 'product', 'category'] as const;
export type Division = (typeof divisions)[number];

/** Sums of money in kuruş, VAT included. */
export interface Sums {
  readonly orders: number;
  readonly pieces: number;
  /** The price of the goods before discounts. */
  readonly goods: number;
  readonly discounts: number;
  /** Shipping and the fee of cash on delivery. */
  readonly delivery: number;
  /** The money that was given back in the period. */
  readonly refunds: number;
  /** The returns that were asked for in the period. */
  readonly returns: number;
}

export interface SumsOf extends Sums {
  /** The day, channel, payment method, product or category; '': none. */
  readonly key: string;
}

/** An order counts once its money is there, or is paid at the door: the home page counts so as well. */
const SOLD = isSold('o.');
const PLACED = `o.store_id = $1 AND o.placed_at >= $2 AND o.placed_at < $3 AND ${SOLD}`;
/** Joins whatever belongs to orders that count. */
export const OF_ORDER = (alias: string): string =>
  `JOIN store_order o ON o.store_id = $1 AND o.id = ${alias}.order_id AND ${SOLD}`;
/** Refunds `r` that were settled in the period. */
export const GIVEN_BACK = `r.store_id = $1 AND r.state = 'succeeded' AND r.settled_at >= $2 AND r.settled_at < $3`;
const ASKED_FOR = 't.store_id = $1 AND t.noticed_at >= $2 AND t.noticed_at < $3';

const dayOf = (moment: string): string => `to_char(${moment} AT TIME ZONE '${shopTimeZone}', 'YYYY-MM-DD')`;

const summed = (parts: readonly string[], order: string): string => `
  SELECT * FROM (
    SELECT key, sum(orders)::int AS orders, sum(pieces)::int AS pieces, sum(goods)::bigint AS goods,
      sum(discounts)::bigint AS discounts, sum(delivery)::bigint AS delivery, sum(refunds)::bigint AS refunds,
      sum(returns)::int AS returns
    FROM (${parts.join(' UNION ALL ')}) AS part (key, orders, pieces, goods, discounts, delivery, refunds, returns)
    GROUP BY key) sums
  WHERE $4::text[] IS NULL OR key = ANY ($4) ORDER BY ${order} LIMIT $5`;

/**
 * Whole orders by a fact of theirs, without the goods for which no cash comes. Money that is given back stands where it was given: on
 * another day than its order.
 */
const byOrder = (keyAt: (moment: string) => string): string =>
  summed(
    [
      `SELECT ${keyAt('o.placed_at')}, count(*), 0, sum(o.items_total), sum(o.discount_total),
        coalesce(sum(o.shipping_total + o.cod_fee) FILTER (WHERE ${deliveryIsPaid('o')}), 0), 0, 0 FROM store_order o WHERE ${PLACED} GROUP BY 1`,
      `SELECT ${keyAt('o.placed_at')}, 0, sum(l.quantity), 0, 0, 0, 0, 0
       FROM store_order o JOIN order_line l ON l.store_id = $1 AND l.order_id = o.id WHERE ${PLACED} GROUP BY 1`,
      `SELECT ${keyAt('o.placed_at')}, 0, -count(*), -sum((unit ->> 'price')::bigint), -sum((unit ->> 'discount')::bigint), 0, 0, 0
       FROM store_order o JOIN order_line l ON l.store_id = $1 AND l.order_id = o.id
         CROSS JOIN LATERAL ${eachUnit('l')}
       WHERE ${PLACED} AND o.uncollected > 0 AND ${notPaidFor('o', 'l')} GROUP BY 1`,
      `SELECT ${keyAt('r.settled_at')}, 0, 0, 0, 0, 0, sum(r.amount), 0
       FROM order_refund r ${OF_ORDER('r')} WHERE ${GIVEN_BACK} GROUP BY 1`,
      `SELECT ${keyAt('t.noticed_at')}, 0, 0, 0, 0, 0, 0, count(*)
       FROM order_return t ${OF_ORDER('t')} WHERE ${ASKED_FOR} GROUP BY 1`,
    ],
    'key COLLATE "C"',
  );

const OF_PIECE = `
  CROSS JOIN LATERAL jsonb_array_elements(of.pieces) piece
  JOIN order_line l ON l.store_id = $1 AND l.order_id = o.id AND l.id = piece ->> 'lineId'`;
const OF_PRODUCT = 'LEFT JOIN catalog_product p ON p.store_id = $1 AND p.id = l.product_id';

/** The lines of a period, found by their orders alone: the planner would walk through all lines in the order of the products. */
const LINES = `(
  SELECT o.id AS order_id, l.product_id, l.vat_rate, l.units, l.kept_units, l.unpaid_units, o.payment, o.payment_method, o.total, o.uncollected
  FROM store_order o JOIN order_line l ON l.store_id = $1 AND l.order_id = o.id WHERE ${PLACED} OFFSET 0) l`;

/** Pieces by what they are: their shares of price and discount, which are never spread again. */
const byGoods = (key: string): string =>
  summed(
    [
      `SELECT key, count(*), sum(pieces), sum(goods), sum(discounts), 0, 0, 0 FROM (
        SELECT ${key} AS key, sum(share.pieces) AS pieces, sum(share.goods) AS goods, sum(share.discounts) AS discounts
        FROM ${LINES} ${OF_PRODUCT}
          CROSS JOIN LATERAL (
            SELECT count(*) AS pieces, coalesce(sum((unit ->> 'price')::bigint), 0) AS goods,
              coalesce(sum((unit ->> 'discount')::bigint), 0) AS discounts
            FROM ${eachUnit('l')} WHERE NOT ${notPaidFor('l', 'l')}) share
        GROUP BY ${key}, l.order_id) sold GROUP BY key`,
      `SELECT ${key}, 0, 0, 0, 0, 0, sum(share.paid), 0
       FROM order_refund r ${OF_ORDER('r')} ${OF_PIECE.replace('of.pieces', 'r.pieces')} ${OF_PRODUCT}
         CROSS JOIN LATERAL (
           SELECT sum((l.units -> place::int ->> 'price')::bigint - (l.units -> place::int ->> 'discount')::bigint) AS paid
           FROM jsonb_array_elements_text(piece -> 'units') place) share
       WHERE ${GIVEN_BACK} GROUP BY 1`,
      `SELECT key, 0, 0, 0, 0, 0, 0, count(*) FROM (
        SELECT DISTINCT ${key} AS key, t.id
        FROM order_return t ${OF_ORDER('t')} ${OF_PIECE.replace('of.pieces', 't.pieces')} ${OF_PRODUCT}
        WHERE ${ASKED_FOR}) returned GROUP BY key`,
    ],
    'goods - discounts DESC, key COLLATE "C"',
  );

const DIVIDED: Readonly<Record<Division | 'whole', string>> = {
  whole: byOrder(() => `''::text`),
  day: byOrder(dayOf),
  channel: byOrder(() => 'o.channel'),
  payment: byOrder(() => 'o.payment_method'),
  product: byGoods(`coalesce(l.product_id, '')`),
  category: byGoods(`coalesce(p.category_id, '')`),
};

interface Wanted {
  /** Keys of the rows that are wanted. @default all */
  readonly keys?: readonly string[];
  /** Number of rows at most. */
  readonly most: number;
}

/** The sales of a period by a division. */
export const salesBy = (
  db: Queryable,
  storeId: string,
  division: Division,
  { since, until }: Period,
  { keys, most }: Wanted,
): Promise<SumsOf[]> => db.query<SumsOf>(DIVIDED[division], [storeId, since, until, keys ?? null, most]);

const NOTHING: Sums = { orders: 0, pieces: 0, goods: 0, discounts: 0, delivery: 0, refunds: 0, returns: 0 };

/** All sales of a period. */
export async function salesOf(db: Queryable, storeId: string, { since, until }: Period): Promise<Sums> {
  const [row] = await db.query<SumsOf>(DIVIDED.whole, [storeId, since, until, null, 1]);
  if (!row) return NOTHING;
  const { key: _, ...sums } = row;
  return sums;
}

export interface RateSums {
  readonly vatRate: number;
  /** In kuruş, VAT included, after discounts, with the shares of delivery. */
  readonly gross: number;
  /** The tax within gross, in kuruş. */
  readonly vat: number;
}

const RATES = `
  SELECT l.vat_rate AS "vatRate", sum(share.gross)::bigint AS gross, sum(share.vat)::bigint AS vat
  FROM ${LINES} CROSS JOIN LATERAL ${dueShares('l', 'l')} share
  GROUP BY 1 ORDER BY 1`;

/** The VAT of the orders of a period, by rate, the lowest first. */
export const vatOf = (db: Queryable, storeId: string, { since, until }: Period): Promise<RateSums[]> =>
  db.query<RateSums>(RATES, [storeId, since, until]);
