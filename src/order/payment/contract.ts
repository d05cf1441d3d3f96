import { job } from '../../kernel/declaration/job';
import type { PaymentRow } from './table';

export interface PaymentAttemptInput {
  readonly storeId: string;
  readonly paymentId: string;
}

/** The signal that has the workflow look at once. */
export const LOOK = 'look';

/** Brings one attempt to pay to its end: an order, no money taken, or the money given back. */
export const paymentAttempt = job<PaymentAttemptInput, PaymentRow['state'] | null>({
  name: 'paymentAttempt',
  kind: 'payment',
  asksProvider: true,
  input: ({ storeId, paymentId }) => ({ storeId, paymentId }),
  row: ({ paymentId }) => paymentId,
  labels: ({ storeId }) => ({ StoreId: storeId, JobKind: 'payment' }),
  label: () => ({ tr: 'kartla ödemenin izlenmesi', en: 'watch over a payment by card' }),
  summary: ({ paymentId }) => `brings ${paymentId} to its end`,
});
