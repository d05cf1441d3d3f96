import { manifests } from '../../extension/provider/providers';
import type { Queryable } from '../../kernel/database/queryable';
import { type SearchPatterns, typedSearch } from '../../kernel/search-patterns';
import type { CustomerRow } from '../customer/aggregate';
import type { OrderRow } from '../order/aggregate';

/** An order with the customer as he is now. */
export interface OrderHit
  extends Pick<
    OrderRow,
    'id' | 'number' | 'externalNumber' | 'channel' | 'buyerName' | 'total' | 'payment' | 'fulfilment' | 'placedAt'
  > {
  readonly customer: Pick<CustomerRow, 'id' | 'name' | 'email' | 'phone'>;
}

/** The keys of the marketplaces: with them, the index of packages by their identifiers finds one. */
const marketplaces = manifests.flatMap(({ kind, key }) => (kind === 'channel' ? [key] : []));

const SEEK = `
  WITH newest AS MATERIALIZED (
    SELECT id, placed_at, search_text FROM store_order WHERE store_id = $1
    ORDER BY placed_at DESC, id DESC LIMIT ${typedSearch.newest}),
  near AS MATERIALIZED (
    SELECT id FROM newest WHERE search_text LIKE ALL ($2::text[]) ORDER BY placed_at DESC, id DESC LIMIT ${typedSearch.near}),
  hit AS (
    SELECT id FROM near
    UNION (
      SELECT search_orders($2::text[]) WHERE $3::boolean AND (SELECT count(*) FROM near) < ${typedSearch.near} LIMIT ${typedSearch.hits})
    UNION SELECT id FROM store_order WHERE store_id = $1 AND number = $4
    UNION SELECT order_id FROM order_shipment WHERE store_id = $1 AND tracking_number = $4
    UNION SELECT order_id FROM order_package WHERE store_id = $1 AND tracking_number = $4
    UNION SELECT order_id FROM order_package WHERE store_id = $1 AND extension = ANY ($5::text[]) AND package_id = $4),
  ranked AS (
    SELECT o.* FROM hit JOIN store_order o ON o.store_id = $1 AND o.id = hit.id
    ORDER BY coalesce(o.number = $4 OR o.external_number = $4, false) DESC, o.placed_at DESC, o.id DESC LIMIT ${typedSearch.near})
  SELECT o.id, o.number, o.external_number AS "externalNumber", o.channel, o.buyer_name AS "buyerName", o.total, o.payment,
    o.fulfilment, o.placed_at AS "placedAt",
    jsonb_build_object('id', c.id, 'name', c.name, 'email', c.email, 'phone', c.phone) AS customer
  FROM ranked o JOIN customer c ON c.store_id = $1 AND c.id = o.customer_id
  ORDER BY coalesce(o.number = $4 OR o.external_number = $4, false) DESC, o.placed_at DESC, o.id DESC`;

/**
 * Looks for orders while somebody types, by the texts that lists are searched by: the order of that number first, then the newest.
 * @param code the text as it was typed: a number of an order, a parcel or a package
 */
export const seekOrders = (
  db: Queryable,
  storeId: string,
  { patterns, indexed }: SearchPatterns,
  code: string,
): Promise<OrderHit[]> => db.query<OrderHit>(SEEK, [storeId, patterns, indexed, code, marketplaces]);
