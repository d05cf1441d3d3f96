import { repairStore } from '../../src/store/nightly';
import { holding, untilWaiting } from '../world/held';
import { createWorld, type World } from '../world/world';
import { seeStorefront } from './whole-projection';

describe('store.repair', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const killed = (): never => {
    throw new Error('the worker was killed');
  };
  const attempt = (id: string, onPart: () => void = () => {}) =>
    repairStore(world, { storeId: world.storeId, id }, undefined, onPart);
  const lose = (key: string) => world.sql(`DELETE FROM storefront_kv WHERE key = '${key}'`);
  const told = async () => {
    const { items } = await world.read('audit.list', { query: { command: 'store.repair' } });
    return (items as { payload: unknown; changes: { before: unknown; after: unknown }[] }[]).map(
      ({ payload, changes }) => ({ payload, changes: changes.map(({ before, after }) => [before, after]) }),
    );
  };

  test('is issued once for each part and once for the end, however many attempts a night takes', async () => {
    await world.done('catalog.product.create', { title: 'Çay', price: 100 });
    await world.done('catalog.product.create', { title: 'Kahve', price: 100 });
    await lose('product:cay');
    await world.sql(`UPDATE storefront_kv SET value = value || '{"price": 1}' WHERE key = 'product:kahve'`);

    // Each attempt begins anew, as one whose beat was lost; the first is killed behind its first part.
    await expect(attempt('first night', killed)).rejects.toThrow('killed');
    const came = await attempt('first night');
    expect(came).toEqual({ keys: 3, repaired: 1 });
    const log = await told();
    expect(log).toEqual([
      { payload: { keys: 3, repaired: 1 }, changes: [] },
      { payload: { keys: 0 }, changes: [[{ repaired: 0 }, { repaired: 1 }]] },
      { payload: { keys: 2 }, changes: [[{ repaired: 0 }, { repaired: 1 }]] },
    ]);

    // What the end came to was not heard of, and the next look finds something else.
    await lose('product:kahve');
    expect(await attempt('first night')).toEqual(came);
    expect(await told()).toEqual(log);

    expect(await attempt('second night')).toEqual({ keys: 3, repaired: 1 });
    expect(await told()).toHaveLength(log.length + 2);
    const { projected, whole } = await seeStorefront(world.database.reader(world.storeId), world.storeId);
    expect(projected).toEqual(whole);
  });

  test('tells of nothing that a call beside it has projected meanwhile', async () => {
    const tea = await world.done('catalog.product.create', { title: 'Adaçayı', price: 700 });
    await world.done('catalog.product.update', { productId: tea.id, title: 'Dağ Çayı' }, { deferBump: true });
    const release = await holding(world, 'SELECT FROM store WHERE id = $1 FOR UPDATE', [world.storeId]);
    const beside = world.run('catalog.collection.create', { title: 'Otlar' });
    let repaired: ReturnType<typeof attempt>;
    try {
      await untilWaiting(world, 1);
      repaired = attempt('third night');
      await untilWaiting(world, 2);
    } finally {
      await release();
    }
    await beside;
    expect(await repaired).toMatchObject({ repaired: 0 });
    expect((await told()).slice(0, 2).map(({ changes }) => changes)).toEqual([[], []]);
  });
});
