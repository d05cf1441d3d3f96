import type { Queryable } from './queryable';

/**
 * Reads the time by the clock of Postgres. Processes have clocks of their own: of what two of them have read, theirs could not tell which
 * is the later.
 */
export async function momentBy(db: Queryable): Promise<string> {
  const [row] = await db.query<{ now: string }>('SELECT clock_timestamp() AS now');
  return (row as { now: string }).now;
}
