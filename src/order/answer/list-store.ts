import type { Queryable } from '../../kernel/database/queryable';
import type { SearchPatterns } from '../../kernel/search-patterns';
import type { ShownRow } from '../../kernel/table/table';
import { oversoldIn, unmappedIn } from '../line/amiss';
import { order as declared, type order } from '../order/aggregate';
import type { FulfilmentState, PaymentState, RefundState } from '../order/state';
import { REFUND } from '../order/store';
import { type ReturnState, urgentFirst } from '../return/state';
import { PIECES_AMISS } from './store';

export const orderSorts = ['-placedAt', 'placedAt', '-total', 'total'] as const;
export type OrderSort = (typeof orderSorts)[number];

export interface OrderFilter {
  readonly payment?: PaymentState | undefined;
  readonly fulfilment?: FulfilmentState | undefined;
  readonly refund?: RefundState | undefined;
  /** State of one of its returns. */
  readonly return?: ReturnState | undefined;
  readonly channel?: string | undefined;
  /** Carrier of one of its parcels that is not cancelled. */
  readonly carrier?: string | undefined;
  readonly customerId?: string | undefined;
  readonly productId?: string | undefined;
  /** True: with a line of no product; false: with none. */
  readonly unmapped?: boolean | undefined;
  /** True: with pieces that were not there when they were sold; false: with none. */
  readonly oversold?: boolean | undefined;
  readonly search?: SearchPatterns | undefined;
  /** The searched text as the tracking number of a parcel; goes with `search`. */
  readonly trackingNumber?: string | undefined;
  /** The earliest time of the order, as ISO 8601. */
  readonly placedSince?: string | undefined;
  readonly placedBefore?: string | undefined;
  /** The least total of the order, in kuruş. */
  readonly minTotal?: number | undefined;
  readonly maxTotal?: number | undefined;
}

/** A row of the list, with the value of its sort exactly as the index has it. */
export type ListedOrder = Omit<
  ShownRow<typeof order>,
  'shippingAddress' | 'billing' | 'buyerNote' | 'identityStated'
> & {
  readonly refund: RefundState;
  readonly pieces: number;
  readonly oversold: number;
  readonly unmapped: number;
  readonly packages: number;
  /** State of the most urgent return; null: there is none. */
  readonly return: ReturnState | null;
  readonly returns: number;
  readonly sortKey: string | number;
};

/** Parcels that go, or went, somewhere: those of the index by carrier. */
const GOES = `state NOT IN ('cancelled', 'failed')`;

/** Conditions that find rows, the most selective first. The other filters apply to the rows found. */
const FIND = {
  search: `o.id IN (
    SELECT search_orders(@search::text[])
    UNION SELECT t.order_id FROM order_shipment t WHERE t.store_id = $1 AND t.tracking_number = @tracking)`,
  product: `o.id IN (SELECT l.order_id FROM order_line l WHERE l.store_id = $1 AND l.product_id = @product)`,
  return: `o.id IN (SELECT r.order_id FROM order_return r WHERE r.store_id = $1 AND r.state = @return)`,
  // The condition on the line is that of an index, and few lines fit it.
  unmapped: `o.id IN (SELECT l.order_id FROM order_line l WHERE l.store_id = $1 AND ${unmappedIn('l')})`,
  oversold: `o.id IN (SELECT l.order_id FROM order_line l WHERE l.store_id = $1 AND ${oversoldIn('l')})`,
  customer: 'o.customer_id = @customer',
  // An order of several such parcels is found by the first of them.
  carrier: `s.carrier = @carrier AND s.${GOES} AND NOT EXISTS (
    SELECT FROM order_shipment f WHERE f.store_id = $1 AND f.order_id = s.order_id AND f.carrier = s.carrier AND f.${GOES} AND f.id < s.id)`,
  all: 'true',
} as const;

const HAS_TRACKING = `EXISTS (SELECT FROM order_shipment t WHERE t.store_id = $1 AND t.order_id = o.id AND t.tracking_number = @tracking)`;

/** Each stands in the text only where it is asked for: what may be anything drives the planner off the index of the sort. */
const FILTERS: Readonly<Record<string, string>> = {
  payment: 'o.payment = @payment',
  fulfilment: 'o.fulfilment = @fulfilment',
  goesOn: `o.payment <> 'cancelled'`,
  none: 'o.refunded = 0',
  partial: 'o.refunded > 0 AND o.refunded < o.captured',
  full: 'o.refunded > 0 AND o.refunded >= o.captured',
  channel: 'o.channel = @channel',
  customer: 'o.customer_id = @customer',
  carrier: `EXISTS (SELECT FROM order_shipment s WHERE s.store_id = $1 AND s.order_id = o.id AND s.carrier = @carrier AND s.${GOES})`,
  // Within CASE the planner guesses half of all, where it would guess none of LIKE ALL and read the whole store to sort it.
  search: `CASE WHEN @search::text[] IS NULL THEN true ELSE o.search_text LIKE ALL (@search::text[]) OR ${HAS_TRACKING} END`,
  return: FIND.return,
  product: FIND.product,
  unmapped: FIND.unmapped,
  mapped: `NOT EXISTS (SELECT FROM order_line l WHERE l.store_id = $1 AND l.order_id = o.id AND ${unmappedIn('l')})`,
  oversold: FIND.oversold,
  inStock: `NOT EXISTS (SELECT FROM order_line l WHERE l.store_id = $1 AND l.order_id = o.id AND ${oversoldIn('l')})`,
  since: 'o.placed_at >= @since',
  before: 'o.placed_at < @before',
  min: 'o.total >= @min',
  max: 'o.total <= @max',
};

