import type { RunningWorker } from '../../src/worker';
import { startCompiledWorker } from '../world/compiled-worker';
import { eventually } from '../world/eventually';
import { startTestWorker } from '../world/worker';
import { connectedMarketplace } from './marketplace';

const PRODUCTS = 3_000;
/** The heartbeat's 6 s, a retry, a page, and a slow machine; well below the 15 s for which a page may stand still. */
const NOTICED_WITHIN_MS = 12_000;

jest.setTimeout(180_000);

test('an import whose worker was killed goes on within seconds, and brings every product in once', async () => {
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
    const killedAt = performance.now();
    const { progress } = await shop.job(jobId);
    heir = await startTestWorker(shop.world);
    await until(progress.done + 100);
    expect(performance.now() - killedAt).toBeLessThan(NOTICED_WITHIN_MS);
    shop.simulator.faults.clear();
    expect(await shop.ended(jobId)).toMatchObject({ state: 'succeeded', progress: { created: PRODUCTS, failed: 0 } });
    expect(await shop.count('catalog_product')).toBe(PRODUCTS);
  } finally {
    await doomed.kill();
    await heir?.stop();
    await shop.close();
  }
});
