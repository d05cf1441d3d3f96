import type { Queryable } from '../../kernel/database/database';

/** Pages of this size are asked for from now on: a larger one is more than is read of an answer. */
export async function askForFewer(db: Queryable, storeId: string, jobId: string, pageSize: number): Promise<void> {
  await db.query(
    `UPDATE channel_job
     SET progress = jsonb_set(progress, '{pageSize}', to_jsonb(least((progress ->> 'pageSize')::int, $3::int)))
     WHERE store_id = $1 AND id = $2`,
    [storeId, jobId, pageSize],
  );
}
