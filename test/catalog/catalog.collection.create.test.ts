import { faultsOf, lastOf, said } from '../world/story';
import { createWorld, type World } from '../world/world';

describe('catalog.collection.create', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const create = (payload: object, as = world.developer) => world.done('catalog.collection.create', payload, { as });
  const refusal = (payload: object) => said(world.run('catalog.collection.create', payload));

  test('makes an empty one that is found under its handle', async () => {
    const made = await create({ title: 'Yaz İndirimi 2027', description: 'Serin tutan her şey.' });
    expect(made).toMatchObject({
      title: 'Yaz İndirimi 2027',
      handle: 'yaz-indirimi-2027',
      description: 'Serin tutan her şey.',
      status: 'active',
      productCount: 0,
      rev: 1,
    });
    expect(await world.read('catalog.collections.get', { params: { col: made.id } })).toEqual({
      ...made,
      productIds: [],
      metafields: [],
      valuesRev: 0,
    });
    expect(await lastOf(world, made.id)).toMatchObject({
      changes: [{ entity: 'collection', before: null, after: { handle: 'yaz-indirimi-2027' } }],
      inverse: { command: 'catalog.collection.archive', payload: { collectionId: made.id, expectedRev: 1 } },
    });
  });

  test('a handle is the first free one near its title, and another than that of a product', async () => {
    await world.done('catalog.product.create', { title: 'Kışlık', price: 1 });
    const handles = [];
    for (const title of ['Kışlık', 'KIŞLIK', 'kışlık!', '☃ ☃', '☃']) handles.push((await create({ title })).handle);
    expect(handles).toEqual(['kislik', 'kislik-2', 'kislik-3', 'koleksiyon', 'koleksiyon-2']);
    expect((await create({ title: 'Kışlık' }, world.other.developer)).handle).toBe('kislik');
  });

  test('a handle that is stated is that one or refused, and stays taken by the archived', async () => {
    const { id } = await create({ title: 'x', handle: 'bayram' });
    const taken = () => world.run('catalog.collection.create', { title: 'y', handle: 'bayram' });
    expect([await said(taken()), await faultsOf(taken())]).toEqual(['422 handle_taken', ['/payload/handle']]);
    await world.done('catalog.collection.archive', { collectionId: id });
    expect(await said(taken())).toBe('422 handle_taken');
    expect((await create({ title: 'Bayram' })).handle).toBe('bayram-2');
    for (const handle of ['Bayram', 'b ayram', '-b', 'b-', 'b--a', 'ş', '', 'a'.repeat(121)])
      expect([handle, await refusal({ title: 'x', handle })]).toEqual([handle, '400 invalid_request']);
    expect((await create({ title: 'x', handle: 'a'.repeat(120) })).handle).toHaveLength(120);
  });

  test('fifty that are created at once under one title get fifty handles', async () => {
    const made = await Promise.all(Array.from({ length: 50 }, () => create({ title: 'Tekil' })));
    expect(new Set(made.map(({ handle }) => handle)).size).toBe(50);
  });
});
