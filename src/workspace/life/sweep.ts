import { dropBackup, expiredBackups, findSandbox, letGo, moveSandbox, sandboxesOf } from '../../access/sandbox/store';
import type { SandboxRow } from '../../access/sandbox/table';
import type { HostedPlace, KeptDisk } from '../../kernel/declaration/sandbox';
import { groupedBy } from '../../kernel/grouped';
import { lastUse } from '../activity/store';
import { KEPT_MS } from './contract';
import type { LifeDependencies } from './dependencies';
import { noteEvent, spanOf } from './notes';
import { isUnsaved } from './warm';

const BATCH = 500;
/** No folder is younger that is in nobody's row: a row comes first. */
const UNKNOWN_MS = 3_600_000;

/** Takes away backups that have had their time, and folders that nobody works in. @returns how many @param now by which they have */
export async function sweepWorkspaces(deps: LifeDependencies, now: Date): Promise<number> {
  const expired = await expireBackups(deps, now);
  return expired + (await reapDisks(deps, now));
}

/** A backup that has had its time goes. Where it was all that there was of the files, the feed tells which work is lost. */
export async function expireBackups({ database }: LifeDependencies, now: Date): Promise<number> {
  let gone = 0;
  const due = await expiredBackups(database.maintenance, now, BATCH);
  for (const of of due) {
    const books = database.writer(of.storeId);
    const row = await findSandbox(books, of.storeId, of.workspaceId);
    if (!row?.backupId || row.backedUpAt === null || Date.parse(row.backupExpiresAt ?? '') > now.getTime()) continue;
    if (!(await dropBackup(books, of.storeId, of.workspaceId, row.backupId))) continue;
    gone += 1;
    await noteEvent(books, of, 'expire', row.backedUpAt);
    const isLost = !row.kept && (row.state === 'cold' || row.state === 'failed');
    if (isLost) await noteEvent(books, of, 'loss', spanOf(row.backedUpAt, now.toISOString()), 'files_lost');
  }
  return gone;
}

/** Removes folders that no row knows, that belong to an earlier life, or that rest for too long: those are restored from their backup. */
export async function reapDisks(deps: LifeDependencies, now: Date, unknownMs = UNKNOWN_MS): Promise<number> {
  const { database, services } = deps;
  let gone = 0;
  // A host that does not answer is left out: the next sweep looks at its folders.
  const kept = await services.sandbox.disks();
  for (const [storeId, disks] of groupedBy(kept, (disk) => disk.storeId)) {
    const rows = await sandboxesOf(database.reader(storeId), storeId, [
      ...new Set(disks.map(({ workspaceId }) => workspaceId)),
    ]);
    for (const disk of disks) {
      const row = rows.get(disk.workspaceId);
      if ((await isOver(deps, disk, row, now, unknownMs)) && (await isRemoved(deps, disk))) gone += 1;
    }
  }
  return gone;
}

/** One that stays, e.g. by a file that nobody may delete, holds up no other one. The next sweep tries again. */
async function isRemoved({ services: { sandbox, log } }: LifeDependencies, disk: HostedPlace): Promise<boolean> {
  try {
    await sandbox.destroy(disk);
    return true;
  } catch (err) {
    log.warn(
      { err, storeId: disk.storeId, workspaceId: disk.workspaceId },
      'the folder of a workspace was not removed',
    );
    return false;
  }
}

async function isOver(
  { database }: LifeDependencies,
  { storeId, epoch, ageMs }: KeptDisk,
  row: SandboxRow | undefined,
  now: Date,
  unknownMs: number,
): Promise<boolean> {
  if (!row || row.state === 'archived') return ageMs >= unknownMs;
  if (row.epoch !== epoch) return ageMs >= unknownMs;
  const isResting = row.state === 'cold' && row.kept && now.getTime() - Date.parse(row.changedAt) >= KEPT_MS;
  if (isResting && isUnsaved(await lastUse(database.reader(storeId), storeId, row.workspaceId), row)) {
    // It has no backup of its last work: awake, it is found and backed up.
    await moveSandbox(database.writer(storeId), storeId, row, { from: ['cold'], to: 'warm', starts: true });
    return false;
  }
  // A caller who wakes the workspace meanwhile begins another life of it.
  return isResting && (await letGo(database.writer(storeId), storeId, row));
}
