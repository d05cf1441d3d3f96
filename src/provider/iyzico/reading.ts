import { isSameText } from '../../kernel/same-text';
import { checkedAnswer } from '../checked-answer';
import { ProviderAnswerInvalid } from '../error';
import { kurusIn, wholeKurusIn } from '../lira';
import type { CapturedPayment, FailedPayment, PaymentReading, RefundReading } from '../payment-port';
import { storable } from '../text';
import { type Captured, capturedSchema, type Report, type Standing, standingSchema } from './answer';
import { NAME } from './client';
import { answerSignature, signedAmount } from './signature';

const CURRENCY = 'TRY';

/**
 * Further fields of the signature, before and behind those of every payment. The answer about a page of iyzico also signs its status and
 * the page's token.
 */
export interface SignedBeside {
  readonly before?: readonly string[];
  readonly after?: readonly string[];
}

/** Reads iyzico's answer about a payment of this reference. @throws {ProviderAnswerInvalid} */
export function readingOf(
  secretKey: string,
  reference: string,
  answer: object,
  signedBeside: SignedBeside = {},
): PaymentReading {
  const standing = checkedAnswer<Standing>(NAME, 'a payment', standingSchema, answer);
  switch (standing.paymentStatus ?? 'SUCCESS') {
    case 'SUCCESS':
      return capturedOf(secretKey, reference, answer, signedBeside);
    case 'FAILURE':
      return failedOf(standing);
    default:
      return { state: 'pending' };
  }
}

function failedOf({ errorCode, errorMessage, errorGroup }: Standing): FailedPayment {
  const code = errorCode ?? errorGroup ?? null;
  return {
    state: 'failed',
    code: code === null ? null : storable(String(code), 100),
    message: storable(errorMessage ?? 'The payment failed.'),
  };
}

function capturedOf(
  secretKey: string,
  reference: string,
  answer: object,
  { before = [], after = [] }: SignedBeside,
): CapturedPayment {
  const payment = checkedAnswer<Captured>(NAME, 'a payment', capturedSchema, answer);
  const { paymentId, currency, basketId, conversationId, paidPrice, price } = payment;
  const signed = [String(paymentId), currency, basketId, conversationId, signedAmount(paidPrice), signedAmount(price)];
  assertSigned(payment.signature, answerSignature(secretKey, [...before, ...signed, ...after]));
  if (basketId !== reference) throw new ProviderAnswerInvalid(`${NAME} answered a payment that is another one.`);
  assertLira(currency);
  return {
    state: 'captured',
    paymentId: String(paymentId),
    amount: kurus(price),
    paidAmount: kurus(paidPrice),
    instalments: payment.installment || 1,
    lines: payment.itemTransactions.map((item) => ({
      id: storable(item.itemId, 64),
      transactionId: String(item.paymentTransactionId),
      paidAmount: wholeKurus(item.paidPrice),
    })),
    review: reviewOf(payment.fraudStatus),
    test: false,
  };
}

/** Reads `fraudStatus` (docs.iyzico.com): 1 is passed, 0 is under review, −1 is rejected. */
function reviewOf(fraudStatus: Captured['fraudStatus']): CapturedPayment['review'] {
  const known = { '1': 'passed', '0': 'pending', '-1': 'rejected' } as const;
  return known[String(fraudStatus ?? 1) as keyof typeof known] ?? 'pending';
}

export function assertSigned(signature: unknown, wanted: string): void {
  if (!isSameText(signature, wanted)) throw new ProviderAnswerInvalid(`${NAME} answered what it has not signed.`);
}

export function assertLira(currency: string): void {
  if (currency !== CURRENCY) throw new ProviderAnswerInvalid(`${NAME} answered an amount that is not in lira.`);
}

const noAmount = (): never => {
  throw new ProviderAnswerInvalid(`${NAME} answered what is no amount in kuruş.`);
};

/** Reads an amount in kuruş. @throws {ProviderAnswerInvalid} */
export const kurus = (amount: string | number): number => kurusIn(amount) ?? noAmount();

/** Reads an amount in kuruş that has no parts of a kuruş. @throws {ProviderAnswerInvalid} */
export const wholeKurus = (amount: string | number): number => wholeKurusIn(amount) ?? noAmount();

/** Finds the id of the successful payment in a report; undefined: there is none. */
export const succeededIn = ({ payments }: Report): string | undefined => {
  const found = payments?.find(({ paymentStatus }) => String(paymentStatus) === '1');
  return found && String(found.paymentId);
};

/** Reads a refund or a cancellation in a report. Several parts count together, because iyzico may spread one refund over several lines. */
export function refundIn(reference: string, { payments }: Report): RefundReading {
  const parts = (payments ?? []).flatMap(({ cancels, itemTransactions }) => [
    ...(cancels ?? [])
      .filter(({ cancelConversationId }) => cancelConversationId === reference)
      .map(({ refundId, ...part }) => ({ ...part, id: refundId })),
    ...(itemTransactions ?? [])
      .flatMap(({ refunds }) => refunds ?? [])
      .filter(({ refundConversationId }) => refundConversationId === reference)
      .map(({ refundTxId, ...part }) => ({ ...part, id: refundTxId })),
  ]);
  const [first] = parts;
  if (!first) return { state: 'not_found' };
  const statuses = parts.map(({ refundStatus }) => String(refundStatus));
  if (statuses.every((status) => status === '-1'))
    return { state: 'failed', code: null, message: 'The refund failed.' };
  if (statuses.some((status) => status !== '1')) return { state: 'pending' };
  const amount = parts.reduce((sum, { refundPrice }) => sum + kurus(refundPrice), 0);
  return { state: 'done', amount, refundId: first.id == null ? null : String(first.id) };
}
