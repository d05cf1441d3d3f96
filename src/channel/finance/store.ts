import type { Queryable } from '../../kernel/database/queryable';
import { digestOf } from '../../kernel/digest';
import type { Static } from '../../kernel/schema/schema';
import { shopTimeZone } from '../../kernel/shop-time';
import { insertAllInto, rowsAsJson } from '../../kernel/table/table-store';
import { liveStates, unsettledOrders } from '../../order/package/unsettled-store';
import type { RemoteSettlement, SettlementKind } from '../../provider/channel/finance';
import type { Channel } from '../mirror/mirror';
import { PERIODS, type PeriodName, type periodSchema, type rowSchema } from './fields';
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
    AND CASE WHEN $5::timestamptz IS NULL THEN looked_at = '-infinity' OR at > clock_timestamp() - interval '10 days' AND looked_at < clock_timestamp() - interval '1 day'
      ELSE at >= $5 END
  ORDER BY looked_at, invoice_id LIMIT $4`;

/** An invoice whose items are to be read. */
export interface DueInvoice {
  readonly invoiceId: string;
  readonly at: string;
}

export const dueInvoices = (
  db: Queryable,
  { storeId, extension }: Channel,
  {
    before,
    limit,
    since,
  }: {
    /** Invoices that were looked at since then are not due. */
    readonly before: string;
    readonly limit: number;
    /** Asks for all since then; null: for those that may have more items by now. */
    readonly since: string | null;
  },
): Promise<DueInvoice[]> => db.query<DueInvoice>(DUE, [storeId, extension, before, limit, since]);

const NOTE_LOOKED = `
  UPDATE channel_settlement SET looked_at = clock_timestamp() WHERE store_id = $1 AND extension = $2 AND invoice_id = ANY ($3)`;

/** Notes that the items of invoices were asked for. */
export const noteRead = async (
  db: Queryable,
  { storeId, extension }: Channel,
  invoiceIds: readonly string[],
): Promise<void> => void (await db.query(NOTE_LOOKED, [storeId, extension, invoiceIds]));

/** The part of the invoice of a row that its items leave; null: none of them is known. */
const unitemizedOf = (invoice: string): string => `
  (SELECT sum(told.revenue) FROM channel_settlement told
    WHERE told.store_id = $1 AND told.extension = $2 AND told.invoice_id = ${invoice})
  - (SELECT sum(item.revenue) FROM channel_settlement item
    WHERE item.store_id = $1 AND item.extension = $2 AND item.item_of = ${invoice})`;

/** The beginning of a row's name before the number of an order. */
const ORDER = 'order/';

/** Rows and orders that have none, in one order of time. An order has no kind of a row. */
const LISTED = `
  WITH entry AS MATERIALIZED (
    (SELECT at, row_id AS name, NULL::text AS "waitingOrder" FROM channel_settlement
     WHERE store_id = $1 AND extension = $2 AND ($3::text IS NULL OR order_number = $3) AND ($4::text IS NULL OR kind = $4)
       AND ($5::timestamptz IS NULL OR (at, row_id) < ($5, $6))
     ORDER BY at DESC, row_id DESC LIMIT $7)
    UNION ALL
    (SELECT at, name, "waitingOrder" FROM (${unsettledOrders(ORDER, '$8')}) waiting
     WHERE $4::text IS NULL AND ($3::text IS NULL OR "waitingOrder" = $3)
       AND ($5::timestamptz IS NULL OR (at, name) < ($5, $6))
     ORDER BY at DESC, name DESC LIMIT $7)
    ORDER BY at DESC, name DESC LIMIT $7)
  SELECT entry.at AS "entryAt", entry.name, entry."waitingOrder", ${settlement.selectAnswer('channel_settlement')},
    CASE WHEN invoice_id IS NOT NULL THEN (${unitemizedOf('channel_settlement.invoice_id')})::bigint END AS unitemized
  FROM entry LEFT JOIN channel_settlement
    ON store_id = $1 AND extension = $2 AND row_id = entry.name AND entry."waitingOrder" IS NULL
  ORDER BY entry.at DESC, entry.name DESC`;

interface Listed {
  readonly orderNumber: string | null;
  readonly kind: SettlementKind | null;
  readonly after: readonly [at: string, name: string] | null;
}

/** A row of a settlement, or an order that waits for its first one. */
export type Entry = { readonly entryAt: string; readonly name: string } & (
  | ({ readonly waitingOrder: null } & ShownRow)
  | { readonly waitingOrder: string }
);

/** Reads rows and waiting orders, the newest first. */
export const listEntries = (
  db: Queryable,
  { storeId, extension }: Channel,
  { orderNumber, kind, after }: Listed,
  limit: number,
): Promise<Entry[]> =>
  db.query<Entry>(LISTED, [
    ...[storeId, extension, orderNumber, kind, after?.[0] ?? null, after?.[1] ?? null, limit],
    liveStates,
  ]);

const sumOf = (...kinds: readonly SettlementKind[]): string =>
  `coalesce(sum(revenue) FILTER (WHERE kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')})), 0)::bigint`;

/** Rows count as they do for orders, see settle.ts: an invoice only where no item of it is known. */
const BY_PERIOD = `
  WITH period AS (
    SELECT generate_series(date_trunc($3, clock_timestamp() AT TIME ZONE '${shopTimeZone}') - ($4 - 1) * ('1 ' || $3)::interval,
      date_trunc($3, clock_timestamp() AT TIME ZONE '${shopTimeZone}'), ('1 ' || $3)::interval) AS begin),
  counted AS (
    SELECT date_trunc($3, told.at AT TIME ZONE '${shopTimeZone}') AS begin, told.kind, told.revenue, told.commission
    FROM channel_settlement told
    WHERE told.store_id = $1 AND told.extension = $2 AND told.at >= (SELECT min(begin) AT TIME ZONE '${shopTimeZone}' FROM period)
      AND ($5::text IS NULL OR told.order_number = $5) AND ($6::text IS NULL OR told.kind = $6) AND told.currency = 'TRY'
      AND NOT EXISTS (
        SELECT FROM channel_settlement item
        WHERE item.store_id = $1 AND item.extension = $2 AND item.item_of = told.invoice_id))
  SELECT to_char(period.begin, 'YYYY-MM-DD') AS "from", count(kind)::int AS rows, coalesce(sum(revenue), 0)::bigint AS revenue,
    ${sumOf('sale')} AS sales, ${sumOf('return')} AS returns, ${sumOf('discount')} AS discounts,
    ${sumOf('revenue_correction', 'commission_correction')} AS corrections, ${sumOf('cargo', 'delivery_fee')} AS cargo,
    ${sumOf('deduction')} AS deductions, ${sumOf('invoice', 'payment', 'stoppage', 'other', 'unknown')} AS others,
    coalesce(sum(commission), 0)::bigint AS commission
  FROM period LEFT JOIN counted USING (begin) GROUP BY period.begin ORDER BY period.begin`;

/** Sums rows by weeks or months up to this one. */
export const sumsByPeriod = (
  db: Queryable,
  { storeId, extension }: Channel,
  period: PeriodName,
  { orderNumber, kind }: Pick<Listed, 'orderNumber' | 'kind'>,
): Promise<Static<typeof periodSchema>[]> =>
  db.query(BY_PERIOD, [storeId, extension, period, PERIODS, orderNumber, kind]);

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
