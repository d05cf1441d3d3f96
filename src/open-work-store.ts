import type { Queryable, Transaction } from './kernel/database';
import { lockOf } from './kernel/locks';

/** A row that a workflow has to bring to its end. */
export interface OpenRow {
  readonly workflowId: string;
  readonly storeId: string;
  /** What its contract starts it with. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** How often it was started again within a day, and how long ago the last time. */
  readonly restarts: number;
  readonly restedSeconds: number | null;
}

const OPEN_ROWS = `
  SELECT workflow_id AS "workflowId", store_id AS "storeId", facts, restarts, rested_seconds AS "restedSeconds"
  FROM open_work($1, $2, '1 day')`;

/** Open rows of all stores, in the order of their workflows' ids. @param after the last workflow of the page before */
export const openRows = (maintenance: Queryable, after: string, limit: number): Promise<OpenRow[]> =>
  maintenance.query<OpenRow>(OPEN_ROWS, [after, limit]);

const RESTART_TURN = `SELECT pg_advisory_xact_lock(${lockOf('key', '$1')})`;

const RESTARTED_SINCE = `
  SELECT count(*) FROM outbox
  WHERE workflow_id = $1 AND message -> 'restart' IS NOT NULL AND created_at > now() - interval '1 day' HAVING count(*) > $2`;

/** Takes the workflow's turn to be started again. @returns whether it was started again more often than `restarts` meanwhile */
export async function wasRestarted(tx: Transaction, workflowId: string, restarts: number): Promise<boolean> {
  tx.send(RESTART_TURN, [workflowId]);
  return (await tx.query(RESTARTED_SINCE, [workflowId, restarts])).length > 0;
}
