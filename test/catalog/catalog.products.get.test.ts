import { newId } from '../../src/kernel/ids';
import { said } from '../world/story';
import { createWorld, type World } from '../world/world';

describe('catalog.products.get', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const get = (prd: string, as = world.developer) => world.read('catalog.products.get', { params: { prd }, as });

  test('shows the whole product as it stands after what was done to it', async () => {
    const { id: categoryId } = await world.done('catalog.category.create', { name: 'Kahve' });
    const { id, variants } = await world.done('catalog.product.create', {
      title: 'Filtre Kahve',
      description: 'Taze çekilmiş. ☕',
      price: 25_000,
      categoryId,
      brand: 'Ada',
      tags: ['taze', 'çekirdek'],
      vatRate: 10,
      variants: [
        { title: '250 g', sku: 'FK-250', stock: 4 },
        { title: '1 kg', price: 90_000 },
      ],
    });
    await world.done('catalog.stock.adjust', { targetId: variants[0].id, delta: -1 });
    await world.done('catalog.price.set', { targetId: id, price: 26_000, compareAt: 30_000 });
    expect(await get(id)).toEqual({
      id,
      rev: 2,
      status: 'active',
      title: 'Filtre Kahve',
      handle: 'filtre-kahve',
      description: 'Taze çekilmiş. ☕',
      categoryId,
      brand: 'Ada',
      sku: null,
      barcode: null,
      tags: ['taze', 'çekirdek'],
      price: 26_000,
      compareAt: 30_000,
      vatRate: 10,
      stock: null,
      requiresShipping: true,
      withdrawalException: null,
      digital: { kind: 'none', url: null, instructions: null, codes: null },
      media: [],
      metafields: [],
      valuesRev: 0,
      variants: [
        {
          id: variants[0].id,
          title: '250 g',
          sku: 'FK-250',
          barcode: null,
          price: null,
          stock: 3,
          metafields: [],
          valuesRev: 0,
        },
        {
          id: variants[1].id,
          title: '1 kg',
          sku: null,
          barcode: null,
          price: 90_000,
          stock: null,
          metafields: [],
          valuesRev: 0,
        },
      ],
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
  });

  test('the rev that it shows is the one that an edit has to state', async () => {
    const { id } = await world.done('catalog.product.create', { title: 'Çay', price: 1 });
    await world.done('catalog.product.update', { productId: id, title: 'Demlik' });
    const { rev } = await get(id);
    expect(
      await world.done('catalog.product.update', { productId: id, expectedRev: rev, title: 'Poşet' }),
    ).toMatchObject({
      rev: rev + 1,
    });
  });

  test('what is not there, of another store, or no product', async () => {
    const { id, variants } = await world.done('catalog.product.create', {
      title: 'Çay',
      price: 1,
      variants: [{ title: 'S' }],
    });
    expect(await said(get(newId('prd')))).toBe('404 not_found');
    expect(await said(get(id, world.other.owner))).toBe('404 not_found');
    for (const wrong of [variants[0].id, 'cay', id.slice(4), `${id}'`])
      expect([wrong, await said(get(wrong))]).toEqual([wrong, '400 invalid_request']);
    expect(await said(get(id, { ...world.developer, scopes: new Set(['orders:read']) }))).toBe('403 forbidden_scope');
  });
});
