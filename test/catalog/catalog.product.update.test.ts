import { newId } from '../../src/kernel/ids';
import { faultsOf, lastOf, said, undoLast } from '../world/story';
import { createWorld, type World } from '../world/world';

describe('catalog.product.update', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const create = (payload: object = {}) =>
    world.done('catalog.product.create', { title: 'Keten Gömlek', price: 89_900, ...payload });
  const update = (payload: object) => world.run('catalog.product.update', payload);
  const get = (prd: string) => world.read('catalog.products.get', { params: { prd } });

  test('changes what is named and leaves the rest, the address too', async () => {
    const { id, handle } = await create({ brand: 'Ada', sku: 'S-1', description: 'Eski.' });
    const { id: categoryId } = await world.done('catalog.category.create', { name: 'Elbise' });
    const patch = { title: 'Yeni Ad', sku: null, categoryId };
    expect(await world.done('catalog.product.update', { productId: id, expectedRev: 1, ...patch })).toMatchObject({
      id,
      rev: 2,
      handle,
    });
    expect(await get(id)).toMatchObject({ ...patch, brand: 'Ada', description: 'Eski.', price: 89_900, rev: 2 });
    expect(await lastOf(world, id)).toMatchObject({
      changes: [
        {
          before: { title: 'Keten Gömlek', sku: 'S-1', categoryId: null },
          after: { title: 'Yeni Ad', sku: null, categoryId },
        },
      ],
    });
    expect(await undoLast(world, id)).toBe('undone');
    expect(await get(id)).toMatchObject({ title: 'Keten Gömlek', sku: 'S-1', categoryId: null });
  });

  test('of what was read before somebody else wrote, nothing is taken', async () => {
    const { id } = await create();
    await world.done('catalog.product.update', { productId: id, title: 'Yeni' });
    const late = await update({ productId: id, expectedRev: 1, brand: 'Ada' });
    expect([late.status, late.body]).toMatchObject([409, { code: 'rev_conflict', currentRev: 2 }]);
    expect(await get(id)).toMatchObject({ title: 'Yeni', brand: null });
  });

  test('of writers that race, whatever they write, one gets through', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await create();
      const replies = await Promise.all([
        said(update({ productId: id, expectedRev: 1, title: 'Bir' })),
        said(world.run('catalog.price.set', { targetId: id, expectedRev: 1, price: 1 })),
        said(world.run('catalog.product.setVariants', { productId: id, expectedRev: 1, variants: [{ title: 'S' }] })),
      ]);
      expect(replies.toSorted()).toEqual(['200', '409 rev_conflict', '409 rev_conflict']);
      expect((await get(id)).rev).toBe(2);
    }
  });

  test('sales during an edit stand, and do not disturb it', async () => {
    const { id } = await create({ stock: 100 });
    const replies = await Promise.all([
      ...Array.from({ length: 20 }, () => said(world.run('catalog.stock.adjust', { targetId: id, delta: -1 }))),
      said(update({ productId: id, expectedRev: 1, title: 'Yeni' })),
    ]);
    expect(replies).toEqual(replies.map(() => '200'));
    expect(await get(id)).toMatchObject({ stock: 80, title: 'Yeni', rev: 2 });
  });

  test('a barcode or handle that is given up is free, and one that is taken is named', async () => {
    const { id } = await create({ barcode: 'B-1', handle: 'gomlek-a' });
    await world.done('catalog.product.update', { productId: id, barcode: 'B-4', handle: 'gomlek-b' });
    const other = await create({ barcode: 'B-1', handle: 'gomlek-a' });
    const barcode = () => update({ productId: id, barcode: 'B-1' });
    expect([await said(barcode()), await faultsOf(barcode())]).toEqual(['422 barcode_taken', ['/payload/barcode']]);
    const varied = await create({ barcode: 'B-7', variants: [{ title: 'S', barcode: 'B-8' }] });
    for (const [productId, taken, words] of [
      [id, 'B-1', 'is taken by another product'],
      [varied.id, 'B-8', 'would stand twice in the product'],
    ])
      expect((await update({ productId, barcode: taken })).body).toMatchObject({
        errors: [{ message: `${taken} ${words}` }],
      });
    const handle = () => update({ productId: id, handle: 'gomlek-a' });
    expect([await said(handle()), await faultsOf(handle())]).toEqual(['422 handle_taken', ['/payload/handle']]);
    expect(await get(id)).toMatchObject({ barcode: 'B-4', handle: 'gomlek-b', rev: 2 });
    await world.done('catalog.product.update', { productId: other.id, barcode: null, handle: 'gomlek-c' });
    await world.done('catalog.product.update', { productId: id, barcode: 'B-1', handle: 'gomlek-a' });
  });

  test('what is so already writes nothing, tags in another order do', async () => {
    const { id } = await create({ tags: ['yaz', 'keten'], brand: 'Ada' });
    const same = { title: 'Keten Gömlek', tags: ['yaz', 'keten'], brand: 'Ada', vatRate: 20, barcode: null };
    expect(await world.done('catalog.product.update', { productId: id, ...same })).toMatchObject({ rev: 1 });
    expect(await lastOf(world, id)).toMatchObject({ changes: [], inverse: null });
    expect(await world.done('catalog.product.update', { productId: id, tags: ['keten', 'yaz'] })).toMatchObject({
      rev: 2,
    });
  });

  test('price, stock, state and variants have commands of their own; null is for what may be none', async () => {
    const { id } = await create();
    for (const wrong of [
      {},
      { price: 1 },
      { compareAt: 1 },
      { stock: 1 },
      { status: 'archived' },
      { variants: [] },
      { requiresShipping: false },
      { title: null },
      { handle: null },
      { tags: null },
      { vatRate: null },
    ])
      expect([wrong, await said(update({ productId: id, ...wrong }))]).toEqual([wrong, '400 invalid_request']);
    expect(await said(update({ productId: id, categoryId: newId('cat') }))).toBe('422 category_unknown');
  });
});
