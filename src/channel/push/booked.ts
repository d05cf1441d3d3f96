import type { CommandBus } from '../../kernel/bus';
import type { Transaction } from '../../kernel/database/database';
import { inTime } from '../job/in-time';
import type { JobDependencies } from '../job/steps';
import { bookAdvance, findJob, lockJob } from '../job/store';
import type { ItemError } from '../job/table';
import { moveTask } from '../task/store';
import type { PushMode } from './contract';
import { offersPush, type PushJob } from './declaration';

interface Advance {
  readonly items?: number;
  readonly errors?: readonly ItemError[];
  readonly exhausted?: boolean;
  readonly progress?: Partial<PushJob['progress']>;
}

/** The tasks that a job has done once it has gone through all listings. */
const tasksOf: Readonly<Record<PushMode, readonly string[]>> = {
  send: ['stock', 'price'],
  compare: ['reconcile'],
};

/**
 * Writes something of a job together with its progress, unless the job has ended meanwhile.
 * @returns the job as it stands then
 */
export async function booked(
  { bus, database }: Pick<JobDependencies, 'bus' | 'database'>,
  storeId: string,
  jobId: string,
  write: (tx: Transaction, job: PushJob) => Promise<Advance | undefined>,
): Promise<PushJob> {
  await inTime(inOne(bus, storeId, jobId, write));
  return offersPush.read(await inTime(findJob(database.reader(storeId), storeId, null, jobId)));
}

const inOne = (
  bus: CommandBus,
  storeId: string,
  jobId: string,
  write: (tx: Transaction, job: PushJob) => Promise<Advance | undefined>,
): Promise<void> =>
  bus.inTransaction<void>(storeId, async (tx) => {
    const job = offersPush.read(await lockJob(tx, storeId, jobId));
    const next = job.state === 'running' && !job.exhausted ? await write(tx, job) : undefined;
    if (next === undefined) return { keep: false, value: undefined };
    const { items = 0, errors = [], exhausted = false, progress = {} } = next;
    bookAdvance(tx, storeId, job, {
      total: job.total ?? 0,
      items,
      errors,
      exhausted,
      progress: { ...job.progress, ...progress },
    });
    if (exhausted && job.input.listingIds === null)
      for (const task of tasksOf[job.input.pushMode])
        moveTask(tx, storeId, { extension: job.extension, task, until: null, isWhole: true });
    return { keep: true, value: undefined };
  });
