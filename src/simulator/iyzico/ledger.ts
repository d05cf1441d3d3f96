import { shared } from '../kit/kurus';
import { type Card, cardOf, totalOf } from './cards';
import { badRequest, Failure, notFound, notRefundable, wrongSum } from './errors';

/* All amounts are in kuruş. */

interface Refund {
  readonly id: string;
  readonly conversationId: string;
  readonly price: number;
  readonly atMs: number;
}

interface Item {
  readonly itemId: string;
  readonly transactionId: string;
  readonly price: number;
  readonly paidPrice: number;
  readonly refunds: Refund[];
}

export interface Order {
  readonly conversationId: string;
  readonly basketId: string;
  readonly price: number;
  readonly items: readonly { readonly id: string; readonly price: number }[];
  readonly callbackUrl: string;
  /** Of the buyer. */
  readonly identityNumber: string;
}

export interface Payment extends Order {
  readonly id: string;
  readonly card: Card;
  readonly paidPrice: number;
  readonly instalments: number;
  readonly transactions: readonly Item[];
  state: 'INIT_THREEDS' | 'CALLBACK_THREEDS' | 'SUCCESS' | 'FAILURE';
  failure?: Failure;
  cancelled?: Refund;
  /** When it came to be what it is. */
  atMs: number;
}

/** A page on which a buyer enters a card. */
export interface Form extends Order {
  readonly token: string;
  readonly plans: readonly number[];
  readonly untilMs: number;
  /** The last that was tried on it. */
  payment?: Payment;
}

const FORM_MS = 30 * 60_000;
const HOUR_MS = 3_600_000;
/** Turkey has no summer time. */
const dayOf = (atMs: number): number => Math.floor((atMs + 3 * HOUR_MS) / (24 * HOUR_MS));

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

const refundedOf = ({ refunds }: Item): number => sum(refunds.map(({ price }) => price));

/** What is left to be refunded. */
export const remainingOf = (item: Item): number => item.paidPrice - refundedOf(item);

/** The money of the shop, as iyzico keeps it. */
export class Ledger {
  readonly payments: Payment[] = [];
  /** What it says of fraud of every payment: 1 passed, 0 somebody looks at it, -1 it is not to be trusted. */
  fraudStatus = 1;
  readonly forms = new Map<string, Form>();
  private ids = 25_000_000;

  constructor(
    private readonly now: () => number,
    private readonly tokenOf: (n: number) => string,
  ) {}

  private nextId(): string {
    this.ids += 1;
    return String(this.ids);
  }

  openForm(order: Order, plans: readonly number[]): Form {
    assertSum(order);
    const token = this.tokenOf(this.forms.size);
    const form: Form = { ...order, token, plans, untilMs: this.now() + FORM_MS };
    this.forms.set(token, form);
    return form;
  }

  /** @param paidPrice what the buyer has agreed to */
  initialize(order: Order, card: Card, instalments: number, paidPrice: number): Payment {
    assertSum(order);
    if (totalOf(order.price, instalments) !== paidPrice) throw badRequest('paidPrice taksit tutarına eşit değil');
    if (card.mdStatus === 'refused') throw new Failure('10053', '3dsecure initialize failed', 'THREEDS_INIT');
    const shares = shared(
      paidPrice,
      order.items.map(({ price }) => price),
    );
    const payment: Payment = {
      ...order,
      id: this.nextId(),
      card,
      paidPrice,
      instalments,
      transactions: order.items.map(({ id, price }, at) => ({
        itemId: id,
        transactionId: this.nextId(),
        price,
        paidPrice: shares[at] as number,
        refunds: [],
      })),
      state: 'INIT_THREEDS',
      atMs: this.now(),
    };
    this.payments.push(payment);
    return payment;
  }

  /** The bank has asked the buyer. @returns what it says of him */
  verified(payment: Payment, codeIsRight: boolean): string {
    const mdStatus = codeIsRight ? (payment.card.mdStatus ?? '1') : '0';
    if (mdStatus === '1') this.turn(payment, 'CALLBACK_THREEDS');
    else this.fail(payment, new Failure('10057', '3-D Secure doğrulaması başarısız', 'MD_STATUS_FAILED'));
    return mdStatus;
  }

