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
import type { Queryable } from '../../kernel/database/queryable';
import type { OfWorkspace } from '../../kernel/declaration/workspace-life';
import { currentUseOf } from '../activity/asked';
import { giveBackupsUp, lastRestore } from '../activity/store';
import { backUpWarm } from './backup';
import { BACKUP_EVERY_MS, IDLE_MS, type WorkspaceLifeInput } from './contract';
import { type LifeDependencies, placeOf } from './dependencies';
import { byItself, noteEvent, noting } from './notes';
import { isUnsaved, noteLoss } from './warm';

/*
 * The workflow of a workspace calls `lookAt` until its sandbox rests. A look follows the state in the row of the sandbox, and a wish of the
 * owner (`wanted`) goes first. Work in the workspace moves the state as well (warm.ts, backup.ts).
 *
 * - `cold`: nobody works in the folder, and the sandbox rests. A sweep removes a folder that has rested for long (sweep.ts). The next work
 *   makes it `warm` where the host still has the folder, else `starting`.
 * - `starting`: a new epoch gets its folder, empty or from the last backup. Then it is `warm`, or `failed` when the backup cannot be
 *   restored. A look finds it so only after an attempt was given up, and makes it `cold`.
 * - `warm`: commands may run. When its folder is lost it becomes `cold` in the next epoch. When nothing runs and files are not saved, it
 *   becomes `backing_up`: after IDLE_MS without work, or BACKUP_EVERY_MS after the last backup. Idle and saved, it becomes `cold` and keeps
 *   its folder.
 * - `backing_up`: it becomes `warm` again when the backup is made, cannot be made, or was given up.
 * - `failed`: the row says the reason, and the sandbox rests. The next work goes on from here as from `cold`.
 * - `destroying`: a refresh removes the folder. Then it is `cold` in the next epoch.
 * - `archived`: the folder and the backup are gone, and nothing leads out of this state.
 *
 * The wish `refresh` first makes a backup. Where none can be made the sandbox is `failed`, and the same wish once more removes the folder
 * without one. The wish `archive` leads from every state to `archived`.
 */

export interface Looked {
  /** True if nothing is due until somebody works in the workspace again. */
  readonly rests: boolean;
  /** The time until the next look is due, in ms. */
  readonly nextMs: number;
}

/** The state of a workspace, for operators. */
export interface Seen {
  readonly name: string;
  readonly state: SandboxRow['state'];
  readonly reason: string | null;
}

/** Takes the step that is due, and tells the state of the workspace behind it. */
export async function lookAndTell(deps: LifeDependencies, input: WorkspaceLifeInput): Promise<Looked & Partial<Seen>> {
  const looked = await lookAt(deps, input);
  const books = deps.database.reader(input.storeId);
  const row = await findSandbox(books, input.storeId, input.workspaceId);
  if (!row) return looked;
  const { name } = await findWorkspace(books, input.storeId, input.workspaceId);
  return { ...looked, name, state: row.state, reason: row.reason };
}

/** The time, in ms, after which a backup that could not be made is tried again. */
const AGAIN_MS = 60_000;
const rests: Looked = { rests: true, nextMs: 0 };
const again: Looked = { rests: false, nextMs: 0 };

/**
 * Takes the next step of a sandbox: the wish of its owner, the end of a step that a killed attempt has begun, or the backup of one that
 * nobody uses. It is called again until the sandbox rests.
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
  // One attempt works on a sandbox at a time, so one that is found in a passing state was given up.
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
    // A workspace in which nobody has ever worked has no folder, also where no sandbox runs.
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

/**
 * Tells whether the last restore has shown that the backup is damaged. A restore that lacked room or time says nothing about the backup.
 */
const isDamaged = async (books: Queryable, { storeId, workspaceId }: OfWorkspace, { backedUpAt }: SandboxRow) =>
  (await lastRestore(books, storeId, workspaceId, String(backedUpAt))) === 'archive_failed';

/**
 * Backs up the files that a refresh removes. Where that cannot be done, the owner is told, and may ask once more to let them go without.
 */
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
