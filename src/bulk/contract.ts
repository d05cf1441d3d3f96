import { job } from '../kernel/declaration/job';

export interface BulkRecordingInput {
  readonly storeId: string;
  readonly proposalId: string;
}

/** Records the calls of a bulk act. @returns the number of things for which it has looked */
export const bulkRecording = job<BulkRecordingInput, number>({
  name: 'bulkRecording',
  kind: 'bulk',
  input: ({ storeId, proposalId }) => ({ storeId, proposalId }),
  row: ({ proposalId }) => proposalId,
  labels: ({ storeId, proposalId }) => ({ StoreId: storeId, ProposalId: proposalId, JobKind: 'bulk' }),
  label: () => ({ tr: 'toplu işlemin hazırlanması', en: 'recording of a bulk act' }),
  names: ({ proposalId }) => [proposalId],
  summary: ({ proposalId }) => `records the calls of ${proposalId}`,
});
