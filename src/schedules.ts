import type { Client } from '@temporalio/client';
import type { Database } from './kernel/database/database';
import type { ScheduledOnce } from './kernel/declaration/schedule';
import type { Log } from './kernel/log';
import { Schedules } from './kernel/work/schedules';
import { keyResealing } from './keys/schedule';
import { scheduledOnce, scheduledPerStore } from './nouns';
import { listStores } from './store/store';

/** The deletion of rows that have outlived their term, in all stores. */
const retention: ScheduledOnce = {
  name: 'retention',
  workflow: 'retentionSweep',
  summary: 'Delete what has outlived its term',
  spec: { intervals: [{ every: '1 hour' }], jitter: '5 minutes' },
  catchUp: '10 minutes',
};

interface Dependencies {
  readonly database: Database;
  readonly temporal: Client;
  readonly taskQueue: string;
  readonly log: Log;
}

/** Makes the schedules of the work by the clock. */
export const schedulesOf = ({ database, temporal, taskQueue, log }: Dependencies): Schedules =>
  new Schedules({
    temporal,
    taskQueue,
    once: [retention, keyResealing, ...scheduledOnce],
    perStore: scheduledPerStore,
    stores: () => listStores(database.system),
    onError: (err, scheduleId) => log.warn({ err, scheduleId }, 'a schedule is not as it should be yet'),
  });
