import { findSandbox, moveSandbox, nextEpoch } from '../../access/sandbox/store';
import type { SandboxRow } from '../../access/sandbox/table';
import { SandboxError } from '../../kernel/declaration/sandbox';
import type { LifeFault, OfWorkspace } from '../../kernel/declaration/workspace-life';
import { lastUse, type Use } from '../activity/store';
import { archiveIn } from './bytes';
import { type LifeDependencies, placeOf } from './dependencies';
import { byItself, noteEvent, noting, spanOf } from './notes';

/** Faults of the sandbox that say nothing about the files: the next try may go well. */
const PASSING: ReadonlySet<string> = new Set(['sandbox_unavailable', 'exec_lost', 'too_many_execs']);
export const isPassing = (error: unknown): boolean => !(error instanceof SandboxError) || PASSING.has(error.fault);

/**
 * Sees to it that the folder of a workspace is there: as the machine has kept it, restored from its backup, or new. Another attempt goes on
 * where this one was stopped.
 */
export async function warmUp(
  deps: LifeDependencies,
  of: OfWorkspace,
): Promise<{ readonly row: SandboxRow } | LifeFault> {
  const { database, services } = deps;
  const books = database.writer(of.storeId);
  const found = await findSandbox(books, of.storeId, of.workspaceId);
  if (!found || found.state === 'archived' || found.wanted === 'archive')
    return { fault: 'archived', message: 'The workspace is archived.' };
  const worksOn = found.state === 'warm' || found.state === 'backing_up' || found.kept;
  if (worksOn && (await isThere(deps, of, found))) {
    if (found.state === 'warm') return { row: found };
    // A refresh that could not back it up has closed it.
    await services.sandbox.start(placeOf(of.storeId, found));
    const from = [found.state];
    const row = await moveSandbox(books, of.storeId, found, { from, to: 'warm', starts: true });
    return row ? { row } : overtaken;
  }
  const startsOn = await services.sandbox.hostWithRoom();
  if (worksOn) await noteLoss(deps, of, found);
  // Each attempt makes a folder of its own, so one that was given up and goes on reaches no files.
  const row = await nextEpoch(books, of.storeId, found, { startsOn });
  return row ? begin(deps, of, row) : overtaken;
}

/**
 * Asks whether the host of a folder has it. A host that does not answer may have the only copy of it, so nobody begins elsewhere then:
 * but of a sandbox that rests with all of its work in a backup, which goes on from there.
 * @throws {SandboxError} sandbox_unavailable
 */
async function isThere(
  { database, services: { sandbox } }: LifeDependencies,
  of: OfWorkspace,
  row: SandboxRow,
): Promise<boolean> {
  try {
    return await sandbox.holds(placeOf(of.storeId, row));
  } catch (error) {
    const isAway = error instanceof SandboxError && isPassing(error);
    if (!isAway || row.state !== 'cold' || row.backupObject === null) throw error;
    if (isUnsaved(await lastUse(database.writer(of.storeId), of.storeId, of.workspaceId), row)) throw error;
    return false;
  }
}

const overtaken: LifeFault = { fault: 'workspace_starting', message: 'Something else has begun with the workspace.' };

async function begin(deps: LifeDependencies, of: OfWorkspace, row: SandboxRow) {
  const { sandbox } = deps.services;
  const books = deps.database.writer(of.storeId);
  const place = placeOf(of.storeId, row);
  await sandbox.destroy(place);
  const fault = row.backupObject === null ? await sandbox.start(place) : await restore(deps, of, row);
  if (fault) return fault;
  const warm = await moveSandbox(books, of.storeId, row, { from: ['starting'], to: 'warm', starts: true });
  return warm ? { row: warm } : overtaken;
}

async function restore(
  { database, services: { sandbox, objects } }: LifeDependencies,
  of: OfWorkspace,
  row: SandboxRow,
): Promise<LifeFault | undefined> {
  const books = database.writer(of.storeId);
  const kept = { object: row.backupObject as string, digest: row.backupDigest as string };
  const end = await noting(books, of, 'restore', String(row.backedUpAt), byItself(of));
  try {
    await sandbox.unpack(placeOf(of.storeId, row), archiveIn(objects, of.storeId, kept));
    await end('done', row.backupBytes ?? 0);
    return undefined;
  } catch (error) {
    // A storage that lacks the object may only be away.
    if (isPassing(error)) throw error;
    const { fault } = error as SandboxError;
    await end(fault);
    const message = `The last backup cannot be restored: ${(error as Error).message}`;
    await moveSandbox(books, of.storeId, row, { from: ['starting'], to: 'failed', reason: message });
    return { fault, message };
  }
}

/** True if files may have been changed that no backup has. */
export const isUnsaved = ({ at }: Use, { backedUpAt }: Pick<SandboxRow, 'backedUpAt'>): boolean =>
  at !== null && (backedUpAt === null || at > backedUpAt);

/** Tells which work is lost with a folder that is not there any more: all that came behind the last backup. */
export async function noteLoss({ database }: LifeDependencies, of: OfWorkspace, row: SandboxRow): Promise<void> {
  const { backedUpAt, startedAt } = row;
  const books = database.writer(of.storeId);
  const use = await lastUse(books, of.storeId, of.workspaceId);
  const { at } = use;
  if (at === null || !isUnsaved(use, row)) return;
  await noteEvent(books, of, 'loss', spanOf(backedUpAt ?? startedAt ?? at, at), 'files_lost');
}
