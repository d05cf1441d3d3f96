import type { Conversation } from '../../provider/conversation/conversation';
import { givingBack, type RefundAdapter } from '../refund/asking';
import { type AskedReturn, findReturn, moveAttempt, paymentBook } from './attempt-store';
import { type PaymentAttemptInput, paymentAttempt } from './contract';

/** The money that was taken and pays for no order goes back as a refund does. */
export const returning: Conversation<PaymentAttemptInput, AskedReturn, RefundAdapter, string> = {
  ...givingBack,
  contract: paymentAttempt,
  book: paymentBook,
  find: findReturn,
  async record(bus, storeId, ending, row) {
    const [to, failure] =
      ending.outcome === 'done'
        ? (['returned', null] as const)
        : (['not_returned', [row.failure, ending.failure].filter(Boolean).join(': ').slice(0, 300)] as const);
    await moveAttempt(bus, storeId, row, to, failure);
    return to;
  },
};
