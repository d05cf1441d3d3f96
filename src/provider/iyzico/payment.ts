import { checkedAnswer } from '../checked-answer';
import { ProviderAnswerInvalid, ProviderRefused } from '../error';
import { liraOf } from '../lira';
import type {
  BeginPayment,
  BegunPayment,
  BegunReference,
  CompletePayment,
  DoneRefund,
  EnteredCard,
  InstalmentOffer,
  PaymentAdapter,
  PaymentReading,
  RefundReading,
  RefundRequest,
} from '../payment-port';
import { storable } from '../text';
import {
  type Form,
  formSchema,
  type Initialized,
  type Instalments,
  initializedSchema,
  instalmentsSchema,
  type Refunded,
  type Report,
  refundedSchema,
  reportSchema,
} from './answer';
import { type IyzicoClient, NAME } from './client';
import { assertLira, assertSigned, kurus, readingOf, refundIn, succeededIn, wholeKurus } from './reading';
import { cardBody, paymentBody, plansUpTo } from './request';
import { answerSignature, signedAmount } from './signature';
import { ticketIn } from './ticket';

const REPORT = '/v2/reporting/payment/details';
const INSTALMENTS = '/payment/iyzipos/installment';
const FORM = '/payment/iyzipos/checkoutform';

export interface IyzicoTerms {
  /** The most instalments that the page offers, 1 … 12. */
  readonly instalmentsMax: number;
  /** True if its page asks every card for 3-D Secure. */
  readonly threeDSecure: boolean;
  /** True if the buyer's identity number is handed on, where it is known. */
  readonly tellsIdentity: boolean;
}

/** iyzico's payment services in the platform's words. */
export class IyzicoPayments implements PaymentAdapter {
  constructor(
    private readonly client: IyzicoClient,
    private readonly terms: IyzicoTerms,
  ) {}

  async test(signal: AbortSignal): Promise<void> {
    await this.client.post(INSTALMENTS, { locale: 'tr', price: '1.00' }, signal);
  }

  async begin(payment: BeginPayment, signal: AbortSignal): Promise<BegunPayment> {
    const most = Math.min(payment.instalmentsMax, this.terms.instalmentsMax);
    const { card } = payment;
    if (!card) return this.beginOnPage(payment, most, signal);
    if (card.instalments > most)
      throw new ProviderRefused(400, 'instalments', `${NAME} is not asked for more than ${most} instalments here.`);
    return this.beginWithCard(payment, card, signal);
  }

  private async beginOnPage(payment: BeginPayment, most: number, signal: AbortSignal): Promise<BegunPayment> {
    const body = {
      ...paymentBody(payment, payment.amount, this.terms.tellsIdentity),
      enabledInstallments: plansUpTo(most),
      forceThreeDS: this.terms.threeDSecure ? 1 : 0,
    };
    const answer = await this.client.post(`${FORM}/initialize/auth/ecom`, body, signal);
    const { token, paymentPageUrl, signature } = checkedAnswer<Form>(NAME, 'a page', formSchema, answer);
    assertSigned(signature, answerSignature(this.secretKey, [payment.reference, token]));
    return { page: { kind: 'redirect', url: paymentPageUrl }, handle: token };
  }

  private async beginWithCard(payment: BeginPayment, card: EnteredCard, signal: AbortSignal): Promise<BegunPayment> {
    const body = { ...paymentBody(payment, card.total, this.terms.tellsIdentity), ...cardBody(card) };
    const answer = await this.client.post('/payment/3dsecure/initialize', body, signal);
    const begun = checkedAnswer<Initialized>(NAME, 'a page of a bank', initializedSchema, answer);
    const paymentId = String(begun.paymentId);
    assertSigned(begun.signature, answerSignature(this.secretKey, [paymentId, payment.reference]));
    const html = Buffer.from(begun.threeDSHtmlContent, 'base64').toString('utf8');
    return { page: { kind: 'html', html }, handle: paymentId };
  }

  async complete({ reference, total, ticket }: CompletePayment, signal: AbortSignal): Promise<PaymentReading> {
    const { kind, of } = ticketIn(ticket);
    const asked = { locale: 'tr', conversationId: reference };
    if (kind === 'page') {
      const answer = await this.client.post(`${FORM}/auth/ecom/detail`, { ...asked, token: of }, signal);
      const { paymentStatus = '' } = answer as { paymentStatus?: string };
      return readingOf(this.secretKey, reference, answer, { before: [paymentStatus], after: [of] });
    }
    // Its second version holds the amount and the basket against what was begun, and refuses another one.
    const body = { ...asked, paymentId: of, paidPrice: liraOf(total), basketId: reference, currency: 'TRY' };
    const answer = await this.client.post('/payment/v2/3dsecure/auth', body, signal);
    return readingOf(this.secretKey, reference, answer);
  }

