import type { Transaction } from '../../kernel/database/queryable';
import type { PushMode } from '../contract/push';
import { type Advance, book } from '../job/book';
import type { JobDependencies } from '../job/steps';
import { moveTask } from '../task/store';
import { offersPush, type PushJob } from './declaration';

/** The tasks that a job has done once it has gone through all listings. */
const tasksOf: Readonly<Record<PushMode, readonly string[]>> = {
  send: ['stock', 'price'],
  compare: ['reconcile'],
  zero: [],
};

/** Writes something of a push. */
export type WritePush = (tx: Transaction, job: PushJob) => Promise<Advance<PushJob['progress']> | undefined>;

/** Books a push, and with the step that leaves nothing to do the tasks that it has done. @returns the job as it stands then */
export const booked = (
  dependencies: Pick<JobDependencies, 'bus' | 'database'>,
  storeId: string,
  jobId: string,
  write: WritePush,
): Promise<PushJob> =>
  book(offersPush, dependencies, storeId, jobId, async (tx, job) => {
    const next = await write(tx, job);
    const { extension, input } = job;
    if (next?.exhausted && input.listingIds === null)
      for (const task of tasksOf[input.pushMode])
        moveTask(tx, storeId, { extension, task, until: null, isWhole: true });
    return next;
  });
