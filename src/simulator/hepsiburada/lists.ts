import { type Endpoint, endpoint } from '../kit/endpoint';
import type { Book, Packed } from './book';
import { rangeIn } from './clock';
import { refusedOrder } from './errors';
import type { Knobs } from './knobs';
import { toldAwaiting, toldCancelled, toldLine, toldMoved, toldOrder, toldPackage } from './wire';

const ORDERS = '/oms-external/orders/merchantid/{merchantId}';
export const PACKAGES = '/oms-external/packages/merchantid/{merchantId}';

/** The lists of orders and packages, none of which shows everything. */
export function listEndpoints(book: Book, knobs: Knobs): Endpoint[] {
  const seen = (): boolean => !knobs.hidesPackages;
  const moved = (path: string, status: Packed['status'], dated: string): Endpoint =>
    endpoint(`GET ${PACKAGES}/${path}`, ({ query }) =>
      undated(
        query,
        knobs,
        newestFirst([...book.packages.values()].filter((packed) => packed.status === status && seen())),
        (packed) => toldMoved(packed, book, dated),
      ),
    );
  const newestFirst = <Row extends { readonly statusMs: number }>(rows: Row[]): Row[] =>
    rows.toSorted((one, other) =>
      knobs.feedOrder === 'newest' ? other.statusMs - one.statusMs : one.statusMs - other.statusMs,
    );

  return [
    endpoint(`GET ${ORDERS}`, ({ query }) => {
      const range = rangeIn(query);
      const open = book
        .lines()
        .filter(({ status, order, addedMs }) => status === 'Open' && order.isPaid && isIn(range, addedMs));
      return paged(query, 'offset', 100, open, (line) => toldLine(line, book));
    }),
    endpoint(`GET ${ORDERS}/paymentawaiting`, ({ query }) => {
      const range = rangeIn(query);
      const awaiting = book
        .lines()
        .filter(({ order, status }) => !order.isPaid && status === 'Open' && isIn(range, order.placedMs));
      return paged(query, 'offset', 50, awaiting, toldAwaiting);
    }),
    endpoint(`GET ${ORDERS}/cancelled`, ({ query }) =>
      undated(query, knobs, newestFirst(book.lines().filter(({ cancelledBy }) => cancelledBy !== null)), toldCancelled),
    ),
    endpoint(`GET ${ORDERS}/ordernumber/{orderNumber}`, ({ path }) => {
      const order = book.order(path.orderNumber);
      if (!order) throw refusedOrder(404, '1004', `cannot find order with order number ${path.orderNumber}`);
      return toldOrder(order, book);
    }),
    endpoint(`GET ${PACKAGES}`, ({ query }) => {
      const range = rangeIn(query);
      const ready = [...book.packages.values()].filter(
        ({ status, packedMs }) => status === 'Open' && isIn(range, packedMs) && seen(),
      );
      const { items } = paged(query, 'Offset', 10, ready, (packed) => toldPackage(packed, book));
      return items;
    }),
    moved('shipped', 'InTransit', 'ShippedDate'),
    moved('delivered', 'Delivered', 'DeliveredDate'),
    moved('undelivered', 'UnDelivered', 'UndeliveredDate'),
  ];
}

const isIn = (range: readonly [number, number] | null, ms: number): boolean =>
  range !== null && ms >= range[0] && ms <= range[1];

interface Page {
  items: object[];
  limit: number;
  offset: number;
  pageCount: number;
  totalCount: number;
}

/** @param named the parameter that is read; another spelling of it says nothing */
function paged<Row>(
  query: URLSearchParams,
  named: 'offset' | 'Offset',
  limitMax: number,
  rows: readonly Row[],
  told: (row: Row) => object,
): Page {
  const asked = query.get('limit');
  const other = query.get(named === 'offset' ? 'Offset' : 'offset');
  if (asked === null || (query.get(named) === null && other === null))
    throw refusedOrder(400, '400', 'Bad Request limit and offset parameters are required');
  const [limit, offset] = [Math.min(Number(asked), limitMax), Number(query.get(named) ?? 0)];
  if (!Number.isInteger(limit) || limit < 1 || !Number.isInteger(offset) || offset < 0)
    throw refusedOrder(400, '400', 'Bad Request limit and offset parameters are required');
  return {
    items: rows.slice(offset, offset + limit).map(told),
    limit,
    offset,
    pageCount: Math.ceil(rows.length / limit),
    totalCount: rows.length,
  };
}

/** These lists declare a range, and refuse every one. */
function undated<Row>(
  query: URLSearchParams,
  { tellsTotal }: Pick<Knobs, 'tellsTotal'>,
  rows: readonly Row[],
  told: (row: Row) => object,
): Partial<Page> {
  if (query.has('begindate') || query.has('enddate')) throw refusedOrder(400, '1001', 'WrongDateFormat');
  const { totalCount, pageCount, ...page } = paged(query, 'offset', 50, rows, told);
  return tellsTotal ? { ...page, totalCount, pageCount } : page;
}
