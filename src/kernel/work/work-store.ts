import { lockOf } from '../database/locks';
import type { Transaction } from '../database/queryable';

/** An open row as it is found: with what its workflow is started with. */
export interface FoundRow<Facts> {
  readonly id: string;
  readonly storeId: string;
  readonly facts: Facts;
  readonly restarts: number;
  readonly restedSeconds: number | null;
}

export type Page = readonly [prefix: string, after: string, limit: number];

/** The statement for a {@link Page} of open rows. @param name the database function, without `open_` (migrations/open-rows.ts) */
export const openRowsOf = (name: string): string => `
  SELECT id, store_id AS "storeId", facts, restarts, rested_seconds AS "restedSeconds"
  FROM open_${name}($1, $2, $3, '1 day')`;

const RESTART_TURN = `SELECT pg_advisory_xact_lock(${lockOf('key', '$1')})`;

const RESTARTED_SINCE = `
  SELECT count(*) FROM outbox
  WHERE workflow_id = $1 AND message -> 'restart' IS NOT NULL AND created_at > now() - interval '1 day' HAVING count(*) > $2`;

/** Takes the workflow's turn to be started again. @returns whether it was started again more often than `restarts` meanwhile */
export async function wasRestarted(tx: Transaction, workflowId: string, restarts: number): Promise<boolean> {
  tx.send(RESTART_TURN, [workflowId]);
  return (await tx.query(RESTARTED_SINCE, [workflowId, restarts])).length > 0;
}
