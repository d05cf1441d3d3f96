import { lastOf, said } from '../world/story';
import { createWorld, type World } from '../world/world';

describe('catalog.category.archive', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  test('hides it from menus; its products keep it, and no other gets it', async () => {
    const { id: categoryId } = await world.done('catalog.category.create', { name: 'Yaz' });
    const { id } = await world.done('catalog.product.create', { title: 'Şapka', price: 1, categoryId });
    expect(await world.done('catalog.category.archive', { categoryId })).toMatchObject({ status: 'archived', rev: 2 });
    expect((await world.read('catalog.categories.list')).items).toEqual([]);

    const categoryOf = async () => (await world.read('catalog.products.get', { params: { prd: id } })).categoryId;
    expect(await categoryOf()).toBe(categoryId);
    // Who edits the product sends back what it has.
    await world.done('catalog.product.update', { productId: id, title: 'Hasır Şapka', categoryId });
    const found = await world.read('catalog.products.list', { query: { categoryId } });
    expect(found.items).toMatchObject([{ id, title: 'Hasır Şapka' }]);

    const another = world.run('catalog.product.create', { title: 'Bere', price: 1, categoryId });
    expect(await said(another)).toBe('422 category_unknown');
    await world.done('catalog.product.update', { productId: id, categoryId: null });
    const again = world.run('catalog.product.update', { productId: id, categoryId });
    expect(await said(again)).toBe('422 category_unknown');
    expect(await categoryOf()).toBeNull();
  });

  test('is for good: audit has nothing that takes it back, and a second time is refused', async () => {
    const { id: categoryId } = await world.done('catalog.category.create', { name: 'Kış' });
    await world.done('catalog.category.archive', { categoryId, expectedRev: 1 });
    expect(await lastOf(world, categoryId)).toMatchObject({
      changes: [{ before: { status: 'active' }, after: { status: 'archived' } }],
      inverse: null,
    });
    const twice = await world.run('catalog.category.archive', { categoryId });
    expect([twice.status, twice.body]).toMatchObject([409, { code: 'invalid_state', state: 'archived' }]);
    expect(await lastOf(world, categoryId, 'refused')).toMatchObject({
      command: 'catalog.category.archive',
      code: 'invalid_state',
      changes: [],
    });
  });

  test('meets a product that is put into it meanwhile: it is in it before, or refused', async () => {
    const { id: categoryId } = await world.done('catalog.category.create', { name: 'Bahar' });
    const [archived, ...created] = await Promise.all([
      said(world.run('catalog.category.archive', { categoryId })),
      ...Array.from({ length: 4 }, () =>
        said(world.run('catalog.product.create', { title: 'Yelek', price: 1, categoryId })),
      ),
    ]);
    expect(archived).toBe('200');
    for (const each of created) expect(['200', '422 category_unknown']).toContain(each);
    const { items } = await world.read('catalog.products.list', { query: { categoryId } });
    expect(items).toHaveLength(created.filter((each) => each === '200').length);
  });
});
