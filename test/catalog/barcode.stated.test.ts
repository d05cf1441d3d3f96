import { createWorld, type World } from '../world/world';

describe('a barcode that is none', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const create = (payload: object) =>
    world.run('catalog.product.create', { title: 'Fincan', price: 100, ...payload }, { as: world.owner });

  test.each(['8.69791E12', '8,69E+12', '8E12', '0', '0000', 'yok', 'YOK', 'Boş', 'n/a', 'NaN', '-', '---'])(
    '%s is refused, of a product and of a variant, in words',
    async (barcode) => {
      const message = expect.stringContaining('must be a barcode in one line');
      await expect(create({ barcode })).rejects.toMatchObject({
        code: 'invalid_request',
        options: { errors: [{ pointer: '/payload/barcode', message }] },
      });
      await expect(create({ variants: [{ title: 'S', barcode }] })).rejects.toMatchObject({
        code: 'invalid_request',
        options: { errors: [{ pointer: '/payload/variants/0/barcode', message }] },
      });
    },
  );

  test.each(['8697911000031', '0012', 'A-12', '12E5X', 'YOK-1', '10E'])('%s may be one', async (barcode) => {
    const { id } = await world.done(
      'catalog.product.create',
      { title: 'Fincan', price: 100, barcode },
      { as: world.owner },
    );
    const update = world.run('catalog.product.update', { productId: id, barcode: '0' }, { as: world.owner });
    await expect(update).rejects.toMatchObject({ code: 'invalid_request' });
    const set = { productId: id, variants: [{ title: 'S', barcode: 'yok' }] };
    await expect(world.run('catalog.product.setVariants', set, { as: world.owner })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });
});
