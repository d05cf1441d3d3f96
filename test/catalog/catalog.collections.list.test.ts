import { pagesOf, said } from '../world/story';
import { createWorld, type World } from '../world/world';

describe('catalog.collections.list', () => {
  let world: World;
  const ids: string[] = [];
  beforeAll(async () => {
    world = await createWorld();
    for (const title of ['Yaz', 'Kış', 'Güz', 'Bahar'])
      ids.push((await world.done('catalog.collection.create', { title })).id);
    await world.done('catalog.collection.archive', { collectionId: ids[1] });
  });
  afterAll(() => world.close());

  const list = (query: object = {}, as = world.developer) =>
    world.read('catalog.collections.list', { query: query as never, as });
  const titles = (items: readonly { title: string }[]) => items.map(({ title }) => title);

  test('newest first, active ones unless asked otherwise', async () => {
    expect(titles((await list()).items)).toEqual(['Bahar', 'Güz', 'Yaz']);
    expect(titles((await list({ status: 'archived' })).items)).toEqual(['Kış']);
    expect(titles((await list({ status: 'all' })).items)).toEqual(['Bahar', 'Güz', 'Kış', 'Yaz']);
    expect((await list({}, world.other.owner)).items).toEqual([]);
  });

  test('finds words of titles, or parts of them, whatever their case and accents', async () => {
    for (const [text, found] of [
      ['yaz', ['Yaz']],
      ['GÜ', ['Güz']],
      ['guz', ['Güz']],
      ['ahar', ['Bahar']],
      ['a', ['Bahar', 'Yaz']],
      ['a z', ['Yaz']],
      ['kıs', []],
    ] as const)
      expect([text, titles((await list({ text })).items)]).toEqual([text, found]);
    expect(titles((await list({ text: 'kıs', status: 'all' })).items)).toEqual(['Kış']);
    expect((await list({ text: 'a', total: 'true' })).total).toBe(2);
    const { nextCursor } = await list({ limit: 1, text: 'a' });
    expect(titles((await list({ limit: 1, text: 'a', cursor: nextCursor })).items)).toEqual(['Yaz']);
    for (const text of ['%', '☕', '', 'a'.repeat(101)]) expect(await said(list({ text }))).toBe('400 invalid_request');
  });

  test('a row says how many products it has and not which', async () => {
    const { id: productId } = await world.done('catalog.product.create', { title: 'Şapka', price: 1 });
    await world.done('catalog.collection.setProducts', { collectionId: ids[0], productIds: [productId] });
    const { items } = await list();
    expect(items.map(({ productCount }: { productCount: number }) => productCount)).toEqual([0, 0, 1]);
    expect(items[0]).not.toHaveProperty('productIds');
  });

  test('one that is created between two pages is not shown twice and moves none', async () => {
    const first = await list({ status: 'all', limit: 2 });
    await world.done('catalog.collection.create', { title: 'Sonradan' });
    const second = await list({ status: 'all', limit: 2, cursor: first.nextCursor });
    expect([first.items, second.items].map(titles)).toEqual([
      ['Bahar', 'Güz'],
      ['Kış', 'Yaz'],
    ]);
    expect(second.nextCursor).toBeNull();
    expect((await pagesOf<{ title: string }>(list, { status: 'all', limit: 2 })).flatMap(titles)).toHaveLength(5);
  });

  test('a cursor belongs to the filter that it was made for', async () => {
    const { nextCursor } = await list({ status: 'all', limit: 1 });
    expect(await said(list({ limit: 1, cursor: nextCursor }))).toBe('400 invalid_request');
    for (const limit of [0, 101]) expect(await said(list({ limit }))).toBe('400 invalid_request');
  });
});
