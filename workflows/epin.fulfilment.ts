import { proxyActivities } from '@temporalio/workflow';
import type { EpinActivities } from '../activities/epin.fulfilment';

const { fulfilShortLines } = proxyActivities<EpinActivities>({
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '10 s',
  // The next run looks again.
  retry: { initialInterval: '2 s', maximumInterval: '1 minute', maximumAttempts: 10 },
});

/** Gives codes to lines of paid orders that wait for some. @returns how many lines were given some */
export const epinFulfilment = () => fulfilShortLines();
