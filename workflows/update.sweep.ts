import { proxyActivities } from '@temporalio/workflow';
import type { UpdateActivities } from '../activities/updates';

const { prepareUpdates } = proxyActivities<UpdateActivities>({
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: '6 s',
  // The next night looks again.
  retry: { initialInterval: '5 s', maximumInterval: '5 minutes', maximumAttempts: 50 },
});

/** Holds the queue of updates of a store against what there is. @returns how many were prepared */
export const updateSweep = ({ storeId }: { readonly storeId: string }) => prepareUpdates(storeId);
