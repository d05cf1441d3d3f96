import type { Config } from './config';
import { answers, backlogOf, failedEffects, restartedAgain, upkeepFailed } from './health-store';
import { type Probe, type Readiness, readinessOf } from './kernel/process/readiness';
import { Watched } from './kernel/trial/watched';
import type { Platform } from './platform';

/** An effect that waits longer than this finds nobody who takes it up. */
const OUTBOX_SECONDS_MAX = 60;
/** For as long as this an effect that was given up, or a workflow that ended twice before its time, asks for somebody who looks into it. */
const FAILED_WITHIN = '1 hour';
/** The longest pause of the upkeep. The clock runs each work about every hour: one that did not get through since then is still undone. */
const UPKEEP_WITHIN = '90 minutes';
/** Workflows are looked at every half minute. */
const STUCK_WITHIN = '2 minutes';
/** A worker asks for work at least this often: Temporal answers a poll after a minute even when there is nothing to do. */
const POLL_MS_MAX = 75_000;
const WORKFLOW_TASKS = 1;

export interface Health {
  /** How each part stands, asked at most about once a second. */
  ask(): Promise<Readiness>;
  /** How long the oldest effect had waited when that was asked last, in seconds; null: Postgres has not answered. */
  outboxSeconds(): number | null;
}

/** Watches the services that the API needs, and the processes that work off its queues. */
export function healthOf(platform: Platform, config: Config): Health {
  const { database, temporal, services } = platform;
  const { taskQueue, temporalNamespace: namespace } = config;
  let outboxSeconds: number | null = null;
  const polled = new Watched(POLL_MS_MAX);
  const probes: Record<string, Probe> = {
    async database() {
      // One that only reads answers, too: no change can be served there.
      return answers(database.systemWriter);
    },
    async outbox() {
      outboxSeconds = null;
      outboxSeconds = (await backlogOf(database.system)).oldestSeconds;
      return outboxSeconds < OUTBOX_SECONDS_MAX;
    },
    async effects() {
      return (await failedEffects(database.system, FAILED_WITHIN)) === 0;
    },
    async workflows() {
      const again = await restartedAgain(database.system, FAILED_WITHIN);
      return again === 0 && !(await upkeepFailed(database.system, 'workflows', STUCK_WITHIN));
    },
    async upkeep() {
      const failed = await Promise.all(
        (['media', 'transfers'] as const).map((task) => upkeepFailed(database.system, task, UPKEEP_WITHIN)),
      );
      return !failed.includes(true);
    },
    async files() {
      await services.objects.answers();
      return true;
    },
    async temporal() {
      await temporal.workflowService.getSystemInfo({});
      return true;
    },
    async worker() {
      const { pollers } = await temporal.workflowService.describeTaskQueue({
        namespace,
        taskQueue: { name: taskQueue },
        taskQueueType: WORKFLOW_TASKS,
      });
      return polled.isFresh(
        Math.max(0, ...(pollers ?? []).map(({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0))),
      );
    },
  };
  return { ask: readinessOf(probes, 'database'), outboxSeconds: () => outboxSeconds };
}
