// tier: all
import { Readable } from 'node:stream';
import { channelJob } from '../../src/channel/contract/job';
import { exampleImage } from '../../src/media/image/example';
import type { RunningWorker } from '../../src/worker';
import { startCompiledWorker } from '../world/compiled-worker';
import { eventually } from '../world/eventually';
import { holding, untilWaiting } from '../world/held';
import { silencesOf } from '../world/history';
import { sideBySide } from '../world/side-by-side';
import { startTestWorker } from '../world/worker';
import { connectedMarketplace } from './marketplace';

const PRODUCTS = 3_000;

const check = sideBySide();

check(
  'an import whose worker was killed goes on as soon as it is not heard any more, and brings every product in once',
  async () => {
    const shop = await connectedMarketplace({ products: PRODUCTS });
    shop.simulator.faults.set({ slowAnswer: { rate: 1, delayMs: 400 } });
    const doomed = startCompiledWorker(shop.world);
    let heir: RunningWorker | undefined;
    const until = (done: number) => eventually(async () => (await shop.job(jobId)).progress.done >= done, 90_000);
    const jobId = await shop.pull();
    try {
      // Past the first heartbeats, and within a step: it waits for a page.
      await until(500);
      shop.simulator.faults.set({ slowAnswer: { rate: 1, delayMs: 8_000 } });
      const slow = () => shop.simulator.stats().faults.slowAnswer;
      const before = slow();
      await eventually(async () => slow() > before, 90_000, 20);
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
  },
);

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

check(
  'a brand that was asked for by a worker that was killed is looked for by the next one, and there once',
  async () => {
    const shop = await connectedMarketplace({ products: 0 });
    const asking = 'POST /product/sellers/{sellerId}/brands';
    // It is made at once, and the worker does not live to hear of it.
    shop.simulator.faults.set({ slowAnswer: { rate: 1, delayMs: 8_000 }, endpoint: asking });
    const { platform, storeId, developer } = shop.world;
    const kept = await platform.services.objects.put(storeId, Readable.from([exampleImage()]));
    const { id: jobId } = await shop.world.read('channel.brand.create', {
      as: developer,
      params: { ext: 'trendyol' },
      body: { name: 'Kesinti', logos: [{ ...kept, type: 'image/png' }] },
    });
    const doomed = startCompiledWorker(shop.world);
    let heir: RunningWorker | undefined;
    const asked = () => shop.simulator.stats().endpoints[asking]?.processed ?? 0;
    try {
      await eventually(async () => asked() > 0, 90_000, 20);
      await doomed.kill();
      heir = await startTestWorker(shop.world);
      const job = await shop.ended(jobId);
      const answer = await fetch(new URL('/__simulator/brands', shop.simulator.url));
      const [brand, ...others] = (await answer.json()) as { id: number; name: string }[];
      expect([brand?.name, others, asked()]).toEqual(['Kesinti', [], 1]);
      expect(job).toMatchObject({ state: 'succeeded', result: { brandId: String(brand?.id) } });
    } finally {
      await doomed.kill();
      await heir?.stop();
      await shop.close();
    }
  },
);
