import type { CommandBus } from '../../kernel/bus';
import type { Transaction } from '../../kernel/database/queryable';
import type { JobKind, JobOf } from './declaration';
import { inTime } from './in-time';
import type { JobDependencies } from './steps';
import { bookAdvance, findJob, type JobAdvance, lockJob } from './store';
import type { JobRow } from './table';

/** The progress of a job by what is written with it. Its total stays as before, and nothing of it is done, unless it says so. */
export type Advance<P> = Partial<Omit<JobAdvance, 'progress'>> & { readonly progress?: Partial<P> };

type ProgressOf<K> = JobOf<K> extends { readonly progress: infer P } ? P : never;
type Row<K> = JobOf<K> & JobRow;

/** Writes something of a locked job. @returns undefined: nothing is written, since another attempt was here */
type Write<K> = (tx: Transaction, job: Row<K>) => Promise<Advance<ProgressOf<K>> | undefined>;

/** Takes the locks that come before the lock of a job. */
type Hold = (tx: Transaction) => Promise<unknown>;

/**
 * Writes something of a job together with its progress, unless the job has ended meanwhile.
 * @returns the progress that was written; undefined when nothing was
 */
export const advance = <const K extends JobKind>(
  kind: K,
  bus: CommandBus,
  storeId: string,
  jobId: string,
  write: Write<K>,
  hold?: Hold,
): Promise<ProgressOf<K> | undefined> =>
  inTime(
    bus.inTransaction<ProgressOf<K> | undefined>(storeId, async (tx) => {
      await hold?.(tx);
      const job = kind.read(await lockJob(tx, storeId, jobId)) as unknown as Row<K>;
      const next = job.state === 'running' && !job.exhausted ? await write(tx, job) : undefined;
      if (next === undefined) return { keep: false, value: undefined };
      const progress = { ...(job.progress as object), ...next.progress } as ProgressOf<K>;
      const standing = { total: job.total ?? 0, items: 0, errors: [], exhausted: false };
      bookAdvance(tx, storeId, job, { ...standing, ...next, progress });
      return { keep: true, value: progress };
    }),
  );

/**
 * Writes as {@link advance} does.
 * @returns the job as it stands then, whoever has written it
 */
export async function book<const K extends JobKind>(
  kind: K,
  { bus, database }: Pick<JobDependencies, 'bus' | 'database'>,
  storeId: string,
  jobId: string,
  write: Write<K>,
  hold?: Hold,
): Promise<Row<K>> {
  await advance(kind, bus, storeId, jobId, write, hold);
  return kind.read(await inTime(findJob(database.reader(storeId), storeId, null, jobId))) as unknown as Row<K>;
}
