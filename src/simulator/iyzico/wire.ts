import type { Failure } from './errors';
import type { Signer } from './keys';
import type { Ledger, Payment } from './ledger';

/** Kuruş as a number of JSON. */
export const lira = (kurus: number): number => kurus / 100;

export const envelope = (conversationId: string | undefined, nowMs: number) => ({
  status: 'success',
  locale: 'tr',
  systemTime: nowMs,
  ...(conversationId === undefined ? {} : { conversationId }),
});

/** A payment whose money was taken, as most services tell of it. @param beside what is signed around it, and how it stands */
export function paidView(
  payment: Payment,
  conversationId: string,
  { signer, ledger }: { readonly signer: Signer; readonly ledger: Pick<Ledger, 'fraudStatus'> },
  beside: readonly [string, string] | [] = [],
) {
  const { id, basketId, paidPrice, price, instalments, card, transactions } = payment;
  const [standing, token] = beside;
  const signed = [id, 'TRY', basketId, conversationId, lira(paidPrice), lira(price)];
  return {
    paymentId: id,
    basketId,
    currency: 'TRY',
    price: lira(price),
    paidPrice: lira(paidPrice),
    installment: instalments,
    fraudStatus: ledger.fraudStatus,
    cardFamily: card.family,
    cardType: card.credit ? 'CREDIT_CARD' : 'DEBIT_CARD',
    binNumber: card.number.slice(0, 8),
    lastFourDigits: card.number.slice(-4),
    itemTransactions: transactions.map((item) => ({
      itemId: item.itemId,
      paymentTransactionId: item.transactionId,
      transactionStatus: 2,
      price: lira(item.price),
      paidPrice: lira(item.paidPrice),
    })),
    signature: signer.sign(...(standing && token ? [standing, ...signed, token] : signed)),
  };
}

export const failureView = ({ body }: Failure) => {
  const { errorCode, errorMessage, errorGroup } = body as Record<string, unknown>;
  return { errorCode, errorMessage, errorGroup };
};

const DONE = 1;

/** A payment as reports have it. @param untilMs what came later is not there yet */
export function reportView(
  { id, conversationId, state, price, paidPrice, transactions, cancelled }: Payment,
  untilMs: number,
) {
  const refunds = transactions.flatMap((item) => item.refunds.filter(({ atMs }) => atMs <= untilMs));
  const refunded = refunds.reduce((total, refund) => total + refund.price, 0);
  return {
    paymentId: Number(id),
    paymentConversationId: conversationId,
    paymentStatus: state === 'SUCCESS' ? DONE : state === 'FAILURE' ? -1 : 0,
    paymentRefundStatus:
      refunded === 0 ? 'NOT_REFUNDED' : refunded < paidPrice ? 'PARTIALLY_REFUNDED' : 'TOTALLY_REFUNDED',
    price: lira(price),
    paidPrice: lira(paidPrice),
    cancels:
      cancelled && cancelled.atMs <= untilMs
        ? [
            {
              refundId: Number(cancelled.id),
              cancelConversationId: cancelled.conversationId,
              refundPrice: lira(cancelled.price),
              refundStatus: DONE,
            },
          ]
        : [],
    itemTransactions: transactions.map((item) => ({
      paymentTransactionId: Number(item.transactionId),
      price: lira(item.price),
      paidPrice: lira(item.paidPrice),
      refunds: item.refunds
        .filter(({ atMs }) => atMs <= untilMs)
        .map((refund) => ({
          refundTxId: Number(refund.id),
          refundConversationId: refund.conversationId,
          refundPrice: lira(refund.price),
          refundStatus: DONE,
          currencyCode: 'TRY',
          isAfterSettlement: false,
        })),
    })),
  };
}
