import { exampleImage } from '../../src/media/image/example';
import { openSite, type Site } from '../surfaces/site';
import { eventually } from '../world/eventually';
import { pagesOf, said } from '../world/story';
import { startTestWorker } from '../world/worker';
import { plain } from './pictures';

describe('media.list', () => {
  let site: Site;
  let token: string;
  const ids: string[] = [];
  beforeAll(async () => {
    site = await openSite();
    ({ token } = await site.mint('developer', ['catalog:read', 'catalog:write']));
    const notes = Buffer.concat([exampleImage().subarray(0, 62), Buffer.alloc(500, 3)]);
    for (const [bytes, name] of [
      [await plain(40, 30), 'Bakır cezve ☕'],
      [await plain(41, 30), undefined],
      [notes, 'bozuk'],
    ] as const) {
      const { body } = await site.call('POST', '/v1/media/upload', { token, body: bytes });
      const { result } = await site.command(token, 'catalog.media.commit', {
        uploadId: body.id,
        ...(name ? { name } : {}),
      });
      ids.push(result.id);
    }
  });
  afterAll(() => site.close());

  const list = (query: object = {}, as = site.world.developer) =>
    site.world.read('media.list', { query: query as never, as });
  const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id);

  test('a picture is there as soon as it was committed, before anything of it was drawn', async () => {
    const { items } = await list();
    expect(idsOf(items)).toEqual(ids.toReversed());
    expect(items[2]).toMatchObject({
      name: 'Bakır cezve ☕',
      state: 'processing',
      failure: null,
      type: 'image/png',
      variants: [],
    });
    expect(idsOf((await list({ state: 'processing' })).items)).toHaveLength(3);
    expect((await list({ state: 'ready' })).items).toEqual([]);
  });

  test('pages follow one another; a cursor of one state is none of another', async () => {
    const pages = await pagesOf<{ id: string }>(list, { limit: 2 });
    expect(pages.map(idsOf)).toEqual([[ids[2], ids[1]], [ids[0]]]);
    const { nextCursor } = await list({ limit: 1 });
    expect(await said(list({ limit: 1, state: 'failed', cursor: nextCursor }))).toBe('400 invalid_request');
    expect(await said(list({ state: 'lost' }))).toBe('400 invalid_request');
    expect((await list({}, site.world.other.owner)).items).toEqual([]);
  });

  test('a file is found by words of its name, or by parts of them, however they are typed', async () => {
    for (const text of ['cezve', 'CEZ', 'bakir', 'zve BAK', 'Bakır-cezve!'])
      expect([text, idsOf((await list({ text })).items)]).toEqual([text, [ids[0]]]);
    expect(idsOf((await list({ text: 'b' })).items)).toEqual([ids[2], ids[0]]);
    expect(idsOf((await list({ text: 'b', state: 'ready' })).items)).toEqual([]);
    expect((await list({ text: 'cezve fincan', total: 'true' })).total).toBe(0);
    for (const text of ['%', '☕', '', 'a'.repeat(101)]) expect(await said(list({ text }))).toBe('400 invalid_request');
    const { nextCursor } = await list({ limit: 1, text: 'b' });
    expect(idsOf((await list({ limit: 1, text: 'b', cursor: nextCursor })).items)).toEqual([ids[0]]);
    expect(await said(list({ limit: 1, text: 'c', cursor: nextCursor }))).toBe('400 invalid_request');
  });

  test('what was drawn is shown with its sizes, and what could not be with the reason', async () => {
    const worker = await startTestWorker(site.world);
    try {
      await eventually(async () => (await list({ state: 'processing' })).items.length === 0, 60_000, 100);
    } finally {
      await worker.stop();
    }
    expect(idsOf((await list({ state: 'ready' })).items)).toEqual([ids[1], ids[0]]);
    expect((await list({ state: 'failed' })).items).toMatchObject([
      { id: ids[2], failure: 'unreadable', variants: [] },
    ]);
    const [{ variants, width, height }] = (await list({ state: 'ready' })).items;
    expect([width, height]).toEqual([41, 30]);
    for (const { url, width: drawn } of variants)
      expect([url, drawn]).toEqual([expect.stringMatching(/^\/media\//), 41]);
  });
});
