import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { newId } from '../../src/kernel/ids';
import { openNamed } from '../../src/kernel/objects/objects';
import { S3Objects } from '../../src/kernel/objects/s3-objects';
import { FilesAway } from '../../src/kernel/system-fault';
import { type Bucket, openBucket, SECRET_KEY } from '../world/bucket';

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

  test('of which nothing else is named', async () => {
    for (const name of ['../secret.key', `${newId('obj')}/..`, '', 'obj_x'])
      await expect(objects.open(storeId, name)).rejects.toThrow('names no object');
    expect(existsSync(path.join(bucket.folder, 'secret.key'))).toBe(false);
  });
});
