import type { Queryable } from '../../kernel/database/queryable';
import { shopTimeZone } from '../../kernel/shop-time';
import { isSold } from '../line/sold';
import { dueOf } from '../piece/paid-for-store';

/** The sales of one day of the shop. */
export interface Day {
  /** The day of the shop, as YYYY-MM-DD. */
  readonly day: string;
  readonly orders: number;
  /** The turnover of the day, in kuruş. */
  readonly turnover: number;
}

/** It counts sales of a part of a day. */
export type Sales = Omit<Day, 'day'>;

const DAYS = 30;

/** Orders that are paid, or are paid for at the door; of those whose transfer has not come nobody knows whether it will. */
const SOLD = `
  WITH today AS (SELECT (now() AT TIME ZONE $2)::date AS day),
  sold AS (
    SELECT (o.placed_at AT TIME ZONE $2)::date AS day, count(*)::int AS orders, sum(${dueOf('o.')})::bigint AS turnover
    FROM store_order o, today
    WHERE o.store_id = $1 AND o.placed_at >= (today.day - ${DAYS - 1})::timestamp AT TIME ZONE $2
      AND ${isSold('o.')}
    GROUP BY 1)
  SELECT to_char(each.day, 'YYYY-MM-DD') AS day, coalesce(sold.orders, 0) AS orders,
    coalesce(sold.turnover, 0)::bigint AS turnover
  FROM today CROSS JOIN LATERAL (SELECT today.day - back AS day FROM generate_series(0, ${DAYS - 1}) AS back) AS each
  LEFT JOIN sold ON sold.day = each.day ORDER BY each.day`;

/** The last days, today last; those on which nothing was sold too. */
export const lastDays = (db: Queryable, storeId: string): Promise<Day[]> =>
  db.query<Day>(SOLD, [storeId, shopTimeZone]);

const YESTERDAY_UNTIL_NOW = `
  SELECT count(*)::int AS orders, coalesce(sum(${dueOf('o.')}), 0)::bigint AS turnover
  FROM store_order o, (SELECT (now() AT TIME ZONE $2) - interval '1 day' AS until) yesterday
  WHERE o.store_id = $1 AND o.placed_at >= date_trunc('day', yesterday.until) AT TIME ZONE $2
    AND o.placed_at <= yesterday.until AT TIME ZONE $2 AND ${isSold('o.')}`;

/** Counts the sales of yesterday until the time of day that it is now: today is compared with an equal part of a day. */
export async function salesYesterdayUntilNow(db: Queryable, storeId: string): Promise<Sales> {
  const [sales] = await db.query<Sales>(YESTERDAY_UNTIL_NOW, [storeId, shopTimeZone]);
  return sales as Sales;
}
