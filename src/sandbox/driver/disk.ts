import { lstat, opendir } from 'node:fs/promises';
import path from 'node:path';
import { limits } from './limits';

/**
 * True if a folder holds more than it may. It counts and opens no file, and it follows no link.
 * A command that runs meanwhile can hide from one count, and not from the next.
 */
export async function isOverfull(folder: string): Promise<boolean> {
  let blocks = 0;
  let entries = 0;
  const open = [folder];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const inside = await opendir(next).catch(() => undefined);
    if (!inside) continue;
    for await (const entry of inside) {
      entries += 1;
      const name = path.join(next, entry.name);
      if (entry.isDirectory()) open.push(name);
      else blocks += (await lstat(name).catch(() => undefined))?.blocks ?? 0;
      if (entries > limits.diskEntries || blocks * BLOCK_BYTES > limits.diskBytes) return true;
    }
  }
  return false;
}

/** `blocks` counts in this size on every file system. */
const BLOCK_BYTES = 512;
