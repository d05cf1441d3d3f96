import { cameBefore, itemMoment } from '../catalog/stock/age';
import type { Queryable } from '../kernel/database/queryable';
import { isSold } from '../order/line/sold';

/** Something that is sold and counted: a variant, or a product without any. */
export interface DeadItem {
  readonly productId: string;
  readonly variantId: string | null;
  readonly title: string;
  readonly variantTitle: string | null;
  readonly sku: string | null;
  readonly stock: number;
  /** The price of one, in kuruş. */
  readonly price: number;
  /** The price of all of them, in kuruş. */
  readonly value: number;
}

export interface StockSums {
  readonly items: number;
  readonly pieces: number;
  readonly value: number;
}

/** Offered goods that are in stock. Prices are those of the shop: nobody keeps what goods have cost. */
const ITEMS = `
  SELECT p.id AS product_id, v.id AS variant_id, p.title, v.title AS variant_title, coalesce(v.sku, p.sku) AS sku,
    coalesce(v.stock, p.stock) AS stock, coalesce(v.price, p.price) AS price,
    p.created_at
  FROM catalog_product p LEFT JOIN catalog_variant v ON v.store_id = $1 AND v.product_id = p.id
  WHERE p.store_id = $1 AND p.status = 'active' AND CASE WHEN v.id IS NULL THEN p.stock ELSE v.stock END > 0`;

const SUMS =
  'count(*)::int AS items, coalesce(sum(stock), 0)::bigint AS pieces, coalesce(sum(stock * price), 0)::bigint AS value';

const WHOLE = `SELECT ${SUMS} FROM (${ITEMS}) item`;

/** The worth of all stock at the prices of now. */
export async function stockOf(db: Queryable, storeId: string): Promise<StockSums> {
  const [row] = await db.query<StockSums>(WHOLE, [storeId]);
  return row as StockSums;
}

/** Goods that came after the moment had no time to be sold. A product that was sold as a whole before it had variants is not dead in any of them. */
const DEAD = `
  WITH sold AS MATERIALIZED (
    SELECT DISTINCT l.product_id, l.variant_id
    FROM store_order o JOIN order_line l ON l.store_id = $1 AND l.order_id = o.id
    WHERE o.store_id = $1 AND o.placed_at >= $2 AND ${isSold('o.')} AND l.product_id IS NOT NULL),
  item AS (${ITEMS}),
  dead AS MATERIALIZED (
    SELECT * FROM item WHERE ${cameBefore({ createdAt: 'created_at', variantId: 'variant_id' }, { at: '$2', variant: '$3' })} AND NOT EXISTS (
      SELECT FROM sold WHERE sold.product_id = item.product_id AND (sold.variant_id IS NULL OR sold.variant_id = item.variant_id)))`;

const DEAD_SUMS = `${DEAD} SELECT ${SUMS} FROM dead`;

/** The worth of the stock of which nothing was sold since a moment. */
export async function deadStockOf(db: Queryable, storeId: string, since: Date): Promise<StockSums> {
  const { at, variant } = itemMoment(since.getTime());
  const [row] = await db.query<StockSums>(DEAD_SUMS, [storeId, at, variant]);
  return row as StockSums;
}

const DEAD_ITEMS = `${DEAD}
  SELECT product_id AS "productId", variant_id AS "variantId", title, variant_title AS "variantTitle", sku, stock, price,
    (stock * price)::bigint AS value
  FROM dead ORDER BY stock * price DESC, product_id, variant_id LIMIT $4`;

/** Items of which nothing was sold since a moment, the dearest stock first. @param most items at most */
export const deadItemsOf = (db: Queryable, storeId: string, since: Date, most: number): Promise<DeadItem[]> => {
  const { at, variant } = itemMoment(since.getTime());
  return db.query<DeadItem>(DEAD_ITEMS, [storeId, at, variant, most]);
};
