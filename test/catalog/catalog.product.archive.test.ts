import { lastOf, said } from '../world/story';
import { createWorld, type World } from '../world/world';

describe('catalog.product.archive', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const create = (payload: object = {}) =>
    world.done('catalog.product.create', { title: 'Gömlek', price: 1, ...payload });

  test('takes it off the shop and keeps what it was: history, stock, handle and barcodes', async () => {
    const { id, handle, variants } = await create({
      handle: 'son-gomlek',
      barcode: 'A-1',
      stock: 7,
      variants: [{ title: 'S', barcode: 'A-2', stock: 2 }],
    });
    expect(await world.done('catalog.product.archive', { productId: id })).toMatchObject({
      status: 'archived',
      rev: 2,
    });
    expect(await world.read('catalog.products.get', { params: { prd: id } })).toMatchObject({
      status: 'archived',
      handle,
      barcode: 'A-1',
      stock: 7,
      variants: [{ id: variants[0].id, barcode: 'A-2', stock: 2 }],
    });
    const ids = async (query: object) =>
      (await world.read('catalog.products.list', { query: query as never })).items.map(
        (item: { id: string }) => item.id,
      );
    expect([await ids({}), await ids({ status: 'archived' })]).toEqual([[], [id]]);
    expect((await world.read('catalog.stockMovements.list', { query: { targetId: id } })).items).toHaveLength(2);
    const again = (payload: object) => said(world.run('catalog.product.create', { title: 'x', price: 1, ...payload }));
    expect([await again({ handle }), await again({ barcode: 'A-1' }), await again({ barcode: 'A-2' })]).toEqual([
      '422 handle_taken',
      '422 barcode_taken',
      '422 barcode_taken',
    ]);
  });

  test('is for good: nothing changes it any more, and audit offers no way back', async () => {
    const { id, variants } = await create({ stock: 1, variants: [{ title: 'S', stock: 1 }] });
    const targetId = variants[0].id;
    await world.done('catalog.product.archive', { productId: id });
    expect(await lastOf(world, id)).toMatchObject({
      changes: [{ entity: 'product', before: { status: 'active' }, after: { status: 'archived' } }],
      inverse: null,
    });
    for (const [command, payload] of [
      ['catalog.product.archive', { productId: id }],
      ['catalog.product.update', { productId: id, title: 'x' }],
      ['catalog.product.setVariants', { productId: id, variants: [] }],
      ['catalog.product.setDigital', { productId: id, requiresShipping: false }],
      ['catalog.price.set', { targetId: id, price: 1 }],
      ['catalog.price.set', { targetId, price: 1 }],
      ['catalog.stock.set', { targetId: id, stock: 1 }],
      ['catalog.stock.adjust', { targetId, delta: 1 }],
    ] as const)
      expect([command, await said(world.run(command, payload))]).toEqual([command, '409 invalid_state']);
  });

  test('of those who sell while it goes, each comes before it or is refused', async () => {
    const { id } = await create({ stock: 100 });
    const [archived, ...sold] = await Promise.all([
      said(world.run('catalog.product.archive', { productId: id })),
      ...Array.from({ length: 10 }, () => said(world.run('catalog.stock.adjust', { targetId: id, delta: -1 }))),
    ]);
    expect(archived).toBe('200');
    for (const each of sold) expect(['200', '409 invalid_state']).toContain(each);
    const { stock } = await world.read('catalog.products.get', { params: { prd: id } });
    expect(stock).toBe(100 - sold.filter((each) => each === '200').length);
  });
});
