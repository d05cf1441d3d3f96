import { PushWatch } from '../../../src/channel/push/watch';
import { barcodeOf } from '../../../src/simulator/trendyol/barcode';
import { eventually } from '../../world/eventually';
import { patient } from '../../world/patience';
import { slowTest } from '../../world/slow-test';
import { startTestWorker } from '../../world/worker';
import { type OrdersThere, ordersThere } from '../orders-there';

const EXT = 'trendyol';
const SEND = 'POST /inventory/sellers/{sellerId}/products/price-and-inventory';
// biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
type Answer = any;

/** A store with items on sale at a marketplace, which a worker keeps in step. */
async function open(count = 1) {
  const shop = await ordersThere();
  const { world, simulator } = shop;
  const worker = await startTestWorker(world);
  const barcodes = Array.from({ length: count }, (_, at) => barcodeOf(7, (at + 2) * 4));
  const products = [shop.productId];
  for (const barcode of barcodes.slice(1))
    products.push(
      (await world.done('catalog.product.create', { title: `Cezve ${barcode}`, price: 10_000, stock: 100, barcode }))
        .id,
    );
  await control(shop, 'PUT', '/listings', { batchMs: 20 });
  const watch = new PushWatch({ ...world, onError: () => {} });
  watch.keepEvery(100);
  const set = (items: object[]) => world.done('channel.listing.set', { extension: EXT, items });
  const there = (at = 0): Answer => simulator.catalog.itemOf(barcodes[at] as string)?.variant;
  const shown = (at = 0) => ({
    stock: there(at).stock.quantity,
    price: Math.round(there(at).price.salePrice * 100),
    listPrice: Math.round(there(at).price.listPrice * 100),
  });
  const offer = async (at = 0): Promise<Answer> => {
    const [row] = await world.database
      .reader(world.storeId)
      .query<Answer>(
        'SELECT f.*, l.last_error FROM channel_offer f JOIN channel_listing l ON l.id = f.listing_id WHERE l.product_id = $1',
        [products[at]],
      );
    return row;
  };
  return {
    ...shop,
    barcodes,
    products,
    set,
    shown,
    offer,
    watch,
    requests: () => simulator.stats().endpoints[SEND]?.requests ?? 0,
    stock: (value: number, at = 0) => world.done('catalog.stock.set', { targetId: products[at], stock: value }),
    /** Fails with what the product thinks of its offers, requests and jobs. */
    becomes: (wanted: () => boolean | Promise<boolean>) =>
      eventually(async () => wanted(), 12_000, 50).catch(async (error) => {
        const of = (table: string) =>
          world.database.reader(world.storeId).query(`SELECT * FROM ${table} ORDER BY 2 DESC LIMIT 8`);
        const state = {
          offers: await of('channel_offer'),
          sendings: await of('channel_sending'),
          jobs: await of('channel_job'),
        };
        throw new Error(`${error}\n${JSON.stringify(state, null, 1)}`);
      }),
    async close() {
      await watch.stop();
      await worker.stop();
      await shop.close();
    },
  };
}

const control = (shop: Pick<OrdersThere, 'control'>, method: string, path: string, body?: object) =>
  shop.control(method, path, body);

const listing = async (shop: Awaited<ReturnType<typeof open>>, at = 0): Promise<Answer> => {
  const query = { productId: shop.products[at] };
  const { items } = await shop.world.read('channel.listings.list', { params: { ext: EXT }, query });
  return items[0];
};

describe('a push of offers', () => {
  let shop: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    shop = await open(3);
  });
  afterAll(() => shop.close());

  it('shows the stock of what is listed, less the buffer, and holds a price that falls too deep', async () => {
    const before = shop.shown().price;
    await shop.set(shop.products.map((productId) => ({ productId, buffer: 2 })));
    await shop.becomes(() => shop.shown().stock === 998 && shop.shown(1).stock === 98 && shop.shown(2).stock === 98);
    expect(shop.shown().price).toBe(before);
    await shop.becomes(async () => (await listing(shop)).driftReason?.state === 'price_held');
    expect(await listing(shop)).toMatchObject({
      drift: true,
      driftReason: { here: { stock: 998, price: 10_000 }, told: { price: before }, there: { price: before } },
    });
  });

  it('tells a change of stock within seconds, and what is confirmed', async () => {
    const from = Date.now();
    await shop.stock(500);
    await shop.becomes(() => shop.shown().stock === 498);
    expect(Date.now() - from).toBeLessThan(patient(10_000));
    await shop.becomes(async () => (await shop.offer()).sending_id === null);
    expect(await shop.offer()).toMatchObject({ told_stock: 498, refused_text: null });
  });

  it('says 0 of what is disabled', async () => {
    await shop.set([{ productId: shop.products[1], enabled: false }]);
    await shop.becomes(() => shop.shown(1).stock === 0);
    await shop.set([{ productId: shop.products[1], enabled: true }]);
    await shop.becomes(() => shop.shown(1).stock === 98);
  });

  it('tells when each of its tasks has last gone through all listings', async () => {
    const lastSync = async () =>
      (await shop.world.read('channel.health.get', { params: { ext: EXT } })).lastSync as Record<string, string | null>;
    await shop.world.sql(`DELETE FROM channel_cursor WHERE task IN ('stock', 'price', 'reconcile')`);
    const run = async (body: object) => {
      const { id } = await shop.world.read('channel.sync.now', { as: shop.world.owner, params: { ext: EXT }, body });
      await shop.ended(id);
    };
    await run({ task: 'reconcile' });
    expect(await lastSync()).toMatchObject({ reconcile: expect.any(String) });
    await run({ task: 'stock' });
    expect(await lastSync()).toMatchObject({ stock: expect.any(String), price: expect.any(String) });
  });

  it('repeats no body within the window of the marketplace', async () => {
    for (const stock of [40, 50, 40, 50, 40]) {
      await shop.stock(stock, 2);
      await shop.becomes(() => shop.shown(2).stock === stock - 2);
    }
    expect(shop.simulator.stats().repeatedRequests).toBe(0);
  });
});

describe('a push of a single listing', () => {
  let shop: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    shop = await open();
  });
  afterAll(() => shop.close());

  slowTest('is told one piece less where all that would say the right number was said shortly before', async () => {
    await shop.set([{ productId: shop.products[0] }]);
    await shop.becomes(() => shop.shown().stock === 1_000);
    // The price waits for a person, so it is no other content.
    const shown: number[] = [];
    for (const stock of [60, 50, 60, 50, 60, 50]) {
      await shop.stock(stock);
      await shop.becomes(() => shop.shown().stock === stock || shop.shown().stock === stock - 1);
      shown.push(shop.shown().stock);
    }
    expect(shown).toEqual([60, 50, 60, 50, 59, 49]);
    expect(shop.simulator.stats().repeatedRequests).toBe(0);
    await shop.becomes(async () => (await listing(shop)).driftReason?.state === 'resend_window');
  });
});
