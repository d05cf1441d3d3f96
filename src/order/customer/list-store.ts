import type { Queryable } from '../../kernel/database/queryable';
import type { SearchPatterns } from '../../kernel/search-patterns';
import { isSold } from '../line/sold';
import type { OrderRow } from '../order/aggregate';
import { dueOf } from '../piece/paid-for-store';
import type { CustomerRow } from './aggregate';

export const customerSorts = ['-lastOrderAt', '-total'] as const;
export type CustomerSort = (typeof customerSorts)[number];

/** SQL of how many orders were not cancelled, how many of them nobody has paid for yet, and the sum of those that are sold less money given back. */
export const SUMS = `
  count(*) FILTER (WHERE payment <> 'cancelled')::int AS orders,
  count(*) FILTER (WHERE payment <> 'cancelled' AND NOT (${isSold('')}))::int AS unpaid,
  coalesce(sum(${dueOf('')} - refunded) FILTER (WHERE ${isSold('')}), 0)::bigint AS total`;

export interface ListedCustomer extends Pick<CustomerRow, 'id' | 'name' | 'email' | 'phone'> {
  readonly orders: number;
  /** Orders among them whose money has not come. */
  readonly unpaid: number;
  /** The sum of the orders, in kuruş. */
  readonly total: number;
  readonly lastOrder: Pick<OrderRow, 'id' | 'number' | 'channel' | 'placedAt'>;
  readonly sortKey: string | number;
  /** The identifier that tells rows of one sort key apart. */
  readonly sortId: string;
}

/** More customers than these are compared row by row, where the first page is met soon. */
const HITS_MAX = 2_000;

/** keys: words that the index finds. rows: words that each row is compared with. */
type Search = 'keys' | 'rows' | 'none';

/** SQL of the columns of the last order of a customer. */
const lastOf = (customerId: string, columns: string): string => `
  SELECT ${columns} FROM store_order l WHERE l.store_id = $1 AND l.customer_id = ${customerId}
  ORDER BY l.placed_at DESC, l.id DESC LIMIT 1`;

/** A forgotten customer is in no list. The subquery is asked for each row that is met, and for no other. */
const isMeant = (search: Search): string => `
  (SELECT c.anonymized_at IS NULL ${search === 'none' ? '' : 'AND c.search_text LIKE ALL ($5::text[])'}
   FROM customer c WHERE c.store_id = $1 AND c.id = o.customer_id)`;

interface Way {
  /** Meets customers in the order of the sort. */
  walked(search: Search): string;
  /** Looks at customers that were found, all of them. */
  readonly found: string;
}

const BEHIND_TIME = `(o.placed_at, o.id) < (coalesce($3::timestamptz, 'infinity'), coalesce($4::text, ''))`;
const BEHIND_SUM = `(o.total, o.id) < (coalesce($3::bigint, ${Number.MAX_SAFE_INTEGER}), coalesce($4::text, ''))`;

const ways: Readonly<Record<CustomerSort, Way>> = {
  '-lastOrderAt': {
    // The newest orders are walked through, and each that is its customer's last one is a row.
    walked: (search) => `
      SELECT o.customer_id AS id, o.placed_at AS key, o.id AS "sortId" FROM store_order o
      WHERE o.store_id = $1 AND o.id = (${lastOf('o.customer_id', 'l.id')}) AND ${isMeant(search)} AND ${BEHIND_TIME}
      ORDER BY o.placed_at DESC, o.id DESC LIMIT $2`,
    found: `
      SELECT hit.id, o.placed_at AS key, o.id AS "sortId"
      FROM hit CROSS JOIN LATERAL (${lastOf('hit.id', 'l.placed_at, l.id')}) o
      WHERE ${BEHIND_TIME} ORDER BY o.placed_at DESC, o.id DESC LIMIT $2`,
  },
  '-total': {
    // All orders are summed by an index that has what is summed: nothing keeps a sum that could be wrong.
    walked: (search) => `
      SELECT o.customer_id AS id, o.total AS key, o.customer_id AS "sortId" FROM (
        SELECT customer_id, customer_id AS id, ${SUMS} FROM store_order WHERE store_id = $1 GROUP BY customer_id
        ORDER BY total DESC, customer_id DESC) o
      WHERE ${isMeant(search)} AND ${BEHIND_SUM} ORDER BY o.total DESC, o.customer_id DESC LIMIT $2`,
    found: `
      SELECT hit.id, o.total AS key, hit.id AS "sortId"
      FROM hit CROSS JOIN LATERAL (
        SELECT hit.id, ${SUMS} FROM store_order WHERE store_id = $1 AND customer_id = hit.id) o
      WHERE ${BEHIND_SUM} ORDER BY o.total DESC, hit.id DESC LIMIT $2`,
  },
};

const MANY = `(SELECT count(*) FROM hit) > ${HITS_MAX}`;

/** A word that many have is met soon on the way; one that few have is found by its keys. */
const pageOf = ({ walked, found }: Way, search: Search): string =>
  search !== 'keys'
    ? `page AS MATERIALIZED (${walked(search)})`
    : `hit AS MATERIALIZED (SELECT search_customers($5::text[]) AS id LIMIT ${HITS_MAX + 1}),
    page AS MATERIALIZED (
      SELECT * FROM (${walked(search)}) walked WHERE ${MANY}
      UNION ALL SELECT * FROM (${found}) found WHERE NOT ${MANY})`;

const statement = (sort: CustomerSort, search: Search): string => `
  WITH ${pageOf(ways[sort], search)}
  SELECT c.id, c.name, c.email, c.phone, sums.orders, sums.unpaid, sums.total, page.key AS "sortKey", page."sortId",
    jsonb_build_object('id', last.id, 'number', last.number, 'channel', last.channel) AS "lastOrder",
    last.placed_at AS "placedAt"
  FROM page JOIN customer c ON c.store_id = $1 AND c.id = page.id
    CROSS JOIN LATERAL (SELECT ${SUMS} FROM store_order s WHERE s.store_id = $1 AND s.customer_id = page.id) sums
    CROSS JOIN LATERAL (${lastOf('page.id', 'l.id, l.number, l.channel, l.placed_at')}) last
  ORDER BY page.key DESC, page."sortId" DESC`;

const STATEMENTS = {
  '-lastOrderAt none': statement('-lastOrderAt', 'none'),
  '-lastOrderAt rows': statement('-lastOrderAt', 'rows'),
  '-lastOrderAt keys': statement('-lastOrderAt', 'keys'),
  '-total none': statement('-total', 'none'),
  '-total rows': statement('-total', 'rows'),
  '-total keys': statement('-total', 'keys'),
} as const;

/** One page of customers, in one statement. @param after the sort key and id of the last row of the page before @param limit rows at most */
export async function listCustomers(
  db: Queryable,
  storeId: string,
  { search, sort }: { readonly search: SearchPatterns | undefined; readonly sort: CustomerSort },
  after: readonly [string | number, string] | null,
  limit: number,
): Promise<ListedCustomer[]> {
  const how = search ? (search.indexed ? 'keys' : 'rows') : 'none';
  const values = [storeId, limit, after?.[0] ?? null, after?.[1] ?? null, ...(search ? [search.patterns] : [])];
  type Row = Omit<ListedCustomer, 'lastOrder'> & {
    readonly lastOrder: Omit<ListedCustomer['lastOrder'], 'placedAt'>;
    readonly placedAt: string;
  };
  const rows = await db.query<Row>(STATEMENTS[`${sort} ${how}`], values);
  return rows.map(({ placedAt, lastOrder, ...row }) => ({ ...row, lastOrder: { ...lastOrder, placedAt } }));
}
