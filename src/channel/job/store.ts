import type { Queryable, Transaction } from '../../kernel/database/queryable';
import { refuse } from '../../kernel/errors';
import { insertAllInto, insertsInto, rowsAsJson, touchWritten } from '../../kernel/table/table-store';
import { takeTurn } from '../../kernel/trial/turn-store';
import { type FoundRow, openRowsOf, type Page } from '../../kernel/work/work-store';
import { storable } from '../../provider/text';
import type { ChannelJobFacts } from '../contract/job';
import { PUSHING, ZEROING } from '../contract/lanes';
import { type EndedState, type JobState, openStates } from '../contract/state';
import {
  type ItemError,
  type JobRow,
  job,
  jobError,
  openJobsOf,
  type ShownJobError,
  type WaitingReason,
} from './table';

/** The condition in the words of the index, so that the planner finds these rows by it. */
const IS_OPEN = `state IN (${openStates.map((state) => `'${state}'`).join(', ')})`;

/** A job, and of a queued one the job before it: see {@link beginJob}. */
export interface FoundJob extends JobRow {
  readonly waitingBehind: string | null;
}

const IN_PUSHING = `IN (${PUSHING.map((lane) => `'${lane}'`).join(', ')})`;

/**
 * Jobs that have their turn before `channel_job`. When it was asked for counts: the id of one that a proposal asks for is older. What puts
 * pieces on sale waits for what takes everything off sale; that waits for those that run.
 */
const AHEAD = `
  FROM channel_job other
  WHERE other.store_id = channel_job.store_id AND other.extension = channel_job.extension AND other.id <> channel_job.id
    AND (other.lane = channel_job.lane
        AND (other.state = 'running'
          OR other.state = 'queued' AND (other.created_at, other.id) < (channel_job.created_at, channel_job.id))
      OR channel_job.lane ${IN_PUSHING} AND other.lane = '${ZEROING}' AND other.state IN ('queued', 'running')
      OR channel_job.lane = '${ZEROING}' AND other.lane ${IN_PUSHING} AND other.state = 'running')`;

const NEXT_AHEAD = `(SELECT other.id ${AHEAD} ORDER BY other.created_at DESC, other.id DESC LIMIT 1)`;

const COLUMNS = `${job.select()}, CASE WHEN state = 'queued' THEN ${NEXT_AHEAD} END AS "waitingBehind"`;

const { insert } = insertsInto(job);

/** Sends a new job, which is queued. */
export const insertJob = (
  tx: Transaction,
  storeId: string,
  row: Pick<JobRow, 'id' | 'extension' | 'kind' | 'lane' | 'input' | 'progress' | 'createdBy' | 'createdAt'> &
    Partial<Pick<JobRow, 'objects' | 'broughtBytes'>>,
): void => insert(tx, storeId, { ...job.initial, ...row });

/** @param extension null: of any @throws {Refusal} not_found */
export async function findJob(
  db: Queryable,
  storeId: string,
  extension: string | null,
  jobId: string,
): Promise<FoundJob> {
  const [row] = await db.query<FoundJob>(
    `SELECT ${COLUMNS} FROM channel_job WHERE store_id = $1 AND ($2::text IS NULL OR extension = $2) AND id = $3`,
    [storeId, extension, jobId],
  );
  return row ?? refuse('not_found', 'There is no such job.');
}

/** @throws {Refusal} not_found */
export const lockJob = async (tx: Transaction, storeId: string, jobId: string): Promise<FoundJob> =>
  (await lockJobIfAny(tx, storeId, jobId)) ?? refuse('not_found', 'There is no such job.');

/** @returns undefined when there is no such job */
export async function lockJobIfAny(tx: Transaction, storeId: string, jobId: string): Promise<FoundJob | undefined> {
  const [row] = await tx.query<FoundJob>(
    `SELECT ${COLUMNS} FROM channel_job WHERE store_id = $1 AND id = $2 FOR UPDATE`,
    [storeId, jobId],
  );
  return row;
}

