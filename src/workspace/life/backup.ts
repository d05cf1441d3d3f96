import { type Backup, moveSandbox, pointTo } from '../../access/sandbox/store';
import type { SandboxRow } from '../../access/sandbox/table';
import type { SandboxError } from '../../kernel/declaration/sandbox';
import type { BackupAsk, LifeFault, MadeBackup, OfWorkspace } from '../../kernel/declaration/workspace-life';
import { newId } from '../../kernel/ids';
import { keepArchive } from './bytes';
import { BACKUP_LIFE_MS } from './contract';
import { type LifeDependencies, placeOf } from './dependencies';
import { noting } from './notes';
import { isPassing, warmUp } from './warm';

/** Makes a backup, of a workspace that rests as well. */
export async function backUp(deps: LifeDependencies, of: OfWorkspace, ask: BackupAsk): Promise<MadeBackup | LifeFault> {
  const warm = await warmUp(deps, of);
  return 'fault' in warm ? warm : backUpWarm(deps, of, warm.row, ask);
}

/** Makes a backup of a folder that is there. The last one stays what is restored until this one has been read back. */
export async function backUpWarm(
  deps: LifeDependencies,
  of: OfWorkspace,
  row: SandboxRow,
  ask: BackupAsk,
): Promise<MadeBackup | LifeFault> {
  const books = deps.database.writer(of.storeId);
  const attempt = newId('wbk');
  const begun = await moveSandbox(books, of.storeId, row, {
    from: ['warm', 'backing_up'],
    to: 'backing_up',
    attempt,
    starts: true,
  });
  if (!begun) return backupOvertaken;
  const end = await noting(books, of, 'backup', '/workspace', ask);
  try {
    const backup = await keepBackup(deps, of, begun, attempt);
    const pointed = await pointTo(books, of.storeId, begun, attempt, backup);
    if (!pointed) await deps.services.objects.remove(of.storeId, backup.object).catch(() => {});
    await end(pointed ? 'done' : backupOvertaken.fault, backup.bytes);
    return pointed ? madeOf(backup) : backupOvertaken;
  } catch (error) {
    // Another attempt begins anew, and the feed waits for how that ends.
    if (isPassing(error)) throw error;
    const { fault, message } = error as SandboxError;
    await moveSandbox(books, of.storeId, begun, { from: ['backing_up'], to: 'warm' });
    await end(fault);
    return { fault, message };
  }
}

const backupOvertaken: LifeFault = { fault: 'workspace_busy', message: 'Another backup has begun meanwhile.' };

/** Packs the files of a sandbox and keeps the archive. @returns the backup, to which nothing points yet */
async function keepBackup(
  { services: { sandbox, objects } }: LifeDependencies,
  { storeId }: OfWorkspace,
  row: SandboxRow,
  id: string,
): Promise<Backup> {
  const { object, digest, size } = await keepArchive(objects, storeId, await sandbox.pack(placeOf(storeId, row)));
  // Postgres wrote this time before the archive was made. A command that ended later by the same clock may be missing from it.
  const at = new Date(row.changedAt);
  return { id, object, digest, bytes: size, at, expiresAt: new Date(at.getTime() + BACKUP_LIFE_MS) };
}

const madeOf = ({ id, digest, bytes, at, expiresAt }: Backup): MadeBackup => ({
  id,
  digest,
  bytes,
  at: at.toISOString(),
  expiresAt: expiresAt.toISOString(),
});
