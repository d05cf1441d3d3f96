import { proxyActivities } from '@temporalio/workflow';
import type { MediaSweep } from '../activities/media.sweep';
import type { RetentionActivities } from '../activities/retention.sweep';
import type { WorkspaceActivities } from '../activities/workspace.lifecycle';

const { sweepExpired } = proxyActivities<RetentionActivities>({
  startToCloseTimeout: '2 minutes',
  heartbeatTimeout: '10 s',
  retry: { initialInterval: '5 s', maximumInterval: '1 minute' },
});

const { sweepMedia } = proxyActivities<MediaSweep>({
  startToCloseTimeout: '30 minutes',
  // It beats after each page, which takes a second.
  heartbeatTimeout: '1 minute',
  // No run starts beside another one: what fails here for good must not keep rows from expiring in the next.
  retry: { initialInterval: '5 s', maximumInterval: '1 minute', maximumAttempts: 10 },
});

const { sweepWorkspaces } = proxyActivities<WorkspaceActivities>({
  startToCloseTimeout: '15 minutes',
  heartbeatTimeout: '10 s',
  // A machine without a sandbox has no folders; the next run looks again.
  retry: { initialInterval: '5 s', maximumInterval: '1 minute', maximumAttempts: 3 },
});

const { sweepDesigns } = proxyActivities<RetentionActivities>({
  startToCloseTimeout: '15 minutes',
  heartbeatTimeout: '10 s',
  retry: { initialInterval: '5 s', maximumInterval: '1 minute', maximumAttempts: 10 },
});

const BATCHES_MAX = 500;

/** Deletes what has outlived its term, a batch at a time so that no transaction grows long. */
export async function retentionSweep(): Promise<number> {
  let deleted = 0;
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const rows = await sweepExpired();
    deleted += rows;
    if (rows === 0) break;
  }
  await sweepMedia();
  await sweepWorkspaces();
  await sweepDesigns();
  return deleted;
}