/** Locks the open jobs of a channel, in the order in which they were asked for. Nobody writes them until the transaction ends. */
export function lockOpenJobs(tx: Transaction, storeId: string, extension: string): Promise<JobRow[]> {
  tx.touch?.('reads', openJobsOf(extension));
  return tx.query<JobRow>(
    `SELECT ${job.select()} FROM channel_job WHERE store_id = $1 AND extension = $2 AND ${IS_OPEN}
     ORDER BY created_at, id FOR UPDATE`,
    [storeId, extension],
  );
}

interface ListedJobs {
  readonly extension: string;
  /** The kind of the jobs; null: all kinds. */
  readonly kind: string | null;
  /** The state of the jobs; null: all states. */
  readonly state: JobState | null;
  /** Kinds that are left out. */
  readonly without: readonly string[];
}

/** Newest first. A state is written out: the planner takes the index of those that it names. @param before when the last one seen was asked for, and its id */
export function listJobs(
  db: Queryable,
  storeId: string,
  { extension, kind, state, without }: ListedJobs,
  before: readonly [createdAt: string, id: string] | null,
  limit: number,
): Promise<FoundJob[]> {
  return db.query<FoundJob>(
    `SELECT ${COLUMNS} FROM channel_job WHERE store_id = $1 AND extension = $2
       AND ($3::timestamptz IS NULL OR (created_at, id) < ($3, $4)) AND kind <> ALL ($5)
       AND ($6::text IS NULL OR kind = $6)${state === null ? '' : ` AND state = '${state}'`}
     ORDER BY created_at DESC, id DESC LIMIT $7`,
    [storeId, extension, before?.[0] ?? null, before?.[1] ?? null, without, kind, limit],
  );
}

/** Counts the open jobs of a lane for a caller who is about to add one. */
export async function openJobsBeforeOneMore(
  tx: Transaction,
  storeId: string,
  extension: string,
  lane: string,
): Promise<number> {
  const name = openJobsOf(extension);
  tx.touch?.('reads', name);
  takeTurn(tx, storeId, name);
  return openJobs(tx, storeId, extension, lane);
}

/** Counts the open jobs of a channel. @param lane null: of all lanes */
export async function openJobs(
  db: Queryable,
  storeId: string,
  extension: string,
  lane: string | null,
): Promise<number> {
  const [row] = await db.query<{ open: number }>(
    `SELECT count(*) AS open FROM channel_job
     WHERE store_id = $1 AND extension = $2 AND ($3::text IS NULL OR lane = $3) AND ${IS_OPEN}`,
    [storeId, extension, lane],
  );
  return row?.open ?? 0;
}

/** Counts the jobs of a lane that have not begun. */
export async function queuedJobs(db: Queryable, storeId: string, extension: string, lane: string): Promise<number> {
  const [row] = await db.query<{ queued: number }>(
    `SELECT count(*) AS queued FROM channel_job WHERE store_id = $1 AND extension = $2 AND lane = $3 AND state = 'queued'`,
    [storeId, extension, lane],
  );
  return row?.queued ?? 0;
}

/** Tells whether a job that puts pieces on sale runs: it began before the one that takes them off was to be seen. */
export async function isPushing(db: Queryable, storeId: string, extension: string): Promise<boolean> {
  const rows = await db.query(
    `SELECT FROM channel_job WHERE store_id = $1 AND extension = $2 AND lane ${IN_PUSHING} AND state = 'running' LIMIT 1`,
    [storeId, extension],
  );
  return rows.length > 0;
}

const FORGET_QUIET = `
  DELETE FROM channel_job WHERE store_id = $1 AND id IN (
    SELECT id FROM (
      SELECT id, row_number() OVER (ORDER BY finished_at DESC, id DESC) AS nth FROM channel_job
      WHERE store_id = $1 AND extension = $2 AND lane = $3 AND created_by = $4 AND state = 'succeeded' AND failed = 0
        AND finished_at IS NOT NULL) AS quiet
    WHERE nth > $5 LIMIT 100)`;

interface QuietLane {
  readonly extension: string;
  readonly lane: string;
  readonly createdBy: string;
  /** The number of newest jobs that stay. */
  readonly keep: number;
}

