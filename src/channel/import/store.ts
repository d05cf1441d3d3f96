import type { Queryable } from '../../kernel/database/queryable';

/** Pages of this size are asked for from now on: a larger one is more than is read of an answer. */
export async function askForFewer(db: Queryable, storeId: string, jobId: string, pageSize: number): Promise<void> {
  await db.query(
    `UPDATE channel_job
     SET progress = jsonb_set(progress, '{pageSize}', to_jsonb(least((progress ->> 'pageSize')::int, $3::int)))
     WHERE store_id = $1 AND id = $2`,
    [storeId, jobId, pageSize],
  );
}

/**
 * Reads the list from its beginning once more, since the marketplace does not know the job's place any more. Counted rows stay counted.
 * @param cursor the lost place; a worker that finds the job at another place leaves it there
 */
export async function beginAnew(db: Queryable, storeId: string, jobId: string, cursor: string): Promise<void> {
  await db.query(
    `UPDATE channel_job
     SET progress = progress || jsonb_build_object('cursor', NULL, 'markedCursor', NULL, 'pageRows', 0, 'pages', 0, 'again', done,
       'begunAnew', (progress ->> 'begunAnew')::int + 1)
     WHERE store_id = $1 AND id = $2 AND progress ->> 'cursor' = $3`,
    [storeId, jobId, cursor],
  );
}

/** The products among these that a job has booked as errors. */
export async function bookedErrors(
  db: Queryable,
  storeId: string,
  jobId: string,
  remoteIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ remoteId: string }>(
    `SELECT DISTINCT remote_id AS "remoteId" FROM channel_job_error WHERE store_id = $1 AND job_id = $2 AND remote_id = ANY ($3)`,
    [storeId, jobId, remoteIds],
  );
  return new Set(rows.map(({ remoteId }) => remoteId));
}
