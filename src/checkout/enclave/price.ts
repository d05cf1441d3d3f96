import { findForSale, type SaleItem } from '../../catalog/stock/sale-store';
import type { Database } from '../../kernel/database/database';
import { refuse } from '../../kernel/errors';
import { KURUS_MAX } from '../../kernel/money';
import { discounted, filtered, judged, type Rejection, rated } from '../hook/apply';
import type { Ask, Hooks } from '../hook/hooks';
import type { CartSnapshot, OfferedMethod, OfferedRate } from '../hook/snapshot';
import { type CouponLine, type CouponState, discountOnDelivery, discountOnGoods, stateOfCode } from '../price/coupons';
import { quoteOf } from '../price/quote';
import type { CartLine, PaymentMethod, Quote, TakenCoupon } from '../session/quote';
import type { SessionRow } from '../session/table';
import type { Ground, Settings } from './ground';
import { type Notice, noticeOf, rejectionNotice } from './notice';

interface PricedLine extends CartLine {
  readonly item: SaleItem;
  readonly unitPrice: number;
}

/** A cart at the prices of now, as the hooks of its store have left it. Amounts are in kuruş. */
export interface Priced {
  readonly lines: readonly PricedLine[];
  readonly discounts: Quote['discounts'];
  /** The state of the code that the shopper has typed; null: there is none. */
  readonly coupon: CouponState | null;
  readonly rates: readonly OfferedRate[];
  readonly rate: OfferedRate | undefined;
  readonly methods: readonly OfferedMethod[];
  readonly method: OfferedMethod | undefined;
  /** The quote; null: the shopper still has to choose something. */
  readonly quote: Quote | null;
  readonly notices: readonly Notice[];
}

/** The shipping rate of a store that no hook sets. */
const STANDARD_RATE = { id: 'standart', labelTR: 'Standart kargo' } as const;
/** The number of instalments of a payment at once: only cards are paid in more. */
const AT_ONCE = 1;

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/**
 * Prices a session. Its hooks are asked along the way.
 * @param isLast the order is about to be made of it: those that validate orders are asked as well
 * @throws {Refusal} checkout_disabled of a store that sells nothing yet
 */
export async function priced(
  asked: Pick<Hooks, 'decide'>,
  ground: Ground,
  session: SessionRow,
  isLast: boolean,
): Promise<Priced> {
  const { settings, hooks, takesCards, instalmentsMax } = ground;
  if (!settings || (!settings.cashOnDelivery && settings.bankAccounts.length === 0 && !takesCards))
    return refuse('checkout_disabled', undefined, { quotesNobody: true });
  const card = takesCards ? { id: 'card', maxTaksit: instalmentsMax } : undefined;
  return asked.decide(hooks, (ask) => new Pricing(ask, settings, session, ground, card).run(isLast));
}

/** Shows an ordered session with the prices at which it was ordered. They may differ from the present ones. */
export async function asPlaced(
  database: Pick<Database, 'reader'>,
  storeId: string,
  { quote, coupon: code }: SessionRow,
): Promise<Priced> {
  const nothing = {
    lines: [],
    discounts: [],
    coupon: null,
    rates: [],
    rate: undefined,
    methods: [],
    method: undefined,
  };
  if (!quote) return { ...nothing, quote, notices: [] };
  const items = await findForSale(database.reader(storeId), storeId, quote.lines);
  const lines = quote.lines.flatMap((line) => {
    const item = items.get(line.variantId ?? line.productId);
    return item ? [{ ...line, item }] : [];
  });
  const rate = quote.rate ? { id: quote.rate.id, labelTR: quote.rate.label, kurus: quote.rate.kurus } : undefined;
  const method = { id: quote.method, maxTaksit: AT_ONCE };
  const { discounts, coupons = [] } = quote;
  const coupon = coupons.some((each) => each.code !== null && each.code === code) ? 'applied' : null;
  return { lines, discounts, coupon, rates: rate ? [rate] : [], rate, methods: [method], method, quote, notices: [] };
}

