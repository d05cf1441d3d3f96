import type { Queryable, Transaction } from '../../kernel/database/queryable';
import { insertsInto } from '../../kernel/table/table-store';
import { type FoundRow, openRowsOf, type Page } from '../../kernel/work/work-store';
import { type SandboxRow, type State, sandbox } from './table';

const { insert } = insertsInto(sandbox);

/** The sandbox of a new workspace: it comes with the first work in it. */
export const insertSandbox = (tx: Transaction, storeId: string, workspaceId: string, now: Date): void =>
  insert(tx, storeId, {
    workspaceId,
    state: 'cold',
    reason: null,
    wanted: null,
    epoch: 1,
    host: null,
    kept: false,
    attempt: null,
    startedAt: null,
    changedAt: now.toISOString(),
    ...noBackup,
  });

const noBackup = {
  backupId: null,
  backupObject: null,
  backupDigest: null,
  backupBytes: null,
  backedUpAt: null,
  backupExpiresAt: null,
} as const;

const FIND = `SELECT ${sandbox.select()} FROM workspace_sandbox WHERE store_id = $1 AND workspace_id = $2`;

export async function findSandbox(
  db: Queryable,
  storeId: string,
  workspaceId: string,
): Promise<SandboxRow | undefined> {
  return (await db.query<SandboxRow>(FIND, [storeId, workspaceId]))[0];
}

const LOCK = `${FIND} FOR UPDATE`;

export async function lockSandbox(
  tx: Transaction,
  storeId: string,
  workspaceId: string,
): Promise<SandboxRow | undefined> {
  return (await tx.query<SandboxRow>(LOCK, [storeId, workspaceId]))[0];
}

const LIST = `SELECT ${sandbox.select()} FROM workspace_sandbox WHERE store_id = $1 AND workspace_id = ANY($2)`;

/** The sandboxes of workspaces, by their ids. */
export async function sandboxesOf(
  db: Queryable,
  storeId: string,
  workspaceIds: readonly string[],
): Promise<ReadonlyMap<string, SandboxRow>> {
  if (workspaceIds.length === 0) return new Map();
  const rows = await db.query<SandboxRow>(LIST, [storeId, workspaceIds]);
  return new Map(rows.map((row) => [row.workspaceId, row]));
}

const WANT = `UPDATE workspace_sandbox SET wanted = $3 WHERE store_id = $1 AND workspace_id = $2`;

export function wantOf(tx: Transaction, storeId: string, workspaceId: string, wanted: 'refresh' | 'archive'): void {
  tx.send(WANT, [storeId, workspaceId, wanted]);
}

type SandboxEpoch = Pick<SandboxRow, 'workspaceId' | 'epoch'>;

const MOVE = `
  UPDATE workspace_sandbox SET state = $5, reason = $6, attempt = $7, changed_at = now(),
    started_at = CASE WHEN $8 THEN coalesce(started_at, now()) ELSE started_at END, kept = $9
  WHERE store_id = $1 AND workspace_id = $2 AND epoch = $3 AND state = ANY($4) RETURNING ${sandbox.select()}`;

interface Move {
  readonly from: readonly State[];
  readonly to: State;
  readonly reason?: string;
  readonly attempt?: string;
  /** Work in its files begins, unless it has. */
  readonly starts?: true;
  /** @default false */
  readonly kept?: boolean;
}

/** Moves a sandbox within its epoch. @returns undefined: it is in another state or epoch by now */
export async function moveSandbox(
  books: Queryable,
  storeId: string,
  { workspaceId, epoch }: SandboxEpoch,
  { from, to, reason = '', attempt = '', starts, kept = false }: Move,
): Promise<SandboxRow | undefined> {
  const values = [storeId, workspaceId, epoch, from, to, reason || null, attempt || null, starts === true, kept];
  return (await books.query<SandboxRow>(MOVE, values))[0];
}

const NEXT = `
  UPDATE workspace_sandbox SET epoch = epoch + 1, state = $4, reason = NULL, attempt = NULL, kept = false, started_at = NULL,
    changed_at = now(), wanted = CASE WHEN $5 THEN NULL ELSE wanted END, host = $6
  WHERE store_id = $1 AND workspace_id = $2 AND epoch = $3 RETURNING ${sandbox.select()}`;

interface Next {
  /** The host on which its folder is made. @default none, and the sandbox is cold */
  readonly startsOn?: string;
  /** The wish of its owner is done. @default false */
  readonly isDone?: boolean;
}

/** Ends the epoch of a sandbox: nobody works in its folder any more. @returns undefined: it has ended */
export async function nextEpoch(
  books: Queryable,
  storeId: string,
  { workspaceId, epoch }: SandboxEpoch,
  { startsOn, isDone = false }: Next,
): Promise<SandboxRow | undefined> {
  const to: State = startsOn === undefined ? 'cold' : 'starting';
  return (await books.query<SandboxRow>(NEXT, [storeId, workspaceId, epoch, to, isDone, startsOn ?? null]))[0];
}

