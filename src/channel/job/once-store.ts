import type { CommandBus } from '../../kernel/bus';
import type { JobOf } from './declaration';
import type { Asking, OnceKind } from './once';
import { bookAdvance, type JobAdvance, lockJob } from './store';

/** A job that asks once, of whichever kind. */
export type OnceJob = JobOf<OnceKind>;

type Advance = Pick<JobAdvance, 'items' | 'exhausted'> & { readonly progress: OnceJob['progress'] };

/** Advances a job that runs and has something left. @returns where it stands then; undefined when it was left alone */
function booked(
  bus: CommandBus,
  storeId: string,
  kind: Pick<OnceKind, 'read'>,
  jobId: string,
  advance: (job: OnceJob) => Advance | undefined,
): Promise<OnceJob['progress'] | undefined> {
  return bus.inTransaction(storeId, async (tx) => {
    const job = kind.read(await lockJob(tx, storeId, jobId));
    const next = job.state === 'running' && !job.exhausted ? advance(job) : undefined;
    if (next) bookAdvance(tx, storeId, job, { total: 1, errors: [], ...next });
    return { keep: next !== undefined, value: next?.progress };
  });
}

/**
 * Notes that the marketplace is asked, before it is.
 * @returns what stands noted; undefined when the job has ended meanwhile, or another attempt asks
 */
export const bookAsked = (
  bus: CommandBus,
  storeId: string,
  kind: Pick<OnceKind, 'read'>,
  { id, progress: { asked } }: OnceJob,
): Promise<Asking | undefined> =>
  booked(bus, storeId, kind, id, ({ progress, waitedMs }) => {
    if (progress.asked !== asked) return undefined;
    return { items: 0, exhausted: false, progress: { ...progress, asked: asked + 1, askedAfterMs: waitedMs } };
  });

/** Notes what is there now. */
export const bookFound = (
  bus: CommandBus,
  storeId: string,
  kind: Pick<OnceKind, 'read'>,
  jobId: string,
  found: object,
): Promise<unknown> =>
  booked(bus, storeId, kind, jobId, ({ progress }) => ({
    items: 1,
    exhausted: true,
    progress: { ...progress, ...found },
  }));

/** The marketplace has said that it did nothing: the job stands as before it was asked, with all that it has waited. */
export const takeBackAsked = (
  bus: CommandBus,
  storeId: string,
  { id, progress: before }: OnceJob,
  now: Asking,
): Promise<void> =>
  bus.inTransaction<void>(storeId, async (tx) => {
    tx.send(
      `UPDATE channel_job SET progress = progress || $3::jsonb
       WHERE store_id = $1 AND id = $2 AND progress @> $4::jsonb AND NOT exhausted`,
      [storeId, id, JSON.stringify(askingOf(before)), JSON.stringify(askingOf(now))],
    );
    return { keep: true, value: undefined };
  });

const askingOf = ({ asked, askedAfterMs }: Asking): Asking => ({ asked, askedAfterMs });
