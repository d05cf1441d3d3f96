import { hookBreaker, REACTIVATED } from '../../src/extension/hook/contract';
import { newId } from '../../src/kernel/ids';
import { EffectQueue } from '../../src/kernel/work/outbox';
import { openPlatform } from '../../src/platform';
import { eventually } from '../world/eventually';
import { prepareTemporal } from '../world/worker';
import { createWorld } from '../world/world';

test('a process that ends waits for no update that no worker takes, which stays to be delivered', async () => {
  const world = await createWorld();
  await prepareTemporal(world);
  const { config, storeId } = world;
  const ending = await openPlatform({ config, log: world.platform.log, applicationName: 'tezgah-test' });
  const facts = { storeId, tripId: newId('trp'), extension: 'cash-rules', point: 'checkout.payment.filter' };
  const effects = new EffectQueue();
  effects.startWorkflow(hookBreaker, facts);
  effects.updateWorkflow(hookBreaker, facts, REACTIVATED, { tripId: facts.tripId });
  await ending.bus.inTransaction<void>(storeId, async (tx) => {
    effects.write(tx, storeId, undefined);
    return { keep: true, value: undefined };
  });
  const update = async () => {
    const [row] = await world.database.reader(storeId).query<{ attempts: number; done: boolean; error: string | null }>(
      `SELECT attempts, done_at IS NOT NULL AS done, last_error AS error FROM outbox
       WHERE store_id = $1 AND message ->> 'operation' = 'workflow.update'`,
      [storeId],
    );
    return row;
  };
  ending.outbox.kick();
  await eventually(async () => ((await update())?.attempts ?? 0) > 0);
  await ending.close();
  expect(await update()).toMatchObject({ done: false, error: expect.stringContaining('CANCELLED') });
  await world.close();
});