/** The steps of one pricing, each on what those before it have found. */
class Pricing {
  private readonly notices: Notice[] = [];
  private lines: PricedLine[] = [];
  private discounts: Quote['discounts'] = [];
  private coupons: readonly TakenCoupon[] = [];
  private rates: readonly OfferedRate[] = [];
  private rate: OfferedRate | undefined;
  private methods: readonly OfferedMethod[] = [];
  private method: OfferedMethod | undefined;
  private shown:
    | { readonly lines: unknown; readonly discounts: unknown; readonly as: CartSnapshot['lines'] }
    | undefined;

  constructor(
    private readonly ask: Ask,
    private readonly settings: Settings,
    private readonly session: SessionRow,
    private readonly ground: Pick<Ground, 'items' | 'offers'>,
    private readonly card: OfferedMethod | undefined,
  ) {}

  run(isLast: boolean): Priced {
    this.takeUp();
    if (this.goods() > KURUS_MAX) {
      this.notices.push(noticeOf('order_rejected'));
    } else if (this.lines.length > 0) {
      this.judgeCart();
      this.lookAtStock();
      this.takeCoupons();
      this.adjust();
      this.ship();
      this.offerMethods();
    } else {
      this.notices.push(noticeOf('cart_empty'));
    }
    const quote = this.quote();
    this.compare(quote);
    if (isLast && quote) this.judgeOrder();
    const { lines, discounts, rates, rate, methods, method, notices } = this;
    return { lines, discounts, coupon: this.stateOfCode(), rates, rate, methods, method, quote, notices };
  }

  /** Drops lines whose product is no longer sold, and moves the others to their present prices. */
  private takeUp(): void {
    for (const { shownPrice: _, ...line } of this.session.cart) {
      const item = this.ground.items.get(line.variantId ?? line.productId);
      const isSold = item?.status === 'active' && !item.soldByVariant && item.productId === line.productId;
      if (isSold) this.lines.push({ ...line, item, unitPrice: item.price });
      else this.notices.push(noticeOf('line_unavailable', line.key));
    }
  }

  private judgeCart(): void {
    const rejections: Rejection[] = [];
    const wanted = new Map(this.lines.map(({ key, quantity }) => [key, quantity]));
    let caps: ReadonlyMap<string, number> = new Map();
    this.ask('checkout.cart.validate', {
      snapshot: () => this.snapshot(),
      apply: (operations) => {
        const found = judged(this.lines, caps, operations);
        caps = found.caps;
        rejections.push(...found.rejections);
        this.lines = this.lines.map((line) => ({
          ...line,
          quantity: Math.min(line.quantity, caps.get(line.key) ?? line.quantity),
        }));
      },
      blocked: () => rejections.push(hookFailed),
    });
    this.notices.push(...rejections.map(rejectionNotice));
    const capped = this.lines.filter(({ key, quantity }) => quantity !== wanted.get(key));
    this.notices.push(...capped.map(({ key }) => noticeOf('qty_capped', key)));
  }

  /** Stock is of an item, whichever lines want it. */
  private lookAtStock(): void {
    const wanted = new Map<string, number>();
    for (const { key, item, quantity } of this.lines) {
      const name = item.variantId ?? item.productId;
      const before = wanted.get(name) ?? 0;
      wanted.set(name, before + quantity);
      if (item.stock === null || item.stock >= before + quantity) continue;
      this.notices.push(noticeOf(item.stock > before ? 'insufficient_stock' : 'out_of_stock', key));
    }
  }

  /** Takes the shop's own discount off the goods. Hooks come behind it, and see it. */
  private takeCoupons(): void {
    const found = discountOnGoods(this.couponLines(), this.ground.offers);
    if (!found) return;
    this.discounts = found.discounts;
    this.coupons = [found.coupon];
  }

  private couponLines = (): CouponLine[] =>
    this.lines.map(({ item: { requiresShipping }, ...line }) => ({ ...line, requiresShipping }));

