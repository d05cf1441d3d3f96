import { untilWaiting } from '../world/held';
import { faultsOf, lastOf, said, undoLast } from '../world/story';
import { unwatched } from '../world/watch';
import { createWorld, type World } from '../world/world';

describe('catalog.product.setVariants', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const create = (variants: object[]) => world.done('catalog.product.create', { title: 'Gömlek', price: 1, variants });
  const set = (productId: string, variants: object[], more: object = {}) =>
    world.run('catalog.product.setVariants', { productId, variants, ...more });
  const get = (prd: string) => world.read('catalog.products.get', { params: { prd } });
  const idsOf = ({ variants }: { variants: { id: string }[] }) => variants.map(({ id }) => id);

  test('keeps the named, adds the new, removes the rest, in the order of the list', async () => {
    const made = await create([
      { title: 'S', barcode: 'V-1', stock: 5, price: 10 },
      { title: 'M', barcode: 'V-2', stock: 7 },
      { title: 'L', barcode: 'V-3' },
    ]);
    const [s, m, l] = idsOf(made);
    const { variants, rev } = await world.done('catalog.product.setVariants', {
      productId: made.id,
      variants: [
        { id: l, title: 'Büyük', barcode: 'V-1' },
        { title: 'XL', barcode: 'V-2', stock: 2, price: 30 },
        { id: s, title: 'S', barcode: null, sku: 'S-S' },
      ],
    });
    expect(rev).toBe(2);
    expect((await get(made.id)).variants).toMatchObject([
      { id: l, title: 'Büyük', sku: null, barcode: 'V-1', price: null, stock: null },
      { id: variants[1].id, title: 'XL', sku: null, barcode: 'V-2', price: 30, stock: 2 },
      { id: s, title: 'S', sku: 'S-S', barcode: null, price: 10, stock: 5 },
    ]);
    const ofRemoved = await world.read('catalog.stockMovements.list', { query: { targetId: m } });
    expect(ofRemoved.items.map(({ kind, delta }: never) => [kind, delta])).toEqual([
      ['removed', -7],
      ['initial', 7],
    ]);
    expect(await lastOf(world, made.id)).toMatchObject({ inverse: null });
    await create([{ title: 'x', barcode: 'V-3' }]);
  });

  test('says what is sold of the product as a whole from then on', async () => {
    const { id } = await world.done('catalog.product.create', { title: 'Kilim', price: 1, stock: 5 });
    const shown = async (variants: object[]) => {
      const { body } = await set(id, variants);
      expect(body).toMatchObject({ result: { id } });
      const { changes } = await lastOf(world, id);
      return (changes as never as { before: { stock?: unknown }; after: { stock?: unknown } }[]).map(
        ({ before, after }) => [before.stock, after.stock],
      );
    };
    expect(await shown([{ title: 'S', stock: 2 }])).toEqual([[5, null]]);
    for (const command of ['catalog.stock.adjust', 'catalog.stock.set'])
      expect(
        await said(world.run(command, { targetId: id, ...(command.endsWith('set') ? { stock: 1 } : { delta: 1 }) })),
      ).toBe('409 invalid_state');
    expect(await shown([])).toEqual([[null, 5]]);
    expect(await said(world.run('catalog.stock.set', { targetId: id, stock: 1 }))).toBe('200');
  });

  test('who only renames and reorders can take it back; barcodes may change hands', async () => {
    const made = await create([
      { title: 'S', barcode: 'W-1', sku: 'S-1' },
      { title: 'M', barcode: 'W-2' },
    ]);
    const [s, m] = idsOf(made);
    const before = (await get(made.id)).variants;
    const swapped = [
      { id: m, title: 'Orta', barcode: 'W-1' },
      { id: s, title: 'S', barcode: 'W-2' },
    ];
    expect(await said(set(made.id, swapped))).toBe('200');
    expect((await get(made.id)).variants).toMatchObject([
      { id: m, title: 'Orta', barcode: 'W-1', sku: null },
      { id: s, barcode: 'W-2', sku: 'S-1' },
    ]);
    expect(await undoLast(world, made.id)).toBe('undone');
    expect((await get(made.id)).variants).toEqual(before);
  });

  test('what is so already writes nothing; none at all is a product without variants', async () => {
    const made = await create([{ title: 'S', stock: 3 }]);
    const [s] = idsOf(made);
    expect((await set(made.id, [{ id: s, title: 'S' }])).body).toMatchObject({ result: { rev: 1 } });
    expect(await said(set(made.id, []))).toBe('200');
    expect((await get(made.id)).variants).toEqual([]);
    expect(await said(world.run('catalog.stock.adjust', { targetId: s, delta: 1 }))).toBe('404 not_found');
    const foreign = () => set(made.id, [{ id: s, title: 'S' }]);
    expect([await said(foreign()), await faultsOf(foreign())]).toEqual([
      '422 variant_unknown',
      ['/payload/variants/0/id'],
    ]);
  });

  test('prices and stock of those that are there have commands of their own; each fault is named by its place', async () => {
    const made = await create([{ title: 'S' }, { title: 'M' }]);
    const [s, m] = idsOf(made);
    const other = idsOf(await create([{ title: 'X', barcode: 'Y-1' }]));
    for (const [variants, code, faults] of [
      [[{ id: s, title: 'S', price: 1, stock: 1 }], '400 invalid_request', ['0/price', '0/stock']],
      [
        [
          { id: s, title: 'S' },
          { id: s, title: 'S' },
        ],
        '400 invalid_request',
        ['1/id'],
      ],
      [[{ title: 'a' }, { id: other[0], title: 'b' }], '422 variant_unknown', ['1/id']],
      [
        [
          { id: s, title: 'S' },
          { id: m, title: 'M', barcode: 'Y-1' },
        ],
        '422 barcode_taken',
        ['1/barcode'],
      ],
      [
        [
          { title: 'a', barcode: 'Z' },
          { title: 'b', barcode: 'Z' },
        ],
        '422 barcode_taken',
        ['1/barcode'],
      ],
    ] as const) {
      const tried = () => set(made.id, [...variants]);
      expect([await said(tried()), await faultsOf(tried())]).toEqual([
        code,
        faults.map((fault) => `/payload/variants/${fault}`),
      ]);
    }
    expect(await get(made.id)).toMatchObject({ rev: 1, variants: [{ id: s }, { id: m }] });
    const many = Array.from({ length: 101 }, () => ({ title: 'V' }));
    expect(await said(set(made.id, many))).toBe('400 invalid_request');
    expect(await said(set(made.id, many.slice(1)))).toBe('200');
  });

  test('a variant that is sold while it is removed leaves a ledger that adds up', async () => {
    const made = await create([{ title: 'S', stock: 50 }]);
    const [s] = idsOf(made);
    const [removed, ...sold] = await Promise.all([
      said(set(made.id, [{ title: 'M' }])),
      ...Array.from({ length: 8 }, () => said(world.run('catalog.stock.adjust', { targetId: s, delta: -1 }))),
    ]);
    expect(removed).toBe('200');
    for (const each of sold) expect(['200', '404 not_found']).toContain(each);
    const { items } = await world.read('catalog.stockMovements.list', { query: { targetId: s } });
    expect(items.reduce((sum: number, { delta }: { delta: number }) => sum + delta, 0)).toBe(0);
    expect(items[0]).toMatchObject({ kind: 'removed', after: null });
  });

  test('a variant whose stock moves while it is removed is told of as it went', async () => {
    const made = await create([{ title: 'S', stock: 50 }]);
    const [s] = idsOf(made);
    let removing: Promise<unknown> | undefined;
    await world.database.transaction(world.storeId, async (tx) => {
      unwatched(tx);
      await tx.query('UPDATE catalog_variant SET stock = 41 WHERE store_id = $1 AND id = $2', [world.storeId, s]);
      removing = said(set(made.id, []));
      await untilWaiting(world);
      return { keep: true, value: undefined };
    });
    expect(await removing).toBe('200');
    expect((await lastOf(world, made.id)).changes).toMatchObject([{ before: { variants: [{ id: s, stock: 41 }] } }]);
  });
});
