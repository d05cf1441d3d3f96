import type { Queryable } from '../../kernel/database/database';

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
  /** `done`, or the code of what it was refused with. */
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

const LAST_USE = `
  SELECT a.begun_at AS at, (e.activity_id IS NULL AND a.ends_by > now()) AS runs
  FROM workspace_activity a LEFT JOIN workspace_activity_end e ON e.store_id = a.store_id AND e.activity_id = a.id
  WHERE a.store_id = $1 AND a.workspace_id = $2 AND a.kind IN ('exec', 'write') ORDER BY a.id DESC LIMIT 16`;

/** The last work that may have changed files, and whether any still runs: more than run at once are looked at. */
export async function lastUse(
  db: Queryable,
  storeId: string,
  workspaceId: string,
): Promise<{ readonly at: string | null; readonly runs: boolean }> {
  const rows = await db.query<{ at: string; runs: boolean }>(LAST_USE, [storeId, workspaceId]);
  return { at: rows[0]?.at ?? null, runs: rows.some(({ runs }) => runs) };
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

/** Newest first. @param before id of the last row of the page before */
export const listActivity = (
  db: Queryable,
  storeId: string,
  workspaceId: string,
  before: string | null,
  most: number,
): Promise<ActivityRow[]> => db.query<ActivityRow>(LIST, [storeId, workspaceId, before, most]);
