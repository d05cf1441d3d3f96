import { lockOf } from '../../kernel/database/locks';
import type { Queryable, Transaction } from '../../kernel/database/queryable';
import { rowsAsJson } from '../../kernel/table/table-store';
import { unmappedIn } from '../line/amiss';
import type { OrderLine } from '../line/table';
import { type OrderRow, order } from '../order/aggregate';
import { orderPackage, type PackageRow, uniqueExternal } from '../package/table';

/** An order by its number at its marketplace. */
export interface RemoteOrderName {
  readonly extension: string;
  readonly externalNumber: string;
}

const TURN = `SELECT pg_advisory_xact_lock(${lockOf('turn', `'order|' || $1 || '|' || $2 || '|' || $3`)})`;
const FIND = `SELECT ${order.select()} FROM store_order WHERE store_id = $1 AND channel = $2 AND external_number = $3 FOR NO KEY UPDATE`;
const PACKAGES = `
  SELECT ${orderPackage.select()} FROM order_package
  WHERE store_id = $1 AND extension = $2 AND (external_number = $3 OR package_id = ANY ($4)) ORDER BY id FOR NO KEY UPDATE`;

/**
 * An order of a marketplace with its packages, locked. Imports of the same order take turns, also while there is no order yet.
 * @param packageIds packages that may be known under another order are found as well
 */
export async function lockImported(
  tx: Transaction,
  storeId: string,
  { extension, externalNumber }: RemoteOrderName,
  packageIds: readonly string[],
): Promise<{ readonly order: OrderRow | undefined; readonly packages: PackageRow[] }> {
  uniqueExternal.touch(tx, 'claims', [{ channel: extension, externalNumber }]);
  await tx.query(TURN, [storeId, extension, externalNumber]);
  const [found] = await tx.query<OrderRow>(FIND, [storeId, extension, externalNumber]);
  const packages = await tx.query<PackageRow>(PACKAGES, [storeId, extension, externalNumber, packageIds]);
  return { order: found, packages };
}

const UNMAPPED = `
  SELECT l.barcode, o.channel AS extension, o.external_number AS "externalNumber" FROM order_line l
  JOIN store_order o ON o.store_id = $1 AND o.id = l.order_id AND o.payment <> 'cancelled'
  WHERE l.store_id = $1 AND ${unmappedIn('l')} AND l.barcode > $2 ORDER BY l.barcode, l.id LIMIT $3`;

/** Lines without product, as the marketplace knows them. */
export interface Unmapped extends RemoteOrderName {
  readonly barcode: string;
}

/**
 * Finds lines without product, in the order of their barcodes: once something carries one, the next word of a package maps it.
 * @param after a barcode; '': from the beginning @param most lines at most
 */
export const unmappedLines = (db: Queryable, storeId: string, after: string, most: number): Promise<Unmapped[]> =>
  db.query<Unmapped>(UNMAPPED, [storeId, after, most]);

const REWRITE_LINES = `
  UPDATE order_line l SET product_id = row."productId", variant_id = row."variantId", quantity = row.quantity,
    unit_price = row."unitPrice", units = row.units, stock_taken = row."stockTaken", oversold = row.oversold,
    channel_line = row."channelLine"
  FROM json_to_recordset($2::json) AS row(id text, "productId" text, "variantId" text, quantity integer, "unitPrice" bigint,
    units jsonb, "stockTaken" integer, oversold integer, "channelLine" text)
  WHERE l.store_id = $1 AND l.id = row.id`;
const REWRITTEN = [
  'id',
  'productId',
  'variantId',
  'quantity',
  'unitPrice',
  'units',
  'stockTaken',
  'oversold',
  'channelLine',
] as const;

/** Sends the columns of lines that an import alone changes: their goods, the number of pieces, and the stock that was taken for them. */
export function sendRewrittenLines(tx: Transaction, storeId: string, lines: readonly OrderLine[]): void {
  if (lines.length === 0) return;
  const rows = lines.map((line) => Object.fromEntries(REWRITTEN.map((name) => [name, line[name]])));
  tx.send(REWRITE_LINES, [storeId, rowsAsJson(rows, REWRITTEN)]);
}

const REWRITE_ORDER = `
  UPDATE store_order SET items_total = $3, total = $3, vat_total = $4, buyer_name = $5, buyer_email = $6, buyer_phone = $7,
    shipping_address = $8, billing = $9, identity_stated = $10
  WHERE store_id = $1 AND id = $2`;

/** Sends what an import alone changes of an order: its totals, and of its buyer what was not told before. */
export function sendRewrittenOrder(tx: Transaction, storeId: string, row: OrderRow): void {
  const { id, total, vatTotal, buyerName, buyerEmail, buyerPhone, shippingAddress, billing, identityStated } = row;
  const json = (value: object | null): string | null => value && JSON.stringify(value);
  tx.send(REWRITE_ORDER, [
    storeId,
    id,
    total,
    vatTotal,
    buyerName,
    buyerEmail,
    buyerPhone,
    json(shippingAddress),
    json(billing),
    identityStated,
  ]);
}

const SEARCHED = `
  UPDATE store_order o SET search_text = $3 WHERE o.store_id = $1 AND o.id = $2 AND NOT EXISTS (
    SELECT FROM customer c WHERE c.store_id = $1 AND c.id = o.customer_id AND c.anonymized_at IS NOT NULL)`;

/** Sends by what an order is found from now on, unless its buyer is forgotten. */
export const sendSearchText = (tx: Transaction, storeId: string, orderId: string, text: string): void =>
  tx.send(SEARCHED, [storeId, orderId, text]);
