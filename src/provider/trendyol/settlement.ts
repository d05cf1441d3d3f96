import { kurusOfLira } from '../../kernel/money';
import { nullable, type Static, t } from '../../kernel/schema/schema';
import { schemaErrors } from '../../kernel/schema/validation';
import type { RemoteSettlement, SettlementKind, SettlementRow } from '../channel/finance';
import { percentIn, record, words } from '../reading';
import { storable } from '../text';
import { isoOf, momentIn, TIME_MAX } from './reading';
import { isCargoInvoice, type OtherType, otherTypes, settlementTypeOf } from './settlement-types';

const LIRA_MAX = 100_000_000_000;

/** A row with these fields is one of a settlement; all else is read as far as it can be. */
const rowSchema = t.Object({
  id: t.Union([
    t.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    t.String({ minLength: 1, maxLength: 100, pattern: '^[^\\s\\u0000-\\u001F\\u007F]+$' }),
  ]),
  transactionDate: t.Integer({ minimum: 0, maximum: TIME_MAX }),
  transactionType: t.Optional(nullable(t.String())),
  debt: t.Optional(nullable(t.Number({ minimum: -LIRA_MAX, maximum: LIRA_MAX }))),
  credit: t.Optional(nullable(t.Number({ minimum: -LIRA_MAX, maximum: LIRA_MAX }))),
});
type SettlementAnswer = Static<typeof rowSchema> & Readonly<Record<string, unknown>>;

/** An amount without its sign, which follows from the type. */
const amountIn = (value: unknown): number =>
  typeof value === 'number' && Math.abs(value) <= LIRA_MAX ? Math.abs(kurusOfLira(value)) : 0;

/** @param list stands before the ids of its rows */
function checked(row: unknown, list: string, read: (told: SettlementAnswer) => RemoteSettlement): SettlementRow {
  const [error] = schemaErrors(rowSchema, row);
  if (error === undefined) return read(row as SettlementAnswer);
  const { id, orderNumber } = record(row);
  const own = words(id, 100);
  return {
    remoteId: own && `${list}/${own}`,
    title: words(orderNumber, 64),
    message: storable(`${error.pointer || 'The row'} ${error.message}.`),
  };
}

const common = (told: SettlementAnswer) => ({
  typeWord: words(told.transactionType, 100) ?? '',
  at: isoOf(told.transactionDate),
  orderNumber: words(told.orderNumber, 64),
  packageId: words(told.shipmentPackageId, 64),
  barcode: words(told.barcode, 200),
  description: words(told.description, 500),
  credit: amountIn(told.credit),
  debt: amountIn(told.debt),
  currency: /^[A-Z]{3}$/.test(String(told.currency ?? '')) ? String(told.currency) : 'TRY',
  paymentOrderId: words(told.paymentOrderId, 64),
  paymentAt: momentIn(told.paymentDate),
});

/** A row of `settlements` in the platform's words, or why it cannot be read. Never throws. */
export const readSettlement = (row: unknown): SettlementRow =>
  checked(row, 's', (told) => {
    const shared = common(told);
    const found = settlementTypeOf(shared.typeWord);
    const revenue = amountIn(told.sellerRevenue);
    const commission = amountIn(told.commissionAmount);
    return {
      ...shared,
      rowId: `s/${told.id}`,
      kind: found?.kind ?? 'unknown',
      // A row of unknown meaning moves what its two columns say.
      revenue: found ? found.revenue * revenue || 0 : shared.credit - shared.debt,
      commission: found ? found.commission * commission || 0 : 0,
      commissionPercent: percentIn(told.commissionRate),
      invoiceId: null,
      itemOf: null,
      oddity: found?.kind === 'sale' ? saleOddity({ ...shared, revenue, commission }) : null,
    };
  });

/** Commission and revenue are parts of what a sale brings. */
function saleOddity(sale: Record<'credit' | 'debt' | 'revenue' | 'commission', number>): string | null {
  const whole = sale.credit + sale.debt;
  if (sale.commission + sale.revenue === whole) return null;
  return `Commission of ${sale.commission} and revenue of ${sale.revenue} kuruş are not the ${whole} kuruş of the sale.`;
}

/** A row of `otherfinancials`, which does not tell its type: the one that was asked for is a part of its id. */
export const readOther = (row: unknown, type: OtherType): SettlementRow =>
  checked(row, `o/${type}`, (told) => {
    const kind: SettlementKind = otherTypes[type];
    const shared = common(told);
    const isCargo = kind === 'deduction' && isCargoInvoice(shared.typeWord);
    const isCounted = kind === 'deduction';
    return {
      ...shared,
      rowId: `o/${type}/${told.id}`,
      kind: isCargo ? 'cargo' : kind,
      revenue: isCounted ? shared.credit - shared.debt : 0,
      commission: 0,
      commissionPercent: null,
      invoiceId: isCargo ? String(told.id) : null,
      itemOf: null,
      oddity: null,
    };
  });

const itemSchema = t.Object({
  parcelUniqueId: t.Union([
    t.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    t.String({ minLength: 1, maxLength: 64 }),
  ]),
  amount: t.Number({ minimum: -LIRA_MAX, maximum: LIRA_MAX }),
});

/** The items of the invoice of a carrier: what its parcels have cost. @param at when the invoice was written */
export function readCargoItems(items: readonly unknown[], invoiceId: string, at: string): SettlementRow[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const row = readCargoItem(item, at);
    if (!('rowId' in row)) return { ...row, remoteId: row.remoteId && `c/${invoiceId}/${row.remoteId}` };
    // One parcel may cost twice in one way: only their order tells such items apart.
    const occurrence = (seen.get(row.rowId) ?? 0) + 1;
    seen.set(row.rowId, occurrence);
    return { ...row, rowId: `c/${invoiceId}/${occurrence}/${row.rowId}`, itemOf: invoiceId };
  });
}

/** An item whose row id tells its parcel and its type alone. */
function readCargoItem(row: unknown, at: string): SettlementRow {
  const [error] = schemaErrors(itemSchema, row);
  const told = record(row);
  const orderNumber = words(told.orderNumber, 64);
  const message = storable(`${error?.pointer || 'The item'} ${error?.message}.`);
  if (error) return { remoteId: words(told.parcelUniqueId, 64), title: orderNumber, message };
  const typeWord = words(told.shipmentPackageType, 100) ?? 'Kargo';
  // Below 0 the carrier gives back what a parcel has cost.
  const cost = kurusOfLira(told.amount as number);
  return {
    rowId: `${words(told.parcelUniqueId, 64)}/${typeWord}`,
    kind: 'cargo',
    typeWord,
    at,
    orderNumber,
    packageId: null,
    barcode: null,
    description: null,
    credit: Math.max(-cost, 0),
    debt: Math.max(cost, 0),
    revenue: -cost || 0,
    commission: 0,
    commissionPercent: null,
    currency: 'TRY',
    paymentOrderId: null,
    paymentAt: null,
    invoiceId: null,
    itemOf: null,
    oddity: null,
  };
}
