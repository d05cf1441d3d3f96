import { digestOf } from '../../kernel/canonical';
import type { Queryable } from '../../kernel/database/database';
import type { Static } from '../../kernel/schema/schema';
import { insertAllInto, rowsAsJson } from '../../kernel/table/table-store';
import type { RemoteSettlement, SettlementKind } from '../../provider/channel/finance';
import type { Channel } from '../mirror/mirror';
import type { rowSchema } from './fields';
import type { SummedRow } from './settle';
import { settlement } from './table';

export type ShownRow = Static<typeof rowSchema>;

/** A row that was read earlier than what stands there moves nothing. The last SELECT sees the rows as they were. */
const KEEP = `
  WITH written AS (
    ${insertAllInto(settlement)}
    ON CONFLICT (store_id, extension, row_id) DO UPDATE SET kind = excluded.kind, type_word = excluded.type_word, at = excluded.at,
      order_number = excluded.order_number, package_id = excluded.package_id, barcode = excluded.barcode,
      description = excluded.description, credit = excluded.credit, debt = excluded.debt, revenue = excluded.revenue,
      commission = excluded.commission, commission_percent = excluded.commission_percent, currency = excluded.currency,
      payment_order_id = excluded.payment_order_id, payment_at = excluded.payment_at, invoice_id = excluded.invoice_id,
      item_of = excluded.item_of, oddity = excluded.oddity, digest = excluded.digest, read_at = excluded.read_at
    WHERE channel_settlement.read_at <= excluded.read_at AND channel_settlement.digest <> excluded.digest)
  SELECT row."rowId" FROM json_to_recordset($2::json) AS row(${settlement.record})
  LEFT JOIN channel_settlement held ON held.store_id = $1 AND held.extension = row.extension AND held.row_id = row."rowId"
  WHERE held.digest IS DISTINCT FROM row.digest AND (held.read_at IS NULL OR held.read_at <= row."readAt")`;

/** Keeps rows as a marketplace has told them, each once. @returns the ids of those that are new, or other than before */
export async function keepSettlements(
  db: Queryable,
  { storeId, extension }: Channel,
  told: readonly RemoteSettlement[],
  readAt: string,
): Promise<ReadonlySet<string>> {
  const rows = new Map(told.map((each) => [each.rowId, { ...each, extension, digest: digestOf(each), readAt }]));
  const changed = await db.query<{ rowId: string }>(KEEP, [storeId, rowsAsJson([...rows.values()], settlement.stated)]);
  return new Set(changed.map(({ rowId }) => rowId));
}

/** Items of an invoice may come later than the invoice itself. */
const DUE = `
  SELECT invoice_id AS "invoiceId", at FROM channel_settlement
  WHERE store_id = $1 AND extension = $2 AND invoice_id IS NOT NULL AND looked_at < $3
    AND (looked_at = '-infinity' OR at > clock_timestamp() - interval '10 days' AND looked_at < clock_timestamp() - interval '1 day')
  ORDER BY looked_at, invoice_id LIMIT $4`;

/** An invoice whose items are to be read. */
export interface DueInvoice {
  readonly invoiceId: string;
  readonly at: string;
}

export const dueInvoices = (
  db: Queryable,
  { storeId, extension }: Channel,
  { before, limit }: { readonly before: string; readonly limit: number },
): Promise<DueInvoice[]> => db.query<DueInvoice>(DUE, [storeId, extension, before, limit]);

const LOOKED = `
  UPDATE channel_settlement SET looked_at = clock_timestamp() WHERE store_id = $1 AND extension = $2 AND invoice_id = ANY ($3)`;

/** Notes that the items of invoices were asked for. */
export const noteRead = async (
  db: Queryable,
  { storeId, extension }: Channel,
  invoiceIds: readonly string[],
): Promise<void> => void (await db.query(LOOKED, [storeId, extension, invoiceIds]));

/** The part of the invoice of a row that its items leave; null: none of them is known. */
const unitemizedOf = (invoice: string): string => `
  (SELECT sum(told.revenue) FROM channel_settlement told
    WHERE told.store_id = $1 AND told.extension = $2 AND told.invoice_id = ${invoice})
  - (SELECT sum(item.revenue) FROM channel_settlement item
    WHERE item.store_id = $1 AND item.extension = $2 AND item.item_of = ${invoice})`;

const LISTED = `
  SELECT ${settlement.selectAnswer('channel_settlement')},
    CASE WHEN invoice_id IS NOT NULL THEN (${unitemizedOf('channel_settlement.invoice_id')})::bigint END AS unitemized
  FROM channel_settlement
  WHERE store_id = $1 AND extension = $2 AND ($3::text IS NULL OR order_number = $3) AND ($4::text IS NULL OR kind = $4)
    AND ($5::timestamptz IS NULL OR (at, row_id) < ($5, $6))
  ORDER BY at DESC, row_id DESC LIMIT $7`;

interface Listed {
  readonly orderNumber: string | null;
  readonly kind: SettlementKind | null;
  readonly after: readonly [at: string, rowId: string] | null;
}

/** Reads rows, the newest first. */
export const listSettlements = (
  db: Queryable,
  { storeId, extension }: Channel,
  { orderNumber, kind, after }: Listed,
  limit: number,
): Promise<ShownRow[]> =>
  db.query<ShownRow>(LISTED, [storeId, extension, orderNumber, kind, after?.[0] ?? null, after?.[1] ?? null, limit]);

/** An invoice may name an order, and have items of others: they say where it counts, and what they leave of it is told. */
const OF_ORDERS = `
  WITH own AS MATERIALIZED (
    SELECT order_number, row_id, kind, revenue, commission, currency, invoice_id, coalesce(invoice_id, item_of) AS invoice, oddity
    FROM channel_settlement WHERE store_id = $1 AND extension = $2 AND order_number = ANY ($3)),
  invoices AS (
    SELECT invoice, (${unitemizedOf('named.invoice')})::bigint AS unitemized
    FROM (SELECT DISTINCT invoice FROM own WHERE invoice IS NOT NULL) named)
  SELECT order_number AS "orderNumber", row_id AS "rowId", kind, revenue, commission, currency, oddity,
    own.invoice_id IS NOT NULL AND invoices.unitemized IS NOT NULL AS "isItemized", invoices.unitemized
  FROM own LEFT JOIN invoices USING (invoice)`;

/** Reads the rows of orders. */
export const rowsOfOrders = (
  db: Queryable,
  { storeId, extension }: Channel,
  orderNumbers: readonly string[],
): Promise<(SummedRow & { readonly orderNumber: string })[]> => db.query(OF_ORDERS, [storeId, extension, orderNumbers]);
