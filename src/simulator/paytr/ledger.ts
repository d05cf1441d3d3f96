import { no, noPage } from './errors';

/* All amounts are in kuruş. */

export interface Order {
  readonly oid: string;
  readonly amount: number;
  readonly email: string;
  readonly okUrl: string;
  readonly failUrl: string;
  /** 1: in one payment only. */
  readonly instalmentsMax: number;
  readonly test: boolean;
}

interface Return {
  readonly reference: string;
  readonly amount: number;
  readonly atMs: number;
}

export interface Payment extends Order {
  readonly token: string;
  state: 'open' | 'success' | 'failed';
  /** With the surcharge; 0 until then. */
  total: number;
  instalments: number;
  returns: Return[];
  /** The shop has said OK to what it was told. */
  notified: boolean;
  atMs: number;
}

const YEAR_MS = 365 * 24 * 3_600_000;
/** Surcharge for a number of instalments, in hundredths of a per cent. */
const surcharges: Readonly<Record<number, number>> = { 1: 0, 2: 150, 3: 250, 6: 600, 9: 900, 12: 1_200 };
export const plans = Object.keys(surcharges).map(Number);

/** Cards of the sandbox (dev.paytr.com, "Test Kart Bilgileri"); the last one never pays. */
const DECLINED = '4111111111111129';
const cards = ['4355084355084358', '5406675406675403', '9792030394440796', DECLINED];

export const returnedOf = ({ returns }: Payment): number => returns.reduce((sum, { amount }) => sum + amount, 0);

/** The money of the shop, as PayTR keeps it. */
export class Ledger {
  readonly payments: Payment[] = [];

  constructor(
    private readonly now: () => number,
    private readonly tokenOf: (n: number) => string,
  ) {}

  open(order: Order): Payment {
    if (this.payments.some(({ oid }) => oid === order.oid)) throw noPage('merchant_oid daha önce kullanılmış');
    const payment: Payment = {
      ...order,
      token: this.tokenOf(this.payments.length),
      state: 'open',
      total: 0,
      instalments: 1,
      returns: [],
      notified: false,
      atMs: this.now(),
    };
    this.payments.push(payment);
    return payment;
  }

  /** @returns whether the card is one, and there are so many instalments: the buyer may try again */
  pay(payment: Payment, card: string, instalments: number): boolean {
    const surcharge = surcharges[instalments];
    if (!cards.includes(card) || surcharge === undefined || instalments > payment.instalmentsMax) return false;
    payment.state = card === DECLINED ? 'failed' : 'success';
    payment.atMs = this.now();
    if (payment.state === 'failed') return true;
    payment.instalments = instalments;
    payment.total = payment.amount + Math.round((payment.amount * surcharge) / 10_000);
    return true;
  }

  /** @throws {Refused} of one that has not succeeded */
  paid(oid: string): Payment {
    const payment = this.payments.find((each) => each.oid === oid && each.state === 'success');
    if (!payment) throw no('004', 'merchant_oid ile basarili odeme bulunamadi');
    return payment;
  }

  /** @throws {Refused} of more than is left */
  refund(oid: string, amount: number, reference: string): Payment {
    const payment = this.payments.find((each) => each.oid === oid && each.state === 'success');
    if (!payment) throw no('005', 'Başarılı ödeme bulunamadı');
    if (!payment.notified) throw no('007', 'Ödeme bildirimi tamamlanmamış');
    if (this.now() - payment.atMs > YEAR_MS) throw no('011', '1 yıldan eski ödeme iade edilemez');
    if (amount > payment.total - returnedOf(payment)) throw no('009', 'İade tutarı kalan tutardan büyük olamaz');
    payment.returns.push({ reference, amount, atMs: this.now() });
    return payment;
  }
}
