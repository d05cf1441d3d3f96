import { isRecent, standOf } from '../../src/channel/task/store';
import type { RunningWorker } from '../../src/worker';
import { headOf, lineOf, packageOf } from '../order/import/shop';
import { slowTest } from '../world/slow-test';
import { said } from '../world/story';
import { startTestWorker } from '../world/worker';
import { type OrdersThere, ordersThere } from './orders-there';

jest.setTimeout(300_000);

const STREAM = 'GET /order/sellers/{sellerId}/orders/stream';
const DAY_MS = 86_400_000;

describe('channel.sync.now', () => {
  let shop: OrdersThere;
  let worker: RunningWorker;
  beforeEach(async () => {
    shop = await ordersThere();
    worker = await startTestWorker(shop.world);
  });
  afterEach(async () => {
    await worker.stop();
    await shop.close();
  });

  const sync = (body: object) =>
    shop.world.read('channel.sync.now', { as: shop.world.developer, params: { ext: 'trendyol' }, body });
  const jobs = async () =>
    (await shop.world.read('channel.jobs.list', { params: { ext: 'trendyol' }, query: { limit: 100 } })).items;

  test('brings each order once, follows its package, and finds nothing where nothing is', async () => {
    const { orderNumber, packageId } = await shop.place();
    expect(await shop.pulled()).toMatchObject({
      kind: 'orders.pull',
      state: 'succeeded',
      progress: { done: 1, ordersNew: 1, packagesChanged: 1, failed: 0 },
    });
    const [order, ...others] = await shop.orders();
    expect(others).toEqual([]);
    expect(order).toMatchObject({ channel: 'trendyol', externalNumber: orderNumber });
    const [listed] = (await shop.world.read('orders.list')).items;
    expect(listed).toMatchObject({ channel: 'trendyol', buyerPhone: expect.stringMatching(/^\+90\d{10}$/) });
    expect(await shop.stock()).toBe(997);
    // The window reaches back over the order, which is known by now.
    expect(await shop.pulled()).toMatchObject({ state: 'succeeded', progress: { done: 0 } });
    await shop.control('PUT', '/orders/cancel', { packageId });
    expect(await shop.pulled()).toMatchObject({ progress: { done: 1, ordersNew: 0, packagesChanged: 1 } });
    expect(await shop.stock()).toBe(1_000);
    expect(await shop.orders()).toHaveLength(1);
    expect((await shop.cursor())?.lastSuccess).not.toBeNull();
  });

  test('a task that a clock ahead has brought too far is read from a day before', async () => {
    const { world, place, pulled, orders, cursor } = shop;
    await pulled();
    await world.sql("UPDATE channel_cursor SET until = clock_timestamp() + interval '1 day'");
    const db = world.database.reader(world.storeId);
    expect(await isRecent(db, world.storeId, 'trendyol', 'orders', 10_000)).toBe(false);
    const { now, until } = await standOf(db, world.storeId, 'trendyol', 'orders');
    expect(Date.parse(now) - Date.parse(String(until))).toBe(DAY_MS);
    await place();
    await pulled();
    expect(await orders()).toHaveLength(1);
    expect(Date.parse(String((await cursor())?.until))).toBeLessThan(Date.now() + 60_000);
  });

  test('does not pile up, and keeps the last of those that found nothing', async () => {
    const first = await shop.pulled();
    const { until } = (await shop.cursor()) ?? {};
    for (let time = 0; time < 22; time += 1) await shop.pulled();
    const listed = await jobs();
    expect(listed.length).toBeLessThanOrEqual(21);
    expect(listed.map(({ id }: { id: string }) => id)).not.toContain(first.id);
    expect(Date.parse((await shop.cursor())?.until ?? '')).toBeGreaterThan(Date.parse(until ?? ''));
    shop.simulator.faults.set({ slowAnswer: { rate: 1, delayMs: 3_000 }, endpoint: STREAM });
    const running = await shop.round('orders');
    expect(running).toMatch(/^cjb_/);
    expect(await shop.round('orders')).toBe('open');
    // A census keeps nobody from the news.
    expect(await shop.round('census')).toMatch(/^cjb_/);
    shop.simulator.faults.clear();
    await shop.ended(running);
  });

  test('is off while the store does not want it, or the channel is disabled', async () => {
    const { world } = shop;
    const { held } = (await world.read('store.stockSettings.get')).channels[0];
    const pull = { ...held.pull, orders: false };
    await world.done('settings.channel.update', { extension: 'trendyol', ...held, pull });
    expect(await shop.round('orders')).toBe('off');
    await world.done('settings.channel.update', { extension: 'trendyol', ...held });
    expect(await shop.round('orders')).toMatch(/^cjb_/);
    await world.done('extension.disable', { extension: 'trendyol', disconnect: 'freeze' });
    expect(await shop.round('orders')).toBe('off');
  });

  test('reads all pages of packages that changed at one moment', async () => {
    const { packageIds } = await shop.place({ count: 205, lines: [{ barcode: 'YOK1', quantity: 1, priceKurus: 500 }] });
    expect(packageIds).toHaveLength(205);
    expect(await shop.pulled()).toMatchObject({ state: 'succeeded', progress: { ordersNew: 205, failed: 0 } });
    const { unmappedOrders } = await shop.world.read('channel.health.get', { params: { ext: 'trendyol' } });
    expect(unmappedOrders).toBe(205);
  });

  test('tells a package that cannot be read, and brings the others', async () => {
    for (let n = 0; n < 3; n += 1) await shop.place();
    shop.simulator.faults.set({ hostilePage: { rate: 1, kind: 'packageText' }, endpoint: STREAM });
    expect(await shop.pulled()).toMatchObject({
      state: 'succeeded',
      progress: { ordersNew: 2, failed: 1 },
      errors: [{ code: 'row_invalid' }],
    });
    shop.simulator.faults.clear();
    // It was not kept, so it is new still.
    expect(await shop.pulled()).toMatchObject({ progress: { ordersNew: 1, failed: 0 } });
    expect(await shop.orders()).toHaveLength(3);
  });

  slowTest.each(['cursorCircle', 'cursorEndless'] as const)(
    'gives a list up that never ends (%s), with its cursor unmoved',
    async (kind) => {
      await shop.pulled();
      const before = (await shop.cursor())?.until;
      await shop.place();
      shop.simulator.faults.set({ hostilePage: { rate: 1, kind }, endpoint: STREAM });
      expect(await shop.pulled()).toMatchObject({ state: 'failed', error: { code: 'provider_answer_invalid' } });
      expect((await shop.cursor())?.until).toEqual(before);
      shop.simulator.faults.clear();
      await shop.pulled();
      expect(await shop.orders()).toHaveLength(1);
    },
  );

  test('reads from a day that somebody names, and leaves the cursor alone', async () => {
    await shop.place({ agoMs: 20 * DAY_MS });
    await shop.pulled();
    expect(await shop.orders()).toEqual([]);
    const before = (await shop.cursor())?.until;
    const { id } = await sync({ task: 'orders', since: new Date(Date.now() - 30 * DAY_MS).toISOString() });
    expect(await shop.ended(id)).toMatchObject({ state: 'succeeded', progress: { ordersNew: 1 } });
    expect((await shop.cursor())?.until).toEqual(before);
    expect(await shop.orders()).toHaveLength(1);
  });

  test('the first pull brings what was sold before and is still to be sent, and leaves its stock as it was counted', async () => {
    const { packageId, orderNumber } = await shop.place({ agoMs: 12 * DAY_MS });
    // Too old for one question, and gone before the marketplace was connected.
    await shop.place({ agoMs: 20 * DAY_MS });
    const sent = await shop.place();
    await shop.control('PUT', '/orders/move', { packageId: sent.packageId, to: 'Shipped' });
    await shop.world.sql(`UPDATE extension SET installed_at = now() + interval '10 minutes'`);
    const fresh = await shop.place();
    expect(await shop.pulled()).toMatchObject({ state: 'succeeded', progress: { ordersNew: 2, failed: 0 } });
    const numbers = (await shop.orders()).map(({ externalNumber }) => externalNumber).sort();
    expect(numbers).toEqual([orderNumber, fresh.orderNumber].sort());
    expect(await shop.stock()).toBe(1_000);
    await shop.world.sql(`UPDATE extension SET installed_at = now() - interval '1 day'`);
    await shop.world.sql(`UPDATE channel_cursor SET until = now() + interval '3 minutes'`);
    await shop.place();
    await shop.pulled();
    expect(await shop.stock()).toBe(997);
    // What was never taken does not come back.
    await shop.control('PUT', '/orders/cancel', { packageId });
    expect(await shop.pulled()).toMatchObject({ progress: { packagesChanged: 1, failed: 0 } });
    expect(await shop.stock()).toBe(997);
  });

  test('a census finds what the lists left out', async () => {
    const { packageId } = await shop.place();
    await shop.pulled();
    await shop.control('PUT', '/orders/move', { packageId, to: 'Picking' });
    // Every list of the day is empty, and the package is asked for by its id.
    await shop.world.sql(`UPDATE channel_package_seen SET looked_at = now() - interval '1 day'`);
    shop.simulator.faults.set({ hostilePage: { rate: 1, kind: 'packageNull' }, endpoint: STREAM });
    await shop.world.sql(`UPDATE extension SET installed_at = now() + interval '1 hour'`);
    expect(await shop.pulled('census')).toMatchObject({ state: 'succeeded', progress: { packagesChanged: 1 } });
    expect(
      (await shop.world.read('channel.health.get', { params: { ext: 'trendyol' } })).lastSync.census,
    ).not.toBeNull();
  });

  test('takes tasks that are built, and what each of them is told', async () => {
    const long = new Date(Date.now() - 91 * DAY_MS).toISOString();
    expect(await said(sync({ task: 'orders', since: long }))).toBe('400 invalid_request');
    const listings = ['lst_01ARZ3NDEKTSV4RRFFQ69G5FAV'];
    expect(await said(sync({ task: 'orders', listings }))).toBe('400 invalid_request');
    await shop.world.done('extension.disable', { extension: 'trendyol', disconnect: 'freeze' });
    expect(await said(sync({ task: 'orders' }))).toBe('422 extension_not_enabled');
  });

  test('maps a line as soon as something carries its barcode, and takes its stock then', async () => {
    await shop.place({ lines: [{ barcode: 'YENI2', quantity: 2, priceKurus: 700 }] });
    await shop.place({ lines: [{ barcode: 'YENI3', quantity: 1, priceKurus: 700 }] });
    await shop.pulled();
    expect(await shop.pulled()).toMatchObject({ progress: { packagesChanged: 0 } });
    const { id } = await shop.world.done('catalog.product.create', { title: 'Yeni', price: 700, stock: 5 });
    await shop.world.done('catalog.product.update', { productId: id, barcode: 'YENI2' });
    expect(await shop.pulled()).toMatchObject({ state: 'succeeded', progress: { packagesChanged: 1 } });
    expect(await shop.world.read('catalog.products.get', { params: { prd: id } })).toMatchObject({ stock: 3 });
    // What is still unknown rests.
    expect(await shop.pulled()).toMatchObject({ progress: { packagesChanged: 0 } });
    expect((await shop.world.read('channel.health.get', { params: { ext: 'trendyol' } })).unmappedOrders).toBe(1);
  });

  test('takes the stock of all orders that were mapped with the next pull, however many', async () => {
    await shop.place({ count: 8, lines: [{ barcode: 'YENI8', quantity: 2, priceKurus: 700 }] });
    expect(await shop.pulled()).toMatchObject({ progress: { ordersNew: 8 } });
    const product = { title: 'Yeni', price: 700, stock: 100, barcode: 'YENI8' };
    const { id: prd } = await shop.world.done('catalog.product.create', product);
    expect(await shop.pulled()).toMatchObject({ state: 'succeeded', progress: { packagesChanged: 8, failed: 0 } });
    expect(await shop.world.read('catalog.products.get', { params: { prd } })).toMatchObject({ stock: 84 });
    expect(await shop.pulled()).toMatchObject({ progress: { packagesChanged: 0 } });
  });

  test('tries orders again that somebody has brought by hand, and that no list shows', async () => {
    const lines = [{ barcode: 'ELDEN1', quantity: 2, priceKurus: 700 }];
    const { orderNumber, packageId } = await shop.place({ lines, agoMs: 20 * DAY_MS });
    const line = lineOf('ELDEN1', 2, { lineId: 'elden', unitPrices: [700, 700] });
    await shop.world.done('order.import', { ...headOf(orderNumber), packages: [packageOf(String(packageId), [line])] });
    const unknown = { ...headOf('YOKTUR'), packages: [packageOf('YOKTUR-1', [lineOf('ELDEN1', 1)])] };
    await shop.world.done('order.import', unknown);
    expect(await shop.pulled()).toMatchObject({ state: 'succeeded', progress: { ordersNew: 0, packagesChanged: 0 } });
    const product = { title: 'Elden', price: 700, stock: 9, barcode: 'ELDEN1' };
    const { id: prd } = await shop.world.done('catalog.product.create', product);
    expect(await shop.pulled()).toMatchObject({ state: 'succeeded', progress: { ordersNew: 0, failed: 0 } });
    expect(await shop.world.read('catalog.products.get', { params: { prd } })).toMatchObject({ stock: 7 });
  });

  test('tries orders again whose products nobody knew', async () => {
    await shop.place({ lines: [{ barcode: 'YENI1', quantity: 2, priceKurus: 700 }] });
    await shop.pulled();
    const health = () => shop.world.read('channel.health.get', { params: { ext: 'trendyol' } });
    expect((await health()).unmappedOrders).toBe(1);
    await shop.world.done('catalog.product.create', { title: 'Yeni', price: 700, stock: 5, barcode: 'YENI1' });
    await shop.world.sql(`UPDATE channel_package_seen SET tried_at = now() - interval '1 hour'`);
    expect(await shop.pulled()).toMatchObject({ state: 'succeeded', progress: { packagesChanged: 1 } });
    expect((await health()).unmappedOrders).toBe(0);
  });
});
