import { recordMoved, type StockMoved } from '../../catalog/stock/sale';
import { lockForSale, type SaleItem, sendSaleMovements } from '../../catalog/stock/sale-store';
import { hasIdentity, passIdentity } from '../../checkout/buyer/identity/store';
import { sharesOf, totalsOf } from '../../checkout/price/shares';
import type { Quote } from '../../checkout/session/quote';
import type { SessionRow } from '../../checkout/session/table';
import { haveUsesLeft, sendUses } from '../../coupon/use/store';
import type { MutationContext } from '../../kernel/declaration/context';
import { refuse } from '../../kernel/errors';
import type { ProblemCode } from '../../kernel/problems';
import { endOfNthDay } from '../../kernel/shop-time';
import { postLetter } from '../../mail/letters';
import { findSeller } from '../../store/seller-store';
import { writeDown } from '../belge/make';
import { customerByTelephone, customerOf } from '../customer/store';
import { releaseDigital, tellGiven } from '../epin/give';
import { note } from '../event/store';
import { orderPlaced } from '../letter/letters';
import { insertLines } from '../line/store';
import { type NewOrderLine, type OrderLine, orderLine, untouched } from '../line/table';
import { type OrderRow, order } from '../order/aggregate';
import { searchText } from '../order/search';
import type { PaymentState } from '../order/state';
import { insertOrder, nextNumber } from '../order/store';
import type { PaymentRow } from '../payment/table';
import { fulfilmentOf } from '../piece/fulfilment';

/** A session that is filled in: who buys what, where it goes, and what the shopper has agreed to pay. */
export type CompleteSession = SessionRow & {
  readonly buyerName: string;
  /** Null of a buyer on the telephone who has none. */
  readonly buyerEmail: string | null;
  readonly buyerPhone: string;
  readonly quote: Quote;
};

type QuoteLine = Quote['lines'][number];
/** A line with its goods. */
export type Sold = QuoteLine & { readonly item: SaleItem };

const BEGINS: Readonly<Partial<Record<Quote['method'], PaymentState>>> = {
  cod: 'pending_cod',
  transfer: 'awaiting_transfer',
  free: 'paid',
  card: 'paid',
};

/**
 * Makes the order that a shopper has agreed to: takes its stock, freezes every amount by piece, and begins its timeline.
 * @param taken the payment of a session that is paid by card
 * @throws {Refusal} line_unavailable, price_changed, out_of_stock, insufficient_stock, amount_mismatch, payment_unavailable, digital_kapida_disallowed
 */
export async function makeOrder(
  context: MutationContext,
  session: CompleteSession,
  taken: PaymentRow | undefined,
): Promise<OrderRow> {
  const { tx, storeId, now, newId, record } = context;
  const { quote } = session;
  const payment = BEGINS[quote.method] ?? refuse('payment_unavailable', undefined, { quotesNobody: true });
  const id = newId(order.prefix);
  const { buyerName, buyerEmail, buyerPhone } = session;
  const buyer = { name: buyerName, phone: buyerPhone };
  const customer = await (buyerEmail === null
    ? customerByTelephone(context, buyer)
    : customerOf(context, { ...buyer, email: buyerEmail }));
  const [items, identityStated, seller] = await Promise.all([
    lockForSale(tx, storeId, quote.lines),
    hasIdentity(tx, storeId, session.id),
    findSeller(tx, storeId),
  ]);
  const sold = soldLines(quote.lines, items);
  // Nobody collects cash for what no carrier brings (spec §6.1).
  if (quote.method === 'cod' && sold.some(({ item }) => item.digitalKind !== 'none'))
    refuse('digital_kapida_disallowed', undefined, { quotesNobody: true });
  const moved = takenFrom(sold);
  const { shares, totals } = amountsOf(quote, sold);
  const { coupons = [] } = quote;
  const couponIds = coupons.map(({ couponId }) => couponId);
  if (!(await haveUsesLeft(tx, storeId, customer.id, couponIds)))
    refuse('amount_mismatch', 'The coupon has no use left.', { facts: { reason: 'coupon' }, quotesNobody: true });
  const stood = linesOf(id, sold, shares, newId);
  const review = taken?.review ?? null;
  const money = { captured: taken?.amount ?? 0, refundReserved: 0, refunded: 0, uncollected: 0 };
  const given = payment === 'paid' && review !== 'pending' ? await releaseDigital(context, money, stood) : undefined;
  const lines = given?.lines ?? stood;
  const at = now.toISOString();
  // Last: whoever makes another order waits for it from here on.
  const number = await nextNumber(tx, storeId);
  const stated = {
    id,
    number,
    channel: 'store',
    externalNumber: null,
    customerId: customer.id,
    payment,
    paymentMethod: quote.method,
    review,
    fulfilment: fulfilmentOf(lines),
    cancelReason: null,
    ...totals,
    ...money,
    buyerName,
    buyerEmail,
    buyerPhone,
    shippingAddress: session.shippingAddress,
    billing: session.billing,
    buyerNote: session.note,
    identityStated,
    shippingRate: quote.rate,
    placedAt: at,
    transferUntil: quote.transferDays === undefined ? null : endOfNthDay(at, quote.transferDays),
    paidAt: payment === 'paid' ? (taken?.capturedAt ?? at) : null,
    cancelledAt: null,
  };
  const row = {
    ...stated,
    searchText: searchText(
      { ...stated },
      lines.map(({ title }) => title),
    ),
  };
  insertOrder(tx, storeId, row, now);
  insertLines(tx, storeId, lines);
  sendUses(context, { orderId: id, customerId: customer.id }, coupons);
  passIdentity(tx, storeId, session.id, id);
  const made = { ...row, rev: 1, createdAt: at, updatedAt: at };
  const byTelephone = isTold(context, session, taken);
  if (seller)
    writeDown(context, id, { order: made, lines, seller, coupons, instalments: instalmentsOf(taken), byTelephone });
  sendSaleMovements(tx, storeId, moved, { kind: 'sold', orderId: id, now, newId });
  record(order.word, id, null, order.snapshot(made));
  for (const line of lines as OrderLine[])
    record(orderLine.word, line.id, null, orderLine.snapshot(line), { orderId: id });
  recordMoved(context, moved);
  note(context, id, { kind: 'placed' });
  if (session.telephone) note(context, id, { kind: 'telephone' });
  postLetter(context, orderPlaced, id);
  if (payment === 'paid') note(context, id, { kind: 'paid' });
  if (review === 'pending') note(context, id, { kind: 'review_pending' });
  if (given) tellGiven(context, made, given, 'paid');
  return made;
}

