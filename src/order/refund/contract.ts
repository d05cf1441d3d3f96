import { job } from '../../kernel/declaration/job';
import type { RefundRow } from './aggregate';

export interface RefundAskingInput {
  readonly storeId: string;
  readonly refundId: string;
}

/** Asks a payment provider for a refund, and finds out its outcome. */
export const refundAsking = job<RefundAskingInput, RefundRow['state'] | null>({
  name: 'refund',
  kind: 'refund',
  asksProvider: true,
  input: ({ storeId, refundId }) => ({ storeId, refundId }),
  row: ({ refundId }) => refundId,
  labels: ({ storeId }) => ({ StoreId: storeId, JobKind: 'refund' }),
  label: () => ({ tr: 'ödeme sağlayıcısından para iadesi', en: 'refund by the payment provider' }),
  names: ({ refundId }) => [refundId],
  summary: ({ refundId }) => `gives back ${refundId}`,
});
