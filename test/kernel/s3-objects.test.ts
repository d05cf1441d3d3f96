// tier: all
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, readlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { newId } from '../../src/kernel/ids';
import { openNamed } from '../../src/kernel/objects/objects';
import { S3Objects } from '../../src/kernel/objects/s3-objects';
import { FilesAway } from '../../src/kernel/system-fault';
import { type Bucket, openBucket, SECRET_KEY } from '../world/bucket';
import { eventually } from '../world/eventually';
import { type PacedProxy, startPacedProxy } from '../world/paced-proxy';

jest.setTimeout(60_000);

describe('objects in a bucket', () => {
  let bucket: Bucket;
  let objects: S3Objects;
  const storeId = newId('str');
  const bytes = Buffer.from('Türk kahvesi');
  const at = (more: Partial<ConstructorParameters<typeof S3Objects>[0]> = {}) =>
    new S3Objects({
      bucket: 'tezgah-objects',
      endpoint: bucket.environment.TEZGAH_S3_ENDPOINT as string,
      region: 'us-east-1',
      pathStyle: true,
      credentials: { accessKeyId: 'tezgah', secretAccessKey: SECRET_KEY },
      ...more,
    });
  const put = () => objects.put(storeId, Readable.from([bytes.subarray(0, 3), bytes.subarray(3)]));
  const read = async (object: string, part?: { start: number; end: number }) =>
    buffer((await objects.open(storeId, object, part)) as Readable);
  const names = () => readdir(path.join(bucket.folder, storeId)).catch(() => []);

  beforeAll(async () => {
    bucket = await openBucket();
    objects = at();
    // The first time the server is built.
  }, 15 * 60_000);
  afterAll(() => bucket.close());

  async function kept(ms = -60_000): Promise<string[]> {
    const pages: string[] = [];
    for await (const page of objects.keptFor(storeId, ms)) pages.push(...page);
    return pages.toSorted();
  }

  test('come back as they were, each under a name of its own, whole or in part', async () => {
    const [first, second] = [await put(), await put()];
    const digest = createHash('sha256').update(bytes).digest('hex');
    expect(first).toEqual({ object: expect.stringMatching(/^obj_/), digest, size: bytes.length });
    expect(second.object).not.toBe(first.object);
    expect(await read(first.object)).toEqual(bytes);
    expect(await read(first.object, { start: 2, end: 4 })).toEqual(bytes.subarray(2, 5));
    expect(await kept()).toEqual([first.object, second.object].toSorted());
    expect(await kept(60_000)).toEqual([]);
    expect(await objects.stores()).toEqual([storeId]);
    // As in a folder, so that one can be copied to the other.
    expect(await readFile(path.join(bucket.folder, storeId, first.object))).toEqual(bytes);
    await objects.remove(storeId, first.object);
    await objects.remove(storeId, first.object);
    expect(await objects.open(storeId, first.object)).toBeUndefined();
    await expect(openNamed(objects, storeId, first.object)).rejects.toThrow(FilesAway);
  });

  test('are many, and told page by page', async () => {
    const many = newId('str');
    for (let batch = 0; batch < 42; batch += 1)
      await Promise.all(Array.from({ length: 25 }, () => objects.put(many, Readable.from([Buffer.from('x')]))));
    let count = 0;
    for await (const page of objects.keptFor(many, -60_000)) count += page.length;
    expect(count).toBe(1_050);
  });

  test('are none when their source fails, and leave nothing on this machine', async () => {
    const before = await names();
    async function* failing() {
      yield randomBytes(100_000);
      throw new Error('gone');
    }
    await expect(objects.put(storeId, failing())).rejects.toThrow('gone');
    expect(await names()).toEqual(before);
  });

  test('are away while the storage is, and no message tells how it is asked', async () => {
    const { object } = await put();
    const asked: [string, () => Promise<unknown>][] = [
      ['put', put],
      ['open', () => objects.open(storeId, object)],
      ['remove', () => objects.remove(storeId, object)],
      ['stores', () => objects.stores()],
      ['answers', () => objects.answers()],
      ['keptFor', () => kept()],
    ];
    await bucket.stop();
    const told = async () =>
      Promise.all(
        asked.map(async ([, ask]) =>
          ask().then(
            () => 'answered',
            (error: Error) => error,
          ),
        ),
      );
    for (const error of await told()) expect(error).toBeInstanceOf(FilesAway);
    await bucket.start();
    expect(await read(object)).toEqual(bytes);
    const stranger = at({ credentials: { accessKeyId: 'tezgah', secretAccessKey: 'another-secret' } });
    const lost = at({ bucket: 'no-such-bucket' });
    for (const storage of [stranger, lost])
      for (const ask of [
        () => storage.open(storeId, object),
        () => storage.put(storeId, Readable.from([bytes])),
        () => storage.answers(),
      ]) {
        const error = (await ask().catch((thrown: Error) => thrown)) as Error;
        expect(error).toBeInstanceOf(FilesAway);
        expect(`${error.message} ${error.stack}`).not.toMatch(/another-secret|zqx/);
      }
  });

  const MEBIBYTE = 1024 * 1024;
  const of = (bytes: Buffer) => Readable.from([bytes]);

  test('are whole whatever their length, in whole and in part, also those of no byte', async () => {
    const large = randomBytes(MEBIBYTE + 7);
    for (const content of [large, large.subarray(0, 256 * 1024), Buffer.alloc(0)]) {
      const { object, size } = await objects.put(storeId, of(content));
      expect(size).toBe(content.length);
      expect((await read(object)).equals(content)).toBe(true);
    }
    const { object } = await objects.put(storeId, of(large));
    const part = { start: 200_000, end: 900_000 };
    expect((await read(object, part)).equals(large.subarray(part.start, part.end + 1))).toBe(true);
  });

  test('that are gone under their reader break off', async () => {
    const { object } = await objects.put(storeId, of(randomBytes(MEBIBYTE)));
    const stream = (await objects.open(storeId, object)) as Readable;
    await objects.remove(storeId, object);
    await expect(buffer(stream)).rejects.toThrow(FilesAway);
  });

  test('are not kept from others by many who read slowly', async () => {
    const { object, size } = await objects.put(storeId, of(randomBytes(8 * MEBIBYTE)));
    const slow = await Promise.all(
      Array.from({ length: 120 }, async () => {
        const stream = (await objects.open(storeId, object)) as Readable;
        await new Promise((resolve) => stream.once('readable', resolve));
        stream.read(1);
        return stream;
      }),
    );
    const impatient = at({ silentMs: 5_000 });
    expect((await buffer((await impatient.open(storeId, object)) as Readable)).length).toBe(size);
    expect((await read(object)).length).toBe(size);
    await objects.answers();
    const [first] = slow as [Readable];
    expect((await buffer(first)).length).toBe(size - 1);
    for (const stream of slow) stream.destroy();
  });

  /** Of this process: files of which nobody has the name. */
  async function filesAside(): Promise<string[]> {
    const all = await readdir('/proc/self/fd').catch(() => []);
    const links = await Promise.all(all.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
    return links.filter((link) => link.includes('tezgah-put-'));
  }

  test('leave no file behind on this machine, whether they are kept or not', async () => {
    const content = randomBytes(MEBIBYTE);
    await objects.put(storeId, of(content));
    const lost = at({ bucket: 'no-such-bucket' });
    await expect(lost.put(storeId, of(content))).rejects.toThrow(FilesAway);
    await bucket.stop();
    await expect(objects.put(storeId, of(content))).rejects.toThrow(FilesAway);
    await bucket.start();
    async function* waiting() {
      yield content;
      // Whoever was killed here would leave nothing.
      expect((await readdir(os.tmpdir())).filter((name) => name.startsWith('tezgah-put-'))).toEqual([]);
    }
    await objects.put(storeId, waiting());
    await eventually(async () => (await filesAside()).length === 0);
  });

  describe('over a connection that is slow, or stands still', () => {
    const SILENT_MS = 1_000;
    let proxy: PacedProxy;
    let distant: S3Objects;
    beforeEach(async () => {
      proxy = await startPacedProxy(bucket.environment.TEZGAH_S3_ENDPOINT as string);
      distant = at({ endpoint: proxy.url, silentMs: SILENT_MS });
    });
    afterEach(() => proxy.close());

    test('are kept and read as long as it goes on, however long that takes', async () => {
      const content = randomBytes(12 * MEBIBYTE);
      proxy.pace(3 * MEBIBYTE);
      let began = performance.now();
      const { object } = await distant.put(storeId, of(content));
      expect(performance.now() - began).toBeGreaterThan(2 * SILENT_MS);
      expect((await read(object)).equals(content)).toBe(true);
      began = performance.now();
      expect((await buffer((await distant.open(storeId, object)) as Readable)).equals(content)).toBe(true);
      expect(performance.now() - began).toBeGreaterThan(2 * SILENT_MS);
    });

    test('are away when it stands still, and nothing of it goes on', async () => {
      const { object } = await distant.put(storeId, of(randomBytes(MEBIBYTE)));
      const stream = (await distant.open(storeId, object)) as Readable;
      proxy.pace(0);
      await expect(buffer(stream)).rejects.toThrow('has not answered for');
      await expect(distant.put(storeId, of(bytes))).rejects.toThrow('has not answered for');
      await eventually(() => proxy.connections === 0);
      expect(await filesAside()).toEqual([]);
    });
  });

  test('of which nothing else is named', async () => {
    for (const name of ['../secret.key', `${newId('obj')}/..`, '', 'obj_x'])
      await expect(objects.open(storeId, name)).rejects.toThrow('names no object');
    expect(existsSync(path.join(bucket.folder, 'secret.key'))).toBe(false);
  });
});
