import { TRIES_MAX } from '../../src/store/unreadable/store';
import type { RunningWorker } from '../../src/worker';
import { headOf, lineOf, packageOf } from '../order/import/shop';
import { startTestWorker } from '../world/worker';
import { BARCODE, type OrdersThere, ordersThere } from './orders-there';

jest.setTimeout(300_000);

const STREAM = 'GET /order/sellers/{sellerId}/orders/stream';
const BY_ID = 'GET /order/sellers/{sellerId}/v2/orders';
const FILTER = 'GET /qna/sellers/{sellerId}/questions/filter';

describe('rows of a marketplace that cannot be kept', () => {
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

  const health = (as = shop.world.developer) =>
    shop.world.read('channel.health.get', { params: { ext: 'trendyol' }, as });
  const spoil = (kind: string, endpoint = STREAM) =>
    shop.simulator.faults.set({ hostilePage: { rate: 1, kind: kind as never }, endpoint });
  const kept = () =>
    shop.world.database.reader(shop.world.storeId).query<{ tries: number }>('SELECT * FROM channel_unreadable');
  /** Lets no list show what was placed until now, and lets all that could not be kept be due again. */
  const later = async () => {
    await shop.world.sql(`UPDATE channel_cursor SET until = now() + interval '14 minutes'`);
    await shop.world.sql(`UPDATE channel_unreadable SET tried_at = now() - interval '1 day'`);
  };
  /** The second of three packages, which alone is spoilt. */
  const placed = async () => {
    await shop.place();
    const second = await shop.place();
    await shop.place();
    return second;
  };

  test.each([
    ['packageUndated', '/orderDate'],
    ['packageNegative', '/packageTotalPrice'],
    ['packageVat', '/package/lines/0/vatRate'],
    ['packageEmpty', '/package/lines'],
  ])('a package (%s) stands by its id with its reason until it can be kept', async (kind, pointer) => {
    const { packageId, orderNumber } = await placed();
    spoil(kind);
    expect(await shop.pulled()).toMatchObject({ state: 'succeeded', progress: { ordersNew: 2, failed: 1 } });
    const { unreadable, unreadableRows } = await health();
    expect([unreadable, unreadableRows]).toEqual([
      1,
      [
        {
          task: 'orders',
          remoteId: String(packageId),
          orderNumber,
          code: 'row_invalid',
          message: expect.stringContaining(pointer),
          firstAt: expect.any(String),
          seenAt: expect.any(String),
          triedAt: expect.any(String),
        },
      ],
    ]);
    expect(JSON.stringify(await kept())).not.toMatch(/Sokak|Mahalle|@/);
    // No list shows it any more: it is asked for by its id.
    await later();
    expect(await shop.pulled()).toMatchObject({ state: 'succeeded', progress: { ordersNew: 1, failed: 0 } });
    expect(await health()).toMatchObject({ unreadable: 0, unreadableRows: [] });
    expect(await shop.orders()).toHaveLength(3);
    expect(await shop.stock()).toBe(991);
  });

  test('one that stays unreadable is asked for less and less, and keeps nobody from the news', async () => {
    await placed();
    spoil('packageText');
    await shop.pulled();
    await later();
    // The marketplace refuses the question itself.
    spoil('refusedIn200', BY_ID);
    expect(await shop.pulled()).toMatchObject({ state: 'succeeded' });
    const tries = async () => (await kept())[0]?.tries;
    expect([(await health()).unreadable, await tries()]).toEqual([1, 1]);
    expect(await shop.pulled()).toMatchObject({ state: 'succeeded', progress: { done: 0 } });
    expect(await tries()).toBe(1);
  });

  test('one that was asked for often enough is asked for no more, and goes when nothing has shown it for 60 days', async () => {
    await placed();
    spoil('packageText');
    await shop.pulled();
    await later();
    await shop.world.sql(`UPDATE channel_unreadable SET tries = ${TRIES_MAX}`);
    shop.simulator.faults.clear();
    expect(await shop.pulled()).toMatchObject({ state: 'succeeded', progress: { done: 0 } });
    expect((await health()).unreadable).toBe(1);
    // Another list of the channel, of which nobody is told anything new, takes it away.
    await shop.world.sql(`UPDATE channel_unreadable SET seen_at = now() - interval '61 days'`);
    expect(await shop.pulled('questions')).toMatchObject({ state: 'succeeded', progress: { failed: 0 } });
    expect((await health()).unreadable).toBe(0);
  });

  test.each(['orders', 'claims', 'questions', 'finance'])(
    'an old row of %s goes with a pull of orders',
    async (task) => {
      await shop.world.sql(`INSERT INTO channel_unreadable
      (store_id, extension, task, name, remote_id, code, message, first_at, seen_at, tried_at, tries)
      SELECT '${shop.world.storeId}', 'trendyol', '${task}', days::text, days::text, 'row_invalid', '/id is required.', now(),
        now() - days * interval '1 day', now(), 0 FROM unnest(ARRAY[59, 61]) AS days`);
      expect(await shop.pulled()).toMatchObject({ state: 'succeeded', progress: { failed: 0 } });
      expect((await health()).unreadableRows.map(({ remoteId }: { remoteId: string }) => remoteId)).toEqual(['59']);
    },
  );

  test.each([
    ['whatever its package is called', (_: string) => 'by hand'],
    ['also by its package alone', (packageId: string) => packageId],
  ])('an order that somebody imports takes its rows away, %s', async (_, named) => {
    const { packageId, orderNumber } = await placed();
    spoil('packageText');
    await shop.pulled();
    expect((await health()).unreadable).toBe(1);
    const id = named(String(packageId));
    if (id === String(packageId)) await shop.world.sql('UPDATE channel_unreadable SET order_number = NULL');
    const other = { ...headOf('another'), packages: [packageOf('another', [lineOf(BARCODE, 1)])] };
    await shop.world.done('order.import', other);
    expect((await health()).unreadable).toBe(1);
    const packages = [packageOf(id, [lineOf(BARCODE, 1)])];
    await shop.world.done('order.import', { ...headOf(orderNumber), packages });
    expect((await health()).unreadable).toBe(0);
  });

  test('a package without an id is found by its order, and one without both goes when the long census shows it no more', async () => {
    const { orderNumber } = await placed();
    const row = (name: string, number: string) => `('${shop.world.storeId}', 'trendyol', 'orders', ${name}, ${number},
      'row_invalid', '/shipmentPackageId is required.', now(), now(), now() - interval '1 day', 0)`;
    await shop.world.sql(`UPDATE channel_cursor SET until = now() + interval '14 minutes'`);
    await shop.world.sql(`INSERT INTO channel_unreadable
      (store_id, extension, task, name, asked, order_number, code, message, first_at, seen_at, tried_at, tries)
      VALUES ${row(`'#${orderNumber}', '#${orderNumber}'`, `'${orderNumber}'`)}, ${row(`'?1', NULL`, 'NULL')}`);
    await shop.world.sql(`UPDATE extension SET installed_at = now() + interval '1 hour'`);
    expect(await shop.pulled()).toMatchObject({ state: 'succeeded' });
    const brought = (await shop.orders()).map(({ externalNumber }: { externalNumber: string }) => externalNumber);
    expect(brought).toContain(orderNumber);
    expect(await health()).toMatchObject({ unreadable: 1, unreadableRows: [{ remoteId: null, orderNumber: null }] });
    await shop.pulled('census');
    expect((await health()).unreadable).toBe(1);
    await shop.pulled('long-census');
    expect((await health()).unreadable).toBe(0);
  });

  test('a package of which nothing is left may list nothing', async () => {
    const { packageId } = await shop.place();
    await shop.pulled();
    await shop.control('PUT', '/orders/cancel', { packageId });
    await shop.place();
    spoil('packageEmpty');
    expect(await shop.pulled()).toMatchObject({ progress: { failed: 1 } });
    await shop.world.sql('DELETE FROM channel_unreadable');
    const { packageId: gone } = await shop.place();
    await shop.control('PUT', '/orders/cancel', { packageId: gone });
    shop.simulator.faults.clear();
    expect(await shop.pulled()).toMatchObject({ state: 'succeeded', progress: { failed: 0 } });
    expect((await health()).unreadable).toBe(0);
  });

  test('a caller who may not see orders is told how many there are, and no more', async () => {
    await placed();
    spoil('packageText');
    await shop.pulled();
    const { developer } = shop.world;
    const blind = {
      ...developer,
      scopes: new Set([...developer.scopes].filter((scope) => !scope.startsWith('orders:'))),
    };
    expect(await health(blind)).toMatchObject({ unreadable: 1, unreadableRows: [] });
  });

  test('questions stand there too, and are asked for one by one', async () => {
    for (let n = 0; n < 3; n += 1) await shop.control('POST', '/questions', { barcode: BARCODE });
    spoil('questionText', FILTER);
    expect(await shop.pulled('questions')).toMatchObject({
      state: 'succeeded',
      progress: { failed: 1, rowsChanged: 2 },
    });
    const { unreadableRows } = await health();
    expect(unreadableRows).toMatchObject([{ task: 'questions', orderNumber: null, code: 'row_invalid' }]);
    expect(unreadableRows[0].remoteId).toMatch(/^\d+$/);
    await later();
    expect(await shop.pulled('questions')).toMatchObject({ progress: { failed: 0, rowsChanged: 1 } });
    expect((await health()).unreadable).toBe(0);
  });
});
