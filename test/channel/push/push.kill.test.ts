// tier: all
import { PushWatch } from '../../../src/channel/push/watch';
import { barcodeOf } from '../../../src/simulator/trendyol/barcode';
import type { RunningWorker } from '../../../src/worker';
import { startCompiledWorker } from '../../world/compiled-worker';
import { eventually } from '../../world/eventually';
import { startTestWorker } from '../../world/worker';
import { type OrdersThere, ordersThere } from '../orders-there';

jest.setTimeout(300_000);

const SEND = 'POST /inventory/sellers/{sellerId}/products/price-and-inventory';
const BATCH = 'GET /product/sellers/{sellerId}/products/batch-requests/{batchRequestId}';
const ORDERS = 'GET /order/sellers/{sellerId}/orders/stream';
const HANGS_MS = 8_000;

// biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
type Answer = any;

describe('a push of stock whose worker is killed', () => {
  let shop: OrdersThere;
  let watch: PushWatch;
  beforeAll(async () => {
    shop = await ordersThere();
    await shop.control('PUT', '/listings', { batchMs: 20 });
    watch = new PushWatch({ ...shop.world, onError: () => {} });
    watch.keepEvery(100);
    const worker = await startTestWorker(shop.world);
    try {
      const items = [{ productId: shop.productId }];
      await shop.world.done('channel.listing.set', { extension: 'trendyol', items });
      await settled(1_000);
    } finally {
      await worker.stop();
    }
  });
  afterEach(() => shop.simulator.faults.clear());
  afterAll(async () => {
    await watch?.stop();
    await shop?.close();
  });

  const there = (): number | undefined => shop.simulator.catalog.stockOf(barcodeOf(7, 2 * 4));
  const processed = (endpoint: string): number => shop.simulator.stats().endpoints[endpoint]?.processed ?? 0;
  const faulted = (): number => shop.simulator.stats().faults.serverError ?? 0;
  const offer = async (): Promise<Answer> => {
    const [row] = await shop.world.database.reader(shop.world.storeId).query<Answer>(
      `SELECT f.told_stock AS told, f.sending_id AS sending, (l.mirror ->> 'stock')::int AS mirror
         FROM channel_offer f JOIN channel_listing l ON l.store_id = f.store_id AND l.id = f.listing_id WHERE l.product_id = $1`,
      [shop.productId],
    );
    return row;
  };
  /** Waits until both sides agree, and nothing is under way. */
  const settled = (stock: number): Promise<unknown> =>
    eventually(
      async () => {
        const { told, mirror, sending } = (await offer()) ?? {};
        return told === stock && mirror === stock && sending === null && there() === stock;
      },
      90_000,
      100,
    );

  async function killed(stock: number, isThere: () => boolean): Promise<void> {
    const doomed = startCompiledWorker(shop.world);
    let heir: RunningWorker | undefined;
    try {
      await shop.world.done('catalog.stock.set', { targetId: shop.productId, stock });
      await eventually(async () => isThere(), 90_000, 20);
      await doomed.kill();
      shop.simulator.faults.clear();
      heir = await startTestWorker(shop.world);
      await settled(stock);
      expect(shop.simulator.stats()).toMatchObject({ repeatedRequests: 0, breaches: 0 });
    } finally {
      await doomed.kill();
      await heir?.stop();
    }
  }

  test('while orders are pulled first sends what is true then', async () => {
    const before = processed(ORDERS);
    shop.simulator.faults.set({ slowAnswer: { rate: 1, delayMs: HANGS_MS }, endpoint: ORDERS });
    await killed(900, () => processed(ORDERS) > before);
  });

  test('before it hears that its request was taken reads back, and repeats nothing', async () => {
    const before = processed(SEND);
    shop.simulator.faults.set({ slowAnswer: { rate: 1, delayMs: HANGS_MS }, endpoint: SEND });
    await killed(800, () => processed(SEND) > before);
    expect(processed(SEND)).toBe(before + 1);
  });

  test('whose request never arrived sends it after all', async () => {
    const before = faulted();
    shop.simulator.faults.set({
      serverError: { rate: 1, status: 503 },
      slowAnswer: { rate: 1, delayMs: HANGS_MS },
      endpoint: SEND,
    });
    await killed(700, () => faulted() > before);
  });

  test('while it asks for the result of its request confirms it', async () => {
    const before = processed(SEND);
    shop.simulator.faults.set({ slowAnswer: { rate: 1, delayMs: HANGS_MS }, endpoint: BATCH });
    const asked = processed(BATCH);
    await killed(600, () => processed(BATCH) > asked);
    expect(processed(SEND)).toBe(before + 1);
  });
});
