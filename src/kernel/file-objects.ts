import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, opendir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { ID_PATTERN, newId } from './ids';
import type { ByteRange, KeptObject, Objects } from './objects';

const NAME = new RegExp(`^${ID_PATTERN}$`);
const PART = '.part';
const PAGE = 500;

/** Objects as files, in a folder for each store. Processes on several machines share the folder. */
export class FileObjects implements Objects {
  constructor(private readonly root: string) {}

  async put(storeId: string, source: AsyncIterable<Uint8Array>): Promise<KeptObject> {
    const object = newId('obj');
    const file = this.fileOf(storeId, object);
    const folder = path.dirname(file);
    if (await mkdir(folder, { recursive: true, mode: 0o700 })) await this.flushNew();
    const part = `${file}${PART}`;
    try {
      const kept = { object, ...(await written(part, source)) };
      await rename(part, file);
      await flush(folder);
      return kept;
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  }

  async open(storeId: string, object: string, part?: ByteRange): Promise<Readable | undefined> {
    const handle = await open(this.fileOf(storeId, object), 'r').catch(missing);
    return handle?.createReadStream({ ...part });
  }

  async remove(storeId: string, object: string): Promise<void> {
    await rm(this.fileOf(storeId, object), { force: true });
  }

  async stores(): Promise<readonly string[]> {
    const names = (await readdir(this.root).catch(missing)) ?? [];
    return names.filter((name) => NAME.test(name));
  }

  async *keptBefore(storeId: string, time: Date): AsyncIterable<readonly string[]> {
    const folder = await opendir(this.folderOf(storeId)).catch(missing);
    let page: string[] = [];
    let seen = 0;
    for await (const { name } of folder ?? []) {
      const file = path.join(this.folderOf(storeId), name);
      const found = await stat(file).catch(missing);
      if (found && found.mtime < time) {
        if (name.endsWith(PART)) await rm(file, { force: true });
        else if (NAME.test(name)) page.push(name);
      }
      seen += 1;
      if (seen < PAGE) continue;
      yield page;
      [page, seen] = [[], 0];
    }
    if (page.length > 0) yield page;
  }

  /** A folder is safe from a crash once those above it know its name. */
  private async flushNew(): Promise<void> {
    await flush(this.root);
    await flush(path.dirname(this.root));
  }

  private folderOf(storeId: string): string {
    return path.join(this.root, named(storeId));
  }

  private fileOf(storeId: string, object: string): string {
    return path.join(this.folderOf(storeId), named(object));
  }
}

/** Names become paths: nothing else may. */
function named(name: string): string {
  if (!NAME.test(name)) throw new Error(`${JSON.stringify(name)} names no object`);
  return name;
}

async function written(file: string, source: AsyncIterable<Uint8Array>): Promise<Pick<KeptObject, 'digest' | 'size'>> {
  const digest = createHash('sha256');
  let size = 0;
  async function* measured(): AsyncIterable<Uint8Array> {
    for await (const chunk of source) {
      digest.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  }
  await opened(file, 'wx', async (handle) => {
    await writeFile(handle, measured());
    await handle.sync();
  });
  return { digest: digest.digest('hex'), size };
}

/** A new name is safe from a crash once its folder is. */
const flush = (folder: string): Promise<void> => opened(folder, 'r', (handle) => handle.sync());

async function opened(file: string, flags: string, work: (handle: FileHandle) => Promise<void>): Promise<void> {
  const handle = await open(file, flags, 0o600);
  try {
    await work(handle);
  } finally {
    await handle.close();
  }
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
