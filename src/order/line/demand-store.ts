import type { Queryable } from '../../kernel/database/queryable';
import { leastId } from '../../kernel/ids';

/** Days over which sales are counted. */
export const DEMAND_DAYS = 30;

const DAY_MS = 86_400_000;

/** Pieces of an item, by its identifier: that of the variant, or of a product without variants. */
export interface PiecesOfItem {
  readonly id: string;
  readonly pieces: number;
}

/** The beginning of the days whose sales are counted. */
export interface DemandSince {
  /** The earliest time of an order, as ISO 8601. */
  readonly since: string;
  /** The least identifier of a line of such an order: no line is older than its order, but for a clock that was wrong. */
  readonly line: string;
}

export function demandSince(now: Date): DemandSince {
  const ms = now.getTime() - DEMAND_DAYS * DAY_MS;
  return { since: new Date(ms).toISOString(), line: leastId('oln', ms - DAY_MS) };
}

/**
 * Orders count as the turnover counts them; pieces that were given up before they left do not count.
 * @param lines SQL that narrows the lines `l`
 */
const sold = (lines: string): string => `
  SELECT coalesce(l.variant_id, l.product_id) AS id, sum(l.quantity - l.unsent)::int AS pieces
  FROM order_line l JOIN store_order o ON o.store_id = $1 AND o.id = l.order_id
  WHERE l.store_id = $1 AND l.id >= $3 AND ${lines}
    AND o.placed_at >= $2::timestamptz AND o.payment IN ('paid', 'pending_cod')
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

/** The condition is that of the index. Pieces that a carrier has brought back are here, and may leave again. */
const RESERVED = `
  SELECT coalesce(l.variant_id, l.product_id) AS id, sum(least(
      l.stock_taken - l.restocked,
      greatest(0, l.quantity - l.unsent - l.lost - greatest(l.shipped + l.delivered + least(l.bounced, l.returned), l.returned)
        - greatest(0, cardinality(l.kept_units) - l.unsent))))::int AS pieces
  FROM order_line l JOIN store_order o ON o.store_id = $1 AND o.id = l.order_id
  WHERE l.store_id = $1 AND l.product_id = ANY ($2) AND o.payment <> 'cancelled'
    AND l.requires_shipping AND l.restocked < l.stock_taken AND l.shipped + l.delivered + l.lost + l.unsent < l.quantity
  GROUP BY 1`;

/** Reads the pieces of products that orders have taken from stock, and that have not left yet. */
export const reservedOf = (db: Queryable, storeId: string, productIds: readonly string[]): Promise<PiecesOfItem[]> =>
  db.query<PiecesOfItem>(RESERVED, [storeId, productIds]);
