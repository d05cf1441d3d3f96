import type { Queryable } from '../../kernel/database/queryable';
import type { OrderRow } from '../order/aggregate';
import { deliveryIsPaid, dueOf, dueShares, eachUnit, notPaidFor } from '../piece/paid-for-store';

/** The part of an order that an invoice needs, and that no list of orders shows. Its amounts are those of what is paid for. */
export interface Accounts
  extends Pick<
    OrderRow,
    | 'id'
    | 'billing'
    | 'identityStated'
    | 'itemsTotal'
    | 'discountTotal'
    | 'shippingTotal'
    | 'codFee'
    | 'total'
    | 'uncollected'
    | 'vatTotal'
  > {
  /** The lowest rate first; amounts are in kuruş, and `gross` includes the VAT. */
  readonly rates: readonly { readonly vatRate: number; readonly gross: number; readonly vat: number }[];
}

/** Summed here: a page of orders may have half a million pieces. */
const ACCOUNTS = `
  SELECT o.id, o.billing, o.identity_stated AS "identityStated", ${dueOf('o.')} AS total, o.uncollected,
    o.items_total - coalesce(missing.goods, 0) AS "itemsTotal", o.discount_total - coalesce(missing.discounts, 0) AS "discountTotal",
    CASE WHEN ${deliveryIsPaid('o')} THEN o.shipping_total ELSE 0 END AS "shippingTotal",
    CASE WHEN ${deliveryIsPaid('o')} THEN o.cod_fee ELSE 0 END AS "codFee", coalesce(rated.vat, 0)::bigint AS "vatTotal",
    coalesce(rated.rates, '[]') AS rates
  FROM store_order o
    CROSS JOIN LATERAL (
      SELECT sum((unit ->> 'price')::bigint)::bigint AS goods, sum((unit ->> 'discount')::bigint)::bigint AS discounts
      FROM order_line l CROSS JOIN LATERAL ${eachUnit('l')}
      WHERE o.uncollected > 0 AND l.store_id = $1 AND l.order_id = o.id AND ${notPaidFor('o', 'l')}) missing
    CROSS JOIN LATERAL (
      SELECT sum(r.vat) AS vat, jsonb_agg(jsonb_build_object('vatRate', r.rate, 'gross', r.gross, 'vat', r.vat) ORDER BY r.rate) AS rates
      FROM (
        SELECT l.vat_rate AS rate, sum(share.vat) AS vat, sum(share.gross) AS gross
        FROM order_line l CROSS JOIN LATERAL ${dueShares('o', 'l')} share
        WHERE l.store_id = $1 AND l.order_id = o.id GROUP BY l.vat_rate) r) rated
  WHERE o.store_id = $1 AND o.id = ANY($2)`;

/** Reads the accounts of orders, by their ids. */
export async function accountsOf(
  db: Queryable,
  storeId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Accounts>> {
  const rows = await db.query<Accounts>(ACCOUNTS, [storeId, ids]);
  return new Map(rows.map((row) => [row.id, row]));
}
