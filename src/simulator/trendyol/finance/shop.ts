import { isInteger, type Resources, record } from '../../kit/control';
import { type Call, type Endpoint, endpoint } from '../../kit/endpoint';
import { badRequest } from '../errors';
import type { LimitedGroup } from '../listing/limits';
import { refusedOrder } from '../order/errors';
import type { Kept } from '../order/package';
import { type FinanceKnobs, financeKnobsResource, usualFinanceKnobs } from './knobs';
import { Ledger, type LedgerRow, type SettlementName, types } from './ledger';

const FINANCE = '/finance/che/sellers/{sellerId}';
const DAY_MS = 86_400_000;
const SPAN_MS = 15 * DAY_MS;
const SIZES = [500, 1_000];
/** Names that the services know; of most of them there are no rows here. */
const SETTLEMENTS =
  /^(Sale|Return|Discount(Cancel)?|Coupon(Cancel)?|Provision(Positive|Negative)|Ty(Discount|Coupon)(Cancel)?|Manu[ae]l?Refund(Cancel)?|(SellerRevenue|Commission)(Positive|Negative)(Cancel)?|DeliveryFee(Cancel)?|PayByLink)$/;
const OTHERS = [
  'Stoppage',
  'CashAdvance',
  'WireTransfer',
  'IncomingTransfer',
  'ReturnInvoice',
  'CommissionAgreementInvoice',
  'PaymentOrder',
  'DeductionInvoices',
  'FinancialItem',
];

/** Limits of the finance services in a minute (providers.md §2.2). */
export const financeLimits: readonly LimitedGroup[] = [
  { name: 'cargoInvoice', perMinute: [100, 100, 100, 100, 100], has: (name) => name.includes('/cargo-invoice/') },
  { name: 'finance', perMinute: [100, 100, 100, 100, 100], has: (name) => name.startsWith(`GET ${FINANCE}`) },
];

const bad = (message: string) => refusedOrder(400, 'Bad Request', message);
const lira = (kurus: number): number => kurus / 100;

/** The finance services of the marketplace (providers.md §2.10). */
export class FinanceShop {
  readonly endpoints: readonly Endpoint[];
  readonly resources: Resources;
  private readonly knobs: FinanceKnobs = { ...usualFinanceKnobs };
  private readonly ledger: Ledger;

  constructor(now: () => number) {
    this.ledger = new Ledger(now, this.knobs);
    this.endpoints = [
      endpoint(`GET ${FINANCE}/settlements`, (call) => this.settlements(call)),
      endpoint(`GET ${FINANCE}/otherfinancials`, (call) => this.others(call)),
      endpoint(`GET ${FINANCE}/cargo-invoice/{serial}/items`, (call) => this.items(call)),
    ];
    this.resources = {
      '/finance': { GET: () => ({ rows: this.ledger.rows, invoices: Object.fromEntries(this.ledger.invoices) }) },
      '/finance/invoice': {
        POST: (body) => {
          const { orderNumber = null, beyond = 0 } = record(body ?? {}, 'The body', ['orderNumber', 'beyond']);
          if ((orderNumber !== null && typeof orderNumber !== 'string') || !isInteger(beyond))
            throw new RangeError('orderNumber must be a text or null, and beyond whole kuruş.');
          return { invoiceId: this.ledger.invoice({ orderNumber, beyond }) ?? null };
        },
      },
      '/finance/pay': { POST: () => ({ paymentOrderId: this.ledger.pay() }) },
      '/finance/correct': {
        POST: (body) => {
          const { orderNumber, kurus } = record(body, 'The body', ['orderNumber', 'kurus']);
          if (typeof orderNumber !== 'string' || !isInteger(kurus) || kurus < 1)
            throw new RangeError('orderNumber must be a text, and kurus a whole number from 1 on.');
          this.ledger.correct(orderNumber, kurus);
          return {};
        },
      },
      '/finance/knobs': financeKnobsResource(this.knobs),
    };
  }

  hear(kept: Kept): void {
    this.ledger.hear(kept);
  }

  /** @throws {ProviderError} 400 */
  private settlements(call: Call) {
    const wanted = call.query.get('transactionTypes')?.split(',') ?? call.query.getAll('transactionType');
    if (wanted.length === 0 || wanted.some((name) => !SETTLEMENTS.test(name))) throw bad('transactionType geçersiz.');
    return this.page(call, wanted);
  }

