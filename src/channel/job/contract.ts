import { job } from '../../kernel/job';
import type { JobKindName } from './kinds';

export interface ChannelJobInput {
  readonly storeId: string;
  readonly jobId: string;
}

export interface ChannelJobFacts extends ChannelJobInput {
  readonly extension: string;
  readonly kind: JobKindName;
  readonly mode: 'preview' | 'import';
}

/** How a job ended. */
export type ChannelJobEnd = 'succeeded' | 'failed' | 'cancelled';

export const channelJob = job<ChannelJobInput, ChannelJobEnd, ChannelJobFacts>({
  name: 'channelJob',
  kind: 'job',
  input: ({ storeId, jobId }) => ({ storeId, jobId }),
  row: ({ jobId }) => jobId,
  labels: ({ storeId, extension, kind }) => ({ StoreId: storeId, Extension: extension, JobKind: kind }),
  summary: ({ extension, kind, mode, storeId }) => `${extension}: ${kind} (${mode}) of ${storeId}`,
});
