import { createWorld, type World } from '../world/world';

describe('catalog.product.takeBack', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
  });
  afterEach(() => world.close());

  const create = (payload: object) => world.done('catalog.product.create', payload);
  const get = (prd: string) => world.read('catalog.products.get', { params: { prd } });
  const takeBack = (prd: string, expectedRev?: number) =>
    world.read('catalog.product.takeBack', { params: { prd }, expectedRev });

  const shirt = {
    title: 'Keten Gömlek',
    price: 89_900,
    sku: 'GML',
    barcode: '8690000000012',
    variants: [{ title: 'S', sku: 'GML-S', barcode: '8690000000029', stock: 4 }],
  };

  test('archives the product, and another one may have its handle, SKUs and barcodes', async () => {
    const { id } = await create(shirt);
    expect(await takeBack(id)).toMatchObject({ id, status: 'archived', handle: 'keten-gomlek-2' });
    expect(await get(id)).toMatchObject({
      status: 'archived',
      sku: null,
      barcode: null,
      title: 'Keten Gömlek',
      variants: [{ title: 'S', sku: null, barcode: null, stock: 4 }],
    });
    const { id: next } = await create(shirt);
    expect(await get(next)).toMatchObject({
      handle: 'keten-gomlek',
      barcode: '8690000000012',
      variants: [{ barcode: '8690000000029' }],
    });
  });

  test('is refused of another rev, and of what is archived already', async () => {
    const { id, rev } = await create(shirt);
    expect(await takeBack(id, rev + 1)).toMatchObject({ status: 409, code: 'rev_conflict' });
    await takeBack(id, rev);
    expect(await takeBack(id)).toMatchObject({ status: 409, code: 'invalid_state' });
  });
});
