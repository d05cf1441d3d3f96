import { job } from '../kernel/job';

export interface MailDeliveryInput {
  readonly storeId: string;
  readonly mailId: string;
}

export const mailDelivery = job<MailDeliveryInput, 'sent' | 'kept' | 'dropped'>({
  name: 'mailDelivery',
  input: ({ storeId, mailId }) => ({ storeId, mailId }),
  workflowId: ({ mailId }) => `mail/${mailId}`,
  labels: ({ storeId }) => ({ StoreId: storeId, JobKind: 'mail' }),
  summary: ({ mailId }) => `delivers ${mailId}`,
});
