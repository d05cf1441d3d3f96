import type { Queryable, Transaction } from '../kernel/database';
import { refuse } from '../kernel/errors';

export type JobState = 'queued' | 'running' | 'cancelling' | 'succeeded' | 'failed' | 'cancelled';

export interface JobRow {
  readonly id: string;
  readonly extension: string;
  readonly kind: 'catalog.pull';
  readonly mode: 'preview' | 'import';
  readonly state: JobState;
  readonly total: number | null;
  readonly done: number;
  readonly created: number;
  readonly updated: number;
  readonly failed: number;
  readonly cursor: string | null;
  /** The provider has no page left. */
  readonly exhausted: boolean;
  readonly sample: readonly SampleRow[];
  readonly waitingFor: string | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
}

/** One product as a preview shows what the import would do. */
export interface SampleRow {
  readonly remoteId: string;
  readonly title: string;
  readonly action: 'create' | 'update' | 'unchanged' | 'fail';
}

export interface ItemError {
  readonly remoteId: string | null;
  readonly barcode: string | null;
  readonly title: string | null;
  readonly code: string;
  readonly message: string;
}

const COLUMNS = `id, extension, kind, mode, state, total, done, created, updated, failed, cursor, exhausted, sample,
  waiting_for AS "waitingFor", error, created_by AS "createdBy", created_at AS "createdAt", started_at AS "startedAt", finished_at AS "finishedAt"`;

export async function insertJob(
  tx: Transaction,
  storeId: string,
  job: Pick<JobRow, 'id' | 'extension' | 'kind' | 'mode' | 'createdBy'> & { readonly createdAt: Date },
): Promise<void> {
  await tx.query(
    `INSERT INTO channel_job (store_id, id, extension, kind, mode, state, created_by, created_at)
     VALUES ($1, $2, $3, $4, $5, 'queued', $6, $7)`,
    [storeId, job.id, job.extension, job.kind, job.mode, job.createdBy, job.createdAt],
  );
}

export async function findJob(db: Queryable, storeId: string, extension: string, jobId: string): Promise<JobRow> {
  const [row] = await db.query<JobRow>(
    `SELECT ${COLUMNS} FROM channel_job WHERE store_id = $1 AND extension = $2 AND id = $3`,
    [storeId, extension, jobId],
  );
  return row ?? refuse('not_found', 'There is no such job.');
}

export async function lockJob(tx: Transaction, storeId: string, jobId: string): Promise<JobRow> {
  const [row] = await tx.query<JobRow>(
    `SELECT ${COLUMNS} FROM channel_job WHERE store_id = $1 AND id = $2 FOR UPDATE`,
    [storeId, jobId],
  );
  return row ?? refuse('not_found', 'There is no such job.');
}

/** Newest first. */
export function listJobs(
  db: Queryable,
  storeId: string,
  extension: string,
  before: string | null,
  limit: number,
): Promise<JobRow[]> {
  return db.query<JobRow>(
    `SELECT ${COLUMNS} FROM channel_job WHERE store_id = $1 AND extension = $2 AND ($3::text IS NULL OR id < $3)
     ORDER BY id DESC LIMIT $4`,
    [storeId, extension, before, limit],
  );
}

export async function openJobs(db: Queryable, storeId: string, extension: string): Promise<number> {
  const [row] = await db.query<{ open: number }>(
    `SELECT count(*) AS open FROM channel_job WHERE store_id = $1 AND extension = $2 AND state IN ('queued', 'running', 'cancelling')`,
    [storeId, extension],
  );
  return row?.open ?? 0;
}

export async function setJobState(tx: Transaction, storeId: string, jobId: string, state: JobState): Promise<void> {
  await tx.query('UPDATE channel_job SET state = $3 WHERE store_id = $1 AND id = $2', [storeId, jobId, state]);
}

