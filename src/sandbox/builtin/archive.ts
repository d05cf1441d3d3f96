import type { Writable } from 'node:stream';
import type { ReadWriteFs } from 'just-bash';
import { SandboxError } from '../../kernel/declaration/sandbox';
import { END, entriesOf, headOf, paddingOf } from './tar';

const READABLE = { folder: 0o700, file: 0o400 } as const;

/** Writes all files and folders as an archive, in the order of their names. Links are left out: nothing here follows or makes one. */
export async function pack(disk: ReadWriteFs, output: Writable): Promise<void> {
  await packFolder(disk, '', output);
  await written(output, END);
}

async function packFolder(disk: ReadWriteFs, folder: string, output: Writable): Promise<void> {
  for (const name of (await disk.readdir(folder || '/')).toSorted(byBytes)) {
    const path = `${folder}/${name}`;
    const stat = await disk.lstat(path);
    const type = stat.isFile ? 'file' : 'folder';
    if (stat.isSymbolicLink || !(stat.isFile || stat.isDirectory)) continue;
    // A file that its owner has closed to himself would be missing.
    const mode = stat.mode | READABLE[type];
    if (mode !== stat.mode) await disk.chmod(path, mode);
    const content = stat.isFile ? await disk.readFileBuffer(path) : undefined;
    const size = content?.length ?? 0;
    await written(output, headOf({ path: `.${path}`, type, mode, modifiedAt: stat.mtime, size }));
    if (content) {
      await written(output, content);
      await written(output, paddingOf(size));
    } else await packFolder(disk, path, output);
  }
}

const byBytes = (left: string, right: string): number => Buffer.compare(Buffer.from(left), Buffer.from(right));

/** Settles when there is room for more. */
const written = (output: Writable, bytes: Uint8Array): Promise<void> =>
  bytes.length === 0
    ? Promise.resolve()
    : new Promise((resolve, reject) => output.write(bytes, (error) => (error ? reject(error) : resolve())));

/** Makes the files and folders of an archive. Links are left out. @throws {SandboxError} archive_failed */
export async function unpack(disk: ReadWriteFs, archive: AsyncIterable<Uint8Array>): Promise<void> {
  const folders: { readonly path: string; readonly mode: number; readonly at: Date }[] = [];
  for await (const { entry, content } of entriesOf(archive)) {
    const path = placeOf(entry.path);
    if (entry.type === 'folder') {
      if (path !== '/') await disk.mkdir(path, { recursive: true });
      folders.push({ path, mode: entry.mode | READABLE.folder, at: entry.modifiedAt });
    }
    if (entry.type !== 'file') continue;
    await disk.mkdir(path.slice(0, path.lastIndexOf('/')) || '/', { recursive: true });
    const bytes = entry.sameAs === undefined ? content : await disk.readFileBuffer(placeOf(entry.sameAs));
    await disk.writeFile(path, bytes);
    await disk.chmod(path, entry.mode);
    await disk.utimes(path, entry.modifiedAt, entry.modifiedAt);
  }
  // The innermost first, and behind all files: a folder may be closed to changes.
  for (const { path, mode, at } of folders.toReversed()) {
    if (path === '/') continue;
    await disk.utimes(path, at, at);
    await disk.chmod(path, mode);
  }
}

/** @throws {SandboxError} archive_failed */
function placeOf(stated: string): string {
  const parts = stated.split('/').filter((part) => part !== '' && part !== '.');
  if (stated.startsWith('/') || parts.includes('..'))
    throw new SandboxError('archive_failed', 'The archive names a place outside of the workspace.');
  return `/${parts.join('/')}`;
}
