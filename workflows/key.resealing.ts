import { proxyActivities } from '@temporalio/workflow';
import type { KeyActivities } from '../activities/key.resealing';

const { resealValues } = proxyActivities<KeyActivities>({
  startToCloseTimeout: '12 hours',
  heartbeatTimeout: '10 s',
  // The next run looks again.
  retry: { initialInterval: '2 s', maximumInterval: '5 minutes', maximumAttempts: 50 },
});

/** Seals everything under the key that seals. @returns how much it was, what is left, and which keys are in use */
export const keyResealing = () => resealValues();
