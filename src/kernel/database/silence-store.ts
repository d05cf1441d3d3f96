import type { Connection } from './connection';

/** A pooler may have told us numbers of its own: then no backend would be found by them, and none counts as gone. */
const SILENT_AMONG = `
  SELECT pid FROM end_resting_backends($1, $2) AS pid
  UNION ALL
  SELECT pid FROM unnest($1::integer[]) AS pid
  WHERE pg_backend_pid() = $3 AND pid NOT IN (SELECT a.pid FROM pg_stat_activity a)`;

/** @returns the backends among these that will not answer any more; those that were still there are ended */
export async function silentAmong(
  connection: Connection,
  pids: readonly number[],
  seconds: number,
  answerMs: number,
): Promise<number[]> {
  const rows = await connection.query<{ pid: number }>(SILENT_AMONG, [pids, seconds, connection.pid], answerMs);
  return rows.map(({ pid }) => pid);
}

/** Ends those that nobody sends the rest of their transaction for so long, whosever they were: what they have locked is free then. */
export async function endLost(connection: Connection, seconds: number, answerMs: number): Promise<void> {
  await connection.query('SELECT end_lost_backends($1)', [seconds], answerMs);
}
