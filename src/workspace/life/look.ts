import {
  dropBackup,
  findSandbox,
  moveSandbox,
  nextEpoch,
  refuseWant,
  sandboxArchived,
} from '../../access/sandbox/store';
import { livingStates, type SandboxRow } from '../../access/sandbox/table';
import { findWorkspace } from '../../access/workspace/store';
import type { Queryable } from '../../kernel/database/database';
import type { OfWorkspace } from '../../kernel/declaration/workspace-life';
import { currentUseOf } from '../activity/asked';
import { giveBackupsUp, lastRestore } from '../activity/store';
import { backUpWarm } from './backup';
import { BACKUP_EVERY_MS, IDLE_MS, type WorkspaceLifeInput } from './contract';
import { type LifeDependencies, placeOf } from './dependencies';
import { byItself, noteEvent, noting } from './notes';
import { isUnsaved, noteLoss } from './warm';

export interface Looked {
  /** Nothing is to be done until somebody works in the workspace again. */
  readonly rests: boolean;
  /** The next look is due then. */
  readonly nextMs: number;
}

/** How a workspace stands, for operators. */
export interface Seen {
  readonly name: string;
  readonly state: SandboxRow['state'];
  readonly reason: string | null;
}

/** Does what is due, and tells how the workspace stands then. */
export async function lookAndTell(deps: LifeDependencies, input: WorkspaceLifeInput): Promise<Looked & Partial<Seen>> {
  const looked = await lookAt(deps, input);
  const books = deps.database.reader(input.storeId);
  const row = await findSandbox(books, input.storeId, input.workspaceId);
  if (!row) return looked;
  const { name } = await findWorkspace(books, input.storeId, input.workspaceId);
  return { ...looked, name, state: row.state, reason: row.reason };
}

/** A backup that could not be made is tried again after this. */
const AGAIN_MS = 60_000;
const rests: Looked = { rests: true, nextMs: 0 };
const again: Looked = { rests: false, nextMs: 0 };

/**
 * Does what the row of a workspace asks for: what its owner wants, the end of what a killed attempt has begun, and the backup of one
 * that nobody uses. It is called again until the sandbox rests.
 */
export async function lookAt(deps: LifeDependencies, input: WorkspaceLifeInput): Promise<Looked> {
  const { storeId, workspaceId } = input;
  const books = deps.database.writer(storeId);
  const row = await findSandbox(books, storeId, workspaceId);
  if (!row) return rests;
  if (row.state === 'backing_up') await giveBackupsUp(books, storeId, workspaceId);
  if (row.wanted === 'archive') return archive(deps, input, row);
  if (row.wanted === 'refresh') return refresh(deps, input, row);
  if (row.state === 'warm') return lookAtWarm(deps, input, row);
  if (row.state === 'cold' || row.state === 'failed' || row.state === 'archived') return rests;
  // Only one works on it at a time: whatever was passing has been given up.
  const to = row.state === 'backing_up' ? 'warm' : 'cold';
  await moveSandbox(books, storeId, row, { from: [row.state], to });
  return again;
}

async function lookAtWarm(deps: LifeDependencies, input: WorkspaceLifeInput, row: SandboxRow): Promise<Looked> {
  const { storeId, idleMs = IDLE_MS } = input;
  const books = deps.database.writer(storeId);
  if (!(await deps.services.sandbox.holds(placeOf(storeId, row)))) {
    await noteLoss(deps, input, row);
    await nextEpoch(books, storeId, row, {});
    return again;
  }
  const use = await currentUseOf(deps.services, books, storeId, row.workspaceId);
  const { at } = use;
  const runs = use.running.length > 0;
  const now = Date.now();
  const idleFor = runs ? 0 : now - Math.max(Date.parse(row.changedAt), at === null ? 0 : Date.parse(at));
  const isOld = now - Date.parse(row.backedUpAt ?? row.startedAt ?? row.changedAt) >= BACKUP_EVERY_MS;
  if (isUnsaved(use, row) && !runs && (idleFor >= idleMs || isOld)) {
    const made = await backUpWarm(deps, input, row, byItself(input));
    // A backup that cannot be made keeps the sandbox warm: its files are nowhere else.
    return { rests: false, nextMs: 'fault' in made ? AGAIN_MS : 0 };
  }
  if (idleFor >= idleMs) {
    const rested = await moveSandbox(books, storeId, row, { from: ['warm'], to: 'cold', kept: true });
    // A caller that found it warm has told of its work before that, and works in the folder.
    if (rested && isUnsaved(await currentUseOf(deps.services, books, storeId, row.workspaceId), rested))
      await moveSandbox(books, storeId, rested, { from: ['cold'], to: 'warm', starts: true });
    return again;
  }
  return { rests: false, nextMs: Math.max(1_000, idleMs - idleFor) };
}

