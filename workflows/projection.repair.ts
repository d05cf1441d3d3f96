import { proxyActivities } from '@temporalio/workflow';
import type { ProjectionActivities } from '../activities/projection.repair';

const { repairProjection } = proxyActivities<ProjectionActivities>({
  startToCloseTimeout: '2 hours',
  // It beats after each part, which takes a second.
  heartbeatTimeout: '1 minute',
  // The next night looks again.
  retry: { initialInterval: '5 s', maximumInterval: '5 minutes', maximumAttempts: 50 },
});

/** Repairs what storefronts would be shown wrong. @returns keys that were looked at, and how many were repaired */
export const projectionRepair = ({ storeId }: { readonly storeId: string }) => repairProjection(storeId);
