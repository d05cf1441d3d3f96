import { faultsOf, lastOf, said, undoLast } from '../world/story';
import { createWorld, type World } from '../world/world';

describe('catalog.collection.update', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const create = (payload: object = {}) => world.done('catalog.collection.create', { title: 'Yaz', ...payload });
  const update = (payload: object) => world.run('catalog.collection.update', payload);
  const get = (col: string) => world.read('catalog.collections.get', { params: { col } });

  test('a new title keeps the address that people have, and the members', async () => {
    const { id, handle } = await create();
    const product = await world.done('catalog.product.create', { title: 'Şapka', price: 1 });
    await world.done('catalog.collection.setProducts', { collectionId: id, productIds: [product.id] });
    await world.done('catalog.collection.update', { collectionId: id, title: 'Yaz 2027', description: 'Serin.' });
    expect(await get(id)).toMatchObject({
      title: 'Yaz 2027',
      handle,
      description: 'Serin.',
      productIds: [product.id],
      rev: 3,
    });
    await world.done('catalog.collection.update', { collectionId: id, description: null });
    expect(await get(id)).toMatchObject({ title: 'Yaz 2027', description: null });
  });

  test('a handle that is given up is free for another, and then cannot be taken back', async () => {
    const { id } = await create({ handle: 'eski-adres' });
    await world.done('catalog.collection.update', { collectionId: id, handle: 'yeni-adres' });
    expect(await undoLast(world, id)).toBe('undone');
    expect(await get(id)).toMatchObject({ handle: 'eski-adres' });
    await world.done('catalog.collection.update', { collectionId: id, handle: 'yeni-adres' });
    const other = await create({ handle: 'eski-adres' });
    expect(await undoLast(world, id)).not.toBe('undone');
    expect([(await get(id)).handle, (await get(other.id)).handle]).toEqual(['yeni-adres', 'eski-adres']);
    const taken = () => update({ collectionId: id, handle: 'eski-adres' });
    expect([await said(taken()), await faultsOf(taken())]).toEqual(['422 handle_taken', ['/payload/handle']]);
  });

  test('its own handle again is no change', async () => {
    const { id, handle } = await create();
    expect(await world.done('catalog.collection.update', { collectionId: id, handle })).toMatchObject({ rev: 1 });
    expect(await lastOf(world, id)).toMatchObject({ changes: [], inverse: null });
  });

  test('of racing renames to one handle, one gets it', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => create()));
    const renamed = await Promise.all(all.map(({ id }) => said(update({ collectionId: id, handle: 'tek' }))));
    expect(renamed.toSorted()).toEqual(['200', ...Array.from({ length: 5 }, () => '422 handle_taken')]);
  });

  test('members, state and the archived are no matter of it', async () => {
    const { id } = await create();
    for (const wrong of [
      {},
      { productIds: [] },
      { status: 'archived' },
      { title: null },
      { title: ' ' },
      { productCount: 3 },
    ])
      expect([wrong, await said(update({ collectionId: id, ...wrong }))]).toEqual([wrong, '400 invalid_request']);
    await world.done('catalog.collection.archive', { collectionId: id });
    expect(await said(update({ collectionId: id, title: 'x' }))).toBe('409 invalid_state');
  });
});
