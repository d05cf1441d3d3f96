import { newId } from '../../src/kernel/ids';
import { pagesOf, said } from '../world/story';
import { createWorld, type World } from '../world/world';

interface Movement {
  readonly seq: number;
  readonly kind: string;
  readonly delta: number;
  readonly variantId: string | null;
}

describe('catalog.stockMovements.list', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const create = (payload: object = {}) => world.done('catalog.product.create', { title: 'Çay', price: 1, ...payload });
  const list = (query: object, as = world.developer) =>
    world.read('catalog.stockMovements.list', { query: query as never, as });

  test('is the account of a product and all its variants, or of one variant, newest first', async () => {
    const { id, variants } = await create({
      stock: 1,
      variants: [
        { title: 'S', stock: 2 },
        { title: 'M', stock: 3 },
      ],
    });
    const [s, m] = variants.map((variant: { id: string }) => variant.id);
    await world.done('catalog.stock.adjust', { targetId: m, delta: -1 });
    await world.done('catalog.product.setVariants', { productId: id, variants: [{ id: s, title: 'S' }] });
    const { items } = await list({ targetId: id });
    expect(items.map(({ kind, delta, variantId }: Movement) => [kind, delta, variantId])).toEqual([
      ['removed', -2, m],
      ['adjust', -1, m],
      ['initial', 3, m],
      ['initial', 2, s],
      ['initial', 1, null],
    ]);
    expect((await list({ targetId: m })).items).toEqual(items.slice(0, 3));
    expect((await list({ targetId: s })).items).toEqual([items[3]]);
  });

  test('pages follow one another whatever is sold meanwhile', async () => {
    const { id } = await create({ stock: 100 });
    const sell = () => world.done('catalog.stock.adjust', { targetId: id, delta: -1 });
    for (let sale = 0; sale < 4; sale += 1) await sell();
    const whole = (await list({ targetId: id })).items;
    const pages = await pagesOf<Movement>(
      async (query) => {
        const page = await list(query);
        await sell();
        return page;
      },
      { targetId: id, limit: 2 },
    );
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 1]);
    expect(pages.flat()).toEqual(whole);
  });

  test('of what never moved it is empty, of what is not there not found', async () => {
    const { id, variants } = await create({ variants: [{ title: 'S' }] });
    for (const targetId of [id, variants[0].id])
      expect(await list({ targetId })).toEqual({ items: [], nextCursor: null });
    for (const targetId of [newId('prd'), newId('var')]) expect(await said(list({ targetId }))).toBe('404 not_found');
    const { id: counted } = await create({ stock: 1 });
    expect(await said(list({ targetId: counted }, world.other.owner))).toBe('404 not_found');
    expect(await said(list({}))).toBe('400 invalid_request');
    expect(await said(list({ targetId: newId('col') }))).toBe('400 invalid_request');
  });

  test('a cursor of one product is none of another', async () => {
    const [one, two] = [await create({ stock: 1 }), await create({ stock: 1 })];
    await world.done('catalog.stock.adjust', { targetId: one.id, delta: 1 });
    const { nextCursor } = await list({ targetId: one.id, limit: 1 });
    expect(await said(list({ targetId: two.id, limit: 1, cursor: nextCursor }))).toBe('400 invalid_request');
  });
});
