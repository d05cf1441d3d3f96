import { orderOf } from '../order/session';
import { type Agents, worldWithAgents } from '../proposal/agents';

describe('bulk.stock.change', () => {
  let shop: Agents;
  beforeAll(async () => {
    shop = await worldWithAgents();
    await shop.startWorker();
  });
  afterAll(() => shop.close());

  const change = (body: Readonly<Record<string, unknown>>) => shop.world.read('bulk.stock.change', { body });
  const stockOf = async (id: string): Promise<number> => (await shop.read(id)).stock;
  const submitted = async (body: Readonly<Record<string, unknown>>) => {
    const { proposalId } = await change(body);
    return shop.until(proposalId, 'submitted');
  };
  const applied = async (id: string) => {
    await shop.approve(id);
    return shop.until(id, 'applied', 'paused');
  };

  test('gives each its own count or difference, and all of it is taken back at once', async () => {
    const pot = await shop.product('Cezve', { stock: 5 });
    const cup = await shop.product('Fincan', { variants: [{ title: 'Ak', stock: 1 }] });
    const [variant] = cup.variants;
    const changes = [
      { targetId: variant.id, delta: 3, expectedStock: 1 },
      { targetId: pot.id, stock: 2, expectedStock: 5 },
    ];
    const { id } = await submitted({ ids: [pot.id, variant.id], changes, reason: 'Sayım' });
    expect(await applied(id)).toMatchObject({ state: 'applied', items: { applied: 2, skipped: 0 } });
    expect([await stockOf(pot.id), (await shop.read(cup.id)).variants[0].stock]).toEqual([2, 4]);
    const { items } = await shop.world.read('catalog.stockMovements.list', { query: { targetId: pot.id } });
    expect(items[0]).toMatchObject({ kind: 'set', delta: -3, reason: 'Sayım' });
    const { proposalId } = await shop.world.read('bulk.changes.undo', { body: { ids: [id] } });
    await shop.until(proposalId, 'applied', 'paused');
    expect([await stockOf(pot.id), (await shop.read(cup.id)).variants[0].stock]).toEqual([5, 1]);
  });

  test('leaves out what has moved before it was recorded or before it was applied, and goes on with the rest', async () => {
    const products = [];
    for (const title of ['A', 'B', 'C']) products.push(await shop.product(title, { stock: 10 }));
    const [early, late, still] = products as [{ id: string }, { id: string }, { id: string }];
    await orderOf(shop.world, [{ productId: early.id }]);
    const ids = [early.id, late.id, still.id];
    const recorded = await submitted({
      ids,
      changes: ids.map((targetId) => ({ targetId, stock: 4, expectedStock: 10 })),
    });
    expect(recorded.list[0]).toMatchObject({ state: 'skipped', problem: { code: 'stock_conflict', currentStock: 9 } });
    await orderOf(shop.world, [{ productId: late.id, quantity: 2 }]);
    expect(await applied(recorded.id)).toMatchObject({ state: 'applied', items: { applied: 1, skipped: 2 } });
    expect([await stockOf(early.id), await stockOf(late.id), await stockOf(still.id)]).toEqual([9, 8, 4]);
  });

  test('a count that is applied while buyers buy loses no piece', async () => {
    const ids: string[] = [];
    for (let nth = 0; nth < 8; nth += 1) ids.push((await shop.product(`Kase ${nth}`, { stock: 50 })).id);
    const { id } = await submitted({
      ids,
      changes: ids.map((targetId) => ({ targetId, delta: -7, expectedStock: 50 })),
    });
    const buying = ids.flatMap((productId) =>
      [1, 2, 3].map((quantity) => orderOf(shop.world, [{ productId, quantity }])),
    );
    await shop.approve(id);
    await Promise.all(buying);
    const done = await shop.until(id, 'applied', 'paused');
    expect(done.state).toBe('applied');
    for (const [index, productId] of ids.entries()) {
      const { state } = done.list.find(({ seq }: { seq: number }) => seq === index + 1);
      expect([productId, await stockOf(productId)]).toEqual([productId, state === 'applied' ? 37 : 44]);
    }
  });

  test.each([
    ['nothing', {}, '/stock'],
    ['changes and a count of all', { stock: 1, changes: [{ stock: 1 }] }, '/stock'],
    ['a change of both', { changes: [{ stock: 1, delta: 1 }] }, '/changes/0'],
    ['a change of neither', { changes: [{ expectedStock: 1 }] }, '/changes/0'],
    ['two changes of one', { changes: [{ stock: 1 }, { stock: 2 }] }, '/changes/1/targetId'],
  ])('refuses %s', async (_, terms: { changes?: object[] }, pointer) => {
    const { id: targetId } = await shop.product();
    const changes = terms.changes?.map((each) => ({ targetId, ...each }));
    const refused = await change({ ids: [targetId], ...terms, ...(changes ? { changes } : {}) });
    expect(refused).toMatchObject({ status: 400, code: 'invalid_request', errors: [{ pointer }] });
  });

  test('refuses a change of what is not among the ids, and ids without a change', async () => {
    const [first, second] = [await shop.product(), await shop.product()];
    const own = (targetId: string) => ({ targetId, stock: 1 });
    expect(await change({ ids: [first.id], changes: [own(first.id), own(second.id)] })).toMatchObject({
      errors: [{ pointer: '/changes/1/targetId', message: 'is not among the ids' }],
    });
    expect(await change({ ids: [first.id, second.id], changes: [own(first.id)] })).toMatchObject({
      errors: [{ pointer: '/changes' }],
    });
  });
});
