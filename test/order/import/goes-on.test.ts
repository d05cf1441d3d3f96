import { createWorld, type World } from '../../world/world';
import { setRestocking } from '../restocking';
import { ImportShop, later, lineOf, packageOf } from './shop';

type Told = ReturnType<typeof packageOf>;

describe('a package that is cancelled whole, and whose pieces live in others', () => {
  let world: World;
  let shop: ImportShop;
  beforeAll(async () => {
    world = await createWorld();
    shop = await ImportShop.in(world);
  });
  afterAll(() => world.close());

  /** The news of one order, whose packages and things bear its name. */
  function newsOf(name: string) {
    const line = (quantity: number) => lineOf(name, quantity, { lineId: `A ${name}` });
    const child = (id: string, quantity: number): Told =>
      packageOf(`${id} ${name}`, [line(quantity)], {
        originPackageIds: [`P ${name}`],
        state: 'preparing',
        stateWord: 'Picking',
        modifiedAt: later(2),
      });
    return {
      whole: packageOf(`P ${name}`, [line(3)]),
      cancelled: packageOf(`P ${name}`, [line(3)], {
        state: 'cancelled',
        stateWord: 'Cancelled',
        modifiedAt: later(1),
      }),
      two: child('C', 2),
      one: child('D', 1),
    };
  }
  type News = keyof ReturnType<typeof newsOf>;

  async function heard(name: string, order: readonly News[], stock = 50) {
    const productId = await shop.product(name, stock);
    let orderId = '';
    for (const each of order) orderId = (await shop.upsert(`N ${name}`, newsOf(name)[each])).order?.id ?? orderId;
    return { productId, order: await shop.order(orderId) };
  }

  test.each([
    ['the cancellation before they are heard of', ['whole', 'cancelled', 'two', 'one']],
    ['the cancellation first of all', ['cancelled', 'two', 'one']],
    ['the cancellation between them', ['whole', 'two', 'cancelled', 'one']],
    ['the cancellation last', ['whole', 'two', 'one', 'cancelled']],
    ['each twice', ['cancelled', 'cancelled', 'two', 'cancelled', 'one', 'whole', 'two', 'one']],
  ] as const)('is one order of its three pieces: %s', async (name, order) => {
    const found = await heard(name, order);
    expect(found.order).toMatchObject({ total: 30_000, captured: 30_000, refunded: 0, fulfilment: 'fulfilled' });
    expect(found.order.lines).toMatchObject([{ quantity: 3, unsent: 0, refundedUnits: [], booked: 3 }]);
    expect([await shop.stock(found.productId), (await shop.ledger(found.productId)).sum]).toEqual([47, 47]);
    const [{ stockTaken, restocked }] = found.order.lines;
    expect(stockTaken - restocked).toBe(3);
    expect(found.order.refunds.filter(({ state }: { state: string }) => state === 'succeeded')).toEqual([]);
  });

  test('gives back what stays cancelled, and no more', async () => {
    const { order, productId } = await heard('Kalan', ['whole', 'cancelled', 'two']);
    expect(order).toMatchObject({ total: 30_000, captured: 30_000, refunded: 10_000 });
    expect(order.refunds).toMatchObject([
      { state: 'failed', amount: 30_000, method: 'marketplace' },
      { state: 'succeeded', amount: 10_000, method: 'marketplace' },
    ]);
    expect(order.lines).toMatchObject([{ quantity: 3, unsent: 1, booked: 2 }]);
    expect(await shop.stock(productId)).toBe(48);
    // A refund that was none waits for nobody.
    expect((await world.read('account.today', {})).refundsFailed.count).toBe(0);
  });

  test('takes no piece a second time where cancelled ones do not go back to stock', async () => {
    await setRestocking(world, { restockOnCancel: false });
    try {
      const { order, productId } = await heard('Kalır', ['whole', 'cancelled', 'two', 'one']);
      expect(order.lines).toMatchObject([{ quantity: 3, unsent: 0, stockTaken: 3, restocked: 0 }]);
      expect([await shop.stock(productId), (await shop.ledger(productId)).sum]).toEqual([47, 47]);
    } finally {
      await setRestocking(world, { restockOnCancel: true });
    }
  });

  test('takes no piece a second time where another one came back by a claim', async () => {
    await setRestocking(world, { restockOnCancel: false, restockOnReturn: true });
    try {
      const name = 'Geri';
      const productId = await shop.product(name, 50);
      const { whole, cancelled, two, one } = newsOf(name);
      for (const each of [whole, cancelled, two]) await shop.upsert(`N ${name}`, each);
      const [line] = two.lines;
      await shop.settle(`N ${name}`, { itemId: 'I1', lineId: line?.lineId, barcode: name, price: 10_000 });
      expect(await shop.stock(productId)).toBe(48);
      const { order } = await shop.upsert(`N ${name}`, one);
      // Three were sold and one of them is here again; the last one had never gone back.
      expect([await shop.stock(productId), (await shop.ledger(productId)).sum]).toEqual([48, 48]);
      expect((await shop.order(order.id)).lines).toMatchObject([
        { quantity: 3, unsent: 0, returned: 1, stockTaken: 3, restocked: 1 },
      ]);
    } finally {
      await setRestocking(world, { restockOnCancel: true, restockOnReturn: true });
    }
  });

  test('takes again what a cancellation gave back, and not what a claim did', async () => {
    const name = 'İkisi';
    const productId = await shop.product(name, 50);
    const { whole, cancelled, two, one } = newsOf(name);
    for (const each of [whole, cancelled, two]) await shop.upsert(`N ${name}`, each);
    const [line] = two.lines;
    await shop.settle(`N ${name}`, { itemId: 'I2', lineId: line?.lineId, barcode: name, price: 10_000 });
    expect(await shop.stock(productId)).toBe(49);
    const { order } = await shop.upsert(`N ${name}`, one);
    expect([await shop.stock(productId), (await shop.ledger(productId)).sum]).toEqual([48, 48]);
    expect((await shop.order(order.id)).lines).toMatchObject([{ unsent: 0, returned: 1, stockTaken: 3, restocked: 1 }]);
  });

  test('is oversold by no more than was not there', async () => {
    const { order, productId } = await heard('Eksik', ['whole', 'cancelled', 'two', 'one'], 1);
    expect(order.lines).toMatchObject([{ quantity: 3, oversold: 2 }]);
    expect(await shop.stock(productId)).toBe(-2);
  });
});
