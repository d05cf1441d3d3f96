import { lstat, opendir, statfs } from 'node:fs/promises';
import path from 'node:path';
import { limits } from './limits';

/** `blocks` counts in this size on every file system. */
const BLOCK_BYTES = 512;
const GONE = new Set(['ENOENT', 'ENOTDIR']);

/**
 * True if a folder holds more than it may, or more than can be counted. It counts and opens no file, and it follows no link.
 * A command that runs meanwhile can hide from one count, and not from the next.
 */
export async function isOverfull(folder: string, gone?: AbortSignal): Promise<boolean> {
  let blocks = 0;
  let entries = 0;
  const open = [folder];
  for (let next = open.pop(); next !== undefined && !gone?.aborted; next = open.pop()) {
    const inside = await opendir(next).catch(({ code }: NodeJS.ErrnoException) => code ?? '');
    if (typeof inside === 'string') {
      if (GONE.has(inside)) continue;
      return true;
    }
    for await (const entry of inside) {
      if (gone?.aborted) break;
      entries += 1;
      const name = path.join(next, entry.name);
      if (entry.isDirectory()) open.push(name);
      else blocks += (await lstat(name).catch(() => undefined))?.blocks ?? 0;
      if (entries > limits.diskEntries || blocks * BLOCK_BYTES > limits.diskBytes) return true;
    }
  }
  return false;
}

/** True if the machine has hardly any room left where a folder is. */
export async function isShort(folder: string): Promise<boolean> {
  const { bavail, blocks, bsize, ffree, files } = await statfs(folder);
  const room = Math.min(limits.freeBytes, blocks * bsize * limits.freeShare);
  // Some file systems have no fixed number of files, and say 0.
  return bavail * bsize < room || ffree < Math.min(limits.diskEntries, files * limits.freeShare);
}

/** Commands that make room in a full folder. */
interface Cleaning {
  /** Begins the span in which they are counted. */
  sinceMs: number;
  cleanings: number;
  runs: boolean;
}

interface Looking {
  readonly now: Promise<boolean>;
  next?: Promise<boolean>;
}

/** Knows which folders are full. It counts a folder once at a time: all who ask meanwhile share the count that comes next. */
export class Disks {
  private readonly full = new Map<string, Cleaning | null>();
  private readonly looking = new Map<string, Looking>();

  /** @param now the time in ms */
  constructor(
    private readonly isOver: (folder: string) => Promise<boolean> = isOverfull,
    private readonly now: () => number = Date.now,
  ) {}

  /** Counts a folder anew. */
  look(folder: string): Promise<boolean> {
    const seen = this.looking.get(folder);
    if (seen) {
      // The count that runs may be past what has just been written.
      seen.next ??= seen.now.catch(() => {}).then(() => this.look(folder));
      return seen.next;
    }
    const now = this.isOver(folder)
      .then((over) => {
        const cleaning = this.full.get(folder) ?? { sinceMs: this.now(), cleanings: 0, runs: false };
        this.full.set(folder, over ? cleaning : null);
        return over;
      })
      .finally(() => this.looking.delete(folder));
    this.looking.set(folder, { now });
    return now;
  }

  /** True if it is known, or found, to be full. */
  async isFull(folder: string): Promise<boolean> {
    const known = this.full.get(folder);
    return known === undefined ? this.look(folder) : known !== null;
  }

  /** Forgets a folder that is gone. */
  forget(folder: string): void {
    this.full.delete(folder);
  }

  /** Takes one of the few commands by which a full folder is made empty. @returns undefined if there is none left in this span */
  clean(folder: string): (() => void) | undefined {
    const state = this.full.get(folder);
    if (!state || state.runs) return undefined;
    if (this.now() - state.sinceMs >= limits.cleaningSpanMs)
      Object.assign(state, { sinceMs: this.now(), cleanings: 0 });
    if (state.cleanings >= limits.cleanings) return undefined;
    state.cleanings += 1;
    state.runs = true;
    return () => {
      state.runs = false;
    };
  }
}
