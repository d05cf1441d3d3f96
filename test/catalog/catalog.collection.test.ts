import type { Reply } from '../../src/kernel/dispatch';
import { newId } from '../../src/kernel/ids';
import { createWorld, type World } from '../world/world';

describe('categories and collections', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
  });
  afterEach(() => world.close());

  const code = ({ status, body }: Reply) => `${status} ${(body as { code?: string }).code}`;
  const product = async (title: string, payload: object = {}): Promise<string> =>
    (await world.done('catalog.product.create', { title, price: 1, ...payload })).id;

  test('categories keep their order, their cap, and their products when archived', async () => {
    const [a, b] = [
      await world.done('catalog.category.create', { name: 'Elbise', taksitCap: 6 }),
      await world.done('catalog.category.create', { name: 'Ayakkabı' }),
    ];
    expect([a.position, b.position, a.rev]).toEqual([0, 1, 1]);
    await world.done('catalog.category.update', { categoryId: a.id, position: 5, taksitCap: null });
    const list = (query: object = {}) => world.read('catalog.categories.list', { query: query as never });
    expect((await list()).items.map(({ name }: { name: string }) => name)).toEqual(['Ayakkabı', 'Elbise']);
    const first = await list({ limit: 1 });
    expect((await list({ limit: 1, cursor: first.nextCursor })).items[0]).toMatchObject({
      id: a.id,
      taksitCap: null,
      rev: 2,
    });
    const id = await product('x', { categoryId: a.id });
    await world.done('catalog.category.archive', { categoryId: a.id });
    expect((await list()).items).toHaveLength(1);
    expect((await list({ status: 'all' })).items).toHaveLength(2);
    expect((await world.read('catalog.products.get', { params: { prd: id } })).categoryId).toBe(a.id);
    await world.done('catalog.product.update', { productId: id, title: 'y', categoryId: a.id });
    expect(code(await world.run('catalog.product.create', { title: 'x', price: 1, categoryId: a.id }))).toBe(
      '422 category_unknown',
    );
    expect(code(await world.run('catalog.category.archive', { categoryId: a.id }))).toBe('409 invalid_state');
    expect(code(await world.run('catalog.category.update', { categoryId: a.id, name: 'x' }))).toBe('409 invalid_state');
    expect(code(await world.run('catalog.category.update', { categoryId: b.id, name: 'x', expectedRev: 7 }))).toBe(
      '409 rev_conflict',
    );
    expect(
      code(await world.run('catalog.category.update', { categoryId: b.id, name: 'x' }, { as: world.other.owner })),
    ).toBe('404 not_found');
    await expect(world.run('catalog.category.create', { name: 'x', taksitCap: 13 })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });

  test('collections have handles of their own and keep members in their manual order', async () => {
    const [p1, p2, p3] = [await product('Yaz'), await product('b'), await product('c')];
    const { id, handle } = await world.done('catalog.collection.create', { title: 'Yaz' });
    expect([handle, (await world.done('catalog.collection.create', { title: 'YAZ' })).handle]).toEqual([
      'yaz',
      'yaz-2',
    ]);
    expect(code(await world.run('catalog.collection.create', { title: 'x', handle: 'yaz' }))).toBe('422 handle_taken');
    const get = () => world.read('catalog.collections.get', { params: { col: id } });
    await world.done('catalog.collection.setProducts', { collectionId: id, productIds: [p3, p1, p2] });
    expect(await get()).toMatchObject({ productIds: [p3, p1, p2], productCount: 3, rev: 2 });
    await world.done('catalog.collection.setProducts', { collectionId: id, productIds: [p2, p3] });
    expect(await get()).toMatchObject({ productIds: [p2, p3], productCount: 2 });
    const inOrder = await world.read('catalog.products.list', { query: { collectionId: id, sort: 'position' } });
    expect(inOrder.items.map((item: { id: string }) => item.id)).toEqual([p2, p3]);

    const wrong = await world.run('catalog.collection.setProducts', {
      collectionId: id,
      productIds: [p1, newId('prd'), p2, newId('prd')],
    });
    expect([
      code(wrong),
      (wrong.body as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer),
    ]).toEqual(['422 product_unknown', ['/payload/productIds/1', '/payload/productIds/3']]);
    await expect(
      world.run('catalog.collection.setProducts', { collectionId: id, productIds: [p1, p1] }),
    ).rejects.toMatchObject({ code: 'invalid_request' });
    const foreign = (await world.done('catalog.product.create', { title: 'x', price: 1 }, { as: world.other.owner }))
      .id;
    expect(code(await world.run('catalog.collection.setProducts', { collectionId: id, productIds: [foreign] }))).toBe(
      '422 product_unknown',
    );

    await world.done('catalog.collection.update', { collectionId: id, title: 'Yaz 2027', description: 'Serin.' });
    expect(await get()).toMatchObject({ title: 'Yaz 2027', handle: 'yaz', description: 'Serin.' });
    await world.done('catalog.collection.archive', { collectionId: id });
    expect(await get()).toMatchObject({ status: 'archived', productIds: [p2, p3] });
    for (const [command, payload] of [
      ['catalog.collection.update', { title: 'x' }],
      ['catalog.collection.archive', {}],
      ['catalog.collection.setProducts', { productIds: [] }],
    ] as const) {
      expect(code(await world.run(command, { collectionId: id, ...payload }))).toBe('409 invalid_state');
    }
    const list = (query: object = {}, as = world.owner) =>
      world.read('catalog.collections.list', { query: query as never, as });
    expect((await list()).items.map((row: { handle: string }) => row.handle)).toEqual(['yaz-2']);
    const first = await list({ status: 'all', limit: 1 });
    expect((await list({ status: 'all', limit: 1, cursor: first.nextCursor })).items[0].id).toBe(id);
    await expect(list({ limit: 1, cursor: first.nextCursor })).rejects.toMatchObject({ code: 'invalid_request' });
    expect((await list({}, world.other.owner)).items).toEqual([]);
  });

  test('two racing writers of one collection: one gets 409; fifty creates get fifty handles', async () => {
    const [p1, p2] = [await product('a'), await product('b')];
    const { id } = await world.done('catalog.collection.create', { title: 'Kış' });
    const replies = await Promise.all([
      world.run('catalog.collection.setProducts', { collectionId: id, expectedRev: 1, productIds: [p1] }),
      world.run('catalog.collection.setProducts', { collectionId: id, expectedRev: 1, productIds: [p2] }),
    ]);
    expect(replies.map(code).sort()).toEqual(['200 undefined', '409 rev_conflict']);
    const made = await Promise.all(
      Array.from({ length: 50 }, () => world.done('catalog.collection.create', { title: 'Kış' })),
    );
    expect(new Set(made.map(({ handle }) => handle)).size).toBe(50);
  });

  test('five thousand members fit, one more does not', async () => {
    const ids = Array.from({ length: 5000 }, () => newId('prd'));
    await world.sql(`INSERT INTO catalog_product (store_id, id, title, handle, price, vat_rate, created_at, updated_at)
      SELECT '${world.storeId}', id, 'x', lower(id), 1, 20, now(), now() FROM unnest(ARRAY['${ids.join("','")}']) AS id`);
    const { id } = await world.done('catalog.collection.create', { title: 'Hepsi' });
    expect(await world.done('catalog.collection.setProducts', { collectionId: id, productIds: ids })).toMatchObject({
      productCount: 5000,
    });
    expect((await world.read('catalog.collections.get', { params: { col: id } })).productIds).toEqual(ids);
    await expect(
      world.run('catalog.collection.setProducts', { collectionId: id, productIds: [...ids, newId('prd')] }),
    ).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