  private stateOfCode(): CouponState | null {
    const { coupon } = this.session;
    return coupon === null ? null : stateOfCode(coupon, this.couponLines(), this.ground.offers, this.coupons);
  }

  private adjust(): void {
    this.ask('checkout.pricing.adjust', {
      snapshot: () => this.snapshot(),
      apply: (operations) => {
        this.discounts = discounted(this.lines, this.discounts, operations);
      },
    });
  }

  private ship(): void {
    if (!this.lines.some(({ item }) => item.requiresShipping)) return;
    const { shippingFee, freeShippingFrom, deliveryMinDays, deliveryMaxDays } = this.settings;
    const isFree = freeShippingFrom !== null && this.goods() - this.off() >= freeShippingFrom;
    const eta =
      deliveryMinDays !== null && deliveryMaxDays !== null ? { etaDays: [deliveryMinDays, deliveryMaxDays] } : {};
    this.rates = [{ ...STANDARD_RATE, kurus: isFree ? 0 : shippingFee, ...eta }];
    this.ask('checkout.shipping.rates', {
      snapshot: () => this.snapshot(),
      apply: (operations) => {
        this.rates = rated(this.rates, operations);
      },
    });
    const found = discountOnDelivery(this.couponLines(), this.rates, this.ground.offers);
    if (found) {
      this.rates = found.rates;
      this.coupons = [...this.coupons, found.coupon];
    }
    if (this.rates.length === 0) this.notices.push(noticeOf('shipping_unavailable'));
    // A shopper has no choice where there is one rate alone, so that one is taken.
    this.rate = this.rates.length === 1 ? this.rates[0] : this.rates.find(({ id }) => id === this.session.rate);
  }

  private offerMethods(): void {
    if (this.amount() === 0) {
      this.methods = [{ id: 'free', maxTaksit: AT_ONCE }];
      this.method = this.methods[0];
      return;
    }
    const { cashOnDelivery, cashOnDeliveryFee, cashOnDeliveryCap, bankAccounts } = this.settings;
    const isWithin = cashOnDeliveryCap === null || this.amount() + cashOnDeliveryFee <= cashOnDeliveryCap;
    // Nobody collects cash for what no carrier brings (spec §6.1).
    const isDigital = this.lines.some(({ item }) => item.digitalKind !== 'none');
    const ids = [
      ...(cashOnDelivery && isWithin && !isDigital ? ['cod'] : []),
      ...(bankAccounts.length > 0 ? ['transfer'] : []),
    ];
    this.methods = [...(this.card ? [this.card] : []), ...ids.map((id) => ({ id, maxTaksit: AT_ONCE }))];
    const chosen = this.session.method;
    this.method = this.methods.find(({ id }) => id === chosen);
    this.ask('checkout.payment.filter', {
      snapshot: () => this.snapshot(),
      apply: (operations) => {
        this.methods = filtered(this.methods, operations);
      },
    });
    // Nothing is chosen for the shopper (Regulation on Distance Contracts, Art. 19).
    this.method = this.methods.find(({ id }) => id === chosen);
    if (chosen === 'cod' && cashOnDelivery && isDigital) this.notices.push(noticeOf('digital_kapida_disallowed'));
    else if (this.methods.length === 0 || (chosen !== null && !this.method))
      this.notices.push(noticeOf('payment_unavailable'));
  }

  private judgeOrder(): void {
    const rejections: Rejection[] = [];
    this.ask('checkout.order.validate', {
      snapshot: () => this.snapshot(),
      apply: (operations) =>
        rejections.push(...operations.map(({ code, messageCode }) => ({ code, messageCode, line: null }))),
      blocked: () => rejections.push(hookFailed),
    });
    this.notices.push(...rejections.map(rejectionNotice));
  }

