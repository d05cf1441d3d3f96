import type { Queryable } from '../../kernel/database/queryable';
import type { OrderRow } from '../order/aggregate';

/** The part of an order that an invoice needs, and that no list of orders shows. */
export interface Accounts extends Pick<OrderRow, 'id' | 'billing' | 'identityStated'> {
  /** The lowest rate first; amounts are in kuruş, and `gross` includes the VAT. */
  readonly rates: readonly { readonly vatRate: number; readonly gross: number; readonly vat: number }[];
}

/** Summed here: a page of orders may have half a million pieces. */
const ACCOUNTS = `
  SELECT o.id, o.billing, o.identity_stated AS "identityStated", coalesce((
    SELECT jsonb_agg(jsonb_build_object('vatRate', r.rate, 'gross', r.gross, 'vat', r.vat) ORDER BY r.rate) FROM (
      SELECT l.vat_rate AS rate, sum((u ->> 'vat')::bigint) AS vat,
        sum((u ->> 'price')::bigint - (u ->> 'discount')::bigint + (u ->> 'shipping')::bigint + (u ->> 'codFee')::bigint) AS gross
      FROM order_line l CROSS JOIN LATERAL jsonb_array_elements(l.units) u
      WHERE l.store_id = $1 AND l.order_id = o.id GROUP BY l.vat_rate) r), '[]') AS rates
  FROM store_order o WHERE o.store_id = $1 AND o.id = ANY($2)`;

/** Reads the accounts of orders, by their ids. */
export async function accountsOf(
  db: Queryable,
  storeId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Accounts>> {
  const rows = await db.query<Accounts>(ACCOUNTS, [storeId, ids]);
  return new Map(rows.map((row) => [row.id, row]));
}
