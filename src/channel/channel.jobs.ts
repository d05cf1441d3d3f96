import { job } from '../kernel/job';

export interface ChannelJobInput {
  readonly storeId: string;
  readonly jobId: string;
  readonly extension: string;
  readonly kind: 'catalog.pull';
  readonly mode: 'preview' | 'import';
}

/** How a job ended. */
export type ChannelJobEnd = 'succeeded' | 'failed' | 'cancelled';

export const channelJobWorkflowId = (jobId: string): string => `job/${jobId}`;

export const channelJob = job<ChannelJobInput, ChannelJobEnd>({
  name: 'channelJob',
  workflowId: ({ jobId }) => channelJobWorkflowId(jobId),
  labels: ({ storeId, extension, kind }) => ({ StoreId: storeId, Extension: extension, JobKind: kind }),
  summary: ({ extension, kind, mode, storeId }) => `${extension}: ${kind} (${mode}) of ${storeId}`,
});
