import { spawn } from 'node:child_process';
import { lstat, opendir, statfs } from 'node:fs/promises';
import path from 'node:path';
import { limits } from './limits';
import { kill } from './tree';

/** `blocks` counts in this size on every file system. */
const BLOCK_BYTES = 512;
const GONE = new Set(['ENOENT', 'ENOTDIR']);

/**
 * True if a folder holds more than it may, or more than can be counted. It counts and opens no file, and it follows no link. A command that
 * runs meanwhile can hide from one count, and not from the next.
 * @param times the factor by which the bound is multiplied
 */
export async function isOverfull(folder: string, gone?: AbortSignal, times = 1): Promise<boolean> {
  const bound = { blocks: (times * limits.diskBytes) / BLOCK_BYTES, entries: times * limits.diskEntries };
  return (await foundOver(folder, bound, gone)) ?? walkedOver(folder, bound, gone);
}

interface Bound {
  readonly blocks: number;
  readonly entries: number;
}

/** Prints the blocks of each entry, those of a folder as 0. */
const BLOCKS = ['-ignore_readdir_race', '-mindepth', '1', '-type', 'd', '-printf', '0\\n', '-o', '-printf', '%b\\n'];

/** Counts by the program `find`: it goes down folders that are too deep for a path. @returns undefined where it could not count all */
async function foundOver(folder: string, bound: Bound, gone?: AbortSignal): Promise<boolean | undefined> {
  const find = spawn('find', [folder, ...BLOCKS], { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = new Promise<number | null>((resolve) => find.once('close', resolve).once('error', () => resolve(null)));
  // One that cannot start for want of descriptors has no streams.
  if (find.pid === undefined) return undefined;
  const stop = (): void => kill(find.pid);
  gone?.addEventListener('abort', stop, { once: true });
  const count = { blocks: 0, entries: 0 };
  let rest = '';
  try {
    for await (const chunk of find.stdout) {
      const lines = (rest + chunk.toString('latin1')).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) count.blocks += Number(line);
      count.entries += lines.length;
      if (count.blocks > bound.blocks || count.entries > bound.entries) return true;
    }
    return gone?.aborted || (await ended) === 0 ? false : undefined;
  } finally {
    stop();
    gone?.removeEventListener('abort', stop);
  }
}

async function walkedOver(folder: string, bound: Bound, gone?: AbortSignal): Promise<boolean> {
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
      if (entries > bound.entries || blocks > bound.blocks) return true;
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
    private readonly isOver: (folder: string) => Promise<boolean> = (folder) => isOverfull(folder),
    private readonly now: () => number = Date.now,
  ) {}

  /** Counts the content of a folder anew. */
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

  /** True if it is known, or found, to be full. A count that is due is waited for. */
  async isFull(folder: string): Promise<boolean> {
    const seen = this.looking.get(folder);
    if (seen) return seen.next ?? seen.now;
    const known = this.full.get(folder);
    return known === undefined ? this.look(folder) : known !== null;
  }

  /** True if it was found to be full when it was counted last. */
  isKnownFull(folder: string): boolean {
    return Boolean(this.full.get(folder));
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
