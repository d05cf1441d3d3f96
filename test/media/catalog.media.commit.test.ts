import { readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { createActivities } from '../../activities';
import { sweepMedia } from '../../activities/media.sweep';
import { newUlid } from '../../src/kernel/ids';
import { endOf } from '../../src/kernel/work/temporal';
import { exampleImage } from '../../src/media/image/example';
import type { RunningWorker } from '../../src/worker';
import type { Site } from '../surfaces/site';
import { eventually } from '../world/eventually';
import { patient } from '../world/patience';
import { startTestWorker } from '../world/worker';
import { type MediaSite, openMediaSite } from './media-site';
import { gamma, movingGif, noise, plain, turned } from './pictures';

// biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
type Media = any;

describe('a media file', () => {
  let site: Site;
  let token: string;
  let upload: MediaSite['upload'];
  let list: MediaSite['list'];
  let worker: RunningWorker | undefined;
  beforeAll(async () => {
    ({ site, token, upload, list } = await openMediaSite());
  });
  beforeEach(async () => {
    worker = await startTestWorker(site.world);
  });
  afterEach(() => worker?.stop());
  afterAll(() => site.close());

  async function bring(body: Uint8Array): Promise<string> {
    const answer = await upload(body);
    expect(answer.status).toBe(201);
    return answer.body.id;
  }

  const run = async (command: string, payload: object, as = token) => (await site.command(as, command, payload)).result;
  const commit = async (body: Uint8Array, name?: string): Promise<Media> =>
    run('catalog.media.commit', { uploadId: await bring(body), ...(name ? { name } : {}) });

  async function until(id: string, reached: (media: Media) => boolean): Promise<Media> {
    for (const end = Date.now() + patient(50_000); Date.now() < end; ) {
      const media = (await list()).find((each) => each.id === id);
      if (media && reached(media)) return media;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`not reached: ${JSON.stringify(await list())}`);
  }

  async function hasEnded(id: string): Promise<void> {
    const ended = () => endOf(site.world.platform.temporal, `media/${id}`);
    while ((await ended()) === undefined) await new Promise((resolve) => setTimeout(resolve, 50));
  }

  const isProcessed = ({ state }: Media): boolean => state !== 'processing';
  const has = (format: string) => (media: Media) => media.variants.some((each: Media) => each.format === format);

  const lookAt = async (uploadId: string): Promise<Response> => {
    const session = await site.login();
    const { items } = (await site.call('GET', '/v1/account/uploads?limit=100', { session })).body;
    return fetch(site.url + items.find((each: { id: string }) => each.id === uploadId).url);
  };

  test('is what its owner was shown of the upload, byte for byte, whatever the file is for a browser', async () => {
    for (const brought of [await gamma(320, 40), await turned(2_000, 30)]) {
      const uploadId = await bring(brought);
      const seen = await lookAt(uploadId);
      expect([seen.status, seen.headers.get('Content-Type')]).toEqual([200, 'image/webp']);
      const { id } = await run('catalog.media.commit', { uploadId });
      const { variants } = await until(id, has('webp'));
      const largest = variants.filter((each: Media) => each.format === 'webp').at(-1);
      const published = await fetch(site.url + largest.url);
      expect(Buffer.from(await seen.arrayBuffer()).equals(Buffer.from(await published.arrayBuffer()))).toBe(true);
    }
  });

  test('that moves as a GIF is its first picture, also for its owner', async () => {
    const uploadId = await bring(await movingGif());
    const seen = await lookAt(uploadId);
    const { id } = await run('catalog.media.commit', { uploadId });
    const { variants } = await until(id, has('webp'));
    const published = await fetch(site.url + variants.filter((each: Media) => each.format === 'webp').at(-1).url);
    const drawn = Buffer.from(await published.arrayBuffer());
    expect(Buffer.from(await seen.arrayBuffer()).equals(drawn)).toBe(true);
    const { pages = 1 } = await sharp(drawn, { animated: true }).metadata();
    const { dominant } = await sharp(drawn).stats();
    expect([pages, dominant.r > 200, dominant.g < 50]).toEqual([1, true, true]);
  });

  test('that the shop could not draw is not shown before it either', async () => {
    const broken = Buffer.from(await plain(400, 300));
    const uploadId = await bring(broken.subarray(0, broken.length - 40));
    const seen = await lookAt(uploadId);
    expect([seen.status, await seen.json()]).toMatchObject([415, { code: 'unsupported_media_type' }]);
    await site.call('DELETE', `/v1/account/uploads/${uploadId}`, { session: await site.login() });
  });

  test('is drawn anew in several widths, upright and without what else the file told', async () => {
    const committed = await commit(await turned(1000, 700), 'Bakır cezve');
    expect(committed).toMatchObject({ state: 'processing', rev: 1, variants: [], width: null, name: 'Bakır cezve' });
    const media = await until(committed.id, has('avif'));
    expect(media).toMatchObject({ state: 'ready', failure: null, width: 700, height: 1000, type: 'image/jpeg' });
    expect(media.variants.map(({ format, width, height }: Media) => [format, width, height])).toEqual([
      ['webp', 320, 457],
      ['avif', 320, 457],
      ['webp', 640, 914],
      ['avif', 640, 914],
      ['webp', 700, 1000],
      ['avif', 700, 1000],
    ]);
    for (const { url, format, width, size } of media.variants) {
      const answer = await fetch(site.url + url);
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect([answer.status, answer.headers.get('Content-Type'), bytes.length]).toEqual([200, `image/${format}`, size]);
      const { width: drawn, exif, orientation } = await sharp(bytes).metadata();
      expect([drawn, exif, orientation]).toEqual([width, undefined, undefined]);
    }
    const { items } = await site.world.read('audit.list', { query: { limit: 2 } });
    expect(items.map(({ command, code }: Media) => [command, code])).toEqual([
      ['media.process', null],
      ['media.process', null],
    ]);
  });

  test('that is tall is drawn narrower, so that it costs what others do and no side is too long for an encoder', async () => {
    const { id } = await commit(await plain(500, 16_500));
    const media = await until(id, has('avif'));
    expect(media).toMatchObject({ state: 'ready', failure: null, width: 500, height: 16_500 });
    expect(media.variants.map(({ format, width, height }: Media) => [format, width, height])).toEqual([
      ['webp', 29, 960],
      ['avif', 29, 960],
      ['webp', 175, 5760],
      ['avif', 175, 5760],
    ]);
  });

  test('is served for good and without a credential, as a picture and nothing else', async () => {
    const { id } = await commit(await plain(40, 30));
    const { variants } = await until(id, has('avif'));
    expect(variants.map(({ width }: Media) => width)).toEqual([40, 40]);
    const [{ url }] = variants;
    const answer = await site.call('GET', url);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    const etag = answer.headers.get('ETag') as string;
    expect(
      (await site.call('GET', url, { headers: { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' } })).status,
    ).toBe(304);
    const head = await site.call('HEAD', url);
    expect([head.status, head.headers.get('Content-Length')]).toEqual([200, answer.headers.get('Content-Length')]);
    const whole = Buffer.from(await (await fetch(site.url + url)).arrayBuffer());
    const parts: [range: string, first: number, last: number][] = [
      ['bytes=0-0', 0, 0],
      ['bytes=3-9', 3, 9],
      ['bytes=-4', whole.length - 4, whole.length - 1],
      [`bytes=5-${whole.length + 7}`, 5, whole.length - 1],
    ];
    for (const [range, first, last] of parts) {
      const answer = await fetch(site.url + url, { headers: { Range: range, 'If-Range': etag } });
      expect([range, answer.status, answer.headers.get('Content-Range')]).toEqual([
        range,
        206,
        `bytes ${first}-${last}/${whole.length}`,
      ]);
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(whole.subarray(first, last + 1));
    }
    const whenElse = await fetch(site.url + url, { headers: { Range: 'bytes=0-0', 'If-Range': '"another"' } });
    expect([whenElse.status, Buffer.from(await whenElse.arrayBuffer()).equals(whole)]).toEqual([200, true]);
    const beyond = await site.call('GET', url, { headers: { Range: `bytes=${whole.length}-` } });
    expect([beyond.status, beyond.body.code, beyond.headers.get('Content-Range')]).toEqual([
      416,
      'range_not_satisfiable',
      `bytes */${whole.length}`,
    ]);
    expect([beyond.headers.get('Cache-Control'), beyond.headers.get('ETag')]).toEqual(['no-store', null]);
    const [, , storeId, file] = url.split('/') as string[];
    const elsewhere = [
      url.replace('.webp', '.avif'),
      url.replace(storeId as string, site.world.other.storeId),
      `/media/${storeId}/..%2F..%2Fsecret.key`,
      `/media/${storeId}/obj_${newUlid()}.webp`,
      `/media/${storeId}/${(file as string).replace('.webp', '')}`,
      `/media/${storeId}`,
    ];
    for (const place of elsewhere) expect([place, (await site.call('GET', place)).status]).toEqual([place, 404]);
    const [{ object } = { object: '' }] = await site.rows<{ object: string }>(
      'SELECT object FROM media WHERE id = $1',
      [id],
    );
    expect((await site.call('GET', `/media/${storeId}/${object}.webp`)).status).toBe(404);
  });

  test('is given back as it came, by a path that is signed for it and for a while', async () => {
    const bytes = await plain(41, 31);
    const { id } = await commit(bytes);
    const { originalUrl } = await until(id, has('avif'));
    const answer = await fetch(site.url + originalUrl);
    expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true);
    expect(answer.headers.get('Content-Disposition')).toMatch(/^attachment; filename="obj_\w+\.png"$/);
    expect(answer.headers.get('Cache-Control')).toContain('private');
    const [pathOf, query] = originalUrl.split('?') as [string, string];
    const [, end = ''] = /until=(\d+)/.exec(query) ?? [];
    const { originalUrl: otherUrl } = await until((await commit(await plain(42, 31))).id, has('avif'));
    const forged = [
      pathOf,
      `${pathOf}?${query.replace(end, String(Number(end) + 1))}`,
      `${pathOf}?${otherUrl.split('?')[1]}`,
      `${pathOf}?until=${end}&signature=`,
      `${originalUrl}&signature=x`,
    ];
    for (const url of forged) expect([url, (await site.call('GET', url)).status]).toEqual([url, 404]);
    await run('catalog.media.delete', { mediaId: id });
    expect((await site.call('GET', originalUrl)).status).toBe(404);
  });

  test('that is no whole picture, or far too large, fails in a state that its owner sees', async () => {
    const whole = await noise(600, 400);
    const half = await commit(whole.subarray(0, whole.length / 2), 'yarım');
    const bombId = await bring(await plain(90, 90));
    // Before heads were read, pictures of any size came in.
    const [{ object } = { object: '' }] = await site.rows<{ object: string }>(
      'SELECT object FROM media_upload WHERE id = $1',
      [bombId],
    );
    const kept = path.join(site.world.config.dataFolder, 'objects', site.world.storeId, object);
    await writeFile(kept, await plain(9000, 9000));
    const bomb = await run('catalog.media.commit', { uploadId: bombId, name: 'bomba' });
    const notes = await commit(Buffer.concat([exampleImage().subarray(0, 62), Buffer.alloc(500, 3)]));
    expect(await until(half.id, isProcessed)).toMatchObject({ state: 'failed', failure: 'unreadable', variants: [] });
    expect(await until(bomb.id, isProcessed)).toMatchObject({ state: 'failed', failure: 'too_large' });
    expect(await until(notes.id, isProcessed)).toMatchObject({ state: 'failed', failure: 'unreadable' });
    const failed = await list('?state=failed&limit=2');
    expect(failed.map(({ id }) => id)).toEqual([notes.id, bomb.id]);
  });

  test('is one for the same bytes, however often they come; one that failed is tried once more', async () => {
    const bytes = await plain(50, 50);
    const first = await commit(bytes);
    const [second, third] = await Promise.all([commit(bytes, 'başka'), commit(bytes)]);
    expect([second.id, third.id]).toEqual([first.id, first.id]);
    expect((await list()).filter(({ digest }) => digest === first.digest)).toHaveLength(1);
    await until(first.id, has('avif'));
    await hasEnded(first.id);
    await site.rows(`UPDATE media SET state = 'failed', failure = 'not_processed' WHERE id = $1`, [first.id]);
    await site.rows('DELETE FROM media_variant WHERE media_id = $1', [first.id]);
    const [lost] = await site.rows<{ object: string }>('SELECT object FROM media WHERE id = $1', [first.id]);
    await site.world.platform.services.objects.remove(site.world.storeId, lost?.object as string);
    expect(await commit(bytes)).toMatchObject({ id: first.id, state: 'processing', failure: null });
    expect(await until(first.id, isProcessed)).toMatchObject({ state: 'ready' });
  });

  test('has consumed its upload: that waits no more, and brings nothing back', async () => {
    const bytes = await plain(53, 53);
    const uploadId = await bring(bytes);
    const waiting = async () =>
      (await site.rows<{ id: string }>('SELECT id FROM media_upload WHERE object IS NOT NULL')).map(({ id }) => id);
    expect(await waiting()).toContain(uploadId);
    const { id } = await run('catalog.media.commit', { uploadId });
    expect(await waiting()).not.toContain(uploadId);
    // It still names the file that was made of it.
    expect(await run('catalog.media.commit', { uploadId, name: 'cezve' })).toMatchObject({ id, name: 'cezve' });
    await until(id, has('avif'));
    const twin = await bring(bytes);
    await run('catalog.media.commit', { uploadId: twin });
    expect(await waiting()).not.toContain(twin);
    await run('catalog.media.delete', { mediaId: id });
    expect(await waiting()).toEqual([]);
    for (const consumed of [uploadId, twin])
      expect((await site.world.run('catalog.media.commit', { uploadId: consumed })).body).toMatchObject({
        code: 'not_found',
        detail: expect.stringContaining('once more'),
      });
    expect((await commit(bytes)).id).not.toBe(id);
  });

  test('takes the name that it is given last, and offers no undo that could overwrite a newer one', async () => {
    const bytes = await plain(52, 52);
    const { id } = await commit(bytes, 'ilk');
    await until(id, has('avif'));
    const [first] = (await site.world.read('audit.list', { query: { entity: id, command: 'catalog.media.commit' } }))
      .items;
    expect(await commit(bytes)).toMatchObject({ id, name: 'ilk' });
    expect(await commit(bytes, 'son')).toMatchObject({ id, name: 'son', state: 'ready' });
    const [row] = (await site.world.read('audit.list', { query: { entity: id, limit: 1 } })).items;
    expect(row.changes).toEqual([{ entity: 'media', id, before: { name: 'ilk' }, after: { name: 'son' } }]);
    expect(row.inverse).toBeNull();
    // The file is another one's by now, too.
    const { command, payload } = first.inverse;
    expect((await site.world.run(command, payload)).body).toMatchObject({ code: 'rev_conflict' });
  });

  test('that no workflow brings to its end is given up, and its bytes may be tried again', async () => {
    await worker?.stop();
    worker = undefined;
    const { id } = await commit(await plain(51, 51));
    await createActivities(site.world.platform).giveMediaUp({ storeId: site.world.storeId, mediaId: id });
    expect((await list()).find((media) => media.id === id)).toMatchObject({
      state: 'failed',
      failure: 'not_processed',
    });
  });

  test('is proposed by an agent, and is there when its owner approves', async () => {
    const agent = await site.mint('agent', ['catalog:read', 'catalog:write', 'proposals:write']);
    const uploadId = (await site.call('POST', '/v1/media/upload', { token: agent.token, body: await plain(60, 60) }))
      .body.id;
    const other = await site.call('POST', '/v1/media/upload', { token: agent.token, body: await plain(9, 9) });
    // A picture that a text names is not the one that is decided on.
    const name = `Cezve ${other.body.id}`;
    const { proposalId, preview } = await site.command(agent.token, 'catalog.media.commit', { uploadId, name });
    expect(preview.effects).toHaveLength(1);
    const twin = await site.call('POST', '/v1/media/upload', { token: agent.token, body: await plain(60, 60) });
    const second = await site.command(agent.token, 'catalog.media.commit', { uploadId: twin.body.id });
    expect(second.preview).toMatchObject({ changes: [], effects: [], result: { id: preview.result.id } });
    expect((await list()).some(({ width, digest }) => width === 60 && digest)).toBe(false);
    await site.command(agent.token, 'proposal.submit', { proposalId });
    const session = await site.login();
    const { body: proposal } = await site.call('GET', `/v1/proposals/${proposalId}`, { session });
    const [first] = proposal.list;
    expect(first.pictures.map((picture: Media) => picture.id)).toEqual([uploadId]);
    const seen = await fetch(site.url + first.pictures[0].url);
    expect((await sharp(Buffer.from(await seen.arrayBuffer())).metadata()).width).toBe(60);
    const asAgent = await site.call('GET', `/v1/proposals/${proposalId}`, { token: agent.token });
    expect(asAgent.body.list[0].pictures).toEqual([]);
    await site.world.done('proposal.approve', { proposalId, hash: proposal.hash }, { as: site.world.owner });
    const ready = await until(preview.result.id, isProcessed);
    expect(ready).toMatchObject({ state: 'ready', width: 60 });
    const applied = (await site.call('GET', `/v1/proposals/${proposalId}`, { session })).body.list[0];
    expect(applied.pictures).toEqual([{ id: ready.id, url: ready.variants[0].url }]);
  });

  test('that is drawn meanwhile is what it was when its deletion was proposed', async () => {
    await worker?.stop();
    const agent = await site.mint('agent', ['catalog:read', 'catalog:write', 'proposals:write']);
    const { id, rev } = await commit(await plain(61, 61));
    const { proposalId } = await site.command(agent.token, 'catalog.media.delete', { mediaId: id });
    await site.command(agent.token, 'proposal.submit', { proposalId });
    worker = await startTestWorker(site.world);
    expect((await until(id, has('avif'))).rev).toBe(rev);
    const { hash } = await site.world.read('proposals.get', { params: { prp: proposalId } });
    await site.world.done('proposal.approve', { proposalId, hash }, { as: site.world.owner });
    const decided = await eventually(async () => {
      const { state } = await site.world.read('proposals.get', { params: { prp: proposalId } });
      return state === 'applying' ? undefined : state;
    }, 60_000);
    expect(decided).toBe('applied');
  });

  test('is gone when it is deleted: its addresses at once, its bytes with the next sweep', async () => {
    const { id, rev } = await until((await commit(await plain(70, 70))).id, has('avif'));
    // What the shop draws moves no rev that somebody holds.
    expect(rev).toBe(1);
    // Nothing is drawn any more of what came before.
    for (const each of await list()) await hasEnded(each.id);
    const media = await until(id, () => true);
    const sweep = async () => {
      const folder = path.join(site.world.config.dataFolder, 'objects', site.world.storeId);
      const old = new Date(Date.now() - 2 * 3_600_000);
      for (const name of await readdir(folder)) await utimes(path.join(folder, name), old, old);
      await sweepMedia(site.world.platform, {
        signal: new AbortController().signal,
        onPage: () => {},
        onFailure: (error) => {
          throw error;
        },
      });
      return readdir(folder);
    };
    const [before] = [await sweep()];
    const objects = media.variants.map(({ url }: Media) => path.basename(url).split('.')[0]);
    expect(before).toEqual(expect.arrayContaining(objects));
    const stale = await site.world.run('catalog.media.delete', { mediaId: id, expectedRev: rev + 1 });
    expect(stale.body).toMatchObject({ code: 'rev_conflict' });
    await run('catalog.media.delete', { mediaId: id, expectedRev: rev });
    expect((await site.call('GET', media.variants[0].url)).status).toBe(404);
    const after = await sweep();
    expect(after.filter((name) => objects.includes(name))).toEqual([]);
    // Its upload was committed, so that the bytes that were brought are nobody's either.
    expect(before.length - after.length).toBe(objects.length + 1);
    await site.rows('UPDATE media_upload SET expires_at = now()');
    const named = await site.rows<{ object: string }>(
      'SELECT object FROM media UNION ALL SELECT object FROM media_variant',
    );
    expect((await sweep()).toSorted()).toEqual(named.map(({ object }) => object).toSorted());
    expect(await site.rows('SELECT 1 FROM media_upload')).toEqual([]);
    const { items } = await site.world.read('audit.list', { query: { limit: 1 } });
    expect(items[0].command).toBe('media.expire');
  });
});
