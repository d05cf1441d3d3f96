import type { CommandBus } from '../../kernel/bus';
import type { Queryable, Transaction } from '../../kernel/database/database';
import type { JobOf } from './declaration';
import { OUTCOME_UNKNOWN } from './ends';
import { type Asking, type OnceKind, wasAsked } from './once';
import { bookAdvance, type JobAdvance, lockJob } from './store';

/** A job that asks once, of whichever kind. */
export type OnceJob = JobOf<OnceKind>;

type Progress = OnceJob['progress'];
/** The items of a job that its request was about, with the errors of those that failed. */
export type Kept = Pick<JobAdvance, 'items' | 'errors'>;
type Advance = Pick<JobAdvance, 'items' | 'exhausted'> & Partial<Kept> & { readonly progress: Progress };

/** @param now by the clock of Postgres, in ms since 1970 */
type Advancing = (job: OnceJob, now: number, tx: Transaction) => Advance | undefined;

/** Advances a job that runs and has something left. @returns where it stands then; undefined when it was left alone */
function booked(
  bus: CommandBus,
  storeId: string,
  kind: Pick<OnceKind, 'read'>,
  jobId: string,
  advance: Advancing,
): Promise<Progress | undefined> {
  return bus.inTransaction(storeId, async (tx) => {
    const job = kind.read(await lockJob(tx, storeId, jobId));
    const next = job.state === 'running' && !job.exhausted ? advance(job, await nowBy(tx), tx) : undefined;
    if (next) bookAdvance(tx, storeId, job, { total: Math.max(1, next.items), errors: [], ...next });
    return { keep: next !== undefined, value: next?.progress };
  });
}

async function nowBy(db: Queryable): Promise<number> {
  const [row] = await db.query<{ now: number }>(
    'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now',
  );
  return (row as { now: number }).now;
}

const standing = (progress: Progress): Advance => ({ items: 0, exhausted: false, progress });

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
  booked(bus, storeId, kind, id, ({ progress }) =>
    progress.asked === asked ? standing({ ...progress, asked: asked + 1, missingSince: null }) : undefined,
  );

/**
 * Notes that the marketplace has answered that what it was asked for is not there.
 * @returns for how long it has answered so, in ms; 0 at the first time
 */
export async function bookMissing(
  bus: CommandBus,
  storeId: string,
  kind: Pick<OnceKind, 'read'>,
  { id, progress: { asked } }: OnceJob,
): Promise<number> {
  let missingMs = 0;
  await booked(bus, storeId, kind, id, ({ progress }, now) => {
    if (progress.asked !== asked) return undefined;
    if (progress.missingSince === null) return standing({ ...progress, missingSince: now });
    missingMs = now - progress.missingSince;
    return undefined;
  });
  return missingMs;
}

/** Notes that the marketplace has not answered: for how long it had answered that nothing is there says nothing any more. */
export const bookSilence = (
  bus: CommandBus,
  storeId: string,
  kind: Pick<OnceKind, 'read'>,
  jobId: string,
): Promise<unknown> =>
  booked(bus, storeId, kind, jobId, ({ progress }) =>
    progress.missingSince === null ? undefined : standing({ ...progress, missingSince: null }),
  );

/** Notes that another job has asked for the same, and ended before it was known what came of that. */
export const bookAskedBefore = (
  bus: CommandBus,
  storeId: string,
  kind: Pick<OnceKind, 'read'>,
  jobId: string,
): Promise<Progress | undefined> =>
  booked(bus, storeId, kind, jobId, ({ progress }) =>
    wasAsked(progress) ? undefined : standing({ ...progress, asked: 1 }),
  );

/** True if the last ended job with this input has left its outcome unknown. */
export async function isLeftUnknown(
  db: Queryable,
  storeId: string,
  { id, extension, kind, input }: OnceJob,
): Promise<boolean> {
  const [last] = await db.query<{ state: string }>(
    `SELECT state FROM channel_job
     WHERE store_id = $1 AND extension = $2 AND kind = $3 AND input = $4::jsonb AND id <> $5
       AND (state = 'succeeded' OR error ->> 'code' = $6)
     ORDER BY finished_at DESC LIMIT 1`,
    [storeId, extension, kind, JSON.stringify(input), id, OUTCOME_UNKNOWN],
  );
  return last?.state === 'failed';
}

/** Notes by what the request of a job is known at the marketplace: what came of it is to be seen there. */
export const bookKnownAs = (
  bus: CommandBus,
  storeId: string,
  kind: Pick<OnceKind, 'read'>,
  jobId: string,
  knownAs: object,
): Promise<unknown> => booked(bus, storeId, kind, jobId, ({ progress }) => standing({ ...progress, ...knownAs }));

interface Finding {
  readonly kind: Pick<OnceKind, 'read'>;
  keep?(tx: Transaction, storeId: string, job: OnceJob, found: object): Kept;
}

/** Notes what is there now. */
export const bookFound = (
  bus: CommandBus,
  storeId: string,
  finding: Finding,
  jobId: string,
  found: object,
): Promise<unknown> =>
  booked(bus, storeId, finding.kind, jobId, (job, _now, tx) => ({
    ...(finding.keep?.(tx, storeId, job, found) ?? { items: 1 }),
    exhausted: true,
    progress: { ...job.progress, ...found },
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

const askingOf = ({ asked, missingSince }: Asking): Asking => ({ asked, missingSince });