  private quote(): Quote | null {
    const { rate, method, lines, discounts } = this;
    const needsRate = lines.some(({ item }) => item.requiresShipping);
    if (lines.length === 0 || !method || (needsRate && !rate)) return null;
    const itemOf = new Map(lines.map(({ key, item }) => [key, item]));
    const quote = quoteOf(
      lines.map(({ key, productId, variantId, quantity }) => ({ key, productId, variantId, quantity })),
      ({ key }) => itemOf.get(key) as SaleItem,
      {
        discounts,
        rate: rate ? { id: rate.id, label: rate.labelTR, kurus: rate.kurus } : null,
        method: method.id as PaymentMethod,
        codFee: this.fee(),
        coupons: [...this.coupons],
        ...this.patience(),
      },
    );
    if (quote.total <= KURUS_MAX) return quote;
    this.notices.push(noticeOf('order_rejected'));
    return null;
  }

  /** Against what the shopper was shown last: each line, and the total where both have the same things in them. */
  private compare(quote: Quote | null): void {
    const { quote: shown, cart } = this.session;
    const changed = this.lines.filter(({ key, unitPrice }) => {
      const kept = cart.find((line) => line.key === key)?.shownPrice;
      const before = kept ?? shown?.lines.find((line) => line.key === key)?.unitPrice;
      return before !== undefined && before !== unitPrice;
    });
    this.notices.push(...changed.map(({ key }) => noticeOf('price_changed', key)));
    if (!shown || !quote) return;
    const isSame =
      JSON.stringify([shown.rate?.id, shown.method, wantedIn(shown), couponsIn(shown)]) ===
      JSON.stringify([quote.rate?.id, quote.method, wantedIn(quote), couponsIn(quote)]);
    if (changed.length === 0 && isSame && shown.total !== quote.total) this.notices.push(noticeOf('price_changed'));
  }

  private goods = (): number => sum(this.lines.map(({ quantity, unitPrice }) => quantity * unitPrice));
  private off = (): number => sum(this.discounts.map(({ kurus }) => kurus));
  private fee = (): number => (this.method?.id === 'cod' ? this.settings.cashOnDeliveryFee : 0);
  private patience(): Pick<Quote, 'transferDays'> {
    const { transferDays } = this.settings;
    return this.method?.id === 'transfer' && transferDays !== null ? { transferDays } : {};
  }

  private amount = (): number => this.goods() - this.off() + (this.rate?.kurus ?? 0);

  /** The same list as long as nothing of it has changed. */
  private shownLines(): CartSnapshot['lines'] {
    const { lines, discounts, shown } = this;
    if (shown?.lines === lines && shown.discounts === discounts) return shown.as;
    const as = linesOf(lines, discounts);
    this.shown = { lines, discounts, as };
    return as;
  }

  private snapshot(): CartSnapshot {
    const { rates, methods, session } = this;
    const to = session.shippingAddress;
    return {
      currency: 'TRY',
      lines: this.shownLines(),
      goodsTotal: this.goods(),
      discountTotal: this.off(),
      destination: to && { province: to.province, district: to.district },
      rates,
      rate: this.rate?.id ?? null,
      methods,
      method: this.method?.id ?? null,
      total: this.amount() + this.fee(),
    };
  }
}

const linesOf = (lines: readonly PricedLine[], discounts: Quote['discounts']): CartSnapshot['lines'] =>
  lines.map(({ key, productId, variantId, quantity, unitPrice, item }) => ({
    id: key,
    productId,
    variantId,
    categoryId: item.categoryId,
    title: item.title,
    quantity,
    unitPrice,
    discount: sum(discounts.filter(({ line }) => line === key).map(({ kurus }) => kurus)),
    requiresShipping: item.requiresShipping,
    digital: item.digitalKind !== 'none',
  }));

const hookFailed: Rejection = { code: 'hook_failed', messageCode: 'order_rejected', line: null };

const wantedIn = ({ lines }: Quote) => lines.map(({ key, quantity }) => [key, quantity]);

const couponsIn = ({ coupons = [] }: Quote) => coupons.map(({ couponId }) => couponId);