/** Tells whether the buyer was told of the contract by a person of the shop. Who pays by the link has read and accepted it on a page. */
const isTold = ({ principal }: MutationContext, { telephone }: SessionRow, taken: PaymentRow | undefined): boolean =>
  telephone && taken === undefined && principal.kind === 'owner';

/** The number of parts in which a card pays, and their sum. */
const instalmentsOf = (taken: PaymentRow | undefined) =>
  taken?.instalments && taken.paidAmount !== null ? { count: taken.instalments, paidKurus: taken.paidAmount } : null;

/** Checks each line against the catalogue: goods and prices have to be those that the shopper was shown. */
function soldLines(lines: readonly QuoteLine[], items: ReadonlyMap<string, SaleItem>): Sold[] {
  return lines.map((line) => {
    const item = items.get(line.variantId ?? line.productId);
    const isSold = item?.status === 'active' && !item.soldByVariant && item.productId === line.productId;
    if (!isSold) return refusedLine('line_unavailable', line);
    if (item.price !== line.unitPrice) return refusedLine('price_changed', line, { price: item.price });
    return { ...line, item };
  });
}

const refusedLine = (code: Exclude<ProblemCode, 'rev_conflict'>, { key }: QuoteLine, facts: object = {}): never =>
  refuse(code as 'line_unavailable', undefined, { facts: { line: key, ...facts }, quotesNobody: true });

/** Stock by item: two lines of one thing take from one stock. */
function takenFrom(sold: readonly Sold[]): StockMoved[] {
  const moved = new Map<string, StockMoved>();
  for (const line of sold) {
    const { productId, variantId, stock } = line.item;
    if (stock === null) continue;
    const name = variantId ?? productId;
    const { before, after } = moved.get(name) ?? { before: stock, after: stock };
    if (after < line.quantity) refusedLine(after > 0 ? 'insufficient_stock' : 'out_of_stock', line, { stock: after });
    moved.set(name, { productId, variantId, before, after: after - line.quantity });
  }
  return [...moved.values()];
}

/** Computes what each piece of an order costs, and what all of it comes to. @throws {Refusal} amount_mismatch where that is not what was shown */
export function amountsOf({ discounts, rate, codFee, total, lines }: Quote, sold: readonly Sold[]) {
  const placeOf = (key: string | null): number | null =>
    key === null ? null : lines.findIndex((line) => line.key === key);
  const shares = sharesOf(
    sold.map(({ quantity, unitPrice, item }) => ({ ...item, quantity, unitPrice })),
    {
      discounts: discounts.map(({ kurus, line }) => ({ kurus, line: placeOf(line) })),
      shipping: rate?.kurus ?? 0,
      codFee,
    },
  );
  const totals = totalsOf(shares);
  if (totals.total !== total) refuse('amount_mismatch', undefined, { quotesNobody: true });
  return { shares, totals };
}

const linesOf = (
  orderId: string,
  sold: readonly Sold[],
  shares: ReturnType<typeof sharesOf>,
  newId: (prefix: string) => string,
): NewOrderLine[] =>
  sold.map(({ quantity, unitPrice, item }, position) => ({
    id: newId('oln'),
    orderId,
    position,
    productId: item.productId,
    variantId: item.variantId,
    title: item.title,
    variantTitle: item.variantTitle,
    sku: item.sku,
    barcode: item.barcode,
    quantity,
    unitPrice,
    vatRate: item.vatRate,
    requiresShipping: item.requiresShipping,
    digitalKind: item.digitalKind,
    withdrawalException: item.withdrawalException,
    units: shares[position] as NewOrderLine['units'],
    stockTaken: item.stock === null ? 0 : quantity,
    oversold: 0,
    channelLine: null,
    ...untouched,
    refundedUnits: [],
    keptUnits: [],
    unpaidUnits: [],
  }));
