import { pagesOf, said } from '../world/story';
import { createWorld, type World } from '../world/world';

describe('catalog.categories.list', () => {
  let world: World;
  let ids: Record<string, string>;
  beforeAll(async () => {
    world = await createWorld();
    ids = {};
    for (const [name, position] of [
      ['Elbise', 7],
      ['Ayakkabı', 2],
      ['Çanta', 2],
      ['Şal', 0],
      ['Eski', 1],
    ] as const)
      ids[name] = (await world.done('catalog.category.create', { name, position })).id;
    await world.done('catalog.category.archive', { categoryId: ids.Eski });
  });
  afterAll(() => world.close());

  const list = (query: object = {}, as = world.developer) =>
    world.read('catalog.categories.list', { query: query as never, as });
  const names = (items: readonly { name: string }[]) => items.map(({ name }) => name);

  test('is a menu: by position, of one position the older first, without what was archived', async () => {
    expect(names((await list()).items)).toEqual(['Şal', 'Ayakkabı', 'Çanta', 'Elbise']);
    expect(names((await list({ status: 'archived' })).items)).toEqual(['Eski']);
    expect(names((await list({ status: 'all' })).items)).toEqual(['Şal', 'Eski', 'Ayakkabı', 'Çanta', 'Elbise']);
    expect((await list({}, world.other.owner)).items).toEqual([]);
  });

  test('pages of one show each once, also across a position that two share', async () => {
    const pages = await pagesOf<{ name: string }>(list, { status: 'all', limit: 1 });
    expect(pages.map(names)).toEqual([['Şal'], ['Eski'], ['Ayakkabı'], ['Çanta'], ['Elbise']]);
    expect((await list({ limit: 4 })).nextCursor).toBeNull();
  });

  test('goes on behind a row that has moved or gone since', async () => {
    const first = await list({ limit: 2 });
    expect(names(first.items)).toEqual(['Şal', 'Ayakkabı']);
    await world.done('catalog.category.update', { categoryId: ids.Ayakkabı, position: 9 });
    await world.done('catalog.category.archive', { categoryId: ids.Şal });
    expect(names((await list({ cursor: first.nextCursor })).items)).toEqual(['Çanta', 'Elbise', 'Ayakkabı']);
  });

  test('a cursor belongs to its list and its filter', async () => {
    const { nextCursor } = await list({ status: 'all', limit: 1 });
    expect(await said(list({ limit: 1, cursor: nextCursor }))).toBe('400 invalid_request');
    const collections = world.read('catalog.collections.list', { query: { cursor: nextCursor } });
    expect(await said(collections)).toBe('400 invalid_request');
    expect(await said(list({ status: 'gone' }))).toBe('400 invalid_request');
  });
});
