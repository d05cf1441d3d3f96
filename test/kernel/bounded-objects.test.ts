import { execFileSync } from 'node:child_process';
import { constants, mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../../src/kernel/ids';
import { BoundedObjects } from '../../src/kernel/objects/bounded-objects';
import { FileObjects } from '../../src/kernel/objects/file-objects';
import type { Objects } from '../../src/kernel/objects/objects';
import { FilesAway } from '../../src/kernel/system-fault';
import { eventually } from '../world/eventually';
import { HangingObjects } from '../world/hanging-objects';

const SILENT_MS = 400;
const storeId = newId('str');
const bytes = Buffer.from('Türk kahvesi');

describe('a storage that hangs', () => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'tezgah-hanging-'));
  const files = new FileObjects(path.join(root, 'objects'));
  let hanging: HangingObjects;
  let objects: BoundedObjects;
  beforeEach(() => {
    hanging = new HangingObjects(files);
    objects = new BoundedObjects(hanging, SILENT_MS);
  });
  afterEach(() => hanging.release());
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const source = (): Readable => Readable.from([bytes]);
  const pages = async (): Promise<string[]> => {
    const found: string[] = [];
    for await (const page of objects.keptFor(storeId, -60_000)) found.push(...page);
    return found;
  };

  test('does its work as long as it does not', async () => {
    const { object } = await objects.put(storeId, source());
    expect(await buffer((await objects.open(storeId, object)) as Readable)).toEqual(bytes);
    expect(await buffer((await objects.open(storeId, object, { start: 5, end: 8 })) as Readable)).toEqual(
      bytes.subarray(5, 9),
    );
    expect(await objects.open(storeId, newId('obj'))).toBeUndefined();
    expect([await pages(), await objects.stores()]).toEqual([[object], [storeId]]);
    await objects.answers();
    await objects.remove(storeId, object);
    expect(await pages()).toEqual([]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['put', () => objects.put(storeId, source())],
    ['open', () => objects.open(storeId, newId('obj'))],
    ['remove', () => objects.remove(storeId, newId('obj'))],
    ['stores', () => objects.stores()],
    ['keptFor', () => pages()],
    ['answers', () => objects.answers()],
  ])('is away when it is silent to %s', async (_, work) => {
    hanging.hang();
    await expect(work()).rejects.toThrow(new FilesAway(new Error('the storage of files has not answered for 0.4 s')));
  });

  test('is asked no more while several calls have not come back, and then again', async () => {
    hanging.hang();
    await Promise.allSettled([objects.stores(), objects.stores()]);
    const began = performance.now();
    await expect(objects.stores()).rejects.toThrow('does not come back from earlier calls');
    expect(performance.now() - began).toBeLessThan(SILENT_MS);
    hanging.release();
    await eventually(() => objects.stores().catch(() => undefined));
  });

  test('is asked whether it answers by one call at a time', async () => {
    hanging.hang();
    const asked = jest.spyOn(hanging, 'answers');
    await Promise.allSettled([objects.answers(), objects.answers(), objects.answers()]);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  test('lets go of the bytes that it was to keep', async () => {
    let ended = false;
    async function* endless() {
      try {
        for (;;) yield bytes;
      } finally {
        ended = true;
      }
    }
    const stuck: Pick<Objects, 'put'> = {
      async put(_, brought) {
        for await (const _chunk of brought) await new Promise(() => {});
        throw new Error('never');
      },
    };
    await expect(new BoundedObjects(stuck as Objects, SILENT_MS).put(storeId, endless())).rejects.toThrow(FilesAway);
    await eventually(() => ended);
  });

  test('is not what a slow source makes of it', async () => {
    async function* slow() {
      yield bytes;
      await sleep(2 * SILENT_MS);
      yield bytes;
    }
    const { size } = await objects.put(storeId, slow());
    expect(size).toBe(2 * bytes.length);
  });

  test('fails as the source does', async () => {
    async function* failing() {
      yield bytes;
      throw new Error('gone');
    }
    await expect(objects.put(storeId, failing())).rejects.toThrow('gone');
  });

  const reading = (read: (this: Readable) => void): BoundedObjects => {
    const opened: Pick<Objects, 'open'> = { open: async () => new Readable({ read }) };
    return new BoundedObjects(opened as Objects, SILENT_MS);
  };

  test('breaks a file off in which it falls silent', async () => {
    let chunks = 0;
    const stream = (await reading(function () {
      chunks += 1;
      if (chunks === 1) this.push(bytes);
    }).open(storeId, newId('obj'))) as Readable;
    await expect(buffer(stream)).rejects.toThrow(FilesAway);
  });

  test('is not what a slow reader makes of it', async () => {
    let chunks = 0;
    const stream = (await reading(function () {
      chunks += 1;
      this.push(chunks < 4 ? Buffer.alloc(100_000, 7) : null);
    }).open(storeId, newId('obj'))) as Readable;
    let size = 0;
    for await (const chunk of stream) {
      await sleep(SILENT_MS);
      size += (chunk as Buffer).length;
    }
    expect(size).toBe(300_000);
  });

  test('gives a file back that nobody reads, and one that came too late', async () => {
    const opened: Readable[] = [];
    const counting: Pick<Objects, 'open'> = {
      async open(...asked) {
        const stream = (await hanging.open(...asked)) as Readable;
        opened.push(stream);
        return stream;
      },
    };
    const counted = new BoundedObjects(counting as Objects, SILENT_MS);
    const { object } = await files.put(storeId, source());
    (await counted.open(storeId, object))?.destroy();
    await eventually(() => opened[0]?.closed);
    hanging.hang();
    await expect(counted.open(storeId, object)).rejects.toThrow(FilesAway);
    hanging.release();
    await eventually(() => opened[1]?.closed);
  });

  test('is away where the system itself does not come back: a pipe stands in the place of a file', async () => {
    const bounded = new BoundedObjects(files, SILENT_MS);
    const { object } = await bounded.put(storeId, source());
    const pipe = newId('obj');
    const file = path.join(root, 'objects', storeId, pipe);
    execFileSync('mkfifo', [file]);
    await expect(bounded.open(storeId, pipe)).rejects.toThrow(FilesAway);
    // One that hangs takes no other with it.
    expect(await buffer((await bounded.open(storeId, object)) as Readable)).toEqual(bytes);
    await expect(bounded.open(storeId, pipe)).rejects.toThrow(FilesAway);
    await expect(bounded.open(storeId, object)).rejects.toThrow('does not come back');
    // Whoever waits for somebody who writes gets one.
    const writer = await open(file, constants.O_RDWR | constants.O_NONBLOCK);
    await sleep(SILENT_MS);
    await writer.close();
    await eventually(() => bounded.stores().catch(() => undefined));
  });
});
