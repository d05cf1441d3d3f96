import { newId, newUlid } from '../../src/kernel/ids';
import { faultsOf, lastOf, said, undoLast } from '../world/story';
import { createWorld, type World } from '../world/world';

const KURUS_MAX = 10_000_000_000_000;

describe('catalog.price.set', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const create = (payload: object = {}) =>
    world.done('catalog.product.create', { title: 'Gömlek', price: 89_900, compareAt: 100_000, ...payload });
  const set = (payload: object) => world.run('catalog.price.set', payload);
  const get = (prd: string) => world.read('catalog.products.get', { params: { prd } });

  test('of a product: compareAt stays when it is not named, and null ends it', async () => {
    const { id } = await create();
    const done = (payload: object) => world.done('catalog.price.set', { targetId: id, ...payload });
    expect(await done({ price: 79_900 })).toEqual({
      targetId: id,
      productId: id,
      rev: 2,
      price: 79_900,
      compareAt: 100_000,
    });
    expect(await done({ price: 0, compareAt: null })).toMatchObject({ price: 0, compareAt: null, rev: 3 });
    expect(await done({ price: KURUS_MAX, compareAt: KURUS_MAX })).toMatchObject({ price: KURUS_MAX, rev: 4 });
    expect(await get(id)).toMatchObject({ price: KURUS_MAX, compareAt: KURUS_MAX, title: 'Gömlek', rev: 4 });
    expect(await undoLast(world, id)).toBe('undone');
    expect(await get(id)).toMatchObject({ price: 0, compareAt: null });
  });

  test('of a variant: null gives it the price of its product back, and audit finds it by both', async () => {
    const { id, variants } = await create({ variants: [{ title: 'S', price: 5 }, { title: 'M' }] });
    const [s, m] = variants.map((variant: { id: string }) => variant.id);
    const done = (targetId: string, price: number | null) => world.done('catalog.price.set', { targetId, price });
    expect(await done(s, null)).toMatchObject({ targetId: s, productId: id, price: null, compareAt: null, rev: 2 });
    expect(await done(m, 95_000)).toMatchObject({ productId: id, price: 95_000, rev: 3 });
    expect(await get(id)).toMatchObject({ price: 89_900, variants: [{ price: null }, { price: 95_000 }] });
    for (const entity of [m, id])
      expect(await lastOf(world, entity)).toMatchObject({
        changes: [{ entity: 'variant', id: m, before: { price: null }, after: { price: 95_000 } }],
        inverse: { payload: { targetId: m, expectedRev: 3, price: null } },
      });
  });

  test('the key decides, whatever the look-up that travels with it finds', async () => {
    const { id, variants } = await create({ variants: [{ title: 'S' }, { title: 'M' }] });
    const [removed, kept] = variants as [{ id: string }, { id: string; title: string }];
    const key = newUlid();
    const again = () => world.run('catalog.price.set', { targetId: removed.id, price: 5 }, { key });
    const first = await again();
    await world.done('catalog.product.setVariants', { productId: id, variants: [{ id: kept.id, title: 'M' }] });
    expect(await said(set({ targetId: removed.id, price: 5 }))).toBe('404 not_found');
    const second = await again();
    expect([first.status, first.replayed, second.replayed]).toEqual([200, false, true]);
    expect(second.body).toEqual(first.body);
  });

  test('what is so already writes nothing', async () => {
    const { id, variants } = await create({ variants: [{ title: 'S', price: 5 }] });
    expect(await world.done('catalog.price.set', { targetId: id, price: 89_900 })).toMatchObject({ rev: 1 });
    expect(await world.done('catalog.price.set', { targetId: variants[0].id, price: 5 })).toMatchObject({ rev: 1 });
  });

  test('a product has a price, only a product has a compareAt, and kuruş are whole', async () => {
    const { id, variants } = await create({ variants: [{ title: 'S' }] });
    const without = () => set({ targetId: id, price: null });
    expect([await said(without()), await faultsOf(without())]).toEqual(['422 price_required', ['/payload/price']]);
    const reduced = () => set({ targetId: variants[0].id, price: 1, compareAt: 2 });
    expect([await said(reduced()), await faultsOf(reduced())]).toEqual([
      '422 compare_at_on_variant',
      ['/payload/compareAt'],
    ]);
    for (const price of [-1, 0.5, KURUS_MAX + 1, '100', undefined])
      expect([price, await said(set({ targetId: id, price }))]).toEqual([price, '400 invalid_request']);
    expect(await said(set({ targetId: newId('var'), price: 1 }))).toBe('404 not_found');
    expect(await said(set({ targetId: newId('col'), price: 1 }))).toBe('400 invalid_request');
    expect(await get(id)).toMatchObject({ rev: 1, price: 89_900 });
  });

  test('the rev is that of the product, whose variants share it', async () => {
    const { id, variants } = await create({ variants: [{ title: 'S' }, { title: 'M' }] });
    const [s, m] = variants.map((variant: { id: string }) => variant.id);
    const asked = [id, s, m].map((targetId) => said(set({ targetId, expectedRev: 1, price: 1 })));
    expect((await Promise.all(asked)).toSorted()).toEqual(['200', '409 rev_conflict', '409 rev_conflict']);
  });

  test('a dry run shows what would change and changes nothing', async () => {
    const { id } = await create();
    const { body } = await world.run('catalog.price.set', { targetId: id, price: 5 }, { dryRun: true });
    expect(body).toMatchObject({
      preview: {
        changes: [{ entity: 'product', id, field: 'price', before: 89_900, after: 5, unit: 'kuruş' }],
        bumpsGeneration: true,
      },
    });
    expect(await get(id)).toMatchObject({ price: 89_900, rev: 1 });
  });
});
