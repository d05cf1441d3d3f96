import { job } from '../../kernel/job';
import type { JobKindName } from './kinds';

export interface ChannelJobInput {
  readonly storeId: string;
  readonly jobId: string;
}

interface ChannelJobFacts extends ChannelJobInput {
  readonly extension: string;
  readonly kind: JobKindName;
  readonly mode: 'preview' | 'import';
}

/** How a job ended. */
export type ChannelJobEnd = 'succeeded' | 'failed' | 'cancelled';

export const channelJobWorkflowId = (jobId: string): string => `job/${jobId}`;

export const channelJob = job<ChannelJobInput, ChannelJobEnd, ChannelJobFacts>({
  name: 'channelJob',
  input: ({ storeId, jobId }) => ({ storeId, jobId }),
  workflowId: ({ jobId }) => channelJobWorkflowId(jobId),
  labels: ({ storeId, extension, kind }) => ({ StoreId: storeId, Extension: extension, JobKind: kind }),
  summary: ({ extension, kind, mode, storeId }) => `${extension}: ${kind} (${mode}) of ${storeId}`,
});