interface SortKey {
  readonly key: string;
  /** The parcel's copy of the key. Orders of a carrier are found by its index. */
  readonly ofParcel: string;
  readonly type: string;
}

const SORT_KEYS: Readonly<Record<string, SortKey>> = {
  placedAt: { key: 'o.placed_at', ofParcel: 's.placed_at', type: 'timestamptz' },
  total: { key: 'o.total', ofParcel: 's.order_total', type: 'bigint' },
};

const COLUMNS = `${declared.selectListed('o')}, ${REFUND},
  (SELECT coalesce(sum(l.quantity), 0)::int FROM order_line l WHERE l.store_id = $1 AND l.order_id = o.id) AS pieces,
  ${PIECES_AMISS},
  (SELECT count(*)::int FROM order_package k WHERE k.store_id = $1 AND k.order_id = o.id) AS packages,
  (SELECT r.state FROM order_return r WHERE r.store_id = $1 AND r.order_id = o.id
    ORDER BY array_position('{${urgentFirst.join(',')}}'::text[], r.state), r.id DESC LIMIT 1) AS "return",
  (SELECT count(*)::int FROM order_return r WHERE r.store_id = $1 AND r.order_id = o.id) AS returns`;

interface Shape {
  readonly finder: keyof typeof FIND;
  readonly filters: readonly string[];
  readonly sort: OrderSort;
  readonly later: boolean;
}

function template({ finder, filters, sort, later }: Shape): string {
  const { key: own, ofParcel, type } = SORT_KEYS[sort.replace('-', '')] as SortKey;
  const [from, key, id] =
    finder === 'carrier'
      ? ['order_shipment s JOIN store_order o ON o.store_id = $1 AND o.id = s.order_id', ofParcel, 's.order_id']
      : ['store_order o', own, 'o.id'];
  const table = finder === 'carrier' ? 's' : 'o';
  const [direction, beyond] = sort.startsWith('-') ? ['DESC', '<'] : ['ASC', '>'];
  return `
    WITH page AS MATERIALIZED (
      SELECT ${id} AS id, ${key} AS "sortKey" FROM ${from}
      WHERE ${table}.store_id = $1 AND ${FIND[finder]}
        ${filters.map((name) => `AND ${FILTERS[name]}`).join(' ')}
        ${later ? `AND (${key}, ${id}) ${beyond} (@key::${type}, @id)` : ''}
      ORDER BY ${key} ${direction}, ${id} ${direction} LIMIT @limit)
    SELECT ${COLUMNS}, page."sortKey" FROM page JOIN store_order o ON o.store_id = $1 AND o.id = page.id
    ORDER BY page."sortKey" ${direction}, o.id ${direction}`;
}

interface Statement {
  readonly text: string;
  readonly parameters: readonly string[];
}

const statements = new Map<string, Statement>();

function statementOf(shape: Shape): Statement {
  const name = JSON.stringify(shape);
  let statement = statements.get(name);
  if (!statement) {
    const parameters: string[] = [];
    const text = template(shape).replace(/@(\w+)/g, (_, parameter: string) => {
      if (!parameters.includes(parameter)) parameters.push(parameter);
      return `$${parameters.indexOf(parameter) + 2}`;
    });
    statement = { text, parameters };
    statements.set(name, statement);
  }
  return statement;
}

function finderOf({
  search,
  productId,
  customerId,
  return: state,
  carrier,
  unmapped,
  oversold,
}: OrderFilter): keyof typeof FIND {
  if (search?.indexed) return 'search';
  if (oversold) return 'oversold';
  if (unmapped) return 'unmapped';
  if (productId) return 'product';
  if (customerId) return 'customer';
  if (state) return 'return';
  return carrier ? 'carrier' : 'all';
}

/** The filter of a question that is answered with yes or no. */
const flag = (wanted: boolean | undefined, yes: string, no: string): Readonly<Record<string, true>> =>
  wanted === undefined ? {} : { [wanted ? yes : no]: true };

/** One page of orders, in one statement. @param after the value of the sort and the id of the last row of the page before @param limit rows at most */
export function listOrders(
  db: Queryable,
  storeId: string,
  { filter, sort }: { readonly filter: OrderFilter; readonly sort: OrderSort },
  after: readonly [string | number, string] | null,
  limit: number,
): Promise<ListedOrder[]> {
  const { search } = filter;
  const finder = finderOf(filter);
  const values: Readonly<Record<string, unknown>> = {
    payment: filter.payment,
    fulfilment: filter.fulfilment,
    // A cancelled order waits for nobody, unless it is asked for.
    ...(filter.fulfilment === 'unfulfilled' && filter.payment === undefined ? { goesOn: true } : {}),
    ...(filter.refund ? { [filter.refund]: true } : {}),
    channel: filter.channel,
    customer: filter.customerId,
    carrier: filter.carrier,
    return: filter.return,
    product: filter.productId,
    ...flag(filter.unmapped, 'unmapped', 'mapped'),
    ...flag(filter.oversold, 'oversold', 'inStock'),
    since: filter.placedSince,
    before: filter.placedBefore,
    min: filter.minTotal,
    max: filter.maxTotal,
    search: search?.patterns,
    tracking: filter.trackingNumber,
    key: after?.[0],
    id: after?.[1],
    limit,
  };
  const filters = Object.keys(FILTERS).filter((name) => values[name] !== undefined && name !== finder);
  const { text, parameters } = statementOf({ finder, filters, sort, later: after !== null });
  return db.query<ListedOrder>(text, [storeId, ...parameters.map((name) => values[name] ?? null)]);
}
