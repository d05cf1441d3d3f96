import { proxyActivities } from '@temporalio/workflow';
import type { BulkActivities } from '../activities/bulk.recording';
import type { bulkRecording as contract } from '../src/bulk/contract';
import type { WorkflowOf } from '../src/kernel/declaration/job';

const { recordBulkAct } = proxyActivities<BulkActivities>({
  startToCloseTimeout: '2 hours',
  // It beats as long as it works; how far it is stands in the row.
  heartbeatTimeout: '6 s',
  retry: { initialInterval: '200 ms', maximumInterval: '1 minute', maximumAttempts: 100 },
});

/** Records the calls of a bulk act, some things at a time. @returns the number of things for which it has looked */
export const bulkRecording: WorkflowOf<typeof contract> = (input) => recordBulkAct(input);
