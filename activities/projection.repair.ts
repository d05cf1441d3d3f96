import { activityInfo, cancellationSignal, heartbeat } from '@temporalio/activity';
import type { Platform } from '../src/platform';
import { type Repaired, type RepairedSoFar, repairStore } from '../src/store/nightly';

export const createProjectionActivities = (platform: Pick<Platform, 'bus' | 'database'>) => ({
  /** Repairs the projection of a store. It beats with its progress, where another attempt goes on. */
  repairProjection(storeId: string): Promise<Repaired> {
    const signal = cancellationSignal();
    const { heartbeatDetails, workflowExecution, activityId } = activityInfo();
    const repair = { storeId, id: workflowExecution?.runId ?? activityId };
    return repairStore(platform, repair, heartbeatDetails as RepairedSoFar | undefined, (far) => {
      heartbeat(far);
      signal.throwIfAborted();
    });
  },
});

export type ProjectionActivities = ReturnType<typeof createProjectionActivities>;