async function archive(deps: LifeDependencies, of: OfWorkspace, row: SandboxRow): Promise<Looked> {
  const books = deps.database.writer(of.storeId);
  if (row.state !== 'archived') {
    // One in which nobody has ever worked has no folder, also where no sandbox runs.
    const isMade = row.startedAt !== null || row.kept || row.state !== 'cold';
    if (isMade) await deps.services.sandbox.destroy(placeOf(of.storeId, row));
    await noteEvent(books, of, 'archive', '/workspace');
  }
  await sandboxArchived(books, of.storeId, of.workspaceId);
  return rests;
}

async function refresh(deps: LifeDependencies, of: OfWorkspace, row: SandboxRow): Promise<Looked> {
  const { sandbox } = deps.services;
  const books = deps.database.writer(of.storeId);
  const place = placeOf(of.storeId, row);
  const isThere = await sandbox.holds(place);
  const end = await noting(books, of, 'refresh', '/workspace', byItself(of));
  if (row.state !== 'destroying') {
    if (isThere) {
      const backed = await lastBackup(deps, of, row);
      if (backed === 'failed') {
        await end('archive_failed');
        return rests;
      }
      // The restore that failed has told the loss before it.
    } else if (row.kept || (row.state !== 'cold' && row.state !== 'failed')) await noteLoss(deps, of, row);
    // Nobody restores a backup that is damaged: the next life begins empty, and the feed has told why.
    if (row.state === 'failed' && row.backupId !== null && !isThere && (await isDamaged(books, of, row))) {
      await noteEvent(books, of, 'loss', String(row.backedUpAt), 'files_lost');
      await dropBackup(books, of.storeId, of.workspaceId, row.backupId);
    }
  }
  await moveSandbox(books, of.storeId, row, { from: livingStates, to: 'destroying' });
  await sandbox.destroy(place);
  await nextEpoch(books, of.storeId, row, { isDone: true });
  await end('done');
  return again;
}

/** Room and time that a restore lacked say nothing about the backup. */
const isDamaged = async (books: Queryable, { storeId, workspaceId }: OfWorkspace, { backedUpAt }: SandboxRow) =>
  (await lastRestore(books, storeId, workspaceId, String(backedUpAt))) === 'archive_failed';

/** Backs up what goes. Where that cannot be done, the owner is told, and may ask once more to let it go without. */
async function lastBackup(
  deps: LifeDependencies,
  of: OfWorkspace,
  row: SandboxRow,
): Promise<'backed up' | 'failed' | 'lost'> {
  const books = deps.database.writer(of.storeId);
  const warm = await moveSandbox(books, of.storeId, row, { from: livingStates, to: 'warm', starts: true });
  if (!warm) throw new Error('the sandbox is in another life by now');
  await deps.services.sandbox.quiet(placeOf(of.storeId, row));
  const made = await backUpWarm(deps, of, warm, byItself(of));
  if (!('fault' in made)) return 'backed up';
  if (made.fault === 'workspace_busy') throw new Error('work has begun while the workspace was to rest');
  if (row.state === 'failed') {
    await noteLoss(deps, of, row);
    return 'lost';
  }
  await refuseWant(
    books,
    of.storeId,
    row,
    `No backup can be made: ${made.message} To refresh once more lets the files go.`,
  );
  return 'failed';
}
