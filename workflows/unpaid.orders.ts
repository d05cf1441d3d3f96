import { proxyActivities } from '@temporalio/workflow';
import type { UnpaidActivities } from '../activities/unpaid.orders';

const { cancelUnpaidOrders } = proxyActivities<UnpaidActivities>({
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '10 s',
  // The next run looks again.
  retry: { initialInterval: '2 s', maximumInterval: '1 minute', maximumAttempts: 10 },
});

/** Cancels orders whose transfer has not come in time. @returns how many were cancelled */
export const unpaidOrders = () => cancelUnpaidOrders();