  /** Takes the money, once. @throws {Failure} */
  capture(payment: Payment): void {
    if (payment.state !== 'CALLBACK_THREEDS') throw badRequest('Ödeme bu adımda tamamlanamaz');
    const { declined } = payment.card;
    if (!declined) {
      this.turn(payment, 'SUCCESS');
      return;
    }
    const [code, group, message] = declined;
    const failure = new Failure(code, message, group);
    this.fail(payment, failure);
    throw failure;
  }

  private fail(payment: Payment, failure: Failure): void {
    payment.failure = failure;
    this.turn(payment, 'FAILURE');
  }

  private turn(payment: Payment, state: Payment['state']): void {
    payment.state = state;
    payment.atMs = this.now();
  }

  /** One whose money was taken before the simulator began: of one line, by a card that pays. */
  taken(conversationId: string, price: number): Payment {
    const items = [{ id: 'line1', price }];
    const order = { conversationId, basketId: conversationId, price, items, callbackUrl: '', identityNumber: '' };
    const payment = this.initialize(order, cardOf('5526080000000006') as Card, 1, price);
    this.turn(payment, 'SUCCESS');
    return payment;
  }

  payment(id: string): Payment {
    return this.payments.find((payment) => payment.id === id) ?? notFoundPayment();
  }

  /** The last one that was made under it. */
  paymentNamed(conversationId: string): Payment {
    return this.payments.findLast((payment) => payment.conversationId === conversationId) ?? notFoundPayment();
  }

  /** @throws {Failure} of more than is left of the line */
  refundItem(transactionId: string, price: number, conversationId: string): Payment {
    const payment = this.payments.find(({ transactions }) =>
      transactions.some((item) => item.transactionId === transactionId),
    );
    const item = payment?.transactions.find((each) => each.transactionId === transactionId);
    if (!payment || !item) throw notFound('Ödeme kırılımı');
    this.assertRefundable(payment);
    if (price > remainingOf(item)) throw notRefundable('İade tutarı kalan tutardan büyük olamaz');
    this.enter(item, price, conversationId);
    return payment;
  }

  /** Spreads it over the lines, the first one first. @throws {Failure} of more than is left of the payment */
  refundPayment(id: string, price: number, conversationId: string): Payment {
    const payment = this.payment(id);
    this.assertRefundable(payment);
    if (price > sum(payment.transactions.map(remainingOf)))
      throw notRefundable('İade tutarı kalan tutardan büyük olamaz');
    let left = price;
    for (const item of payment.transactions) {
      const part = Math.min(left, remainingOf(item));
      if (part > 0) this.enter(item, part, conversationId);
      left -= part;
    }
    return payment;
  }

  cancel(id: string, conversationId: string): Payment {
    const payment = this.payment(id);
    this.assertRefundable(payment);
    if (payment.transactions.some(({ refunds }) => refunds.length > 0))
      throw notRefundable('İadesi olan ödeme iptal edilemez');
    if (dayOf(payment.atMs) !== dayOf(this.now())) throw notRefundable('Gün sonu alınmış ödeme iptal edilemez');
    payment.cancelled = { id: this.nextId(), conversationId, price: payment.paidPrice, atMs: this.now() };
    return payment;
  }

  private assertRefundable({ state, cancelled, card }: Payment): void {
    if (state !== 'SUCCESS' || cancelled) throw notRefundable('Ödeme iade edilemez');
    if (card.final) throw notRefundable('Bu karta iade yapılamaz');
  }

  private enter(item: Item, price: number, conversationId: string): void {
    item.refunds.push({ id: this.nextId(), conversationId, price, atMs: this.now() });
  }
}

function assertSum({ price, items }: Order): void {
  if (price <= 0 || items.some((item) => item.price <= 0)) throw badRequest('price sıfırdan büyük olmalıdır');
  if (sum(items.map((item) => item.price)) !== price) throw wrongSum();
}

const notFoundPayment = (): never => {
  throw notFound('Ödeme');
};
