import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { KeptDisk, SandboxPlace } from '../../kernel/declaration/sandbox';
import { isSuperuser, SANDBOX_ID } from './port';

/** Holds the folders of sandbox programs that the superuser runs. */
const OF_SUPERUSER = '/var/lib/tezgah-sandbox';

/**
 * The folder of the sandbox program. Of the superuser it stands outside of the data folder: work runs as another user, who may not enter that.
 * @param stated empty: none
 */
export function sandboxFolder({ sandboxFolder: stated, dataFolder }: FolderSettings): string {
  if (stated !== '') return path.resolve(stated);
  if (!isSuperuser()) return path.join(dataFolder, 'sandbox');
  return path.join(OF_SUPERUSER, createHash('sha256').update(dataFolder).digest('hex').slice(0, 16));
}

export interface FolderSettings {
  readonly sandboxFolder: string;
  readonly dataFolder: string;
}

/** Makes a folder that others may pass through, and not look into. @param holder the folder that holds it */
export async function passable(folder: string, holder = OF_SUPERUSER): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o711 });
  await chmod(folder, 0o711);
  // The API may have made it first, on the way to its own folder, which it closes to everybody.
  if (path.dirname(folder) === holder) await chmod(holder, 0o711);
}

/** Gives a folder to whom work runs as, and to nobody else. */
export async function prepare(disk: string): Promise<void> {
  await chmod(disk, 0o700);
  if (isSuperuser()) await chown(disk, SANDBOX_ID, SANDBOX_ID);
}

/** Writes a file that belongs to whom work runs as. */
async function give(file: string, text: string): Promise<void> {
  await writeFile(file, text, { mode: 0o644 });
  if (isSuperuser()) await chown(file, SANDBOX_ID, SANDBOX_ID);
}

const NAME = /^[a-z]+_[0-9A-Za-z]+$/;
const DISK = /^([a-z]+_[0-9A-Za-z]+)-(\d+)$/;
/** Folders that are being made or removed. Whoever was killed leaves them behind. */
const [MAKING, GOING] = ['making-', 'going-'];

/** The folders of workspaces on this machine: one for each life of their files, by store. */
export class DiskFolders {
  private readonly disks: string;

  constructor(folder: string) {
    this.disks = path.join(folder, 'disks');
  }

  /** The folder of a place, there or not. */
  pathOf({ storeId, workspaceId, epoch }: SandboxPlace): string {
    if (![storeId, workspaceId].every((name) => NAME.test(name)) || !Number.isSafeInteger(epoch) || epoch < 0)
      throw new Error('a place is named by identifiers and the number of a life');
    return path.join(this.disks, storeId, `${workspaceId}-${epoch}`);
  }

  /** Opens the folder of a sandbox, which its own commands may have closed to themselves. @returns undefined: there is none */
  async open(place: SandboxPlace): Promise<string | undefined> {
    const disk = this.pathOf(place);
    if (!(await isThere(disk))) return undefined;
    // A command owns its disk, and may have closed it. What holds the disk is out of its reach.
    await chmod(disk, 0o700);
    return disk;
  }

  /** Lets no change begin in the folder of a place, also after the program has begun anew. */
  async close(place: SandboxPlace): Promise<void> {
    if (await isThere(this.pathOf(place))) await writeFile(this.markOf(place), '');
  }

  /** Lets changes of a folder begin again. */
  async reopen(place: SandboxPlace): Promise<void> {
    await rm(this.markOf(place), { force: true });
  }

  isClosed(place: SandboxPlace): Promise<boolean> {
    return isThere(this.markOf(place));
  }

  /** Names the mark of a folder. It stands beside the folder, out of reach of whoever works in there. */
  private markOf(place: SandboxPlace): string {
    return `${this.pathOf(place)}.closed`;
  }

  /**
   * Makes the folder of a place by filling one that stands beside it, and moves it there: whoever is killed in between leaves none that
   * is there in part.
   */
  async make(place: SandboxPlace, fill: (disk: string) => Promise<void>): Promise<void> {
    const disk = this.pathOf(place);
    const ofStore = path.dirname(disk);
    await passable(this.disks);
    await passable(ofStore);
    const made = await mkdtemp(path.join(ofStore, MAKING));
    try {
      await prepare(made);
      await fill(made);
      await rename(made, disk).catch(async (error: unknown) => {
        if (!(await isThere(disk))) throw error;
      });
    } finally {
      // A folder that cannot be removed now goes at the next start; the caller hears the fault of the work.
      await removed(made).catch(() => {});
    }
  }

  /** Makes it with `/workspace/store` in it, and these files there. */
  async makeNew(place: SandboxPlace, files: Readonly<Record<string, string>>): Promise<void> {
    await this.make(place, async (disk) => {
      const store = path.join(disk, 'store');
      await mkdir(store);
      for (const [name, text] of Object.entries(files)) await give(path.join(store, name), text);
      await prepare(store);
    });
  }

  /** Takes it away at once; its files go after that. */
  async remove(place: SandboxPlace): Promise<void> {
    const disk = this.pathOf(place);
    if (!(await isThere(disk))) return this.reopen(place);
    const going = await mkdtemp(path.join(path.dirname(disk), GOING));
    await rename(disk, path.join(going, 'disk'));
    await this.reopen(place);
    await removed(going);
  }

  async list(): Promise<Omit<KeptDisk, 'isFull'>[]> {
    const found: Omit<KeptDisk, 'isFull'>[] = [];
    for (const storeId of await namesIn(this.disks))
      for (const name of await namesIn(path.join(this.disks, storeId))) {
        const [, workspaceId, epoch] = DISK.exec(name) ?? [];
        const at = await stat(path.join(this.disks, storeId, name)).catch(() => undefined);
        if (workspaceId === undefined || !at) continue;
        found.push({ storeId, workspaceId, epoch: Number(epoch), ageMs: Math.max(0, Date.now() - at.birthtimeMs) });
      }
    return found;
  }

  /** Removes what a program that was killed has left half made or half removed. Nobody else may run meanwhile. */
  async clear(): Promise<void> {
    for (const storeId of await namesIn(this.disks)) {
      const ofStore = path.join(this.disks, storeId);
      for (const name of await namesIn(ofStore))
        if (name.startsWith(MAKING) || name.startsWith(GOING))
          // One that stays keeps nobody else's.
          await removed(path.join(ofStore, name)).catch(() => {});
    }
  }
}

/** The program goes down folders that are too deep for a path, which Node does not. */
const removed = (folder: string) => promisify(execFile)('rm', ['-rf', '--', folder]);

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

const isThere = async (folder: string): Promise<boolean> => (await stat(folder).catch(() => undefined)) !== undefined;