/** Sends that ended jobs of a lane go which nobody asked for, and of which nothing is to be told. */
export function forgetQuietJobs(
  tx: Transaction,
  storeId: string,
  { extension, lane, createdBy, keep }: QuietLane,
): void {
  tx.send(FORGET_QUIET, [storeId, extension, lane, createdBy, keep]);
}

const END_QUIETLY = `
  UPDATE channel_job SET state = 'succeeded', finished_at = clock_timestamp() WHERE store_id = $1 AND id = $2`;

/** Sends the end of a locked job that nobody asked for and that found nothing. */
export function endQuietly(tx: Transaction, storeId: string, jobId: string): void {
  tx.send(END_QUIETLY, [storeId, jobId]);
}

/**
 * Marks a queued job as running when it is its turn: of one channel one job of a lane runs at a time, in the order in which they were
 * asked for. They would wait for each other anyway, at every page, and keep a worker from the jobs of other stores.
 * A job that is past that stays as it is, so a repeated activity does no harm.
 * @returns the job that it has to wait behind; undefined when it may begin
 */
export async function beginJob(db: Queryable, storeId: string, jobId: string): Promise<string | undefined> {
  const [waiting] = await db.query<{ behind: string }>(
    `WITH begun AS (
       UPDATE channel_job SET state = 'running', started_at = coalesce(started_at, now())
       WHERE store_id = $1 AND id = $2 AND state = 'queued' AND NOT EXISTS (SELECT ${AHEAD})
       RETURNING id
     )
     SELECT ${NEXT_AHEAD} AS behind FROM channel_job
     WHERE store_id = $1 AND id = $2 AND state = 'queued' AND NOT EXISTS (SELECT FROM begun)`,
    [storeId, jobId],
  );
  return waiting?.behind;
}

const WAITS_NO_MORE = 'waiting_for = NULL, waiting_reason = NULL, waiting_until = NULL';

/** Sends the end of an open job that is locked, which makes room for another one of its channel and needs its files no more. */
export function saveEnd(
  tx: Transaction,
  storeId: string,
  before: JobRow,
  { state, error }: { readonly state: EndedState; readonly error: JobRow['error'] },
  now: Date,
): void {
  touchWritten(tx, job, before, { ...before, state });
  tx.send(
    `UPDATE channel_job SET state = $3, error = $4, finished_at = $5, objects = '{}', ${WAITS_NO_MORE} WHERE store_id = $1 AND id = $2`,
    [storeId, before.id, state, error && JSON.stringify(error), now],
  );
}

/** The next wait of a job that gets no further, and the sum of its waits since it last moved. */
export interface Stall {
  readonly waitMs: number;
  readonly waitedMs: number;
}

export interface StallReason {
  readonly reason: WaitingReason;
  /** A sentence that says more of it. */
  readonly detail: string;
}

/**
 * Notes that a job gets no further, and why. What counts is the waiting that was asked for, not what clocks say: a job that nobody
 * tries, because its worker is switched off, loses no patience.
 * @param waitMs null: the longer the longer it has waited
 * @returns undefined when the job has ended meanwhile
 */
export async function noteStall(
  db: Queryable,
  storeId: string,
  jobId: string,
  { reason, detail }: StallReason,
  waitMs: number | null,
): Promise<Stall | undefined> {
  const [row] = await db.query<Stall>(
    `WITH wait AS (
       SELECT coalesce($4::int, least($6::int, greatest($5::int, waited_ms / 2))) AS ms
       FROM channel_job WHERE store_id = $1 AND id = $2
     )
     UPDATE channel_job SET waiting_for = $3, waiting_reason = $7, waiting_until = now() + wait.ms * interval '1 ms',
       waited_ms = waited_ms + wait.ms FROM wait
     WHERE store_id = $1 AND id = $2 AND finished_at IS NULL
     RETURNING wait.ms AS "waitMs", waited_ms AS "waitedMs"`,
    [storeId, jobId, storable(detail), waitMs, WAIT_MS.min, WAIT_MS.max, reason],
  );
  return row;
}

const WAIT_MS = { min: 1_000, max: 30_000 };

