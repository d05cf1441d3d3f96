import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type FileHandle, mkdir, open, opendir, readdir, rename, rm, stat, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { ID_PATTERN, newRandomId } from '../ids';
import { awayIfOfTheSystem } from '../system-fault';
import type { ByteRange, KeptObject, Objects } from './objects';

const NAME = new RegExp(`^${ID_PATTERN}$`);
const PART = '.part';
/** A file that is written to learn what time it is; no store is called so. */
const CLOCK = '.clock';
const PAGE = 500;

/**
 * Objects as files, in a folder for each store. Processes on several machines share the folder.
 * @throws {FilesAway} when the disk or the process is short of something, whatever is asked
 */
export class FileObjects implements Objects {
  constructor(private readonly root: string) {}

  async put(storeId: string, source: AsyncIterable<Uint8Array>): Promise<KeptObject> {
    const object = newRandomId('obj');
    const file = this.fileOf(storeId, object);
    const folder = path.dirname(file);
    const part = `${file}${PART}`;
    const brought = new Brought(source);
    try {
      if (await mkdir(folder, { recursive: true, mode: 0o700 })) await this.flushNew();
      const kept = { object, ...(await written(part, brought)) };
      await rename(part, file);
      await flush(folder);
      return kept;
    } catch (error) {
      // A sweep removes the parts that cannot be removed now.
      await rm(part, { force: true }).catch(() => {});
      throw brought.failure === error ? error : awayIfOfTheSystem(error);
    }
  }

  open(storeId: string, object: string, part?: ByteRange): Promise<Readable | undefined> {
    return filing(async () => {
      const handle = await open(this.fileOf(storeId, object), 'r').catch(missing);
      if (!handle) await this.assertThere(storeId);
      const stream = handle?.createReadStream({ ...part });
      // An unreadable file is told before anything is promised of it.
      if (stream) await once(stream, 'readable');
      return stream;
    });
  }

  async remove(storeId: string, object: string): Promise<void> {
    const whole = wholeOf(object);
    const file = this.fileOf(storeId, whole) + object.slice(whole.length);
    await filing(() => unlink(file).catch(missing));
  }

  stores(): Promise<readonly string[]> {
    return filing(async () => {
      const names = (await readdir(this.root).catch(missing)) ?? [];
      return names.filter((name) => NAME.test(name));
    });
  }

  async answers(): Promise<void> {
    await filing(() => this.nowMs());
  }

  async *keptFor(storeId: string, ms: number): AsyncIterable<readonly string[]> {
    const until = (await filing(() => this.nowMs())) - ms;
    const folder = await filing(() => opendir(this.folderOf(storeId)).catch(missing));
    let page: string[] = [];
    let seen = 0;
    for await (const { name } of folder ?? []) {
      const file = path.join(this.folderOf(storeId), name);
      const found = await filing(() => stat(file).catch(missing));
      if (NAME.test(wholeOf(name)) && found && found.mtimeMs <= until) page.push(name);
      seen += 1;
      if (seen < PAGE) continue;
      yield page;
      [page, seen] = [[], 0];
    }
    if (page.length > 0) yield page;
  }

  /** Reads the clock of the storage, which dates the files and may be that of another machine. */
  private async nowMs(): Promise<number> {
    const file = path.join(this.root, CLOCK);
    await mkdir(this.root, { recursive: true, mode: 0o700 });
    await writeFile(file, '.', { mode: 0o600 });
    return (await stat(file)).mtimeMs;
  }

  /** A folder is safe from a crash once those above it know its name. */
  private async flushNew(): Promise<void> {
    await flush(this.root);
    await flush(path.dirname(this.root));
  }

  /** A storage that is not mounted has none of what it keeps. @throws ENOENT */
  private async assertThere(storeId: string): Promise<void> {
    await stat(this.folderOf(storeId));
  }

  private folderOf(storeId: string): string {
    return path.join(this.root, checkedName(storeId));
  }

  private fileOf(storeId: string, object: string): string {
    return path.join(this.folderOf(storeId), checkedName(object));
  }
}

/** The name of the object that a name is half of, or is. */
const wholeOf = (name: string): string => (name.endsWith(PART) ? name.slice(0, -PART.length) : name);

/** Names become paths: nothing else may. */
function checkedName(name: string): string {
  if (!NAME.test(name)) throw new Error(`${JSON.stringify(name)} names no object`);
  return name;
}

/** Bytes as they come; what their source fails of is not the disk's fault. */
class Brought implements AsyncIterable<Uint8Array> {
  failure: unknown;

  constructor(private readonly source: AsyncIterable<Uint8Array>) {}

  async *[Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    try {
      yield* this.source;
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }
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

async function filing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw awayIfOfTheSystem(error);
  }
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
