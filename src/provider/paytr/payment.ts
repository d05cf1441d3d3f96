import { checkedAnswer } from '../checked-answer';
import { ProviderAnswerInvalid, ProviderRefused } from '../error';
import { kurusIn, liraOf } from '../lira';
import type {
  BeginPayment,
  BegunPayment,
  BegunReference,
  DoneRefund,
  PaymentAdapter,
  PaymentReading,
  RefundReading,
  RefundRequest,
} from '../payment-port';
import { excerpt, storable } from '../text';
import { type Refunded, refundedSchema, type Status, statusSchema, type Token, tokenSchema } from './answer';
import { NAME, type PaytrClient } from './client';

/** The offered operations. PayTR takes the money itself, and knows no lines of a payment. */
export type PaytrOffer = Pick<PaymentAdapter, 'test' | 'begin' | 'readPayment' | 'refund' | 'readRefund'>;

export interface PaytrTerms {
  /** The most instalments that the page offers, 1 … 12. */
  readonly instalmentsMax: number;
  /** True for a test, in which no money moves. */
  readonly test: boolean;
}

const CURRENCY = 'TL';
/** The time in which the page takes a card, in minutes. */
const PAGE_MINUTES = 30;
/** The code for a reference without a successful payment. */
const NO_PAYMENT = '004';
/** Longest texts that PayTR takes. */
const most = { email: 100, name: 60, address: 400, telephone: 20 };

/** PayTR's payment services in the platform's words. */
export class PaytrPayments implements PaytrOffer {
  constructor(
    private readonly client: PaytrClient,
    private readonly terms: PaytrTerms,
  ) {}

  /** Tests the account by the question for a payment that nobody has begun; there is no cheaper one. */
  async test(signal: AbortSignal): Promise<void> {
    await this.readPayment({ reference: '0', handle: null }, signal);
  }

  async begin(payment: BeginPayment, signal: AbortSignal): Promise<BegunPayment> {
    const { reference, buyer, billing, amount, lines, callbackUrl, language } = payment;
    if (payment.card) throw new ProviderRefused(400, 'card', `${NAME} takes cards on its own page alone.`);
    const { merchantSalt } = this.client.keys;
    const plans = Math.min(payment.instalmentsMax, this.terms.instalmentsMax);
    const basket = lines.map((line) => [line.title, liraOf(line.amount), 1]);
    const signed = {
      user_ip: buyer.ip,
      merchant_oid: reference,
      email: excerpt(buyer.email, most.email),
      payment_amount: String(amount),
      user_basket: Buffer.from(JSON.stringify(basket)).toString('base64'),
      no_installment: plans === 1 ? '1' : '0',
      max_installment: plans === 1 ? '0' : String(plans),
      currency: CURRENCY,
      test_mode: this.terms.test ? '1' : '0',
    };
    const fields = {
      ...signed,
      user_name: excerpt(`${buyer.firstName} ${buyer.lastName}`, most.name),
      user_address: excerpt(`${billing.address}, ${billing.city}`, most.address),
      user_phone: excerpt(buyer.telephone, most.telephone),
      merchant_ok_url: callbackUrl,
      merchant_fail_url: callbackUrl,
      timeout_limit: String(PAGE_MINUTES),
      lang: language,
    };
    const token = [...Object.values(signed), merchantSalt];
    const answer = await this.client.post('/odeme/api/get-token', fields, token, signal);
    const url = `${this.client.baseUrl}/odeme/guvenli/${checkedAnswer<Token>(NAME, 'a page', tokenSchema, answer).token}`;
    return { page: { kind: 'frame', url }, handle: null };
  }

  /** Reads a payment. PayTR finds none whether it failed or was never made: only its notification tells them apart. */
  async readPayment({ reference }: BegunReference, signal: AbortSignal): Promise<PaymentReading> {
    const status = await this.status(reference, signal);
    if (!status) return { state: 'not_found' };
    return {
      state: 'captured',
      paymentId: reference,
      amount: kurus(status.payment_amount),
      paidAmount: kurus(status.payment_total),
      instalments: Number(status.taksit ?? 0) || 1,
      lines: [],
      review: 'passed',
      test: String(status.test_mode ?? 0) === '1',
    };
  }

  async refund({ reference, payment, amount, transactionId }: RefundRequest, signal: AbortSignal): Promise<DoneRefund> {
    if (transactionId !== null) throw new ProviderRefused(400, 'line', `${NAME} knows no lines of a payment.`);
    const fields = { merchant_oid: payment.reference, return_amount: liraOf(amount), reference_no: reference };
    const signed = [fields.merchant_oid, fields.return_amount, this.client.keys.merchantSalt];
    const answer = await this.client.post('/odeme/iade', fields, signed, signal);
    const done = checkedAnswer<Refunded>(NAME, 'a refund', refundedSchema, answer);
    const isAnother = done.merchant_oid !== payment.reference || (done.reference_no ?? reference) !== reference;
    if (isAnother || kurus(done.return_amount) !== amount)
      throw new ProviderAnswerInvalid(`${NAME} answered a refund that was not asked for.`);
    return { state: 'done', amount, refundId: null };
  }

  async readRefund({ reference, payment }: RefundRequest, signal: AbortSignal): Promise<RefundReading> {
    const returns = (await this.status(payment.reference, signal))?.returns ?? [];
    const found = typeof returns === 'string' ? [] : returns.filter(({ reference_no }) => reference_no === reference);
    const [first] = found;
    if (!first) return { state: 'not_found' };
    const refundId = first.return_ref_num ? storable(first.return_ref_num, 64) : null;
    return { state: 'done', amount: found.reduce((sum, each) => sum + kurus(each.return_amount), 0), refundId };
  }

  /** @returns undefined when there is no successful payment */
  private async status(reference: string, signal: AbortSignal): Promise<Status | undefined> {
    const signed = [reference, this.client.keys.merchantSalt];
    const answer = await this.client
      .post('/odeme/durum-sorgu', { merchant_oid: reference }, signed, signal)
      .catch((error: unknown) => {
        if (error instanceof ProviderRefused && error.code === NO_PAYMENT) return undefined;
        throw error;
      });
    if (!answer) return undefined;
    const status = checkedAnswer<Status>(NAME, 'a payment', statusSchema, answer);
    if ((status.merchant_oid ?? reference) !== reference)
      throw new ProviderAnswerInvalid(`${NAME} answered a payment that is another one.`);
    if (!isLira(status.currency)) throw new ProviderAnswerInvalid(`${NAME} answered an amount that is not in lira.`);
    return status;
  }
}

export const isLira = (currency: string): boolean => currency === 'TL' || currency === 'TRY';

function kurus(amount: string | number): number {
  const known = kurusIn(amount);
  if (known === undefined) throw new ProviderAnswerInvalid(`${NAME} answered what is no amount in kuruş.`);
  return known;
}