  /**
   * A reference may have several payments, as a buyer may try several cards on the page of iyzico: one that succeeded counts, and what is
   * told by the list of all comes later than what is told of one.
   */
  async readPayment({ reference }: BegunReference, signal: AbortSignal): Promise<PaymentReading> {
    const refused = (error: unknown): undefined => {
      if (!(error instanceof ProviderRefused) || error.code in verdicts) throw error;
    };
    const told = await this.detail(reference, { paymentConversationId: reference }, signal).catch(refused);
    if (told?.state === 'captured' || told?.state === 'pending') return told;
    const succeeded = succeededIn(await this.report({ paymentConversationId: reference }, signal));
    if (succeeded !== undefined) return this.detail(reference, { paymentId: succeeded }, signal);
    return told ?? { state: 'not_found' };
  }

  private async detail(reference: string, of: object, signal: AbortSignal): Promise<PaymentReading> {
    const body = { locale: 'tr', conversationId: reference, ...of };
    return readingOf(this.secretKey, reference, await this.client.post('/payment/detail', body, signal));
  }

  async refund(refund: RefundRequest, signal: AbortSignal): Promise<DoneRefund> {
    const { transactionId, payment, amount } = refund;
    const of = transactionId === null ? { paymentId: payment.paymentId } : { paymentTransactionId: transactionId };
    const path = transactionId === null ? '/v2/payment/refund' : '/payment/refund';
    const body = { ...askedBack(refund), ...of, price: liraOf(amount), currency: 'TRY' };
    const answer = checkedAnswer<Refunded>(
      NAME,
      'a refund',
      refundedSchema,
      await this.client.post(path, body, signal),
    );
    const signed = [String(answer.paymentId), signedAmount(answer.price), answer.currency, answer.conversationId];
    assertSigned(answer.signature, answerSignature(this.secretKey, signed));
    return doneOf(refund, answer);
  }

  async cancel(cancellation: Omit<RefundRequest, 'transactionId'>, signal: AbortSignal): Promise<DoneRefund> {
    const body = { ...askedBack(cancellation), paymentId: cancellation.payment.paymentId };
    const answer = await this.client.post('/payment/cancel', body, signal);
    return doneOf(cancellation, checkedAnswer<Refunded>(NAME, 'a cancellation', refundedSchema, answer));
  }

  async readRefund({ reference, payment }: RefundRequest, signal: AbortSignal): Promise<RefundReading> {
    return refundIn(reference, await this.report({ paymentId: payment.paymentId }, signal));
  }

  async instalments(bin: string, amount: number, signal: AbortSignal): Promise<InstalmentOffer | null> {
    const body = { locale: 'tr', binNumber: bin, price: liraOf(amount) };
    const answer = await this.client.post(INSTALMENTS, body, signal);
    const { installmentDetails } = checkedAnswer<Instalments>(NAME, 'instalments', instalmentsSchema, answer);
    const [detail] = installmentDetails ?? [];
    if (!detail) return null;
    const { cardFamilyName, bankName, cardType, installmentPrices } = detail;
    return {
      cardFamily: cardFamilyName ? storable(cardFamilyName, 100) : null,
      bank: bankName ? storable(bankName, 200) : null,
      credit: cardType === 'CREDIT_CARD',
      plans: installmentPrices
        .filter(({ installmentNumber }) => installmentNumber <= this.terms.instalmentsMax)
        .map(({ installmentNumber, installmentPrice, totalPrice }) => ({
          instalments: installmentNumber,
          each: wholeKurus(installmentPrice),
          total: kurus(totalPrice),
        })),
    };
  }

  private async report(query: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Report> {
    return checkedAnswer<Report>(NAME, 'a report', reportSchema, await this.client.get(REPORT, query, signal));
  }

  private get secretKey(): string {
    return this.client.keys.secretKey;
  }
}

/** An invalid signature, or keys that it does not know; it has no status of its own for them. */
export const verdicts = { 1000: 'credentials_refused', 1001: 'credentials_refused' } as const;

const askedBack = ({ reference, ip }: Pick<RefundRequest, 'reference' | 'ip'>) => ({
  locale: 'tr',
  conversationId: reference,
  ip,
  reason: 'buyer_request',
});

function doneOf({ reference, amount }: Pick<RefundRequest, 'reference' | 'amount'>, answer: Refunded): DoneRefund {
  assertLira(answer.currency);
  if (kurus(answer.price) !== amount || answer.conversationId !== reference)
    throw new ProviderAnswerInvalid(`${NAME} answered a refund that was not asked for.`);
  const refundId = answer.refundHostReference ?? answer.hostReference ?? null;
  return { state: 'done', amount, refundId: refundId === null ? null : storable(refundId, 128) };
}