/** The progress of a job since it was read. */
export interface JobAdvance {
  /** The total, as far as it is known. */
  readonly total: number;
  /** Items that it is done with. */
  readonly items: number;
  /** Items that it was done with before and has had to read again. @default 0 */
  readonly again?: number;
  /** Errors of the items that failed, in their order. */
  readonly errors: readonly ItemError[];
  /** Errors of what is no item, and what is to be said of items that did not fail: they are told, and counted by the kind alone. */
  readonly besides?: readonly ItemError[];
  /** True when nothing is left to do. */
  readonly exhausted: boolean;
  /** The progress that its kind declares, after these items. */
  readonly progress: unknown;
}

/** Numbers errors behind the earlier ones: a worker that books an advance has locked the job. */
const INSERT_ERRORS = insertAllInto(jobError, {
  position: `row.position + coalesce((SELECT max(told.position) FROM channel_job_error told
    WHERE told.store_id = $1 AND told.job_id = row."jobId"), 0)`,
});

/**
 * Books what a job has done: counters only grow, and where it stands moves with them, in the transaction of what it wrote. An item that
 * it is done with makes up for all that it has waited; that somebody was asked does not.
 * @param job as it was read under its lock
 */
export function bookAdvance(
  tx: Transaction,
  storeId: string,
  job: Pick<JobRow, 'id' | 'done'>,
  { total, items, again = 0, errors, besides = [], exhausted, progress }: JobAdvance,
): void {
  const told = [...errors, ...besides];
  if (told.length > 0) {
    const rows = told.map((error, index) => ({ ...error, jobId: job.id, position: index + 1 }));
    tx.send(INSERT_ERRORS, [storeId, rowsAsJson(rows, jobError.stated)]);
  }
  tx.send(
    `UPDATE channel_job SET total = $3, done = done + $4, failed = failed + $5, exhausted = $6, progress = $7, ${WAITS_NO_MORE},
       waited_ms = CASE WHEN $8 OR $6 THEN 0 ELSE waited_ms END
     WHERE store_id = $1 AND id = $2`,
    [
      storeId,
      job.id,
      Math.max(total, job.done + items),
      items,
      errors.length,
      exhausted,
      JSON.stringify(progress),
      items + again > 0,
    ],
  );
}

/** Errors in the order in which they happened. */
export function listJobErrors(
  db: Queryable,
  storeId: string,
  jobId: string,
  after: number,
  limit: number,
): Promise<ShownJobError[]> {
  return db.query(
    `SELECT ${jobError.selectAnswer('channel_job_error')} FROM channel_job_error
     WHERE store_id = $1 AND job_id = $2 AND position > $3 ORDER BY position LIMIT $4`,
    [storeId, jobId, after, limit],
  );
}

/** The most frequent error of a job's items. */
export async function commonestError(
  db: Queryable,
  storeId: string,
  jobId: string,
): Promise<{ readonly message: string; readonly items: number } | undefined> {
  const [row] = await db.query<{ message: string; items: number }>(
    `SELECT min(message) AS message, count(*) AS items FROM channel_job_error
     WHERE store_id = $1 AND job_id = $2 GROUP BY code ORDER BY items DESC, code LIMIT 1`,
    [storeId, jobId],
  );
  return row;
}

/** Finds the time at which the last job of a lane succeeded. It also counts the channel's jobs that failed in the last 24 hours. */
export async function lastFinished(
  db: Queryable,
  storeId: string,
  extension: string,
  lane: string,
): Promise<{ succeededAt: string | null; failed: number }> {
  const [row] = await db.query<{ succeededAt: string | null; failed: number }>(
    `SELECT max(finished_at) FILTER (WHERE lane = $3 AND state = 'succeeded') AS "succeededAt",
       count(*) FILTER (WHERE state = 'failed' AND finished_at > now() - interval '1 day') AS failed
     FROM channel_job WHERE store_id = $1 AND extension = $2`,
    [storeId, extension, lane],
  );
  return row as { succeededAt: string | null; failed: number };
}

/** Open ones of all stores. */
export const findOpenJobs = (maintenance: Queryable, page: Page): Promise<FoundRow<ChannelJobFacts>[]> =>
  maintenance.query(openRowsOf('channel_job'), page);
