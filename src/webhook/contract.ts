import { job } from '../kernel/declaration/job';

export interface WebhookInput {
  readonly storeId: string;
  readonly webhookId: string;
}

/** Has whoever a webhook is for look at what it is about. */
export const webhookIngestion = job<WebhookInput, 'handled' | 'ignored' | 'failed' | null>({
  name: 'webhookIngestion',
  kind: 'webhook',
  input: ({ storeId, webhookId }) => ({ storeId, webhookId }),
  row: ({ webhookId }) => webhookId,
  labels: ({ storeId }) => ({ StoreId: storeId, JobKind: 'webhook' }),
  label: () => ({ tr: 'sağlayıcı bildiriminin işlenmesi', en: 'handling of a webhook' }),
  summary: ({ webhookId }) => `handles ${webhookId}`,
});
