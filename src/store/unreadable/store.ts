import type { Queryable, Transaction } from '../../kernel/database/queryable';
import { digestOf } from '../../kernel/digest';

/*
 * A row of a marketplace that cannot be kept is told by the job that met it, and stands here until it can be kept: its ids and the reason,
 * and nothing else that the marketplace said. Later rounds ask for it again, and none does so for ever. It is no thing of `channel` alone,
 * since an order that a person imports takes its rows away.
 */

/** Limit of the rows of one channel. When there are more, those that were seen last stay; a census meets the others again. */
export const ROWS_MAX = 1_000;
/** Rows that one answer shows. */
export const SHOWN_MAX = 50;
/** A row leaves when no marketplace has shown it for so many days. */
export const FORGOTTEN_DAYS = 60;
/** A row is asked for again so many times: some ten days long. Then lists alone may show it. */
export const TRIES_MAX = 40;
/** A row that cannot be kept now can rarely be kept a minute later: a bug of somebody is mended first. */
const REST = `least(interval '6 hours', interval '5 minutes' * power(2, least(tries, 7)))`;

/** Tasks of a channel whose rows may stand here, as callers name them. */
export const unreadableTasks = ['orders', 'claims', 'questions', 'finance'] as const;
export type UnreadableTask = (typeof unreadableTasks)[number];

/** A row that cannot be kept. */
export interface UnkeptRow {
  readonly remoteId: string | null;
  readonly title: string | null;
  readonly code: string;
  readonly message: string;
  /** The name by which the marketplace is asked for it alone; null: the lists show it again, or nothing does. */
  readonly asked: string | null;
}

/** Rows as one read of a task has left them. */
export interface RowsRead {
  readonly task: UnreadableTask;
  readonly unkept?: readonly UnkeptRow[];
  /** Names of rows that are kept, and those by which nothing but such rows was shown. */
  readonly kept?: readonly string[];
  /** Names by which rows were asked for again. */
  readonly tried?: readonly string[];
}

const GONE = `
  DELETE FROM channel_unreadable
  WHERE store_id = $1 AND extension = $2 AND task = $3 AND (name = ANY ($4) OR asked = ANY ($4))`;

const TRIED = `
  UPDATE channel_unreadable SET tried_at = clock_timestamp(), tries = tries + 1
  WHERE store_id = $1 AND extension = $2 AND task = $3 AND asked = ANY ($4)`;

const NOTE = `
  INSERT INTO channel_unreadable AS held
    (store_id, extension, task, name, asked, remote_id, order_number, code, message, first_at, seen_at, tried_at, tries)
  SELECT $1, $2, $3, row.name, row.asked, row."remoteId", row."orderNumber", row.code, row.message,
    clock_timestamp(), clock_timestamp(), clock_timestamp(), 0
  FROM json_to_recordset($4::json)
    AS row(name text, asked text, "remoteId" text, "orderNumber" text, code text, message text)
  ORDER BY row.name
  ON CONFLICT (store_id, extension, task, name) DO UPDATE SET asked = excluded.asked, remote_id = excluded.remote_id,
    order_number = excluded.order_number, code = excluded.code, message = excluded.message, seen_at = excluded.seen_at,
    tried_at = excluded.tried_at`;

/** Rows of other tasks may be noted meanwhile, so those that somebody else holds stay until the next time. */
const goneOf = (found: string): string => `
  DELETE FROM channel_unreadable WHERE store_id = $1 AND extension = $2 AND (task, name) IN (
    SELECT task, name FROM channel_unreadable WHERE store_id = $1 AND extension = $2 ${found}
    FOR UPDATE SKIP LOCKED)`;

const BEYOND = goneOf(`ORDER BY seen_at DESC, task, name OFFSET ${ROWS_MAX}`);

const EXPIRED = goneOf(`AND seen_at < clock_timestamp() - interval '${FORGOTTEN_DAYS} days'`);

type Statement = readonly [sql: string, values: unknown[]];

function statements(
  storeId: string,
  extension: string,
  { task, unkept = [], kept = [], tried = [] }: RowsRead,
): Statement[] {
  const of = [storeId, extension, task];
  const said: Statement[] = [];
  if (kept.length > 0) said.push([GONE, [...of, [...new Set(kept)]]]);
  if (tried.length > 0) said.push([TRIED, [...of, [...new Set(tried)]]]);
  // A row that a page shows twice is one row.
  const rows = new Map(unkept.map((row) => [nameOf(row), rowOf(task, row)]));
  if (rows.size > 0) said.push([NOTE, [...of, JSON.stringify([...rows.values()])]], [BEYOND, [storeId, extension]]);
  return said;
}

