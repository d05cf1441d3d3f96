import { job } from '../kernel/job';

export interface MailDeliveryInput {
  readonly storeId: string;
  readonly mailId: string;
}

export const mailDelivery = job<MailDeliveryInput, 'sent' | 'kept' | 'dropped'>({
  name: 'mailDelivery',
  kind: 'mail',
  input: ({ storeId, mailId }) => ({ storeId, mailId }),
  row: ({ mailId }) => mailId,
  labels: ({ storeId }) => ({ StoreId: storeId, JobKind: 'mail' }),
  summary: ({ mailId }) => `delivers ${mailId}`,
});