const LET_GO = `
  UPDATE workspace_sandbox SET epoch = epoch + 1, kept = false, started_at = NULL, host = NULL
  WHERE store_id = $1 AND workspace_id = $2 AND epoch = $3 AND state = 'cold' AND kept RETURNING workspace_id`;

/** Gives up the folder of a sandbox that rests. @returns false: somebody has woken it */
export async function letGo(books: Queryable, storeId: string, { workspaceId, epoch }: SandboxEpoch): Promise<boolean> {
  return (await books.query(LET_GO, [storeId, workspaceId, epoch])).length > 0;
}

export interface Backup {
  readonly id: string;
  readonly object: string;
  readonly digest: string;
  readonly bytes: number;
  readonly at: Date;
  readonly expiresAt: Date;
}

const POINT = `
  UPDATE workspace_sandbox SET backup_id = $5, backup_object = $6, backup_digest = $7, backup_bytes = $8, backed_up_at = $9,
    backup_expires_at = $10, state = 'warm', attempt = NULL, reason = NULL, changed_at = now()
  WHERE store_id = $1 AND workspace_id = $2 AND epoch = $3 AND state = 'backing_up' AND attempt = $4
  RETURNING ${sandbox.select()}`;

/** Makes a backup the one that is restored. @returns undefined: it is of another epoch, or another backup has begun */
export async function pointTo(
  books: Queryable,
  storeId: string,
  { workspaceId, epoch }: SandboxEpoch,
  attempt: string,
  { id, object, digest, bytes, at, expiresAt }: Backup,
): Promise<SandboxRow | undefined> {
  const values = [storeId, workspaceId, epoch, attempt, id, object, digest, bytes, at, expiresAt];
  return (await books.query<SandboxRow>(POINT, values))[0];
}

const NO_BACKUP = `backup_id = NULL, backup_object = NULL, backup_digest = NULL, backup_bytes = NULL, backed_up_at = NULL,
  backup_expires_at = NULL`;

const DROP_BACKUP = `
  UPDATE workspace_sandbox SET ${NO_BACKUP}
  WHERE store_id = $1 AND workspace_id = $2 AND backup_id = $3 RETURNING workspace_id`;

/** Takes a backup away. Its bytes go with the next sweep. @returns false: it is another one by now */
export async function dropBackup(
  books: Queryable,
  storeId: string,
  workspaceId: string,
  backupId: string,
): Promise<boolean> {
  return (await books.query(DROP_BACKUP, [storeId, workspaceId, backupId])).length > 0;
}

const ARCHIVED = `
  UPDATE workspace_sandbox SET state = 'archived', reason = NULL, wanted = NULL, attempt = NULL, kept = false, changed_at = now(),
    host = NULL, ${NO_BACKUP}
  WHERE store_id = $1 AND workspace_id = $2`;

export async function sandboxArchived(books: Queryable, storeId: string, workspaceId: string): Promise<void> {
  await books.query(ARCHIVED, [storeId, workspaceId]);
}

const REFUSE_WANT = `
  UPDATE workspace_sandbox SET wanted = NULL, state = 'failed', kept = true, reason = $4, changed_at = now()
  WHERE store_id = $1 AND workspace_id = $2 AND epoch = $3`;

/** Ends a wish of its owner that cannot be done, and says why. */
export async function refuseWant(
  books: Queryable,
  storeId: string,
  { workspaceId, epoch }: SandboxEpoch,
  reason: string,
): Promise<void> {
  await books.query(REFUSE_WANT, [storeId, workspaceId, epoch, reason]);
}

const GIVE_UP = `
  UPDATE workspace_sandbox SET state = 'failed', reason = $3, wanted = NULL, attempt = NULL, kept = true, changed_at = now()
  WHERE store_id = $1 AND workspace_id = $2 AND state <> 'archived'`;

/** No workflow brings it any further. The next work in it tries again. */
export async function giveSandboxUp(
  books: Queryable,
  storeId: string,
  workspaceId: string,
  reason: string,
): Promise<void> {
  await books.query(GIVE_UP, [storeId, workspaceId, reason]);
}

const EXPIRED = 'SELECT store_id AS "storeId", workspace_id AS "workspaceId" FROM expired_backups($1, $2)';

/** Workspaces of all stores whose backup has had its time. */
export const expiredBackups = (
  maintenance: Queryable,
  now: Date,
  most: number,
): Promise<{ readonly storeId: string; readonly workspaceId: string }[]> => maintenance.query(EXPIRED, [now, most]);

export const findOpenSandboxes = (
  maintenance: Queryable,
  page: Page,
): Promise<FoundRow<{ readonly storeId: string; readonly workspaceId: string }>[]> =>
  maintenance.query(openRowsOf('workspaces'), page);

interface CountedSandboxes {
  /** null: they are on no host. */
  readonly host: string | null;
  readonly state: State;
  readonly sandboxes: number;
}

/** The sandboxes of all stores by their hosts and states, archived ones left out. */
export const countSandboxes = (system: Queryable): Promise<CountedSandboxes[]> =>
  system.query('SELECT host, state, sandboxes FROM count_sandboxes()');
