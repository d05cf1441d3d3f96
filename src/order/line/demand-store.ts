import type { Queryable } from '../../kernel/database/queryable';
import { leastId } from '../../kernel/ids';
import { isSold } from './sold';

/** Days over which sales are counted. */
export const DEMAND_DAYS = 30;

const DAY_MS = 86_400_000;

/** Pieces of an item, by its identifier: that of the variant, or of a product without variants. */
export interface PiecesOfItem {
  readonly id: string;
  readonly pieces: number;
}

/** The days whose sales are counted. */
export interface DemandSince {
  readonly days: number;
  /** The end of those days, in ms since 1970. */
  readonly until: number;
  /** The earliest time of an order, as ISO 8601. */
  readonly since: string;
  /** The least identifier of a line of such an order: no line is older than its order, but for a clock that was wrong. */
  readonly line: string;
}

export function demandSince(now: Date): DemandSince {
  const ms = now.getTime() - DEMAND_DAYS * DAY_MS;
  return {
    ...{ days: DEMAND_DAYS, until: now.getTime() },
    ...{ since: new Date(ms).toISOString(), line: leastId('oln', ms - DAY_MS) },
  };
}

/**
 * Orders count as the turnover counts them; pieces that were given up before they left do not count.
 * @param lines SQL that narrows the lines `l`
 */
const sold = (lines: string): string => `
  SELECT coalesce(l.variant_id, l.product_id) AS id, sum(l.quantity - l.unsent)::int AS pieces
  FROM order_line l JOIN store_order o ON o.store_id = $1 AND o.id = l.order_id
  WHERE l.store_id = $1 AND l.id >= $3 AND ${lines}
    AND o.placed_at >= $2::timestamptz AND ${isSold('o.')}
  GROUP BY 1`;

const SOLD = sold('l.product_id = ANY ($4)');
const SOLD_BY_STORE = sold('l.product_id IS NOT NULL');

/** Reads the pieces of products that were sold lately. An item without any is left out. */
export const soldOf = (
  db: Queryable,
  storeId: string,
  productIds: readonly string[],
  { since, line }: DemandSince,
): Promise<PiecesOfItem[]> => db.query<PiecesOfItem>(SOLD, [storeId, since, line, productIds]);

/** Reads the pieces of all items that were sold lately: one row for each item that sells. */
export const soldByStore = (db: Queryable, storeId: string, { since, line }: DemandSince): Promise<PiecesOfItem[]> =>
  db.query<PiecesOfItem>(SOLD_BY_STORE, [storeId, since, line]);

/** Pieces of a line `l` that were taken from stock and have not left. Those that a carrier has brought back are here, and may leave again. */
const HERE = `sum(least(
      l.stock_taken - l.restocked,
      greatest(0, l.quantity - l.unsent - l.lost - greatest(l.shipped + l.delivered + least(l.bounced, l.returned), l.returned)
        - greatest(0, cardinality(l.kept_units) - l.unsent))))::int`;

/** The condition is that of the index. */
const LINES_HERE = `
  FROM order_line l JOIN store_order o ON o.store_id = $1 AND o.id = l.order_id
  WHERE l.store_id = $1 AND l.product_id = ANY ($2) AND o.payment <> 'cancelled'
    AND l.requires_shipping AND l.restocked < l.stock_taken AND l.shipped + l.delivered + l.lost + l.unsent < l.quantity`;

const RESERVED = `SELECT coalesce(l.variant_id, l.product_id) AS id, ${HERE} AS pieces ${LINES_HERE} GROUP BY 1`;

/** Reads the pieces of products that orders have taken from stock, and that have not left yet. */
export const reservedOf = (db: Queryable, storeId: string, productIds: readonly string[]): Promise<PiecesOfItem[]> =>
  db.query<PiecesOfItem>(RESERVED, [storeId, productIds]);

/** An order that has taken pieces of an item from stock, and has not sent them yet. */
export interface Reservation {
  /** The variant, or the product without variants. */
  readonly id: string;
  readonly orderId: string;
  readonly orderNumber: string;
  readonly pieces: number;
}

/** The newest orders come first: whoever has ordered last waits longest where pieces are missing. */
const RESERVATIONS = `
  SELECT id, "orderId", "orderNumber", pieces FROM (
    SELECT *, row_number() OVER (PARTITION BY id ORDER BY "placedAt" DESC, "orderId" DESC) AS nth FROM (
      SELECT coalesce(l.variant_id, l.product_id) AS id, o.id AS "orderId", o.number AS "orderNumber",
        o.placed_at AS "placedAt", ${HERE} AS pieces
      ${LINES_HERE} AND coalesce(l.variant_id, l.product_id) = ANY ($3)
      GROUP BY 1, 2, 3, 4
    ) AS here WHERE pieces > 0
  ) AS ranked WHERE nth <= $4 ORDER BY id, nth`;

/** Reads the newest orders that have pieces of items reserved. @param most orders of one item */
export const reservationsOf = (
  db: Queryable,
  storeId: string,
  items: readonly { readonly id: string; readonly productId: string }[],
  most: number,
): Promise<Reservation[]> =>
  db.query<Reservation>(RESERVATIONS, [
    storeId,
    [...new Set(items.map(({ productId }) => productId))],
    items.map(({ id }) => id),
    most,
  ]);
