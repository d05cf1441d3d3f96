import { connectedMarketplace, type Marketplace } from './marketplace';

describe('jobs of a channel that wait or run', () => {
  let shop: Marketplace;
  beforeAll(async () => {
    shop = await connectedMarketplace();
  });
  afterAll(() => shop.close());

  test('are at most twenty, however many are asked for at once, and each that ends makes room for one', async () => {
    const asked = await Promise.allSettled(Array.from({ length: 40 }, () => shop.pull()));
    const ids = asked.flatMap((each) => (each.status === 'fulfilled' && each.value ? [each.value] : []));
    expect(ids).toHaveLength(20);
    expect(await shop.count('channel_job')).toBe(20);

    const { world } = shop;
    const cancel = (jobId: string | undefined) =>
      world.read('channel.jobs.cancel', { as: world.developer, params: { ext: 'trendyol', cjb: jobId as string } });
    await Promise.all(ids.slice(0, 3).map(cancel));
    await Promise.allSettled(Array.from({ length: 10 }, () => shop.pull()));
    expect(await shop.count('channel_job')).toBe(23);
  });
});
