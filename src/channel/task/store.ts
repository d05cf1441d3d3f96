import type { Queryable, Transaction } from '../../kernel/database/queryable';

/** The task of a census. */
export const CENSUS = 'census';

/** The progress of a task of a channel. */
export interface TaskState {
  readonly task: string;
  /** Up to where it is done, of a task that reads windows. */
  readonly until: string | null;
  readonly ranAt: string | null;
  readonly lastSuccess: string | null;
}

const TASKS = `
  SELECT task, until, ran_at AS "ranAt", last_success AS "lastSuccess" FROM channel_cursor
  WHERE store_id = $1 AND extension = $2`;

export const tasksOf = (db: Queryable, storeId: string, extension: string): Promise<TaskState[]> =>
  db.query<TaskState>(TASKS, [storeId, extension]);

/** A moment that no right clock has seen: the clock of Postgres was ahead when it was written. */
const IS_AHEAD = "until > clock_timestamp() + interval '15 minutes'";

/** A task that came up to a moment ahead has come nobody knows how far: the last day is read again. */
const STAND = `
  SELECT clock.now,
    (SELECT CASE WHEN ${IS_AHEAD} THEN clock.now - interval '1 day' ELSE until END
     FROM channel_cursor WHERE store_id = $1 AND extension = $2 AND task = $3) AS until
  FROM (SELECT clock_timestamp() AS now) clock`;

/** Reads how far a task has come, and the time by the clock of Postgres. */
export async function standOf(
  db: Queryable,
  storeId: string,
  extension: string,
  task: string,
): Promise<{ readonly now: string; readonly until: string | null }> {
  const [row] = await db.query<{ now: string; until: string | null }>(STAND, [storeId, extension, task]);
  return row as { now: string; until: string | null };
}

const MOVE = `
  INSERT INTO channel_cursor AS held (store_id, extension, task, until, ran_at, last_success)
  VALUES ($1, $2, $3, $4, clock_timestamp(), CASE WHEN $5 THEN clock_timestamp() END)
  ON CONFLICT (store_id, extension, task) DO UPDATE SET
    until = greatest(CASE WHEN held.${IS_AHEAD} THEN NULL ELSE held.until END, excluded.until), ran_at = excluded.ran_at,
    last_success = coalesce(excluded.last_success, held.last_success)`;

interface Moved {
  readonly extension: string;
  readonly task: string;
  /** The end of the last window; null: the task reads no windows. */
  readonly until: string | null;
  /** True when no row of it is left. */
  readonly isWhole: boolean;
}

const movedTo = (storeId: string, { extension, task, until, isWhole }: Moved): unknown[] => [
  storeId,
  extension,
  task,
  until,
  isWhole,
];

/** Sends that a task has come so far. */
export const moveTask = (tx: Pick<Transaction, 'send'>, storeId: string, moved: Moved): void =>
  tx.send(MOVE, movedTo(storeId, moved));

/** Notes that a task has come so far by a read. */
export const moveTaskNow = async (books: Queryable, storeId: string, moved: Moved): Promise<void> =>
  void (await books.query(MOVE, movedTo(storeId, moved)));

const RECENT = `
  SELECT FROM channel_cursor WHERE store_id = $1 AND extension = $2 AND task = $3
    AND until > clock_timestamp() - $4 * interval '1 ms' AND NOT ${IS_AHEAD}`;

/** Tells whether a task has come up to a moment that is no longer ago than this. */
export async function isRecent(
  db: Queryable,
  storeId: string,
  extension: string,
  task: string,
  withinMs: number,
): Promise<boolean> {
  return (await db.query(RECENT, [storeId, extension, task, withinMs])).length > 0;
}
