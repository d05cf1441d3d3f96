// tier: all
import type { RunningWorker } from '../../src/worker';
import { connectedMarketplace } from '../channel/marketplace';
import { startCompiledWorker } from '../world/compiled-worker';
import { startTestWorker } from '../world/worker';

const PRODUCTS = 900;

test.each([
  ['goes on running', false],
  ['is killed at that moment', true],
])('an import is stopped in the middle by disabling its extension, while its worker %s', async (_, killed) => {
  const shop = await connectedMarketplace({ products: PRODUCTS });
  const { world, simulator } = shop;
  simulator.faults.set({ slowAnswer: { rate: 1, delayMs: 400 } });
  const worker = startCompiledWorker(world);
  let heir: RunningWorker | undefined;
  const extension = 'trendyol';
  try {
    const stopped = await shop.pull();
    await shop.until(stopped, ({ progress }) => progress.done >= 100);
    const disabled = await world.done('extension.disable', { extension, disconnect: 'freeze' }, { as: world.owner });
    expect(disabled).toMatchObject({ enabled: false, jobsStopped: 1 });
    if (killed) await worker.kill();
    const brought = await shop.count('catalog_product');
    expect(brought).toBeLessThan(PRODUCTS);

    if (killed) heir = await startTestWorker(world);
    simulator.faults.clear();
    await world.done('extension.enable', { extension }, { as: world.owner });
    const { progress } = await shop.ended(await shop.pull());
    // What was brought in before stays, and nothing was written for the stopped job since.
    expect(progress).toMatchObject({ created: PRODUCTS - brought, failed: 0 });
    expect(await shop.count('catalog_product')).toBe(PRODUCTS);
    expect(await shop.job(stopped)).toMatchObject({
      state: 'cancelled',
      error: { code: 'extension_not_enabled' },
      progress: { created: brought },
      waitingFor: null,
      cancellable: false,
    });
  } finally {
    await worker.kill();
    await heir?.stop();
    await shop.close();
  }
});
