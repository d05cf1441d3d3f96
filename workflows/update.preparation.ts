import { proxyActivities } from '@temporalio/workflow';
import type { UpdateActivities } from '../activities/updates';
import type { WorkflowOf } from '../src/kernel/declaration/job';
import type { updatePreparation as contract } from '../src/store/update/contract';

const { prepareUpdates } = proxyActivities<UpdateActivities>({
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: '6 s',
  retry: { initialInterval: '1 s', maximumInterval: '5 minutes', maximumAttempts: 100 },
});

/** Prepares the updates of a store in which something has changed. */
export const updatePreparation: WorkflowOf<typeof contract> = async ({ storeId }) => {
  await prepareUpdates(storeId);
  return 'prepared';
};
