import { proxyActivities } from '@temporalio/workflow';
import type { MetafieldActivities } from '../activities/metafield.purge';
import type { WorkflowOf } from '../src/kernel/declaration/job';
import type { metafieldPurge as contract } from '../src/metafield/purge/contract';

const { purgeMetafield } = proxyActivities<MetafieldActivities>({
  startToCloseTimeout: '2 hours',
  // It beats as long as it works; where it is stands in the row.
  heartbeatTimeout: '6 s',
  retry: { initialInterval: '1 s', maximumInterval: '5 minutes', maximumAttempts: 100 },
});

/** Takes away what stands in a custom field that was deleted, batch by batch. @returns how many values there were */
export const metafieldPurge: WorkflowOf<typeof contract> = (input) => purgeMetafield(input);
