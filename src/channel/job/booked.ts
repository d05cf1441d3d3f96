import type { CommandBus } from '../../kernel/bus';
import type { Transaction } from '../../kernel/database/database';
import type { JobKind, JobOf } from './declaration';
import { inTime } from './in-time';
import type { JobDependencies } from './steps';
import { bookAdvance, findJob, lockJob } from './store';
import type { ItemError, JobRow } from './table';

/** The progress of a job by what is written with it. */
export interface Advance<P = Readonly<Record<string, unknown>>> {
  readonly items?: number;
  /** Items that it has in all. @default as before */
  readonly total?: number;
  readonly errors?: readonly ItemError[];
  readonly exhausted?: boolean;
  readonly progress?: Partial<P>;
}

type ProgressOf<K> = JobOf<K> extends { readonly progress: infer P } ? P : never;

/**
 * Makes what writes something of jobs of a kind together with their progress.
 * @param ends is sent with the step that leaves nothing to do
 */
export function bookedAs<const K extends JobKind>(
  kind: K,
  ends?: (tx: Transaction, storeId: string, job: JobOf<K> & JobRow) => void,
) {
  type Of = JobOf<K> & JobRow;
  const read = (row: JobRow): Of => kind.read(row) as unknown as Of;

  /**
   * Writes something of a job together with its progress, unless the job has ended meanwhile.
   * @returns the job as it stands then
   */
  return async function booked(
    { bus, database }: Pick<JobDependencies, 'bus' | 'database'>,
    storeId: string,
    jobId: string,
    write: (tx: Transaction, job: Of) => Promise<Advance<ProgressOf<K>> | undefined>,
  ): Promise<Of> {
    const written = async (tx: Transaction, job: Of): Promise<Advance | undefined> => {
      const next = await write(tx, job);
      if (next?.exhausted) ends?.(tx, storeId, job);
      return next as Advance | undefined;
    };
    await inTime(inOne(bus, storeId, jobId, read, written));
    return read(await inTime(findJob(database.reader(storeId), storeId, null, jobId)));
  };
}

const inOne = <Of extends JobRow>(
  bus: CommandBus,
  storeId: string,
  jobId: string,
  read: (row: JobRow) => Of,
  write: (tx: Transaction, job: Of) => Promise<Advance | undefined>,
): Promise<void> =>
  bus.inTransaction<void>(storeId, async (tx) => {
    const job = read(await lockJob(tx, storeId, jobId));
    const next = job.state === 'running' && !job.exhausted ? await write(tx, job) : undefined;
    if (next === undefined) return { keep: false, value: undefined };
    const { items = 0, total = job.total ?? 0, errors = [], exhausted = false, progress = {} } = next;
    bookAdvance(tx, storeId, job, {
      total,
      items,
      errors,
      exhausted,
      progress: { ...(job.progress as object), ...progress },
    });
    return { keep: true, value: undefined };
  });
