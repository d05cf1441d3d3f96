import { createWorld, type World } from '../world/world';

describe('store.syncKv', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const projected = async (): Promise<Map<string, Record<string, unknown>>> => {
    const rows = await world.database
      .reader(world.storeId)
      .query<{ key: string; value: Record<string, unknown> }>('SELECT key, value FROM storefront_kv');
    return new Map(rows.map(({ key, value }) => [key, value]));
  };

  test('projects active products, collections and categories, writes only what changed, and makes a deferred bump once', async () => {
    const defer = { deferBump: true };
    const tea = await world.done('catalog.product.create', { title: 'Çay', price: 5_000, stock: 3 }, defer);
    const cup = await world.done('catalog.product.create', { title: 'İnce Bardak', price: 2_500 }, defer);
    const collection = await world.done('catalog.collection.create', { title: 'Sofra' }, defer);
    await world.done(
      'catalog.collection.setProducts',
      { collectionId: collection.id, productIds: [cup.id, tea.id] },
      defer,
    );
    const synced = await world.run('store.syncKv', {});
    expect(synced.body).toMatchObject({ result: { keys: 4, changed: 4 }, generation: 2 });
    expect((await projected()).get('product:cay')).toMatchObject({ title: 'Çay', price: 5_000, stock: 3 });
    expect((await projected()).get('collection:sofra')).toMatchObject({ products: ['ince-bardak', 'cay'] });

    expect(await world.done('store.syncKv', {})).toEqual({ keys: 4, changed: 0 });
    await world.done('catalog.product.archive', { productId: tea.id });
    expect(await world.done('store.syncKv', {})).toEqual({ keys: 3, changed: 2 });
    expect((await projected()).get('collection:sofra')).toMatchObject({ products: ['ince-bardak'] });
  });

  test('store.generation.set refuses a generation that the platform does not serve', async () => {
    expect(await world.run('store.generation.set', { generation: 7 })).toMatchObject({
      status: 422,
      body: { code: 'generation_unknown' },
    });
    expect(await world.done('store.generation.set', { generation: 1 })).toEqual({
      storefrontGeneration: 1,
      previous: 1,
    });
  });
});
