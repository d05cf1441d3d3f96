import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { RunningWorker } from '../../src/worker';
import { type Bucket, openBucket } from '../world/bucket';
import { eventually } from '../world/eventually';
import { startTestWorker } from '../world/worker';
import { type MediaSite, openMediaSite } from './media-site';
import { plain } from './pictures';

const WITHIN_MS = 30_000;

describe('with the files in a bucket', () => {
  let bucket: Bucket;
  let media: MediaSite;
  let worker: RunningWorker;

  // The first time the server is built.
  beforeAll(async () => {
    bucket = await openBucket();
    media = await openMediaSite({ environment: { ...bucket.environment } });
    worker = await startTestWorker(media.site.world);
  }, 15 * 60_000);
  afterAll(async () => {
    await worker.stop();
    await media.site.close();
    await bucket.close();
  });

  const files = () => readdir(path.join(bucket.folder, media.site.world.storeId)).catch(() => [] as string[]);
  const commit = async (width: number) => {
    const { body } = await media.upload(await plain(width, 20));
    const { result } = await media.site.command(media.token, 'catalog.media.commit', { uploadId: body.id });
    return result.id as string;
  };
  const drawn = (id: string) =>
    eventually(
      async () => (await media.list()).find((each) => each.id === id && each.state === 'ready'),
      WITHIN_MS,
      100,
    );

  test('pictures are brought, drawn and served, in part too, and nothing stays in the folder', async () => {
    const id = await commit(300);
    const { variants } = await drawn(id);
    const { url } = variants[0];
    const whole = await media.site.call('GET', url);
    expect([whole.status, whole.headers.get('Content-Type')]).toEqual([200, 'image/webp']);
    expect(whole.headers.get('Cache-Control')).toContain('immutable');
    const part = await fetch(media.site.url + url, { headers: { Range: 'bytes=4-9' } });
    expect([part.status, part.headers.get('Content-Range')]).toEqual([206, expect.stringMatching(/^bytes 4-9\/\d+$/)]);
    expect((await part.arrayBuffer()).byteLength).toBe(6);
    const again = { headers: { 'If-None-Match': whole.headers.get('ETag') as string } };
    expect((await media.site.call('GET', url, again)).status).toBe(304);
    expect((await files()).length).toBeGreaterThan(1);
    expect(await readdir(path.join(media.site.world.config.dataFolder, 'objects')).catch(() => [])).toEqual([]);
  });

  test('a bucket that is away answers 503 at once, and what it kept is there when it comes back', async () => {
    const { variants } = await drawn(await commit(310));
    await bucket.stop();
    try {
      for (const answer of [await media.upload(await plain(32, 20)), await media.site.call('GET', variants[0].url)])
        expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '2']);
    } finally {
      await bucket.start();
    }
    expect((await media.site.call('GET', variants[0].url)).status).toBe(200);
    await drawn(await commit(320));
  });

  test('what is drawn while it goes away is drawn when it is back', async () => {
    const { body } = await media.upload(await plain(330, 20));
    await bucket.stop();
    let id: string;
    try {
      const { result } = await media.site.command(media.token, 'catalog.media.commit', { uploadId: body.id });
      id = result.id;
      expect((await media.list()).find((each) => each.id === id).state).toBe('processing');
    } finally {
      await bucket.start();
    }
    await drawn(id);
  });
});
