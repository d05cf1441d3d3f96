// tier: all
import type { RunningWorker } from '../../../src/worker';
import { eventually } from '../../world/eventually';
import { startTestWorker } from '../../world/worker';
import { asked, type CatalogThere, catalogThere, drawn } from '../catalog-there';

jest.setTimeout(180_000);

describe('channel.disconnect of what waits for approval', () => {
  let shop: CatalogThere;
  let worker: RunningWorker;
  beforeAll(async () => {
    shop = await catalogThere();
    worker = await startTestWorker(shop.world);
  });
  afterAll(async () => {
    await worker?.stop();
    await shop?.close();
  });

  test('fails with it, since the marketplace would put it on sale later, and the extension stays enabled', async () => {
    const { world } = shop;
    const owner = { as: world.owner };
    const [productId] = (await shop.products(1)) as [string];
    await world.done('catalog.product.setMedia', { productId, media: [{ mediaId: await shop.picture(0) }] });
    await drawn(shop);
    await shop.set([{ productId, ...asked(shop) }]);
    await shop.control('PUT', '/listings', { batchMs: 20, approvalMs: 600_000 });
    const pushed = await shop.push([productId]);
    const approval = async () => (await shop.listings()).get(productId).status;
    await eventually(async () => (await approval()) === 'pending_approval', 60_000, 50);
    await world.read('channel.jobs.cancel', { params: { ext: 'trendyol', cjb: pushed } });
    const { jobId } = await world.done('extension.disable', { extension: 'trendyol', disconnect: 'zero' }, owner);
    const job = await shop.ended(jobId);
    expect(job).toMatchObject({
      state: 'failed',
      error: { code: 'zero_incomplete' },
      errors: [{ code: 'stock_left', barcode: 'TZG-00000', message: expect.stringContaining('approval') }],
    });
    const { items } = await world.read('extensions.list');
    expect(items.find(({ key }: { key: string }) => key === 'trendyol').installed.enabled).toBe(true);
  });
});
