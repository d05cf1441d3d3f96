import { newId } from '../../src/kernel/ids';
import { faultsOf, lastOf, said, undoLast } from '../world/story';
import { createWorld, type World } from '../world/world';

describe('catalog.collection.setProducts', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const product = async (): Promise<string> =>
    (await world.done('catalog.product.create', { title: 'Çay', price: 1 })).id;
  const create = async (): Promise<string> => (await world.done('catalog.collection.create', { title: 'Yaz' })).id;
  const set = (collectionId: string, productIds: readonly string[], more: object = {}) =>
    world.run('catalog.collection.setProducts', { collectionId, productIds, ...more });
  const get = (col: string) => world.read('catalog.collections.get', { params: { col } });
  const shown = async (collectionId: string) => {
    const { items } = await world.read('catalog.products.list', { query: { collectionId, sort: 'position' } });
    return items.map(({ id }: { id: string }) => id);
  };

  test('the list that is sent is the manual sort, and whoever is not on it is out', async () => {
    const [id, a, b, c] = [await create(), await product(), await product(), await product()];
    expect(await said(set(id, [c, a, b]))).toBe('200');
    expect(await get(id)).toMatchObject({ productIds: [c, a, b], productCount: 3, rev: 2 });
    expect(await shown(id)).toEqual([c, a, b]);
    expect(await said(set(id, [b, c]))).toBe('200');
    expect(await shown(id)).toEqual([b, c]);
    expect(await lastOf(world, id)).toMatchObject({
      changes: [{ before: { productIds: [c, a, b] }, after: { productIds: [b, c] } }],
    });
    expect(await undoLast(world, id)).toBe('undone');
    expect(await shown(id)).toEqual([c, a, b]);
    expect(await said(set(id, []))).toBe('200');
    expect(await get(id)).toMatchObject({ productIds: [], productCount: 0 });
  });

  test('the same list again writes nothing, another order does', async () => {
    const [id, a, b] = [await create(), await product(), await product()];
    await set(id, [a, b]);
    expect((await set(id, [a, b])).body).toMatchObject({ result: { rev: 2 } });
    expect((await set(id, [b, a])).body).toMatchObject({ result: { rev: 3 } });
  });

  test('archived products keep their place and count, and none is put in anew', async () => {
    const [id, a, b] = [await create(), await product(), await product()];
    await set(id, [a, b]);
    await world.done('catalog.product.archive', { productId: a });
    expect(await get(id)).toMatchObject({ productIds: [a, b], productCount: 2 });
    expect(await said(set(id, [b, a]))).toBe('200');
    await set(id, [b]);
    const again = () => set(id, [b, a]);
    expect([await said(again()), await faultsOf(again())]).toEqual(['409 invalid_state', ['/payload/productIds/1']]);
    expect(await get(id)).toMatchObject({ productIds: [b], productCount: 1 });
  });

  test('every product that is unknown is named by its place, and nothing is changed', async () => {
    const [id, known] = [await create(), await product()];
    const foreign = (await world.done('catalog.product.create', { title: 'x', price: 1 }, { as: world.other.owner }))
      .id;
    const wrong = () => set(id, [newId('prd'), known, foreign]);
    expect([await said(wrong()), await faultsOf(wrong())]).toEqual([
      '422 product_unknown',
      ['/payload/productIds/0', '/payload/productIds/2'],
    ]);
    expect(await get(id)).toMatchObject({ productIds: [], rev: 1 });
    const twice = () => set(id, [known, known, newId('prd')]);
    expect([await said(twice()), await faultsOf(twice())]).toEqual([
      '400 invalid_request',
      ['/payload/productIds/1', '/payload/productIds/2'],
    ]);
    expect(await said(set(id, [newId('var')]))).toBe('400 invalid_request');
  });

  test('of two lists by people who saw the same one, the second is refused and never merged', async () => {
    const [id, a, b] = [await create(), await product(), await product()];
    const replies = await Promise.all([[a], [b]].map((each) => said(set(id, each, { expectedRev: 1 }))));
    expect(replies.toSorted()).toEqual(['200', '409 rev_conflict']);
    expect((await get(id)).productIds).toHaveLength(1);
  });

  test('five thousand members fit, one more does not', async () => {
    const ids = Array.from({ length: 5000 }, () => newId('prd'));
    await world.sql(`INSERT INTO catalog_product (store_id, id, title, handle, price, vat_rate, created_at, updated_at)
      SELECT '${world.storeId}', id, 'x', lower(id), 1, 20, now(), now() FROM unnest(ARRAY['${ids.join("','")}']) AS id`);
    const id = await create();
    expect((await set(id, ids)).body).toMatchObject({ result: { productCount: 5000 } });
    expect((await get(id)).productIds).toEqual(ids);
    expect(await said(set(id, [...ids, newId('prd')]))).toBe('400 invalid_request');
  });
});
