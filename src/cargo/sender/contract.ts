import { job } from '../../kernel/declaration/job';
import type { SenderRow } from './aggregate';

export interface SenderInput {
  readonly storeId: string;
  readonly senderId: string;
}

/** Creates an address of a sender at a provider of cargo, and finds out what became of it. */
export const cargoSender = job<SenderInput, SenderRow['state'] | null>({
  name: 'cargoSender',
  kind: 'sender',
  asksProvider: true,
  input: ({ storeId, senderId }) => ({ storeId, senderId }),
  row: ({ senderId }) => senderId,
  labels: ({ storeId }) => ({ StoreId: storeId, JobKind: 'sender' }),
  label: () => ({ tr: 'kargo sağlayıcısında gönderici adresi', en: 'sender address at the provider of cargo' }),
  names: ({ senderId }) => [senderId],
  summary: ({ senderId }) => `creates ${senderId}`,
});
