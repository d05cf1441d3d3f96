import { newId } from '../../src/kernel/ids';
import { lastOf, said } from '../world/story';
import { createWorld, type World } from '../world/world';

describe('catalog.collection.archive', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const create = () => world.done('catalog.collection.create', { title: 'Yaz' });
  const generation = async () => {
    const [row] = await world.database
      .reader(world.storeId)
      .query<{ generation: number }>('SELECT generation FROM store WHERE id = $1', [world.storeId]);
    return row?.generation as number;
  };

  test('takes its page away and keeps its members and its address', async () => {
    const { id, handle } = await create();
    const product = await world.done('catalog.product.create', { title: 'Şapka', price: 1 });
    await world.done('catalog.collection.setProducts', { collectionId: id, productIds: [product.id] });
    const before = await generation();
    await world.done('catalog.collection.archive', { collectionId: id });
    expect(await generation()).toBe(before + 1);
    expect(await world.read('catalog.collections.get', { params: { col: id } })).toMatchObject({
      status: 'archived',
      handle,
      productIds: [product.id],
      productCount: 1,
      rev: 3,
    });
    expect((await world.read('catalog.collections.list')).items).toEqual([]);
    expect(await world.read('catalog.products.get', { params: { prd: product.id } })).toMatchObject({
      status: 'active',
    });
    expect(await lastOf(world, id)).toMatchObject({
      changes: [{ before: { status: 'active' }, after: { status: 'archived' } }],
      inverse: null,
    });
  });

  test('is for good: nothing changes it any more', async () => {
    const { id } = await create();
    await world.done('catalog.collection.archive', { collectionId: id });
    for (const [command, payload] of [
      ['catalog.collection.archive', {}],
      ['catalog.collection.update', { title: 'x' }],
      ['catalog.collection.setProducts', { productIds: [] }],
    ] as const)
      expect([command, await said(world.run(command, { collectionId: id, ...payload }))]).toEqual([
        command,
        '409 invalid_state',
      ]);
  });

  test('one that is not there, or has moved on, is told so', async () => {
    const { id } = await create();
    expect(await said(world.run('catalog.collection.archive', { collectionId: newId('col') }))).toBe('404 not_found');
    await world.done('catalog.collection.update', { collectionId: id, title: 'Güz' });
    const stale = await world.run('catalog.collection.archive', { collectionId: id, expectedRev: 1 });
    expect(stale.body).toMatchObject({ code: 'rev_conflict', currentRev: 2 });
  });
});
