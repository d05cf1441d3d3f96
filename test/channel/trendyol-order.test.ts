import { type Api, startApi } from '../../src/api';
import type { RunningWorker } from '../../src/worker';
import { eventually } from '../world/eventually';
import { startTestWorker } from '../world/worker';
import { Door } from './door';
import { type OrdersThere, ordersThere } from './orders-there';

// biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
type Answer = any;

/** The whole day, with catalog and stock, is in `trendyol-day.test.ts`. */
describe('an order of Trendyol, from its buyer to its delivery', () => {
  let shop: OrdersThere;
  let worker: RunningWorker;
  let api: Api;
  let door: Door;
  beforeAll(async () => {
    door = await Door.open(() => api?.port);
    shop = await ordersThere({ TEZGAH_PUBLIC_URL: door.url });
    const { platform, config } = shop.world;
    api = await startApi(platform, config, platform.log);
    worker = await startTestWorker(shop.world);
    const { id } = await shop.world.read('channel.webhook.register', {
      as: shop.world.owner,
      params: { ext: 'trendyol' },
    });
    expect(await shop.ended(id)).toMatchObject({ state: 'succeeded' });
  });
  afterAll(async () => {
    await worker.stop();
    await door.close();
    await api.stop();
    await shop.close();
  });

  const here = async (number: string): Promise<Answer> => {
    const found = (await shop.orders()).filter(({ externalNumber }: Answer) => externalNumber === number);
    expect(found.length).toBeLessThan(2);
    return found[0] && shop.world.read('orders.get', { params: { ord: found[0].id } });
  };
  const becomes = (number: string, state: string) =>
    eventually(async () => {
      const order = await here(number);
      return order?.packages.every((each: Answer) => each.state === state) ? order : undefined;
    });
  const move = (packageId: number, to: string) => shop.control('PUT', '/orders/move', { packageId, to });

  test('arrives by webhook and by pull alone, is followed to its delivery, and moves its stock once', async () => {
    // No pull runs until somebody asks for one: this one comes by webhook.
    const told = await shop.place();
    expect(await becomes(told.orderNumber, 'created')).toMatchObject({
      payment: 'paid',
      paymentMethod: 'marketplace',
      fulfilment: 'unfulfilled',
      total: 30_000,
      lines: [{ productId: shop.productId, quantity: 3, stockTaken: 3, oversold: 0 }],
    });
    expect(await shop.stock()).toBe(997);

    await shop.control('PUT', '/orders/knobs', { lost: true });
    const silent = await shop.place();
    expect(await here(silent.orderNumber)).toBeUndefined();
    await shop.pulled();
    expect(await here(silent.orderNumber)).toMatchObject({ payment: 'paid', lines: [{ quantity: 3 }] });
    expect(await shop.stock()).toBe(994);
    // What the webhook has brought, the pull finds known.
    expect(await shop.orders()).toHaveLength(2);

    await shop.control('PUT', '/orders/knobs', { lost: false });
    for (const [word, state, fulfilment] of [
      ['Picking', 'preparing', 'fulfilled'],
      ['Invoiced', 'invoiced', 'fulfilled'],
      ['Shipped', 'shipped', 'shipped'],
      ['Delivered', 'delivered', 'delivered'],
    ] as const)
      for (const { orderNumber, packageId } of [told, silent]) {
        await move(packageId, word);
        expect(await becomes(orderNumber, state)).toMatchObject({ fulfilment, payment: 'paid' });
      }
    for (const { orderNumber, packageId } of [told, silent]) {
      const { shipments, packages, lines } = await here(orderNumber);
      expect(packages).toMatchObject([{ packageId: String(packageId), state: 'delivered' }]);
      expect(shipments).toMatchObject([{ state: 'delivered', packageId: String(packageId) }]);
      expect(lines).toMatchObject([{ quantity: 3, shipped: 0, delivered: 3 }]);
    }

    const other = await shop.place();
    await becomes(other.orderNumber, 'created');
    expect(await shop.stock()).toBe(991);
    await shop.control('PUT', '/orders/cancel', { packageId: other.packageId });
    expect(await becomes(other.orderNumber, 'cancelled')).toMatchObject({
      captured: 30_000,
      refunded: 30_000,
      lines: [{ stockTaken: 3, restocked: 3, keptUnits: [0, 1, 2] }],
    });
    expect(await shop.stock()).toBe(994);
    expect(await shop.pulled()).toMatchObject({ state: 'succeeded', progress: { ordersNew: 0, failed: 0 } });
    expect(await shop.orders()).toHaveLength(3);
    expect(shop.simulator.stats().breaches).toBe(0);
  });
});
