import type { Queryable } from '../kernel/database/queryable';
import type { RefundRow } from '../order/refund/aggregate';
import type { Period } from './period';
import { GIVEN_BACK, OF_ORDER, type RateSums } from './sales-store';

/** Money that was given back, with its parts by rate of VAT. */
export interface SettledRefund extends Pick<RefundRow, 'id' | 'orderId' | 'amount' | 'method' | 'reference'> {
  readonly settledAt: string;
  readonly number: string;
  readonly channel: string;
  /** Add up to `amount`; the lowest rate first. */
  readonly rates: readonly RateSums[];
}

/**
 * Divides refunds by rate. One for pieces is divided as the stored shares of its pieces, and one for an amount as those of the whole order.
 * A kuruş that is left over goes to the largest part. VAT is the part that the same share of the pieces has.
 * @param refunds a query of `order_refund` with `id`, `order_id`, `amount` and `pieces`
 */
const dividedByRate = (refunds: string): string => `
  WITH refund AS (${refunds}),
  share AS (
    SELECT r.id, r.amount, l.vat_rate,
      sum((unit ->> 'price')::bigint - (unit ->> 'discount')::bigint) AS goods,
      sum((unit ->> 'price')::bigint - (unit ->> 'discount')::bigint + (unit ->> 'shipping')::bigint
        + (unit ->> 'codFee')::bigint) AS paid,
      sum((unit ->> 'vat')::bigint) AS vat
    FROM refund r
      JOIN order_line l ON l.store_id = $1 AND l.order_id = r.order_id
      CROSS JOIN LATERAL jsonb_array_elements(l.units) WITH ORDINALITY AS each (unit, place)
    WHERE r.pieces = '[]' OR r.pieces @> jsonb_build_array(jsonb_build_object('lineId', l.id, 'units', jsonb_build_array(place - 1)))
    GROUP BY 1, 2, 3),
  weighed AS (
    SELECT *, CASE WHEN amount = sum(goods) OVER (PARTITION BY id) THEN goods ELSE paid END AS weight FROM share),
  divided AS (
    SELECT *, floor(amount * weight / nullif(sum(weight) OVER (PARTITION BY id), 0)) AS part,
      row_number() OVER (PARTITION BY id ORDER BY weight DESC, vat_rate) AS place
    FROM weighed),
  rated AS (
    SELECT id, vat_rate, paid, vat,
      part + CASE WHEN place = 1 THEN amount - sum(part) OVER (PARTITION BY id) ELSE 0 END AS gross
    FROM divided)`;

const GROSS = 'gross::bigint';
const VAT = 'round(vat * gross / nullif(paid, 0))::bigint';

const RATES = `
  ${dividedByRate(`SELECT r.id, r.order_id, r.amount, r.pieces FROM order_refund r ${OF_ORDER('r')} WHERE ${GIVEN_BACK}`)}
  SELECT vat_rate AS "vatRate", sum(${GROSS})::bigint AS gross, sum(${VAT})::bigint AS vat
  FROM rated WHERE gross > 0 GROUP BY 1 ORDER BY 1`;

/** The money that was given back in a period, by rate of VAT, the lowest first; for whatever orders, as the sales have it. */
export const refundedVatOf = (db: Queryable, storeId: string, { since, until }: Period): Promise<RateSums[]> =>
  db.query<RateSums>(RATES, [storeId, since, until]);

const PAGE = `
  SELECT r.id, r.order_id, r.amount, r.pieces, r.method, r.reference, r.settled_at, o.number, o.channel
  FROM order_refund r ${OF_ORDER('r')}
  WHERE ${GIVEN_BACK} AND ($4::timestamptz IS NULL OR (r.settled_at, r.id) > ($4, $5))
  ORDER BY r.settled_at, r.id LIMIT $6`;

const LIST = `
  ${dividedByRate(PAGE)}
  SELECT r.id, r.order_id AS "orderId", r.number, r.channel, r.amount, r.method, r.reference, r.settled_at AS "settledAt",
    coalesce((
      SELECT json_agg(json_build_object('vatRate', vat_rate, 'gross', ${GROSS}, 'vat', ${VAT}) ORDER BY vat_rate)
      FROM rated WHERE rated.id = r.id AND gross > 0), '[]') AS rates
  FROM refund r ORDER BY r.settled_at, r.id`;

/** Lists the money that was given back in a period, the first one first. @param most rows at most */
export const listSettledRefunds = (
  db: Queryable,
  storeId: string,
  { since, until }: Period,
  after: readonly [settledAt: string, id: string] | null,
  most: number,
): Promise<SettledRefund[]> =>
  db.query<SettledRefund>(LIST, [storeId, since, until, after?.[0] ?? null, after?.[1] ?? null, most]);
