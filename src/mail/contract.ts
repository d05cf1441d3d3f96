import { job } from '../kernel/declaration/job';

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
  label: () => ({ tr: 'e-postanın gönderilmesi', en: 'delivery of a mail' }),
  summary: ({ mailId }) => `delivers ${mailId}`,
});

/** A mail server that falls silent keeps mails here, and nobody's payment, refund or job. */
export const mailQueue = (taskQueue: string): string => `${taskQueue}/mail`;
