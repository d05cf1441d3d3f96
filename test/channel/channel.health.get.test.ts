import { syncTaskNames } from '../../src/channel/sync/tasks';
import { said } from '../world/story';
import { connectedMarketplace, connectTrendyol, type Marketplace } from './marketplace';

const params = { ext: 'trendyol' };

describe('channel.health.get', () => {
  let shop: Marketplace;
  beforeAll(async () => {
    shop = await connectedMarketplace({ products: 5 });
  });
  afterEach(() => shop.simulator.faults.clear());
  afterAll(() => shop.close());

  const health = (as = shop.world.developer) => shop.world.read('channel.health.get', { params, as });

  test('a channel that was connected and not used yet is healthy and empty', async () => {
    expect(await health()).toEqual({
      extension: 'trendyol',
      enabled: true,
      credentials: { complete: true, blockedBy: [] },
      lastSync: {
        catalogPull: null,
        ...Object.fromEntries(syncTaskNames.map((name) => [name, null])),
        census: null,
      },
      nextRun: Object.fromEntries([...syncTaskNames, 'census'].map((name) => [name, expect.any(String)])),
      push: { stock: true, price: true },
      pull: { orders: true, claims: true, questions: true, finance: true },
      webhook: { state: 'none', provenAt: null, checkedAt: null, reactivatedAt: null },
      ...{ unmappedOrders: 0, oversoldOrders: 0, oversoldPieces: 0, failedBatches: 0 },
      ...{ unreadable: 0, unreadableRows: [] },
      groups: expect.arrayContaining([
        {
          group: 'general',
          requestsPer10Seconds: null,
          requestsPerMinute: null,
          usedInLast10Seconds: 0,
          usedInLastMinute: 0,
          pausesUntil: null,
        },
      ]),
      budget: { requestsPer10Seconds: 0, usedInLast10Seconds: 0, requests: 0, throttled: 0, lastThrottledAt: null },
      queueDepth: 0,
      failedJobs: 0,
    });
  });

  test('tells when the clock runs each task next, and that one which nobody wants never runs', async () => {
    const { world } = shop;
    const before = Date.now();
    const { nextRun } = await health();
    const within = (name: string, minutes: number) => {
      const inMs = Date.parse(nextRun[name]) - before;
      expect([name, inMs > 0 && inMs <= minutes * 60_000 + 5_000]).toEqual([name, true]);
    };
    within('orders', 1);
    within('claims', 10);
    within('census', 60);
    within('finance', 360);
    within('reconcile', 24 * 60);
    const { held } = (await world.read('store.stockSettings.get', { as: world.owner })).channels[0];
    const wanted = { ...held, pull: { ...held.pull, questions: false }, push: { ...held.push, price: false } };
    await world.done('settings.channel.update', { extension: 'trendyol', ...wanted }, { as: world.owner });
    expect((await health()).nextRun).toMatchObject({ questions: null, price: null, stock: expect.any(String) });
    await world.done('settings.channel.update', { extension: 'trendyol', ...held }, { as: world.owner });
  });

  test('counts requests of the last day that failed, and no others', async () => {
    const { world } = shop;
    const sending = (id: string, state: string, ago: string) =>
      world.sql(
        `INSERT INTO channel_sending (store_id, id, extension, kind, state, digest, items, asked_at)
         VALUES ('${world.storeId}', '${id}', 'trendyol', 'offers', '${state}', '${id}', 1, now() - interval '${ago}')`,
      );
    await sending('a', 'refused', '1 hour');
    await sending('b', 'lost', '1 hour');
    await sending('c', 'done', '1 hour');
    await sending('d', 'refused', '25 hours');
    expect(await health()).toMatchObject({ failedBatches: 2 });
    await world.sql('DELETE FROM channel_sending');
  });

  test('counts what waits, and forgets it when it is cancelled', async () => {
    const { world } = shop;
    const jobs = [await shop.pull(), await shop.pull('preview')];
    expect(await health()).toMatchObject({ queueDepth: 2, failedJobs: 0 });
    for (const cjb of jobs) await world.read('channel.jobs.cancel', { params: { ...params, cjb } });
    expect(await health()).toMatchObject({ queueDepth: 0, failedJobs: 0, lastSync: { catalogPull: null } });
  });

  test('counts what the marketplace was asked, and how often it said to slow down', async () => {
    const { world } = shop;
    const { budget: before } = await health();
    const ask = () => world.read('channel.remote.products', { params });
    await ask();
    shop.simulator.faults.set({ throttleStorm: { rate: 1 } });
    expect(await said(ask())).toBe('429 throttled');
    // Its group pauses, and no other.
    const paused = (await health()).groups.filter(({ pausesUntil }: { pausesUntil: unknown }) => pausesUntil !== null);
    expect(paused).toHaveLength(1);
    expect((await health()).budget).toMatchObject({
      requests: before.requests + 2,
      throttled: before.throttled + 1,
      lastThrottledAt: expect.any(String),
    });
  });

  test('a budget of our own is spent before the marketplace is asked', async () => {
    const { world } = shop;
    await connectTrendyol({ ...world, ...world.other, done: asOther(world) } as never, { requestsPer10Seconds: 3 });
    const as = world.other.developer;
    const ask = () => said(world.read('channel.remote.products', { params, as }));
    expect([await ask(), await ask()]).toEqual(['200', '200']);
    // However long the machine took: the window in which they were used is not over.
    await world.sql(`UPDATE channel_budget_slot SET used_at = now() + interval '1 minute'`);
    expect(await ask()).toBe('429 throttled');
    expect((await health(as)).budget).toMatchObject({
      requestsPer10Seconds: 3,
      usedInLast10Seconds: 3,
      requests: 2,
      throttled: 0,
    });
  });

  const asOther = (world: Marketplace['world']) => (command: string, payload: unknown) =>
    world.done(command, payload, { as: world.other.owner });

  test('a credential that is deleted blocks it, and it says which', async () => {
    const { world } = shop;
    await world.done('secret.delete', { extension: 'trendyol', key: 'apiSecret' }, { as: world.owner });
    expect(await health()).toMatchObject({
      enabled: true,
      credentials: { complete: false, blockedBy: ['missing_secret:apiSecret'] },
    });
    await world.done(
      'secret.set',
      { extension: 'trendyol', key: 'apiSecret', value: 'demo-secret' },
      { as: world.owner },
    );
    expect((await health()).credentials).toEqual({ complete: true, blockedBy: [] });
    const elsewhere = world.read('channel.health.get', { params: { ext: 'n11' } });
    expect(await said(elsewhere)).toBe('404 not_found');
  });
});
