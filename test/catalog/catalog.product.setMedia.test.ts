import { newId } from '../../src/kernel/ids';
import type { RunningWorker } from '../../src/worker';
import { committed } from '../media/committed';
import { plain } from '../media/pictures';
import { eventually } from '../world/eventually';
import { lastOf, replyOf, said } from '../world/story';
import { startTestWorker } from '../world/worker';
import { createWorld, type TestStore, type World } from '../world/world';

describe('catalog.product.setMedia', () => {
  let world: World;
  let productId: string;
  beforeAll(async () => {
    world = await createWorld();
  });
  beforeEach(async () => {
    ({ id: productId } = await world.done('catalog.product.create', { title: 'Fincan', price: 14_990 }));
  });
  afterAll(() => world.close());

  let size = 20;
  const commit = async (store?: TestStore) => committed(world, await plain(size++, 30), store);
  const set = (media: readonly object[], more: object = {}, as = world.developer) =>
    world.run('catalog.product.setMedia', { productId, media, ...more }, { as });
  const read = () => world.read('catalog.products.get', { params: { prd: productId } });
  const placed = async () =>
    (await read()).media.map(({ mediaId, alt }: { mediaId: string; alt: string | null }) => [mediaId, alt]);
  const projected = async (key: string) => {
    const [row] = await world.database
      .reader(world.storeId)
      .query<{ value: { media: unknown[] } }>('SELECT value FROM storefront_kv WHERE store_id = $1 AND key = $2', [
        world.storeId,
        key,
      ]);
    return row?.value.media;
  };

  test('gives a product its pictures in an order, each with words of its own, and takes them back', async () => {
    const [front, side] = [await commit(), await commit()];
    const { rev } = await read();
    const media = [{ mediaId: side, alt: 'Yandan' }, { mediaId: front }];
    const first = await set(media, { expectedRev: rev });
    expect(first.body).toMatchObject({ result: { id: productId, rev: rev + 1 } });
    expect(await placed()).toEqual([
      [side, 'Yandan'],
      [front, null],
    ]);
    expect(await lastOf(world, productId)).toMatchObject({
      command: 'catalog.product.setMedia',
      changes: [
        {
          entity: 'product',
          before: { media: [] },
          after: {
            media: [
              { mediaId: side, alt: 'Yandan' },
              { mediaId: front, alt: null },
            ],
          },
        },
      ],
      inverse: { command: 'catalog.product.setMedia', payload: { productId, expectedRev: rev + 1, media: [] } },
    });
    // The same once more changes nothing.
    expect((await set(media)).body).toMatchObject({ result: { rev: rev + 1 } });
    await set([{ mediaId: front, alt: 'Önden' }]);
    const { inverse } = await lastOf(world, productId);
    await world.done(inverse?.command ?? '', inverse?.payload);
    expect(await placed()).toEqual([
      [side, 'Yandan'],
      [front, null],
    ]);
    await world.done('catalog.product.update', { productId, title: 'Büyük fincan' });
    expect(await placed()).toHaveLength(2);
  });

  test('refuses what is not there, stands twice, is of another store, or too much, each by its place', async () => {
    const [mine, theirs] = [await commit(), await commit(world.other)];
    const unknown = newId('med');
    const { status, body } = await replyOf(
      set([{ mediaId: mine }, { mediaId: theirs }, { mediaId: unknown }, { mediaId: mine }]),
    );
    expect([status, body]).toMatchObject([
      422,
      {
        code: 'media_unknown',
        errors: [
          { pointer: '/payload/media/1/mediaId' },
          { pointer: '/payload/media/2/mediaId' },
          { pointer: '/payload/media/3/mediaId' },
        ],
      },
    ]);
    expect(await said(set([{ mediaId: mine }, { mediaId: mine }]))).toBe('400 invalid_request');
    expect(await said(set(Array.from({ length: 51 }, () => ({ mediaId: newId('med') }))))).toBe('400 invalid_request');
    expect(await said(set([{ mediaId: mine, alt: 'a\u202eb' }]))).toBe('400 invalid_request');
    expect(await said(set([{ mediaId: mine }], { expectedRev: 7 }))).toBe('409 rev_conflict');
    expect(await said(set([], { productId: newId('prd') }))).toBe('404 not_found');
    expect(await said(set([], {}, { ...world.developer, scopes: new Set(['catalog:read']) }))).toBe(
      '403 forbidden_scope',
    );
    expect(await said(set([], {}, world.other.owner))).toBe('404 not_found');
    expect(await placed()).toEqual([]);
  });

  test('a file that a product shows is not deleted, and the refusal says which product that is', async () => {
    const mediaId = await commit();
    await set([{ mediaId }]);
    const showing = async (query: object) =>
      (await world.read('catalog.products.list', { query: { total: 'true', ...query } })) as {
        items: { id: string }[];
        total: number;
      };
    expect(await showing({ mediaId })).toMatchObject({ items: [{ id: productId }], total: 1 });
    expect(await showing({ mediaId, sort: 'title', status: 'all', text: 'fincan' })).toMatchObject({
      items: [{ id: productId }],
    });
    expect(await showing({ mediaId, text: 'cezve' })).toMatchObject({ items: [], total: 0 });
    expect(await showing({ mediaId: newId('med') })).toMatchObject({ items: [], total: 0 });
    const { status, body } = await replyOf(world.run('catalog.media.delete', { mediaId }));
    expect([status, body]).toMatchObject([422, { code: 'media_in_use', usedBy: [productId] }]);
    expect((body as { detail: string }).detail).toContain('“Fincan”');
    await set([]);
    await world.done('catalog.media.delete', { mediaId });
    expect(await said(set([{ mediaId }]))).toBe('422 media_unknown');
  });

  test('of a deletion and a product that takes the file at once, one gives way', async () => {
    for (let round = 0; round < 5; round += 1) {
      const mediaId = await commit();
      const replies = await Promise.all([
        said(set([{ mediaId }])),
        said(world.run('catalog.media.delete', { mediaId })),
      ]);
      expect([
        ['200', '422 media_in_use'],
        ['422 media_unknown', '200'],
      ]).toContainEqual(replies);
      await set([]);
    }
  });

  test('is shown in lists and storefronts, at once and again when the picture has been drawn', async () => {
    const mediaId = await commit();
    const { handle } = await read();
    await set([{ mediaId, alt: 'Önden' }]);
    const listed = async () =>
      (await world.read('catalog.products.list')).items.find(({ id }: { id: string }) => id === productId).picture;
    const waiting = { mediaId, alt: 'Önden', state: 'processing', width: null, height: null, variants: [] };
    expect((await read()).media).toEqual([waiting]);
    expect(await projected(`product:${handle}`)).toEqual([waiting]);
    expect(await listed()).toEqual({ mediaId, alt: 'Önden', width: null, height: null, url: null });

    const worker: RunningWorker = await startTestWorker(world);
    try {
      await eventually(async () => (await read()).media[0].variants.length === 2);
    } finally {
      await worker.stop();
    }
    const [shown] = (await read()).media;
    const { variants } = (await world.read('media.list')).items.find(({ id }: { id: string }) => id === mediaId);
    expect(shown).toMatchObject({ mediaId, alt: 'Önden', state: 'ready', width: expect.any(Number) });
    expect(shown.variants).toEqual(
      variants.map(({ format, width, height, url }: Record<string, unknown>) => ({ format, width, height, url })),
    );
    expect(await projected(`product:${handle}`)).toEqual([shown]);
    expect(await listed()).toMatchObject({ mediaId, width: shown.width, url: shown.variants[0].url });
    expect(shown.variants[0].format).toBe('webp');
  });

  test('takes no picture that could not be drawn, and keeps one that failed since', async () => {
    const mediaId = await commit();
    const fail = () => world.sql(`UPDATE media SET state = 'failed', failure = 'unreadable' WHERE id = '${mediaId}'`);
    await fail();
    expect(await said(set([{ mediaId }]))).toBe('409 invalid_state');
    await world.sql(`UPDATE media SET state = 'ready', failure = NULL WHERE id = '${mediaId}'`);
    await set([{ mediaId }]);
    await fail();
    expect(await said(set([{ mediaId, alt: 'Önden' }]))).toBe('200');
  });
});
