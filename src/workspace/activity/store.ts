import type { Queryable } from '../../kernel/database/queryable';
import { NOT_BEGUN } from '../../kernel/declaration/sandbox';

export const activityKinds = [
  'exec',
  'list',
  'read',
  'write',
  'backup',
  'restore',
  'refresh',
  'archive',
  'expire',
  'loss',
] as const;
export type ActivityKind = (typeof activityKinds)[number];

interface Begun {
  readonly id: string;
  readonly storeId: string;
  readonly workspaceId: string;
  readonly kind: ActivityKind;
  readonly byKind: string;
  readonly byId: string;
  readonly subject: string;
  /** The work takes no longer than this. */
  readonly withinMs: number;
}

const BEGIN = `
  INSERT INTO workspace_activity (store_id, id, workspace_id, kind, by_kind, by_id, subject, begun_at, ends_by)
  VALUES ($1, $2, $3, $4, $5, $6, $7, now(), now() + make_interval(secs => $8::double precision / 1000))
  ON CONFLICT DO NOTHING`;

/** Notes work before it begins: it is told of even if nobody hears how it ended. */
export async function noteBegin(db: Queryable, begun: Begun): Promise<void> {
  const { storeId, id, workspaceId, kind, byKind, byId, subject, withinMs } = begun;
  await db.query(BEGIN, [storeId, id, workspaceId, kind, byKind, byId, subject, withinMs]);
}

export interface End {
  /** `done`, or the code of the refusal. */
  readonly outcome: string;
  readonly exitCode: number | null;
  readonly durationMs: number;
  /** The bytes of the output of a command, or of a file. */
  readonly bytes: number;
}

const END = `
  INSERT INTO workspace_activity_end (store_id, activity_id, outcome, exit_code, duration_ms, bytes)
  VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`;

export async function noteEnd(db: Queryable, storeId: string, activityId: string, end: End): Promise<void> {
  await db.query(END, [storeId, activityId, end.outcome, end.exitCode, end.durationMs, end.bytes]);
}

const GIVE_LOST_UP = `
  INSERT INTO workspace_activity_end (store_id, activity_id, outcome, exit_code, duration_ms, bytes)
  SELECT a.store_id, a.id, 'exec_lost', NULL, (extract(epoch FROM now() - a.begun_at) * 1000)::integer, 0
  FROM workspace_activity a WHERE a.store_id = $1 AND a.id = ANY ($2)
  ON CONFLICT DO NOTHING`;

/** Tells of work whose end nobody will note any more. */
export async function giveWorkUp(db: Queryable, storeId: string, activityIds: readonly string[]): Promise<void> {
  await db.query(GIVE_LOST_UP, [storeId, activityIds]);
}

// Work may begin long before it changes anything, e.g. while a backup is made. So the end of each counts.
const LAST_USE = `
  SELECT max(at) AS at, coalesce(array_agg(id) FILTER (WHERE runs), '{}') AS running FROM (
    SELECT a.id, (e.activity_id IS NULL AND a.ends_by > now()) AS runs,
      coalesce(a.begun_at + make_interval(secs => e.duration_ms::double precision / 1000), least(a.ends_by, now())) AS at
    FROM workspace_activity a LEFT JOIN workspace_activity_end e ON e.store_id = a.store_id AND e.activity_id = a.id
    WHERE a.store_id = $1 AND a.workspace_id = $2 AND a.kind IN ('exec', 'write') AND coalesce(e.outcome <> ALL ($3), true)
    ORDER BY a.id DESC LIMIT 16) used`;

export interface Use {
  /** The end of the last of it, or now while any runs. null: there was none. */
  readonly at: string | null;
  /** Work without an end, by its ids. */
  readonly running: readonly string[];
}

/** The last work that may have changed files, and which has no end yet: more than run at once are looked at. */
export async function lastUse(db: Queryable, storeId: string, workspaceId: string): Promise<Use> {
  return (await db.query<Use>(LAST_USE, [storeId, workspaceId, NOT_BEGUN]))[0] as Use;
}

const GIVE_BACKUPS_UP = `
  INSERT INTO workspace_activity_end (store_id, activity_id, outcome, exit_code, duration_ms, bytes)
  SELECT a.store_id, a.id, 'sandbox_unavailable', NULL, (extract(epoch FROM now() - a.begun_at) * 1000)::integer, 0
  FROM workspace_activity a LEFT JOIN workspace_activity_end e ON e.store_id = a.store_id AND e.activity_id = a.id
  WHERE a.store_id = $1 AND a.workspace_id = $2 AND a.kind = 'backup' AND a.ends_by > now() AND e.activity_id IS NULL
  ON CONFLICT DO NOTHING`;

/** Tells of backups that somebody has asked for and that nobody makes any more. */
export async function giveBackupsUp(db: Queryable, storeId: string, workspaceId: string): Promise<void> {
  await db.query(GIVE_BACKUPS_UP, [storeId, workspaceId]);
}

const LAST_RESTORE = `
  SELECT e.outcome FROM workspace_activity a JOIN workspace_activity_end e ON e.store_id = a.store_id AND e.activity_id = a.id
  WHERE a.store_id = $1 AND a.workspace_id = $2 AND a.kind = 'restore' AND a.subject = $3 ORDER BY a.id DESC LIMIT 1`;

/** Reads the end of the last restore of a backup. @param backedUpAt the time at which the backup was made */
export async function lastRestore(
  db: Queryable,
  storeId: string,
  workspaceId: string,
  backedUpAt: string,
): Promise<string | undefined> {
  return (await db.query<{ outcome: string }>(LAST_RESTORE, [storeId, workspaceId, backedUpAt]))[0]?.outcome;
}

export interface ActivityRow {
  readonly id: string;
  readonly kind: ActivityKind;
  readonly byKind: string;
  readonly byId: string;
  readonly subject: string;
  readonly outcome: string;
  readonly exitCode: number | null;
  readonly durationMs: number | null;
  readonly bytes: number | null;
  readonly begunAt: string;
}

const LIST = `
  SELECT a.id, a.kind, a.by_kind AS "byKind", a.by_id AS "byId", a.subject,
    coalesce(e.outcome, CASE WHEN a.ends_by < now() THEN 'exec_lost' ELSE 'running' END) AS outcome,
    e.exit_code AS "exitCode", e.duration_ms AS "durationMs", e.bytes, a.begun_at AS "begunAt"
  FROM workspace_activity a
  LEFT JOIN workspace_activity_end e ON e.store_id = a.store_id AND e.activity_id = a.id
  WHERE a.store_id = $1 AND a.workspace_id = $2 AND ($3::text IS NULL OR a.id < $3)
  ORDER BY a.id DESC LIMIT $4`;

const ENDS = `
  SELECT activity_id AS id, outcome, exit_code AS "exitCode", duration_ms AS "durationMs", bytes FROM workspace_activity_end
  WHERE store_id = $1 AND activity_id = ANY ($2)`;

/** The ends of work that has one. */
export const findEnds = (
  db: Queryable,
  storeId: string,
  ids: readonly string[],
): Promise<Pick<ActivityRow, 'id' | 'outcome' | 'exitCode' | 'durationMs' | 'bytes'>[]> =>
  db.query(ENDS, [storeId, ids]);

/** Lists the activity, newest first. @param before id of the last row of the page before */
export const listActivity = (
  db: Queryable,
  storeId: string,
  workspaceId: string,
  before: string | null,
  most: number,
): Promise<ActivityRow[]> => db.query<ActivityRow>(LIST, [storeId, workspaceId, before, most]);
