import { createHash } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Place } from '../../kernel/declaration/sandbox';
import { isSuperuser, SANDBOX_ID } from './port';

/**
 * The folder of the sandbox program. Of the superuser it stands outside of the data folder: work runs as another user, who may not enter that.
 * @param stated empty: none
 */
export function sandboxFolder({ sandboxFolder: stated, dataFolder }: FolderSettings): string {
  if (stated !== '') return path.resolve(stated);
  if (!isSuperuser()) return path.join(dataFolder, 'sandbox');
  return path.join('/var/lib/tezgah-sandbox', createHash('sha256').update(dataFolder).digest('hex').slice(0, 16));
}

export interface FolderSettings {
  readonly sandboxFolder: string;
  readonly dataFolder: string;
}

/** A folder that others may pass through, and not look into. */
export async function passable(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o711 });
  await chmod(folder, 0o711);
}

/** Gives a folder to whom work runs as, and to nobody else. */
export async function prepare(disk: string): Promise<void> {
  await chmod(disk, 0o700);
  if (isSuperuser()) await chown(disk, SANDBOX_ID, SANDBOX_ID);
}

const NAME = /^[a-z]+_[0-9A-Za-z]+$/;

/** Makes the folder of a workspace where it is missing, with `/workspace/store` in it. */
export async function diskOf(folder: string, { storeId, workspaceId }: Place): Promise<string> {
  if (![storeId, workspaceId].every((name) => NAME.test(name))) throw new Error('a place is named by identifiers');
  const ofStore = path.join(folder, 'disks', storeId);
  await passable(path.join(folder, 'disks'));
  await passable(ofStore);
  const disk = path.join(ofStore, workspaceId);
  if (await isThere(disk)) {
    // A command owns its disk, and may have closed it to itself. What holds the disk is out of its reach.
    await chmod(disk, 0o700);
    return disk;
  }
  // Made beside it and moved there: whoever is killed in between leaves no disk that nobody may enter.
  const made = await mkdtemp(path.join(ofStore, 'making-'));
  await mkdir(path.join(made, 'store'));
  await prepare(path.join(made, 'store'));
  await prepare(made);
  await rename(made, disk).catch(async (error: unknown) => {
    await rm(made, { recursive: true, force: true });
    if (!(await isThere(disk))) throw error;
  });
  return disk;
}

const isThere = async (folder: string): Promise<boolean> => (await stat(folder).catch(() => undefined)) !== undefined;
