import type { CommandBus } from '../../kernel/bus';
import { momentBy } from '../../kernel/database/clock-store';
import type { Queryable, Transaction } from '../../kernel/database/queryable';
import type { Notes } from '../../provider/conversation/attempt';
import { advance } from './book';
import type { JobOf } from './declaration';
import { inTime } from './in-time';
import { type Asking, type OnceKind, OUTCOME_UNKNOWN, wasAsked } from './once';
import type { JobAdvance } from './store';

/** A job that asks once, of whichever kind. */
export type OnceJob = JobOf<OnceKind>;
/** The items of a job that its request was about, with the errors of those that failed. */
export type Kept = Pick<JobAdvance, 'items' | 'errors'>;

/** The notes of a job about how its marketplace is asked: they stand in its progress. */
export function notesOf(
  kind: OnceKind,
  bus: CommandBus,
  storeId: string,
  { id, progress: { asked, missingSince } }: OnceJob,
): Notes {
  return {
    noteAsked: async () => {
      const noted = await advance(kind, bus, storeId, id, async (_tx, { progress }) =>
        progress.asked === asked ? { progress: { asked: asked + 1, missingSince: null } } : undefined,
      );
      return noted !== undefined;
    },
    takeBackAsked: () => takeBack(bus, storeId, id, { asked, missingSince }),
    async noteMissing() {
      let missingMs = 0;
      await advance(kind, bus, storeId, id, async (tx, { progress }) => {
        if (progress.asked !== asked) return undefined;
        const now = Date.parse(await momentBy(tx));
        if (progress.missingSince === null) return { progress: { missingSince: now } };
        missingMs = now - progress.missingSince;
        return undefined;
      });
      return missingMs;
    },
    forgetMissing: () =>
      missingSince === null
        ? Promise.resolve()
        : advance(kind, bus, storeId, id, async () => ({ progress: { missingSince: null } })),
  };
}

/** The marketplace has said that it did nothing: the job stands as before it was asked, with all that it has waited. */
const takeBack = (bus: CommandBus, storeId: string, jobId: string, before: Asking): Promise<void> =>
  inTime(
    bus.inTransaction<void>(storeId, async (tx) => {
      tx.send(
        `UPDATE channel_job SET progress = progress || $3::jsonb
         WHERE store_id = $1 AND id = $2 AND progress @> $4::jsonb AND NOT exhausted`,
        [
          storeId,
          jobId,
          JSON.stringify(before),
          JSON.stringify({ asked: before.asked + 1, missingSince: null } satisfies Asking),
        ],
      );
      return { keep: true, value: undefined };
    }),
  );

/** Notes that another job has asked for the same, and ended before it was known what came of that. */
export const bookAskedBefore = (kind: OnceKind, bus: CommandBus, storeId: string, jobId: string) =>
  advance(kind, bus, storeId, jobId, async (_tx, { progress }) =>
    wasAsked(progress) ? undefined : { progress: { asked: 1 } },
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

interface Finding {
  readonly kind: OnceKind;
  keep?(tx: Transaction, storeId: string, job: OnceJob, found: object): Kept;
}

/** Notes the state that was found, which ends the work of the job. */
export const bookFound = (
  { kind, keep }: Finding,
  bus: CommandBus,
  storeId: string,
  jobId: string,
  found: object,
): Promise<unknown> =>
  advance(kind, bus, storeId, jobId, async (tx, job) => {
    const kept = keep?.(tx, storeId, job, found) ?? { items: 1, errors: [] };
    return { ...kept, total: Math.max(1, kept.items), exhausted: true, progress: found };
  });
