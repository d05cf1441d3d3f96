import { OVERLAP_MS } from '../../../src/channel/pull/windows';
import { askPush } from '../../../src/channel/push/ask';
import { BARCODE, type OrdersThere, ordersThere } from '../orders-there';
import { bySteps } from './by-steps';

const EXT = 'trendyol';
const STREAM = 'GET /order/sellers/{sellerId}/orders/stream';
const MINUTE_MS = 60_000;

describe('a shop with 3,200 packages in three hours', () => {
  let shop: OrdersThere;
  const { jobs, step, work } = bySteps(() => shop);
  beforeAll(async () => {
    shop = await ordersThere();
    const { world } = shop;
    const lines = [{ barcode: '0012345678905', quantity: 1, priceKurus: 100 }];
    for (let minutes = 6; minutes < 166; minutes += 5)
      await shop.control('POST', '/orders', { count: 100, agoMs: minutes * MINUTE_MS, lines });
    await shop.control('PUT', '/listings', { batchMs: 1 });
    await world.sql(`INSERT INTO channel_cursor (store_id, extension, task, until, ran_at)
      VALUES ('${world.storeId}', '${EXT}', 'orders', now(), now())`);
    await world.done('channel.listing.set', {
      extension: EXT,
      items: [{ productId: shop.productId, priceLocked: true }],
    });
  });
  beforeEach(() =>
    shop.world.sql(`UPDATE channel_cursor SET until = now() - interval '1 minute' WHERE task = 'orders'`),
  );
  afterAll(() => shop?.close());

  const requests = (): number => shop.simulator.stats().endpoints[STREAM]?.requests ?? 0;

  test('asks for the packages of its window alone, and tells a change of stock', async () => {
    const before = requests();
    await shop.world.done('catalog.stock.set', { targetId: shop.productId, stock: 20 });
    await askPush(shop.world.bus, shop.world.storeId, EXT);
    let isOver = false;
    const pushing = work('offers.push').finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await work('orders.pull');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await pushing;
    await shop.control('GET', '/queue');
    expect(shop.simulator.catalog.stockOf(BARCODE)).toBe(20);
    expect(requests() - before).toBeLessThanOrEqual(9);
    expect(await shop.orders()).toEqual([]);
  });

  test('knows what changed while a pull read, once that pull has ended', async () => {
    await shop.round('orders');
    const [job] = await jobs('orders.pull');
    const jobId = job?.id ?? '';
    const begunMs = Date.now();
    expect(await step(jobId, () => true)).toBe(false);
    // It has read for longer than anybody waits for orders.
    const [from, end] = [begunMs - OVERLAP_MS, begunMs - 20_000].map((ms) => new Date(ms).toISOString());
    await shop.world.sql(`UPDATE channel_job SET progress = progress || '${JSON.stringify({ from, to: end, end })}'::jsonb
      WHERE id = '${jobId}'`);
    await work('orders.pull');
    expect(Date.parse((await shop.cursor())?.until ?? '')).toBeGreaterThanOrEqual(begunMs - 1_000);
  });
});
