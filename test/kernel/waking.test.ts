import { newId } from '../../src/kernel/ids';
import { EffectQueue, OUTBOX_OWN_TRIES, OutboxDispatcher } from '../../src/kernel/work/outbox';
import type { OutboxRow } from '../../src/kernel/work/outbox-store';
import { LOOK, shipmentTracking } from '../../src/order/tracking/contract';
import { eventually } from '../world/eventually';
import { createWorld, type World } from '../world/world';

describe('a workflow that is to look', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const wake = (shipmentId: string, how: 'wakeWorkflow' | 'updateWorkflow' = 'wakeWorkflow') =>
    world.database.transaction(world.storeId, async (tx) => {
      const effects = new EffectQueue();
      effects[how](shipmentTracking, { storeId: world.storeId, shipmentId }, LOOK, { shipmentId });
      effects.write(tx, world.storeId, undefined);
      return { keep: true, value: undefined };
    });
  const waiting = async (): Promise<number> =>
    (
      await world.database
        .reader(world.storeId)
        .query<{ count: number }>('SELECT count(*) AS count FROM outbox WHERE done_at IS NULL')
    )[0]?.count ?? 0;

  const dispatcher = (deliver: (row: OutboxRow) => Promise<void>) =>
    new OutboxDispatcher({
      system: world.database.systemWriter,
      deliver,
      isRefusal: () => false,
      abandon: async () => {},
      onError: () => {},
      onAbandoned: () => {},
    });

  /**
   * @param fails how often no delivery succeeds at first
   * @param during happens while the first is made
   * @param sweeps whether it looks again by the clock
   */
  async function delivered({ fails = 0, during = async () => {}, sweeps = true } = {}): Promise<string[]> {
    const told: string[] = [];
    let left = fails;
    const outbox = dispatcher(async ({ workflowId }) => {
      told.push(workflowId);
      if (told.length === 1) await during();
      left -= 1;
      if (left >= 0) throw new Error('nobody is there');
    });
    try {
      if (sweeps) outbox.sweepEvery(50);
      outbox.kick();
      await eventually(async () => (await waiting()) === 0);
      return told;
    } finally {
      await outbox.stop();
    }
  }

  test('is told so once for all who wait for it, and each workflow by itself', async () => {
    const [one, other] = [newId('shp'), newId('shp')];
    for (let turn = 0; turn < 20; turn += 1) await wake(one);
    await wake(other);
    expect((await delivered()).toSorted()).toEqual([one, other].map((id) => expect.stringContaining(id)).toSorted());
  });

  test('is told until somebody has heard it', async () => {
    const one = newId('shp');
    await wake(one);
    await wake(one);
    expect(await delivered({ fails: 2 })).toHaveLength(3);
  });

  test('is told again by the process that could not reach it, without a sweep', async () => {
    await wake(newId('shp'));
    expect(await delivered({ fails: 1, sweeps: false })).toHaveLength(2);
  });

  test('is told by another process, where one alone reaches nobody and would always be the first to try again', async () => {
    await wake(newId('shp'));
    let silences = 0;
    const cutOff = dispatcher(async () => {
      silences += 1;
      throw new Error('nobody is there');
    });
    const heard: number[] = [];
    const other = dispatcher(async () => {
      heard.push(silences);
    });
    try {
      cutOff.kick();
      await eventually(async () => silences === OUTBOX_OWN_TRIES + 1, 60_000);
      // By chance alone it would meet the moment in which the row is due and not taken yet.
      other.sweepEvery(1_500);
      await eventually(async () => (await waiting()) === 0, 60_000);
      expect(heard).toEqual([OUTBOX_OWN_TRIES + 1]);
    } finally {
      await Promise.all([cutOff.stop(), other.stop()]);
    }
  });

  test('is told anew of what comes while it is being told', async () => {
    const one = newId('shp');
    await wake(one);
    expect(await delivered({ during: () => wake(one) })).toHaveLength(2);
  });

  test('keeps every word that says more', async () => {
    const one = newId('shp');
    await wake(one, 'updateWorkflow');
    await wake(one, 'updateWorkflow');
    expect(await delivered()).toHaveLength(2);
  });
});
