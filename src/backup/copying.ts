import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { KeptFile } from './manifest';

const CHUNK_BYTES = 1024 * 1024;
const COPIES_AT_ONCE = 4;

/** Copies a file as it is now and says what it copied; it is on the disk when this answers. */
export async function copyFile(from: string, to: string, name: string): Promise<KeptFile> {
  const source = await open(from, 'r');
  try {
    await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
    const target = await open(to, 'wx', 0o600);
    try {
      const hash = createHash('sha256');
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      let bytes = 0;
      for (;;) {
        const { bytesRead } = await source.read(chunk, 0, CHUNK_BYTES);
        if (bytesRead === 0) break;
        const part = chunk.subarray(0, bytesRead);
        hash.update(part);
        await target.writeFile(part);
        bytes += bytesRead;
      }
      await target.sync();
      return { path: name, bytes, sha256: hash.digest('hex') };
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Writes a file of the backup that is no copy. */
export async function keep(folder: string, name: string, content: string | Buffer): Promise<KeptFile> {
  const bytes = Buffer.from(content);
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, bytes, { mode: 0o600, flag: 'wx', flush: true });
  return { path: name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/**
 * Copies files by their names from one folder into another.
 * @returns what was copied; a file that was removed meanwhile is not among it
 */
export async function copyAll(from: string, to: string, names: readonly string[]): Promise<KeptFile[]> {
  const kept: KeptFile[] = [];
  const waiting = names.values();
  let failed = false;
  const copyOn = async (): Promise<void> => {
    try {
      for (const name of waiting) {
        if (failed) return;
        const file = await copyFile(path.join(from, name), path.join(to, name), name).catch(unlessGone);
        if (file) kept.push(file);
      }
    } catch (error) {
      failed = true;
      throw error;
    }
  };
  // All have ended before it is told that one failed: whoever is told removes the folder, and a copy would make it anew.
  for (const copied of await Promise.allSettled(Array.from({ length: COPIES_AT_ONCE }, copyOn)))
    if (copied.status === 'rejected') throw copied.reason;
  return kept;
}

/** Brings the names in a folder to the disk: a file that is there under no name is lost with the power. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Brings the names in a folder and in all folders below it to the disk. Windows opens no folder, and keeps names in its own log. */
export async function syncFolders(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const { folders } = await below(folder, '.');
  for (const name of folders) await syncFolder(path.join(folder, name));
}

/** Gives a folder its name, for good: after a loss of power it has that one. */
export async function renameForGood(from: string, to: string): Promise<void> {
  await rename(from, to);
  if (process.platform !== 'win32') await syncFolder(path.dirname(to));
}

/** Ignores an error of a file that is gone: files are removed while the product runs, which is no failure. */
export function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

interface FolderContent {
  readonly folders: string[];
  readonly files: string[];
}

/**
 * Lists the folders and files below a folder, by their paths from `root`.
 * @param enters whether a folder's content is wanted; the folder itself is told in any case
 */
export async function below(
  root: string,
  folder: string,
  enters: (name: string) => boolean = () => true,
): Promise<FolderContent> {
  const content: FolderContent = { folders: [folder], files: [] };
  for (const entry of (await readdir(path.join(root, folder), { withFileTypes: true }).catch(unlessGone)) ?? []) {
    const name = path.posix.join(folder, entry.name);
    if (entry.isFile()) content.files.push(name);
    else if (entry.isDirectory()) {
      const inner = enters(name) ? await below(root, name, enters) : { folders: [name], files: [] };
      content.folders.push(...inner.folders);
      content.files.push(...inner.files);
    }
  }
  return content;
}
