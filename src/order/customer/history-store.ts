import type { Queryable } from '../../kernel/database/queryable';
import { refuse } from '../../kernel/errors';
import type { Row } from '../../kernel/table/table';
import type { OrderAddress } from '../order/address';
import type { OrderRow } from '../order/aggregate';
import type { RefundState } from '../order/state';
import { REFUND } from '../order/store';
import { dueOf } from '../piece/paid-for-store';
import type { orderReturn } from '../return/aggregate';
import type { CustomerRow } from './aggregate';
import { SUMS } from './list-store';

/** Orders and returns of a customer that one answer shows. */
export const SHOWN_MAX = 50;
/** The newest orders whose addresses are looked at, and the addresses that are shown. */
const [ADDRESSED_MAX, ADDRESSES_MAX] = [500, 10];

interface CustomerSums
  extends Pick<CustomerRow, 'id' | 'rev' | 'name' | 'email' | 'phone' | 'anonymizedAt' | 'createdAt'> {
  readonly identityAttached: boolean;
  readonly orders: number;
  /** Orders among them whose money has not come. */
  readonly unpaid: number;
  /** Orders that were cancelled, which the sum has none of. */
  readonly cancelled: number;
  /** The sum of the orders, in kuruş. */
  readonly total: number;
  readonly firstOrderAt: string | null;
  readonly lastOrderAt: string | null;
  readonly returns: number;
}

const FIND = `
  SELECT c.id, c.rev, c.name, c.email, c.phone, c.identity_id IS NOT NULL AS "identityAttached", c.anonymized_at AS "anonymizedAt", c.created_at AS "createdAt", sums.*,
    (SELECT count(*)::int FROM order_return r WHERE r.store_id = $1 AND r.customer_id = c.id) AS returns
  FROM customer c CROSS JOIN LATERAL (
    SELECT ${SUMS}, count(*) FILTER (WHERE payment = 'cancelled')::int AS cancelled,
      min(placed_at) AS "firstOrderAt", max(placed_at) AS "lastOrderAt"
    FROM store_order WHERE store_id = $1 AND customer_id = c.id) sums
  WHERE c.store_id = $1 AND c.id = $2`;

/** A customer with the sums of the orders. @throws {Refusal} not_found */
export async function findCustomer(db: Queryable, storeId: string, id: string): Promise<CustomerSums> {
  const [row] = await db.query<CustomerSums>(FIND, [storeId, id]);
  return row ?? refuse('not_found', 'There is no such customer.', { quotesNobody: true });
}

/** A forgotten customer's addresses stay in the orders, for which the law wants them, and are gathered by nothing. */
const ADDRESSES = `
  SELECT o.shipping_address AS address FROM (
    SELECT shipping_address, placed_at FROM store_order
    WHERE store_id = $1 AND customer_id = $2 AND shipping_address IS NOT NULL
      AND (SELECT anonymized_at IS NULL FROM customer WHERE store_id = $1 AND id = $2)
    ORDER BY placed_at DESC, id DESC LIMIT ${ADDRESSED_MAX}) o
  GROUP BY o.shipping_address ORDER BY max(o.placed_at) DESC LIMIT ${ADDRESSES_MAX}`;

/** The addresses to which orders of a customer went, the last one first. */
export async function addressesOf(db: Queryable, storeId: string, id: string): Promise<OrderAddress[]> {
  const rows = await db.query<{ address: OrderAddress }>(ADDRESSES, [storeId, id]);
  return rows.map(({ address }) => address);
}

type OrderOfCustomer = Pick<
  OrderRow,
  'id' | 'number' | 'externalNumber' | 'channel' | 'total' | 'refunded' | 'payment' | 'fulfilment' | 'placedAt'
> & { readonly refund: RefundState };

const ORDERS = `
  SELECT o.id, o.number, o.external_number AS "externalNumber", o.channel, ${dueOf('o.')} AS total, o.refunded, ${REFUND}, o.payment,
    o.fulfilment, o.placed_at AS "placedAt"
  FROM store_order o WHERE o.store_id = $1 AND o.customer_id = $2 ORDER BY o.placed_at DESC, o.id DESC LIMIT ${SHOWN_MAX}`;

/** The newest orders of a customer. */
export const ordersOf = (db: Queryable, storeId: string, id: string): Promise<OrderOfCustomer[]> =>
  db.query<OrderOfCustomer>(ORDERS, [storeId, id]);

type ReturnOfCustomer = Pick<Row<typeof orderReturn>, 'id' | 'orderId' | 'kind' | 'state' | 'noticedAt'> & {
  /** Number of the order, as people call it. */
  readonly number: string;
};

const RETURNS = `
  SELECT r.id, r.order_id AS "orderId", o.number, r.kind, r.state, r.noticed_at AS "noticedAt"
  FROM order_return r JOIN store_order o ON o.store_id = $1 AND o.id = r.order_id
  WHERE r.store_id = $1 AND r.customer_id = $2 ORDER BY r.id DESC LIMIT ${SHOWN_MAX}`;

/** The newest returns of a customer. */
export const returnsOf = (db: Queryable, storeId: string, id: string): Promise<ReturnOfCustomer[]> =>
  db.query<ReturnOfCustomer>(RETURNS, [storeId, id]);
