import { RoundClock } from '../../src/channel/round-clock';
import { channelSchedules } from '../../src/channel/schedules';
import { nextRunOf } from '../../src/kernel/declaration/next-run';
import { Schedules } from '../../src/kernel/work/schedules';
import { eventually } from '../world/eventually';
import { startTestWorker } from '../world/worker';
import { type OrdersThere, ordersThere } from './orders-there';

jest.setTimeout(300_000);

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const EXTENSION = 'trendyol';

describe('what runs by the clock for each channel', () => {
  let shop: OrdersThere;
  const failed = jest.fn();
  beforeEach(async () => {
    shop = await ordersThere();
    failed.mockClear();
  });
  afterEach(() => shop.close());

  const clock = () => new RoundClock({ ...shop.world, onError: failed });
  /** The lanes of jobs that were asked for, each as often: a census is a pull of orders in another lane. */
  const asked = async (): Promise<string[]> => {
    const rows = await shop.world.database
      .reader(shop.world.storeId)
      .query<{ lane: string }>('SELECT lane FROM channel_job ORDER BY id');
    return rows.map(({ lane }) => lane);
  };
  const forget = () => shop.world.sql('DELETE FROM channel_job');
  const specOf = (name: string) => {
    const schedule = channelSchedules.find((each) => each.name === name);
    if (!schedule) throw new Error(name);
    return schedule.spec(shop.world.storeId, EXTENSION);
  };
  const next = (name: string, after: number): number => nextRunOf(specOf(name), after).getTime();

  test('asks for its jobs as long as the channel is enabled, and begins with what comes after that', async () => {
    const { world } = shop;
    await world.done('extension.disable', { extension: EXTENSION, disconnect: 'freeze' });
    const rounds = clock();
    const at = Date.now();
    await rounds.look(at);
    await world.done('extension.enable', { extension: EXTENSION });
    await rounds.look(at);
    expect(await asked()).toEqual([]);
    await rounds.look(next('orders', at));
    expect(await asked()).toContain('orders.pull');
    await world.done('extension.disable', { extension: EXTENSION, disconnect: 'freeze' });
    await forget();
    await rounds.look(at + DAY_MS);
    expect(await asked()).toEqual([]);
    expect(failed).not.toHaveBeenCalled();
  });

  test('a day in which nothing changes leaves no round of pushes, approvals and webhooks', async () => {
    const rounds = clock();
    const at = Date.now();
    await rounds.look(at);
    const asks: string[] = [];
    // Of each round one time.
    for (const { name } of channelSchedules) {
      await rounds.look(next(name, at));
      asks.push(...(await asked()));
      await forget();
    }
    const lanes = ['claims.pull', 'finance.pull', 'orders.pull', 'orders.pull/past', 'questions.pull'];
    expect([...new Set(asks)].toSorted()).toEqual(lanes);
    const left = await shop.world.database
      .reader(shop.world.storeId)
      .query<{ round: string }>('SELECT round FROM channel_round ORDER BY round');
    expect(left.map(({ round }) => round)).not.toContain('push');
    expect(left.map(({ round }) => round)).not.toContain('approvals');
  });

  test('of two workers one asks, once for each time', async () => {
    const workers = [clock(), clock(), clock()];
    const at = Date.now();
    for (const each of workers) await each.look(at);
    const due = next('orders', at);
    await Promise.all(workers.map((each) => each.look(due)));
    expect((await asked()).filter((lane) => lane === 'orders.pull')).toHaveLength(1);
    // One that looks a little later, when the job is over already.
    await forget();
    await clock().look(due + 2_000);
    expect((await asked()).filter((lane) => lane === 'orders.pull')).toEqual([]);
  });

  test('a worker whose clock was ahead holds up nobody once it is gone', async () => {
    const at = Date.now();
    const ahead = clock();
    await ahead.look(at + DAY_MS);
    await ahead.look(next('orders', at + DAY_MS));
    expect(await asked()).toContain('orders.pull');
    await forget();
    const right = clock();
    for (const now of [at, next('orders', at)]) {
      await right.look(now);
      expect(await asked()).toContain('orders.pull');
      await forget();
    }
    // Each time is asked for once all the same.
    const another = clock();
    await another.look(at);
    await another.look(next('orders', at));
    expect(await asked()).toEqual([]);
  });

  test.each(['questions', 'finance'])('a worker that is a little behind asks for no time of %s again', async (name) => {
    const due = next(name, Date.now());
    const first = clock();
    await first.look(due - 1_000);
    await first.look(due);
    expect(await asked()).toContain(`${name}.pull`);
    await forget();
    const behind = clock();
    for (const now of [due - 1_000, due]) await behind.look(now);
    expect(await asked()).not.toContain(`${name}.pull`);
  });

  test('what was missed while no worker was there is made up for, once', async () => {
    const at = Date.now();
    const due = next('finance', at);
    const rounds = clock();
    await rounds.look(at);
    await rounds.look(due);
    expect(await asked()).toContain('finance.pull');
    await forget();
    // The next one was missed by four hours, the one after by more than half a day.
    const missed = next('finance', due);
    await clock().look(missed + 4 * HOUR_MS);
    expect(await asked()).toContain('finance.pull');
    await forget();
    await clock().look(missed + 4 * HOUR_MS);
    expect(await asked()).not.toContain('finance.pull');
  });

  test('a worker that slept asks once for all that it has missed', async () => {
    const rounds = clock();
    const at = Date.now();
    await rounds.look(at);
    await rounds.look(next('orders', at) + 40 * MINUTE_MS);
    expect((await asked()).filter((lane) => lane === 'orders.pull').length).toBeGreaterThanOrEqual(1);
    await forget();
    await rounds.look(next('orders', at) + 40 * MINUTE_MS + 10_000);
    expect((await asked()).filter((lane) => lane === 'orders.pull')).toEqual([]);
  });

  test('one that fails is tried again, and keeps no other from its round', async () => {
    const { world } = shop;
    let isAway = true;
    const bus = new Proxy(world.bus, {
      get: (of, name) =>
        name === 'inTransaction' && isAway
          ? () => Promise.reject(new Error('Postgres is away'))
          : Reflect.get(of, name, of),
    });
    const rounds = new RoundClock({ ...world, bus, onError: failed });
    const at = Date.now();
    await rounds.look(at);
    const due = next('orders', at);
    await rounds.look(due);
    expect(failed).toHaveBeenCalled();
    isAway = false;
    await rounds.look(due + 3_000);
    expect(await asked()).toContain('orders.pull');
  });

  test('is driven by a worker, and no schedule of Temporal is left of it', async () => {
    const { world } = shop;
    const { platform, config } = world;
    const id = `store/${config.taskQueue}/${world.storeId}/${EXTENSION}/orders`;
    const worker = await startTestWorker(world);
    const rounds = clock();
    try {
      await platform.temporal.schedule.create({
        scheduleId: id,
        spec: { intervals: [{ every: '1 hour' }] },
        action: { type: 'startWorkflow', workflowType: 'channelRound', taskQueue: config.taskQueue, args: [] },
      });
      await shop.place();
      rounds.keepEvery(200);
      await eventually(async () => (await shop.orders()).length === 1, 120_000, 200);
      const schedules = new Schedules({
        temporal: platform.temporal,
        taskQueue: config.taskQueue,
        once: [],
        perStore: [],
        stores: async function* () {},
        onError: failed,
      });
      const own = async () => {
        const found: string[] = [];
        for await (const { scheduleId } of platform.temporal.schedule.list())
          if (scheduleId === id) found.push(scheduleId);
        return found;
      };
      await eventually(async () => (await own()).length === 1, 60_000, 200);
      await eventually(
        async () => {
          await schedules.reconcile();
          return (await own()).length === 0;
        },
        60_000,
        200,
      );
      expect(failed).not.toHaveBeenCalled();
    } finally {
      await rounds.stop();
      await worker.stop();
    }
  });
});