/** Marks a queued job as running; a job that is past that stays as it is, so a repeated activity does no harm. */
export async function beginJob(db: Queryable, storeId: string, jobId: string): Promise<void> {
  await db.query(
    `UPDATE channel_job SET state = 'running', started_at = coalesce(started_at, now())
     WHERE store_id = $1 AND id = $2 AND state = 'queued'`,
    [storeId, jobId],
  );
}

/** Ends a job once; the first end stays. */
export async function endJob(
  db: Queryable,
  storeId: string,
  jobId: string,
  state: 'succeeded' | 'failed' | 'cancelled',
  error: JobRow['error'],
): Promise<void> {
  await db.query(
    `UPDATE channel_job SET state = $3, error = $4, waiting_for = NULL, finished_at = now()
     WHERE store_id = $1 AND id = $2 AND finished_at IS NULL`,
    [storeId, jobId, state, error && JSON.stringify(error)],
  );
}

export async function setWaitingFor(
  db: Queryable,
  storeId: string,
  jobId: string,
  reason: string | null,
): Promise<void> {
  await db.query(
    'UPDATE channel_job SET waiting_for = $3 WHERE store_id = $1 AND id = $2 AND finished_at IS NULL AND waiting_for IS DISTINCT FROM $3',
    [storeId, jobId, reason],
  );
}

export interface PageResult {
  readonly total: number;
  readonly items: number;
  readonly created: number;
  readonly updated: number;
  readonly errors: readonly ItemError[];
  readonly sample: readonly SampleRow[];
  readonly next: string | null;
}

const SAMPLE_MAX = 50;

/** Books one page: counters only grow, and the cursor moves with them in the same transaction as the page's products. */
export async function bookPage(tx: Transaction, storeId: string, job: JobRow, page: PageResult): Promise<void> {
  const { errors } = page;
  if (errors.length > 0) {
    tx.send(
      `INSERT INTO channel_job_error (store_id, job_id, position, remote_id, barcode, title, code, message)
       SELECT $1, $2, $3::int + ordinal, row."remoteId", row.barcode, row.title, row.code, row.message
       FROM ROWS FROM (json_to_recordset($4::json) AS ("remoteId" text, barcode text, title text, code text, message text))
         WITH ORDINALITY AS row("remoteId", barcode, title, code, message, ordinal)`,
      [storeId, job.id, job.failed, JSON.stringify(errors)],
    );
  }
  tx.send(
    `UPDATE channel_job SET total = $3, done = done + $4, created = created + $5, updated = updated + $6, failed = failed + $7,
       cursor = $8, exhausted = $9, sample = $10, waiting_for = NULL
     WHERE store_id = $1 AND id = $2`,
    [
      storeId,
      job.id,
      Math.max(page.total, job.done + page.items),
      page.items,
      page.created,
      page.updated,
      errors.length,
      page.next,
      page.next === null,
      JSON.stringify([...job.sample, ...page.sample].slice(0, SAMPLE_MAX)),
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
): Promise<(ItemError & { position: number })[]> {
  return db.query(
    `SELECT position, remote_id AS "remoteId", barcode, title, code, message FROM channel_job_error
     WHERE store_id = $1 AND job_id = $2 AND position > $3 ORDER BY position LIMIT $4`,
    [storeId, jobId, after, limit],
  );
}

/** When the last import succeeded, and how many jobs failed in the last 24 hours. */
export async function lastFinished(
  db: Queryable,
  storeId: string,
  extension: string,
): Promise<{ lastPullAt: string | null; failed: number }> {
  const [row] = await db.query<{ lastPullAt: string | null; failed: number }>(
    `SELECT max(finished_at) FILTER (WHERE kind = 'catalog.pull' AND mode = 'import' AND state = 'succeeded') AS "lastPullAt",
       count(*) FILTER (WHERE state = 'failed' AND finished_at > now() - interval '1 day') AS failed
     FROM channel_job WHERE store_id = $1 AND extension = $2`,
    [storeId, extension],
  );
  return row as { lastPullAt: string | null; failed: number };
}
