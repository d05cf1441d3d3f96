import { channelSchedules } from '../../src/channel/schedules';
import { extensionsMark, listEnabledExtensions } from '../../src/extension/store';
import { Schedules } from '../../src/kernel/work/schedules';
import { eventually } from '../world/eventually';
import { startTestWorker } from '../world/worker';
import { type OrdersThere, ordersThere } from './orders-there';

jest.setTimeout(300_000);

const HOUR_MS = 3_600_000;

describe('what runs by the clock for each channel', () => {
  let shop: OrdersThere;
  beforeEach(async () => {
    shop = await ordersThere();
  });
  afterEach(async () => {
    await keeping(false).reconcile();
    await shop.close();
  });

  const failed = jest.fn();
  const keeping = (all = true) => {
    const { platform, config, database } = shop.world;
    return new Schedules({
      temporal: platform.temporal,
      taskQueue: config.taskQueue,
      once: [],
      perStore: [],
      perExtension: all ? channelSchedules : [],
      stores: async function* () {},
      extensions: () => listEnabledExtensions(database.system),
      mark: () => extensionsMark(database.system),
      onError: failed,
    });
  };
  const own = async () => {
    const { platform, config } = shop.world;
    const found: string[] = [];
    for await (const { scheduleId } of platform.temporal.schedule.list())
      if (scheduleId.startsWith(`store/${config.taskQueue}/`)) found.push(scheduleId.split('/').slice(2).join('/'));
    return found.toSorted();
  };

  test('is there as long as the channel is enabled, and asks for its jobs', async () => {
    const { world } = shop;
    const { storeId } = world;
    // Another store has it installed, and not enabled.
    await world.done('extension.install', { extension: 'trendyol' }, { as: world.other.owner });
    const worker = await startTestWorker(world);
    try {
      await keeping().reconcile();
      const names = channelSchedules.map(({ name }) => `${storeId}/trendyol/${name}`).toSorted();
      await eventually(async () => JSON.stringify(await own()) === JSON.stringify(names), 60_000, 200);
      const id = `store/${world.config.taskQueue}/${storeId}/trendyol/orders`;
      const handle = world.platform.temporal.schedule.getHandle(id);
      const { action, policies, spec } = await handle.describe();
      expect(action).toMatchObject({
        workflowType: 'channelRound',
        args: [{ storeId, extension: 'trendyol', round: 'orders' }],
      });
      expect(policies).toMatchObject({ overlap: 'SKIP', catchupWindow: 600_000 });
      expect(spec.intervals).toMatchObject([{ every: 60_000 }]);
      await shop.place();
      await handle.trigger();
      await eventually(async () => (await shop.orders()).length === 1, 90_000);
      await world.done('extension.disable', { extension: 'trendyol', disconnect: 'freeze' });
      await eventually(
        async () => {
          await keeping().reconcile();
          return (await own()).length === 0;
        },
        60_000,
        200,
      );
      expect(failed).not.toHaveBeenCalled();
    } finally {
      await worker.stop();
    }
  });

  test('is there at once when the channel is enabled, and gone when it is disabled', async () => {
    const { world } = shop;
    await world.done('extension.disable', { extension: 'trendyol', disconnect: 'freeze' });
    const schedules = keeping();
    // The timer alone would look again when the case is long over.
    schedules.keepEvery(HOUR_MS, 50);
    const become = (count: number) => eventually(async () => (await own()).length === count, 60_000, 200);
    try {
      await become(0);
      await world.done('extension.enable', { extension: 'trendyol' });
      await become(channelSchedules.length);
      await world.done('extension.disable', { extension: 'trendyol', disconnect: 'freeze' });
      await become(0);
      expect(failed).not.toHaveBeenCalled();
    } finally {
      await schedules.stop();
    }
  });
});
