// tier: all
import type { RunningWorker } from '../../src/worker';
import { startCompiledWorker } from '../world/compiled-worker';
import { eventually } from '../world/eventually';
import { startTestWorker } from '../world/worker';
import { asked, type CatalogThere, catalogThere, drawn } from './catalog-there';

jest.setTimeout(600_000);

const COUNT = 200;

/** The moments at which the worker is killed, by what the shop or the marketplace shows then. */
const moments: readonly (readonly [name: string, isReached: (shop: CatalogThere) => Promise<boolean>])[] = [
  ['a request is written', async (shop) => (await shop.count('channel_sending')) > 0],
  ['the marketplace has taken items', async (shop) => shop.simulator.stats().listingsSent > 0],
  ['some are approved', async (shop) => shop.simulator.catalog.listed.count > 0],
];

test('a push whose worker is killed again and again lists each product once', async () => {
  const shop = await catalogThere();
  let heir: RunningWorker | undefined;
  try {
    const ids = await shop.products(COUNT);
    const mediaId = await shop.picture(0);
    const drawer = await startTestWorker(shop.world);
    await drawn(shop);
    await drawer.stop();
    for (const productId of ids) await shop.world.done('catalog.product.setMedia', { productId, media: [{ mediaId }] });
    await shop.set(ids.map((productId) => ({ productId, ...asked(shop) })));
    await shop.control('PUT', '/listings', { batchMs: 1_500, approvalMs: 1_500 });
    const jobId = await shop.push(ids);
    const environment = { TEZGAH_PUBLIC_URL: shop.address };
    for (const [, isReached] of moments) {
      const doomed = startCompiledWorker(shop.world, { environment });
      try {
        await eventually(() => isReached(shop), 120_000, 10);
      } finally {
        await doomed.kill();
      }
    }
    heir = await startTestWorker(shop.world);
    expect(await shop.ended(jobId)).toMatchObject({
      state: 'succeeded',
      progress: { total: COUNT, done: COUNT, failed: 0, approved: COUNT, pending: 0 },
    });
    expect(shop.simulator.catalog.listed.count).toBe(COUNT);
    // Each item was taken once: what an attempt that was killed had sent was found there.
    expect(shop.simulator.stats().listingsSent).toBe(COUNT);
    const listings = [...(await shop.listings()).values()];
    expect(listings.filter(({ status }) => status === 'on_sale')).toHaveLength(COUNT);
  } finally {
    await heir?.stop();
    await shop.close();
  }
});
