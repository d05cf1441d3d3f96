import { holding, untilWaiting } from '../world/held';
import { createWorld, type World } from '../world/world';
import { seeStorefront } from './whole-projection';

describe('store.syncKv', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const seen = () => seeStorefront(world.database.reader(world.storeId), world.storeId);

  test('makes a deferred bump once, and what waited for it is shown', async () => {
    const start = (await seen()).generation;
    const defer = { deferBump: true };
    const tea = await world.done('catalog.product.create', { title: 'Çay', price: 5_000, stock: 3 }, defer);
    const cup = await world.done('catalog.product.create', { title: 'İnce Bardak', price: 2_500 }, defer);
    const collection = await world.done('catalog.collection.create', { title: 'Sofra' }, defer);
    const productIds = [cup.id, tea.id];
    await world.done('catalog.collection.setProducts', { collectionId: collection.id, productIds }, defer);
    expect(Object.keys((await seen()).projected)).toEqual(['store']);

    const synced = await world.run('store.syncKv', {});
    expect(synced.body).toMatchObject({ result: { keys: 4, changed: 3 }, generation: start + 1 });
    // The audit says so too: of the call that moved the generation, and of none that left that to another.
    const told = (await world.read('audit.list', { query: { limit: 5 } })).items as {
      command: string;
      generation: unknown;
    }[];
    expect(told.map(({ command, generation }) => [command, generation])).toEqual([
      ['store.syncKv', start + 1],
      ['catalog.collection.setProducts', null],
      ['catalog.collection.create', null],
      ['catalog.product.create', null],
      ['catalog.product.create', null],
    ]);
    const { projected, whole } = await seen();
    expect(projected).toEqual(whole);
    expect(projected).toMatchObject({
      'product:cay': { title: 'Çay', price: 5_000, stock: 3 },
      'collection:sofra': { products: ['ince-bardak', 'cay'] },
    });

    await world.done('catalog.product.archive', { productId: tea.id });
    expect((await seen()).projected).toMatchObject({ 'collection:sofra': { products: ['ince-bardak'] } });
    expect(await world.done('store.syncKv', {})).toEqual({ keys: 3, changed: 0 });
  });

  test('repairs whatever the projection holds wrong, and says before how much', async () => {
    await world.done('catalog.product.create', { title: 'Şeker', price: 900, variants: [{ title: 'Küp', stock: 4 }] });
    await world.sql(`
      DELETE FROM storefront_kv WHERE store_id = '${world.storeId}' AND key IN ('store', 'product:seker');
      UPDATE storefront_kv SET value = value || '{"price": 1}' WHERE store_id = '${world.storeId}' AND key = 'product:ince-bardak';
      UPDATE storefront_kv SET value = value || '{"products": []}' WHERE store_id = '${world.storeId}' AND key = 'collection:sofra';
      INSERT INTO storefront_kv (store_id, key, value) VALUES ('${world.storeId}', 'product:yok', '{"id": "prd_YOK"}'), ('${world.storeId}', 'x', '1');`);
    const { body } = await world.run('store.syncKv', {}, { dryRun: true });
    expect(body).toMatchObject({ preview: { result: { keys: 4, changed: 6 } } });
    expect(Object.keys((await seen()).projected)).toContain('product:yok');
    expect(await world.done('store.syncKv', {})).toEqual({ keys: 4, changed: 6 });
    const { projected, whole } = await seen();
    expect(projected).toEqual(whole);
    expect(await world.done('store.syncKv', {})).toEqual({ keys: 4, changed: 0 });
  });

  test('tells of nothing that a call beside it has projected meanwhile', async () => {
    const tea = await world.done('catalog.product.create', { title: 'Adaçayı', price: 700 });
    await world.done('catalog.product.update', { productId: tea.id, title: 'Dağ Çayı' }, { deferBump: true });
    const { generation } = await seen();
    // Both wait for the row of the store. The other call comes first and takes along what was left to a bump.
    const release = await holding(world, 'SELECT FROM store WHERE id = $1 FOR UPDATE', [world.storeId]);
    const beside = world.run('catalog.collection.create', { title: 'Otlar' });
    let sync: typeof beside;
    try {
      await untilWaiting(world, 1);
      sync = world.run('store.syncKv', {});
      await untilWaiting(world, 2);
    } finally {
      await release();
    }
    const [{ body: other }, { body: synced }] = await Promise.all([beside, sync]);
    expect(other).toMatchObject({ generation: generation + 1 });
    const { projected, whole } = await seen();
    expect(projected).toEqual(whole);
    expect(synced).toMatchObject({ result: { keys: Object.keys(projected).length, changed: 0 } });
  });

  test('shows a price before a reduction while all that is sold costs less', async () => {
    const { id, handle, variants } = await world.done('catalog.product.create', {
      title: 'Semaver',
      price: 500,
      compareAt: 600,
      variants: [{ title: 'Büyük', price: 550 }],
    });
    const shown = async () => (await seen()).projected[`product:${handle}`] as { compareAt: number | null };
    expect((await shown()).compareAt).toBe(600);
    const [{ id: variantId }] = variants;
    for (const [targetId, price, compareAt] of [
      [variantId, 600, null],
      [variantId, null, 600],
      [id, 600, null],
      [id, 599, 600],
    ] as const) {
      await world.done('catalog.price.set', { targetId, price });
      expect([price, (await shown()).compareAt]).toEqual([price, compareAt]);
    }
    await world.done('catalog.product.archive', { productId: id });
  });

  test('looks at more than one part', async () => {
    const many = { ...world.other, owner: world.other.owner };
    await world.sql(`
      INSERT INTO catalog_product (store_id, id, title, handle, price, vat_rate, created_at, updated_at)
      SELECT '${many.storeId}', 'prd_' || lpad(n::text, 26, '0'), 'Ürün ' || n, 'urun-' || n, 100, 20, now(), now() FROM generate_series(1, 2300) n;
      INSERT INTO catalog_category (store_id, id, name, position, created_at, updated_at)
      SELECT '${many.storeId}', 'cat_' || lpad(n::text, 26, '0'), 'Bölüm ' || n, n, now(), now() FROM generate_series(1, 1001) n;`);
    const sync = () => world.done('store.syncKv', {}, { as: many.developer });
    expect(await sync()).toEqual({ keys: 3302, changed: 3301 });
    expect(await sync()).toEqual({ keys: 3302, changed: 0 });
    const { projected, whole } = await seeStorefront(world.database.reader(many.storeId), many.storeId);
    expect(projected).toEqual(whole);
  });
});
