import type { Queryable, Transaction } from '../../kernel/database/queryable';
import type { StockMoved } from './sale';
import { sendMovements } from './store';
import type { Movement } from './table';

/** An item on sale, a product or one of its variants, as it stands while its rows are locked. */
export interface SaleItem {
  readonly productId: string;
  readonly variantId: string | null;
  readonly status: 'active' | 'archived';
  /** A product of which the variants are sold is not sold itself. */
  readonly soldByVariant: boolean;
  readonly title: string;
  readonly variantTitle: string | null;
  readonly sku: string | null;
  readonly barcode: string | null;
  /** The price of one, in kuruş. */
  readonly price: number;
  /** null: not counted, always there. */
  readonly stock: number | null;
  readonly vatRate: number;
  readonly requiresShipping: boolean;
  readonly digitalKind: 'none' | 'link' | 'code_pool';
  readonly withdrawalException: string | null;
  readonly categoryId: string | null;
}

const PRODUCT = `
  p.id AS "productId", p.status, p.title, p.vat_rate AS "vatRate", p.requires_shipping AS "requiresShipping",
  p.digital_kind AS "digitalKind", p.withdrawal_exception AS "withdrawalException", p.category_id AS "categoryId"`;

const PRODUCTS = `
  SELECT ${PRODUCT}, NULL AS "variantId", NULL AS "variantTitle", p.sku, p.barcode, p.price, p.stock,
    p.variant_count > 0 AS "soldByVariant"
  FROM catalog_product p WHERE p.store_id = $1 AND p.id = ANY ($2) ORDER BY p.id`;

const VARIANTS = `
  SELECT ${PRODUCT}, v.id AS "variantId", v.title AS "variantTitle", v.sku, v.barcode, coalesce(v.price, p.price) AS price,
    v.stock, false AS "soldByVariant"
  FROM catalog_variant v JOIN catalog_product p ON p.store_id = $1 AND p.id = v.product_id
  WHERE v.store_id = $1 AND v.id = ANY ($2) ORDER BY v.id`;

/** Products first, then variants, each in the order of their ids: whoever sells the same waits and never deadlocks. */
const LOCK_PRODUCTS = `${PRODUCTS} FOR NO KEY UPDATE`;
const LOCK_VARIANTS = `${VARIANTS} FOR NO KEY UPDATE OF v`;

type Wanted = readonly { readonly productId: string; readonly variantId: string | null }[];

/** Locks items for a sale, by their ids: that of the variant, or of a product without variants. An item that is not there is missing. */
export const lockForSale = (tx: Transaction, storeId: string, wanted: Wanted): Promise<ReadonlyMap<string, SaleItem>> =>
  itemsBy(
    wanted,
    (ids) => tx.query(LOCK_PRODUCTS, [storeId, ids]),
    (ids) => tx.query(LOCK_VARIANTS, [storeId, ids]),
  );

/** The same for whoever only looks. */
export const findForSale = (db: Queryable, storeId: string, wanted: Wanted): Promise<ReadonlyMap<string, SaleItem>> =>
  itemsBy(
    wanted,
    (ids) => db.query(PRODUCTS, [storeId, ids]),
    (ids) => db.query(VARIANTS, [storeId, ids]),
  );

type Look = (ids: readonly string[]) => Promise<SaleItem[]>;

async function itemsBy(wanted: Wanted, ofProducts: Look, ofVariants: Look): Promise<ReadonlyMap<string, SaleItem>> {
  const ids = (names: readonly (string | null)[]): string[] => [...new Set(names)].filter((id) => id !== null);
  const variantIds = ids(wanted.map(({ variantId }) => variantId));
  // Sent at once, and run in this order by one connection.
  const [products, variants] = await Promise.all([
    ofProducts(ids(wanted.map(({ productId }) => productId))),
    variantIds.length > 0 ? ofVariants(variantIds) : [],
  ]);
  return new Map([...products, ...variants].map((item) => [item.variantId ?? item.productId, item]));
}

const MOVE = `
  WITH moved AS (
    SELECT * FROM json_to_recordset($2::json) AS row("productId" text, "variantId" text, after integer)
  ), variant AS (
    UPDATE catalog_variant v SET stock = moved.after FROM moved
    WHERE v.store_id = $1 AND v.id = moved."variantId"
  )
  UPDATE catalog_product p SET
    stock = coalesce((SELECT own.after FROM moved own WHERE own."productId" = p.id AND own."variantId" IS NULL), p.stock),
    updated_at = $3
  WHERE p.store_id = $1 AND p.id IN (SELECT "productId" FROM moved)`;

/** Sends stock of locked items that an order takes or gives back, with its ledger rows. */
export function sendSaleMovements(
  tx: Transaction,
  storeId: string,
  moved: readonly StockMoved[],
  { kind, orderId, now, newId }: Pick<Movement, 'kind' | 'orderId'> & { now: Date; newId(prefix: string): string },
): void {
  if (moved.length === 0) return;
  tx.send(MOVE, [storeId, JSON.stringify(moved), now]);
  const rows = moved.map(({ productId, variantId, before, after }) => ({
    id: newId('stm'),
    productId,
    variantId,
    kind,
    delta: after - before,
    before,
    after,
    reason: null,
    orderId,
  }));
  sendMovements(tx, storeId, rows, now);
}