  /** @throws {ProviderError} 400 */
  private others(call: Call) {
    const wanted = call.query.get('transactionTypes')?.split(',') ?? call.query.getAll('transactionType');
    if (wanted.length === 0 || wanted.some((name) => !OTHERS.includes(name))) throw bad('transactionType geçersiz.');
    return this.page(call, this.knobs.unfiltered ? OTHERS : wanted);
  }

  /** @throws {ProviderError} 400, 404 */
  private items({ path, headers }: Call) {
    this.assertStorefront(headers);
    const items = this.ledger.invoices.get(path.serial ?? '');
    if (!items) throw refusedOrder(404, 'Not Found', 'Fatura bulunamadı.');
    const told = items.map((item) => ({ ...item, amount: lira(item.amount), desi: 1 }));
    if (this.knobs.itemsAs === 'list') return told;
    return { page: 0, size: told.length, totalPages: 1, totalElements: told.length, content: told };
  }

  private page({ query, headers }: Call, wanted: readonly string[]) {
    this.assertStorefront(headers);
    const [start, end] = [query.get('startDate') ?? '', query.get('endDate') ?? ''];
    if (!/^\d{1,15}$/.test(start) || !/^\d{1,15}$/.test(end)) throw bad('startDate ve endDate zorunludur.');
    if (Number(end) - Number(start) > SPAN_MS) throw bad('Tarih aralığı en fazla 15 gün olabilir.');
    const size = Number(query.get('size') ?? 500);
    const page = Number(query.get('page') ?? 0);
    if (!SIZES.includes(size)) throw bad('size 500 veya 1000 olmalıdır.');
    if (!Number.isInteger(page) || page < 0) throw bad('page geçersiz.');
    const { lostEveryNth, doubled } = this.knobs;
    const rows = this.ledger.rows
      .filter(({ type, atMs }) => wanted.includes(type) && atMs >= Number(start) && atMs <= Number(end))
      .filter((_, at) => lostEveryNth === 0 || (at + 1) % lostEveryNth !== 0)
      .flatMap((row) => (doubled ? [row, row] : [row]));
    return {
      page,
      size,
      totalPages: Math.ceil(rows.length / size),
      totalElements: rows.length,
      content: rows.slice(page * size, (page + 1) * size).map((row) => this.told(row)),
    };
  }

  private assertStorefront(headers: Call['headers']): void {
    if (headers.storefrontcode !== 'TR') throw badRequest('invalid.storefrontcode', 'storeFrontCode zorunludur.');
  }

  private told(row: LedgerRow) {
    const { signed, saleLabel, oddKurus } = this.knobs;
    const known = types[row.type as SettlementName] as (typeof types)[SettlementName] | undefined;
    const [commissionSign, revenueSign] = signed && known ? [known[2] || 1, known[3] || 1] : [1, 1];
    const odd = row.type === 'Sale' ? oddKurus : 0;
    const revenue = known && known[3] !== 0 ? row.amount - row.commission : 0;
    return {
      id: row.id,
      transactionDate: row.atMs,
      barcode: row.barcode,
      transactionType: row.type === 'Sale' ? (saleLabel ?? row.label) : row.label,
      receiptId: null,
      description: row.label,
      debt: row.isCredit ? 0 : lira(row.amount),
      credit: row.isCredit ? lira(row.amount) : 0,
      paymentPeriod: 30,
      commissionRate: row.rate,
      commissionAmount: known ? lira(row.commission + odd) * commissionSign || 0 : null,
      commissionInvoiceSerialNumber: null,
      sellerRevenue: known ? lira(revenue) * revenueSign || 0 : null,
      orderNumber: row.orderNumber,
      paymentOrderId: row.paymentOrderId,
      paymentDate: row.atMs + 28 * DAY_MS,
      sellerId: 424_242,
      storeId: null,
      storeName: null,
      storeAddress: null,
      country: 'Türkiye',
      orderDate: row.atMs,
      affiliate: 'TRENDYOLTR',
      shipmentPackageId: row.packageId,
      currency: 'TRY',
    };
  }
}
