import { newId } from '../../src/kernel/ids';
import { lastOf, replyOf, said, undoLast } from '../world/story';
import { createWorld, type World } from '../world/world';

const STOCK_MAX = 1_000_000_000;

describe('catalog.stock.set', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const create = (payload: object = {}) => world.done('catalog.product.create', { title: 'Çay', price: 1, ...payload });
  const set = (targetId: string, stock: number | null, more: object = {}) =>
    world.run('catalog.stock.set', { targetId, stock, ...more });
  const ledgerOf = async (targetId: string) =>
    (await world.read('catalog.stockMovements.list', { query: { targetId } })).items
      .map(({ kind, delta, before, after }: never) => [kind, delta, before, after])
      .toReversed();

  test('begins to count, counts again, and stops: each is a line of the ledger', async () => {
    const { id } = await create();
    const done = (stock: number | null) => world.done('catalog.stock.set', { targetId: id, stock });
    expect(await done(5)).toMatchObject({ before: null, stock: 5, productId: id });
    expect(await done(STOCK_MAX)).toMatchObject({ before: 5, stock: STOCK_MAX });
    expect(await done(0)).toMatchObject({ stock: 0 });
    expect(await done(0)).toMatchObject({ before: 0, stock: 0, movementId: null });
    expect(await done(null)).toMatchObject({ before: 0, stock: null });
    expect(await ledgerOf(id)).toEqual([
      ['track', 5, null, 5],
      ['set', STOCK_MAX - 5, 5, STOCK_MAX],
      ['set', -STOCK_MAX, STOCK_MAX, 0],
      ['untrack', 0, 0, null],
    ]);
    expect(await world.read('catalog.products.get', { params: { prd: id } })).toMatchObject({ rev: 1, stock: null });
  });

  test('a count that overwrote a sale is not taken back over later ones', async () => {
    const { id, variants } = await create({ variants: [{ title: 'S', stock: 8 }] });
    const targetId = variants[0].id;
    expect(await said(set(targetId, 6, { reason: 'Sayım' }))).toBe('200');
    for (const entity of [targetId, id])
      expect(await lastOf(world, entity)).toMatchObject({
        changes: [{ entity: 'variant', before: { stock: 8 }, after: { stock: 6 } }],
        inverse: { payload: { targetId, stock: 8, expectedStock: 6 } },
      });
    const { inverse } = await lastOf(world, targetId);
    await world.done('catalog.stock.adjust', { targetId, delta: -1 });
    expect(await said(world.run('catalog.stock.set', inverse?.payload))).toBe('409 stock_conflict');
    expect(await undoLast(world, targetId)).toBe('undone');
    expect(await said(world.run('catalog.stock.set', inverse?.payload))).toBe('200');
    expect(await ledgerOf(targetId)).toMatchObject([
      ['initial', 8, null, 8],
      ['set', -2, 8, 6],
      ['adjust', -1, 6, 5],
      ['adjust', 1, 5, 6],
      ['set', 2, 6, 8],
    ]);
  });

  test('of those who counted at once with the same stock in mind, one is believed', async () => {
    const { id } = await create({ stock: 3 });
    const untracked = await replyOf(set(id, 1, { expectedStock: null }));
    expect(untracked.body).toMatchObject({ status: 409, code: 'stock_conflict', currentStock: 3 });
    const counts = [4, 5, 6, 7];
    const replies = await Promise.all(counts.map((stock) => said(set(id, stock, { expectedStock: 3 }))));
    expect(replies.toSorted()).toEqual(['200', ...Array.from({ length: 3 }, () => '409 stock_conflict')]);
    const { stock } = await world.read('catalog.products.get', { params: { prd: id } });
    expect(stock).toBe(counts[replies.indexOf('200')]);
  });

  test('a stock is whole, not negative, and of something that is there', async () => {
    const { id } = await create({ stock: 3 });
    for (const stock of [-1, 0.5, STOCK_MAX + 1, '3', undefined])
      expect([stock, await said(set(id, stock as number))]).toEqual([stock, '400 invalid_request']);
    expect(await said(set(newId('var'), 1))).toBe('404 not_found');
    expect(await said(world.run('catalog.stock.set', { targetId: id, stock: 1 }, { as: world.other.owner }))).toBe(
      '404 not_found',
    );
    expect(await ledgerOf(id)).toHaveLength(1);
  });
});
