import { newUlid } from '../../src/kernel/ids';
import { company } from '../store/identity';
import { createWorld, type World } from '../world/world';

describe('a change of nothing', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
    await world.done('extension.install', { extension: 'trendyol' });
    await world.done('extension.configure', { extension: 'trendyol', config: { sellerId: '1' } });
    await world.done('settings.identity.update', company);
  });
  afterAll(() => world.close());

  /** What it must not move. */
  async function written() {
    const reader = world.database.reader(world.storeId);
    const [store] = await reader.query<{ generation: number }>(
      `SELECT generation, EXISTS (SELECT FROM storefront_mark) AS due,
         (SELECT json_agg(p ORDER BY id) FROM (SELECT id, rev, updated_at FROM catalog_product) p) AS products,
         (SELECT json_agg(i) FROM (SELECT id, rev, updated_at FROM store_identity) i) AS identities,
         (SELECT json_agg(c ORDER BY id) FROM (SELECT id, rev, updated_at FROM catalog_category) c) AS categories,
         (SELECT json_agg(c ORDER BY id) FROM (SELECT id, rev, updated_at FROM catalog_collection) c) AS collections,
         (SELECT json_agg(e ORDER BY key) FROM (SELECT key, rev, updated_at FROM extension) e) AS extensions
       FROM store`,
    );
    return store;
  }

  async function prepared() {
    const { id: categoryId } = await world.done('catalog.category.create', { name: 'İçecek', taksitCap: 3 });
    const { id: productId, variants } = await world.done('catalog.product.create', {
      title: 'Çay',
      price: 100,
      compareAt: 120,
      tags: ['a', 'b'],
      categoryId,
      variants: [{ title: 'S', price: 90, stock: 2 }, { title: 'M' }],
    });
    const { id: collectionId } = await world.done('catalog.collection.create', { title: 'Yaz' });
    await world.done('catalog.collection.setProducts', { collectionId, productIds: [productId] });
    const [s, m] = variants as { id: string }[];
    return { categoryId, productId, collectionId, s: s?.id, m: m?.id };
  }

  const same: Readonly<
    Record<string, (of: Awaited<ReturnType<typeof prepared>>) => readonly [command: string, payload: object]>
  > = {
    'the fields of a product': ({ productId, categoryId }) => [
      'catalog.product.update',
      { productId, title: 'Çay', tags: ['a', 'b'], categoryId },
    ],
    'the price of a product': ({ productId }) => ['catalog.price.set', { targetId: productId, price: 100 }],
    'the price of a variant': ({ s }) => ['catalog.price.set', { targetId: s, price: 90 }],
    'the absent price of a variant': ({ m }) => ['catalog.price.set', { targetId: m, price: null }],
    'the variants of a product': ({ productId, s, m }) => [
      'catalog.product.setVariants',
      {
        productId,
        variants: [
          { id: s, title: 'S' },
          { id: m, title: 'M' },
        ],
      },
    ],
    'what a product delivers': ({ productId }) => [
      'catalog.product.setDigital',
      { productId, requiresShipping: true, digital: { kind: 'none' } },
    ],
    'the fields of a category': ({ categoryId }) => ['catalog.category.update', { categoryId, name: 'İçecek' }],
    'the fields of a collection': ({ collectionId }) => ['catalog.collection.update', { collectionId, title: 'Yaz' }],
    'the products of a collection': ({ collectionId, productId }) => [
      'catalog.collection.setProducts',
      { collectionId, productIds: [productId] },
    ],
    'the configuration of an extension': () => [
      'extension.configure',
      { extension: 'trendyol', config: { sellerId: '1' } },
    ],
    'the identity of the merchant': () => ['settings.identity.update', company],
    'the storefront generation': () => ['store.generation.set', { generation: 1 }],
  };

  test.each(Object.entries(same))('writes nothing: %s', async (_name, call) => {
    const [command, payload] = call(await prepared());
    const before = await written();

    const { body } = await world.run(command, payload, { dryRun: true });
    expect(body).toMatchObject({ preview: { changes: [], bumpsGeneration: false } });
    await world.done(command, payload);
    expect(await written()).toEqual(before);
    const { items } = await world.read('audit.list', { query: { limit: 1 } });
    expect(items[0]).toMatchObject({ command, outcome: 'done', changes: [], inverse: null });
  });

  test('still makes a bump that an earlier change has left due, and store.syncKv bumps always', async () => {
    const { productId } = await prepared();
    const generation = async () => Number((await written())?.generation);
    const start = await generation();
    await world.done('store.syncKv', {});
    await world.done('store.syncKv', {});
    expect(await generation()).toBe(start + 2);
    const envelope = { command: 'catalog.product.update', storeId: world.storeId, deferBump: true };
    await world.dispatcher.command(world.developer, {
      ...envelope,
      payload: { productId, title: 'Kahve' },
      idempotencyKey: newUlid(),
    });
    expect(await generation()).toBe(start + 2);
    await world.done('catalog.product.update', { productId, title: 'Kahve' });
    expect(await generation()).toBe(start + 3);
  });

  test('is not the way back to a generation that serves: the pin of a later build is moved, and can be moved back', async () => {
    await world.sql(`UPDATE store SET storefront_generation = 2 WHERE id = '${world.storeId}'`);
    await world.done('store.generation.set', { generation: 1 });
    const { items } = await world.read('audit.list', { query: { limit: 1 } });
    expect(items[0].inverse).toMatchObject({ command: 'store.generation.set', payload: { generation: 2 } });
  });
});