/** Names a row. A row without a name is told from others by its reason. */
const nameOf = ({ asked, remoteId, title, code, message }: UnkeptRow): string =>
  remoteId ?? asked ?? `?${digestOf({ title, code, message })}`;

/** Its title stands here where it is the number of an order. */
const rowOf = (task: UnreadableTask, { title, ...row }: UnkeptRow) => ({
  ...row,
  name: nameOf({ title, ...row }),
  orderNumber: task === 'questions' ? null : title,
});

/** Sends rows that cannot be kept, and takes back those that can be by now. */
export function noteRows(tx: Pick<Transaction, 'send'>, storeId: string, extension: string, read: RowsRead): void {
  for (const [sql, values] of statements(storeId, extension, read)) tx.send(sql, values);
}

/** The same by a read. */
export async function noteRowsNow(books: Queryable, storeId: string, extension: string, read: RowsRead): Promise<void> {
  for (const [sql, values] of statements(storeId, extension, read)) await books.query(sql, values);
}

const DUE = `
  SELECT asked FROM channel_unreadable
  WHERE store_id = $1 AND extension = $2 AND task = $3 AND asked IS NOT NULL AND tries < ${TRIES_MAX}
    AND tried_at < clock_timestamp() - ${REST}
  GROUP BY asked ORDER BY min(tried_at), asked LIMIT $4`;

/** Reads names of rows that are to be asked for again. */
export async function dueRows(
  db: Queryable,
  storeId: string,
  extension: string,
  { task, limit }: { readonly task: UnreadableTask; readonly limit: number },
): Promise<string[]> {
  const rows = await db.query<{ asked: string }>(DUE, [storeId, extension, task, limit]);
  return rows.map(({ asked }) => asked);
}

/** Sends that rows go which no marketplace has shown for long. A reader of a whole list sends it. */
export const forgetExpired = (tx: Pick<Transaction, 'send'>, storeId: string, extension: string): void =>
  tx.send(EXPIRED, [storeId, extension]);

const OF_ORDER = `
  DELETE FROM channel_unreadable
  WHERE store_id = $1 AND extension = $2 AND task = 'orders' AND (order_number = $3 OR remote_id = ANY ($4))`;

/** Sends that rows of an order go: a person has brought the order. @param packageIds of its packages, also where no row names the order */
export const forgetOrder = (
  tx: Pick<Transaction, 'send'>,
  storeId: string,
  { extension, externalNumber }: { readonly extension: string; readonly externalNumber: string },
  packageIds: readonly string[],
): void => tx.send(OF_ORDER, [storeId, extension, externalNumber, packageIds]);

const NAMELESS = `
  DELETE FROM channel_unreadable
  WHERE store_id = $1 AND extension = $2 AND task = 'orders' AND asked IS NULL AND seen_at < $3`;

/** Sends that nameless rows go that the longest census has not shown again. @param since when it began */
export const forgetNameless = (
  tx: Pick<Transaction, 'send'>,
  storeId: string,
  extension: string,
  since: string,
): void => tx.send(NAMELESS, [storeId, extension, since]);

const COUNT = 'SELECT count(*) AS rows FROM channel_unreadable WHERE store_id = $1 AND extension = $2';

export async function countRows(db: Queryable, storeId: string, extension: string): Promise<number> {
  const [row] = await db.query<{ rows: number }>(COUNT, [storeId, extension]);
  return row?.rows ?? 0;
}

/** A row as people are shown it. */
export interface ShownRow {
  readonly task: UnreadableTask;
  readonly remoteId: string | null;
  readonly orderNumber: string | null;
  readonly code: string;
  readonly message: string;
  readonly firstAt: string;
  readonly seenAt: string;
  readonly triedAt: string;
}

const SHOWN = `
  SELECT task, remote_id AS "remoteId", order_number AS "orderNumber", code, message, first_at AS "firstAt", seen_at AS "seenAt",
    tried_at AS "triedAt"
  FROM channel_unreadable WHERE store_id = $1 AND extension = $2 ORDER BY first_at DESC, task, name LIMIT ${SHOWN_MAX}`;

/** Reads the newest rows of an extension. */
export const shownRows = (db: Queryable, storeId: string, extension: string): Promise<ShownRow[]> =>
  db.query<ShownRow>(SHOWN, [storeId, extension]);
