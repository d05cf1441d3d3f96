import { channelJob } from '../../src/channel/job/contract';
import type { RunningWorker } from '../../src/worker';
import { startCompiledWorker } from '../world/compiled-worker';
import { eventually } from '../world/eventually';
import { holding, untilWaiting } from '../world/held';
import { silencesOf } from '../world/history';
import { startTestWorker } from '../world/worker';
import { connectedMarketplace } from './marketplace';

const PRODUCTS = 3_000;

test('an import whose worker was killed goes on as soon as it is not heard any more, and brings every product in once', async () => {
  const shop = await connectedMarketplace({ products: PRODUCTS });
  shop.simulator.faults.set({ slowAnswer: { rate: 1, delayMs: 400 } });
  const doomed = startCompiledWorker(shop.world);
  let heir: RunningWorker | undefined;
  const until = (done: number) => eventually(async () => (await shop.job(jobId)).progress.done >= done, 90_000);
  const jobId = await shop.pull();
  try {
    // Past the first heartbeats, within the first step.
    await until(500);
    await doomed.kill();
    heir = await startTestWorker(shop.world);
    shop.simulator.faults.clear();
    expect(await shop.ended(jobId)).toMatchObject({ state: 'succeeded', progress: { created: PRODUCTS, failed: 0 } });
    expect(await shop.count('catalog_product')).toBe(PRODUCTS);
    expect(await silencesOf(shop.world, channelJob.workflowId(jobId))).toBeGreaterThan(0);
  } finally {
    await doomed.kill();
    await heir?.stop();
    await shop.close();
  }
});

test('a job whose worker was killed while it began is begun as soon as that is not heard any more', async () => {
  const shop = await connectedMarketplace({ products: 3 });
  const jobId = await shop.pull();
  const release = await holding(shop.world, 'SELECT 1 FROM channel_job WHERE id = $1 FOR UPDATE', [jobId]);
  const doomed = startCompiledWorker(shop.world);
  let heir: RunningWorker | undefined;
  try {
    await untilWaiting(shop.world);
    await doomed.kill();
    await release();
    heir = await startTestWorker(shop.world);
    expect(await shop.ended(jobId)).toMatchObject({ state: 'succeeded', progress: { created: 3 } });
    expect(await silencesOf(shop.world, channelJob.workflowId(jobId))).toBeGreaterThan(0);
  } finally {
    await doomed.kill();
    await release();
    await heir?.stop();
    await shop.close();
  }
});
