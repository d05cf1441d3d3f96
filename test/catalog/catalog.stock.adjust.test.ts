import { newId, newUlid } from '../../src/kernel/ids';
import { lastOf, replyOf, said, undoLast } from '../world/story';
import { createWorld, type World } from '../world/world';

const STOCK_MAX = 1_000_000_000;

describe('catalog.stock.adjust', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const create = (payload: object = {}) => world.done('catalog.product.create', { title: 'Çay', price: 1, ...payload });
  const adjust = (targetId: string, delta: number, more: object = {}) =>
    world.run('catalog.stock.adjust', { targetId, delta, ...more });
  const stockOf = async (prd: string) => (await world.read('catalog.products.get', { params: { prd } })).stock;
  const lastMovement = async (targetId: string) =>
    (await world.read('catalog.stockMovements.list', { query: { targetId, limit: 1 } })).items[0];

  test('adds what was delivered and takes what broke, with the reason in the ledger', async () => {
    const { id } = await create({ stock: 5 });
    const { body } = await adjust(id, -2, { reason: 'Kırılan 😢' });
    const { movementId } = (body as { result: { movementId: string } }).result;
    expect(body).toMatchObject({ result: { targetId: id, productId: id, before: 5, stock: 3 } });
    expect(await lastMovement(id)).toMatchObject({
      id: movementId,
      kind: 'adjust',
      delta: -2,
      before: 5,
      after: 3,
      reason: 'Kırılan 😢',
      variantId: null,
    });
    expect(await world.read('catalog.products.get', { params: { prd: id } })).toMatchObject({ stock: 3, rev: 1 });
  });

  test('of a variant: it and its product find the audit row, and taking it back adds what was taken', async () => {
    const { id, variants } = await create({ variants: [{ title: 'S', stock: 9 }] });
    const targetId = variants[0].id;
    expect(await said(adjust(targetId, -4))).toBe('200');
    for (const entity of [targetId, id])
      expect(await lastOf(world, entity)).toMatchObject({
        changes: [{ entity: 'variant', id: targetId, before: { stock: 9 }, after: { stock: 5 } }],
        inverse: { payload: { targetId, delta: 4 } },
      });
    // Sales in between commute with it.
    const sale = await lastOf(world, targetId);
    expect(await said(adjust(targetId, -1))).toBe('200');
    expect(await said(world.run('catalog.stock.adjust', sale.inverse?.payload))).toBe('200');
    expect(await lastMovement(targetId)).toMatchObject({ after: 8, delta: 4 });
    expect(await undoLast(world, id)).toBe('undone');
  });

  test('never goes below nothing nor above what can be counted, and says what there is', async () => {
    const { id } = await create({ stock: 1 });
    expect((await replyOf(adjust(id, -2))).body).toMatchObject({
      status: 422,
      code: 'stock_out_of_range',
      currentStock: 1,
    });
    expect(await said(adjust(id, STOCK_MAX))).toBe('422 stock_out_of_range');
    expect(await said(adjust(id, STOCK_MAX - 1))).toBe('200');
    expect(await said(adjust(id, -STOCK_MAX))).toBe('200');
    expect(await stockOf(id)).toBe(0);
    expect(await lastOf(world, id, 'refused')).toMatchObject({ code: 'stock_out_of_range', changes: [] });
  });

  test('what is not counted is always available: there is nothing to adjust', async () => {
    const { id } = await create();
    expect(await said(adjust(id, 1))).toBe('422 stock_untracked');
    expect(await said(adjust(newId('prd'), 1))).toBe('404 not_found');
    expect(await said(adjust(newId('var'), 1))).toBe('404 not_found');
  });

  test('nothing added is no movement', async () => {
    const { id } = await create({ stock: 5 });
    expect((await adjust(id, 0)).body).toMatchObject({ result: { before: 5, stock: 5, movementId: null } });
    expect(await lastMovement(id)).toMatchObject({ kind: 'initial' });
  });

  test('of ten who saw the same stock, one adjusts it', async () => {
    const { id } = await create({ stock: 3 });
    const stale = await replyOf(adjust(id, 1, { expectedStock: 2 }));
    expect(stale.body).toMatchObject({ status: 409, code: 'stock_conflict', currentStock: 3 });
    const replies = await Promise.all(Array.from({ length: 10 }, () => said(adjust(id, 1, { expectedStock: 3 }))));
    expect(replies.filter((each) => each === '200')).toHaveLength(1);
    expect(replies.filter((each) => each === '409 stock_conflict')).toHaveLength(9);
  });

  test('of twenty that sell the last ten, ten do', async () => {
    const { id } = await create({ stock: 10 });
    const replies = await Promise.all(Array.from({ length: 20 }, () => said(adjust(id, -1))));
    expect(replies.filter((each) => each === '200')).toHaveLength(10);
    expect(replies.filter((each) => each === '422 stock_out_of_range')).toHaveLength(10);
    expect(await stockOf(id)).toBe(0);
  });

  test('twenty tries under one key are one sale, which all are told of', async () => {
    const { id } = await create({ stock: 10 });
    const key = newUlid();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => world.run('catalog.stock.adjust', { targetId: id, delta: -1 }, { key })),
    );
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await stockOf(id)).toBe(9);
  });

  test('numbers that no stock could be are refused', async () => {
    const { id } = await create({ stock: 3 });
    for (const wrong of [
      { delta: 2 ** 31 },
      { delta: -(2 ** 53) },
      { delta: 0.5 },
      { delta: 1, expectedStock: 2 ** 40 },
      { delta: 1, reason: ' ' },
    ])
      expect([wrong, await said(world.run('catalog.stock.adjust', { targetId: id, ...wrong }))]).toEqual([
        wrong,
        '400 invalid_request',
      ]);
  });
});
