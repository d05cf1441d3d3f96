import { newId } from '../../src/kernel/ids';
import { faultsOf, lastOf, replyOf, said, undoLast } from '../world/story';
import { createWorld, type World } from '../world/world';

const KURUS_MAX = 10_000_000_000_000;

describe('channel.listing.set', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
    await world.done('extension.install', { extension: 'trendyol' });
  });
  afterAll(() => world.close());

  const create = (payload: object = {}) =>
    world.done('catalog.product.create', { title: 'Fincan', price: 500, stock: 9, ...payload });
  const set = (items: readonly object[], extension = 'trendyol') =>
    world.run('channel.listing.set', { extension, items });
  const done = (items: readonly object[]) => world.done('channel.listing.set', { extension: 'trendyol', items });
  const listed = async (productId: string) =>
    (await world.read('channel.listings.list', { params: { ext: 'trendyol' }, query: { productId } })).items;

  test('lists products and variants at once, and says of each what came of it', async () => {
    const plain = await create();
    const varied = await create({ variants: [{ title: 'S' }, { title: 'M' }] });
    const [s, m] = varied.variants.map(({ id }: { id: string }) => id);
    const items = [
      { productId: plain.id, priceOverride: 650, buffer: 2 },
      { productId: varied.id, variantId: m },
      { productId: varied.id, variantId: s, enabled: false, remoteCategoryId: '1042' },
    ];
    const { created, updated, listings } = await done(items);
    expect([created, updated]).toEqual([3, 0]);
    expect(listings.map(({ productId, variantId, outcome }: never) => [productId, variantId, outcome])).toEqual([
      [plain.id, null, 'created'],
      [varied.id, m, 'created'],
      [varied.id, s, 'created'],
    ]);
    expect(await listed(plain.id)).toMatchObject([
      {
        enabled: true,
        priceOverride: 650,
        buffer: 2,
        effectivePrice: 650,
        liveStock: 9,
        status: 'unknown',
        drift: false,
      },
    ]);
    const again = await done([
      { productId: plain.id, priceOverride: 650 },
      { productId: varied.id, variantId: s, enabled: true },
    ]);
    expect(again).toMatchObject({
      created: 0,
      updated: 1,
      listings: [{ outcome: 'unchanged' }, { outcome: 'updated' }],
    });
    expect(await listed(plain.id)).toMatchObject([{ rev: 1 }]);
  });

  test('fields that are left out stay, null ends an override, and audit finds it by listing and extension', async () => {
    const { id: productId } = await create();
    const [{ id }] = (
      await done([{ productId, priceOverride: 650, listPriceOverride: 700, priceLocked: true, buffer: 3 }])
    ).listings;
    await done([{ productId, priceOverride: null }]);
    expect(await listed(productId)).toMatchObject([
      { id, priceOverride: null, listPriceOverride: 700, priceLocked: true, buffer: 3, effectivePrice: 500, rev: 2 },
    ]);
    for (const entity of [id, 'trendyol'])
      expect(await lastOf(world, entity)).toMatchObject({
        changes: [{ entity: 'listing', id, before: { priceOverride: 650 }, after: { priceOverride: null } }],
      });
    expect(await undoLast(world, id)).toBe('undone');
    expect(await listed(productId)).toMatchObject([{ priceOverride: 650, rev: 3 }]);
  });

  test('a new listing is taken back by taking it off, as far as nobody changed it since', async () => {
    const { id: productId } = await create();
    const [{ id }] = (await done([{ productId }])).listings;
    const { inverse } = await lastOf(world, id);
    await done([{ productId, buffer: 1 }]);
    const late = await replyOf(world.run('channel.listing.set', inverse?.payload));
    expect(late.body).toMatchObject({
      status: 409,
      code: 'rev_conflict',
      errors: [{ pointer: '/payload/items/0/expected', facts: { currentRev: 2, current: { buffer: 1 } } }],
    });
    await done([{ productId, buffer: null }]);
    expect(await said(world.run('channel.listing.set', inverse?.payload))).toBe('200');
    expect(await listed(productId)).toMatchObject([{ enabled: false }]);
  });

  test('who states what was seen is told when it is another', async () => {
    const { id: productId } = await create();
    const unlisted = () => set([{ productId, expected: { enabled: true }, buffer: 1 }]);
    expect([await said(unlisted()), await listed(productId)]).toEqual(['409 rev_conflict', []]);
    await done([{ productId, buffer: 5 }]);
    expect(await said(set([{ productId, expected: { buffer: 4 }, buffer: 1 }]))).toBe('409 rev_conflict');
    expect(await said(set([{ productId, expected: { buffer: 5, enabled: true }, buffer: 1 }]))).toBe('200');
  });

  test('one wrong item refuses all, and each is named by its place', async () => {
    const [known, varied] = [await create(), await create({ variants: [{ title: 'S' }] })];
    const foreign = await world.done('catalog.product.create', { title: 'x', price: 1 }, { as: world.other.owner });
    const wrong = () =>
      set([
        { productId: known.id },
        { productId: newId('prd') },
        { productId: foreign.id },
        { productId: varied.id },
        { productId: known.id, variantId: varied.variants[0].id },
      ]);
    expect([await said(wrong()), await faultsOf(wrong())]).toEqual([
      '422 listing_unknown',
      ['1', '2', '3/variantId', '4'].map((place) => `/payload/items/${place}`),
    ]);
    expect(await listed(known.id)).toEqual([]);
    const twice = () => set([{ productId: known.id }, { productId: known.id, buffer: 1 }]);
    expect([await said(twice()), await faultsOf(twice())]).toEqual(['400 invalid_request', ['/payload/items/1']]);
  });

  test('up to five hundred at once, of an extension that is installed', async () => {
    const products = await Promise.all(Array.from({ length: 5 }, () => create()));
    const items = products.map(({ id }) => ({ productId: id }));
    const many = Array.from({ length: 501 }, () => ({ productId: newId('prd') }));
    for (const wrong of [[], many])
      expect([wrong.length, await said(set(wrong))]).toEqual([wrong.length, '400 invalid_request']);
    expect(await said(set(many.slice(1)))).toBe('422 listing_unknown');
    expect(await said(set(items, 'n11'))).toBe('422 extension_unknown');
    const other = { extension: 'trendyol', items };
    expect(await said(world.run('channel.listing.set', other, { as: world.other.owner }))).toBe(
      '422 extension_not_installed',
    );
    for (const wrong of [
      { priceOverride: KURUS_MAX + 1 },
      { buffer: -1 },
      { buffer: 100_001 },
      { remoteBrandId: '' },
      { mirror: null },
      { expectedRev: 1 },
    ])
      expect([wrong, await said(set([{ ...items[0], ...wrong }]))]).toEqual([wrong, '400 invalid_request']);
  });

  test('those who list one item at the same time end in one listing, and all are answered', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id: productId } = await create();
      const replies = await Promise.all(Array.from({ length: 6 }, (_, buffer) => said(set([{ productId, buffer }]))));
      expect(replies).toEqual(replies.map(() => '200'));
      expect(await listed(productId)).toHaveLength(1);
    }
  });

  test('lists that name the same items in opposite orders do not wait for each other for ever', async () => {
    const items = (await Promise.all(Array.from({ length: 20 }, () => create()))).map(({ id }) => ({ productId: id }));
    await done(items);
    const replies = await Promise.all(
      Array.from({ length: 2 }, (_, buffer) =>
        said(set((buffer % 2 ? items : items.toReversed()).map((item) => ({ ...item, buffer })))),
      ),
    );
    expect(replies).toEqual(replies.map(() => '200'));
  });
});
