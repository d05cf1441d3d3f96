import { newId } from '../../src/kernel/ids';
import { said } from '../world/story';
import { createWorld, type World } from '../world/world';

describe('catalog.collections.get', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const get = (col: string, as = world.developer) => world.read('catalog.collections.get', { params: { col }, as });

  test('answers what setProducts takes, so that a list that was read can be sent back', async () => {
    const { id } = await world.done('catalog.collection.create', { title: 'Yaz', description: 'Serin.' });
    const productIds = [];
    for (const title of ['a', 'b', 'c'])
      productIds.push((await world.done('catalog.product.create', { title, price: 1 })).id);
    productIds.reverse();
    await world.done('catalog.collection.setProducts', { collectionId: id, productIds });
    const read = await get(id);
    expect(read).toMatchObject({
      id,
      title: 'Yaz',
      description: 'Serin.',
      handle: 'yaz',
      status: 'active',
      productCount: 3,
      productIds,
    });
    const again = { collectionId: id, expectedRev: read.rev, productIds: read.productIds };
    expect(await world.done('catalog.collection.setProducts', again)).toMatchObject({ rev: read.rev });
  });

  test('members and their count are of one moment, whoever writes meanwhile', async () => {
    const { id } = await world.done('catalog.collection.create', { title: 'Kış' });
    const { id: productId } = await world.done('catalog.product.create', { title: 'x', price: 1 });
    const [reads] = await Promise.all([
      Promise.all(Array.from({ length: 20 }, () => get(id))),
      (async () => {
        for (let round = 0; round < 10; round += 1) {
          const productIds = round % 2 ? [] : [productId];
          await world.done('catalog.collection.setProducts', { collectionId: id, productIds });
        }
      })(),
    ]);
    for (const { productIds, productCount } of reads) expect(productIds).toHaveLength(productCount);
  });

  test('what is not there, of another store, or no id at all', async () => {
    const { id } = await world.done('catalog.collection.create', { title: 'Güz' });
    expect(await said(get(newId('col')))).toBe('404 not_found');
    expect(await said(get(id, world.other.owner))).toBe('404 not_found');
    for (const wrong of ['yaz', newId('prd'), `${id} `, id.toLowerCase()])
      expect([wrong, await said(get(wrong))]).toEqual([wrong, '400 invalid_request']);
    expect(await said(get(id, { ...world.developer, scopes: new Set() }))).toBe('403 forbidden_scope');
  });
});
