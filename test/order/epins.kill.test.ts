// tier: all
import { startCompiledWorker } from '../world/compiled-worker';
import { holding, untilWaiting } from '../world/held';
import { silencesOf } from '../world/history';
import { startTestWorker } from '../world/worker';
import { createEpinShop, takenByLine } from './epins';

const WORKFLOW = 'epins/killed';

test('a sweep whose worker was killed between two lines is ended by the next one, and no code is given twice', async () => {
  const shop = await createEpinShop();
  const { world } = shop;
  const orders = [await shop.paid(2), await shop.paid(2), await shop.paid(2)];
  await shop.add(5);
  const short = async () => Promise.all(orders.map(async ({ id }) => (await shop.read(id)).lines[0].codesShort));
  const release = await holding(world, 'SELECT 1 FROM store_order WHERE id = $1 FOR UPDATE', [orders[1]?.id]);
  const doomed = startCompiledWorker(world);
  try {
    const handle = await world.platform.temporal.workflow.start('epinFulfilment', {
      workflowId: WORKFLOW,
      taskQueue: world.config.taskQueue,
    });
    await untilWaiting(world);
    await doomed.kill();
    expect(await short()).toEqual([0, 2, 2]);
    await release();
    const heir = await startTestWorker(world);
    try {
      await handle.result();
    } finally {
      await heir.stop();
    }
    expect(await silencesOf(world, WORKFLOW)).toBeGreaterThan(0);
    expect(await short()).toEqual([0, 0, 1]);
    expect([...(await takenByLine(shop)).values()].toSorted()).toEqual([1, 2, 2]);
  } finally {
    await release();
    await doomed.kill();
    await world.close();
  }
}, 180_000);
