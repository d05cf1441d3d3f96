import { pagesOf, said } from '../world/story';
import { connectedMarketplace, type Marketplace } from './marketplace';

const params = { ext: 'trendyol' };

describe('channel.jobs.list', () => {
  let shop: Marketplace;
  const jobs: string[] = [];
  beforeAll(async () => {
    shop = await connectedMarketplace({ products: 5 });
    for (const mode of ['import', 'preview', 'import', 'preview', 'import'] as const) jobs.push(await shop.pull(mode));
  });
  afterAll(() => shop.close());

  const list = (query: object = {}, as = shop.world.developer) =>
    shop.world.read('channel.jobs.list', { params, query: query as never, as });
  const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id);

  test('newest first, with what each is about and who started it', async () => {
    const { items } = await list();
    expect(idsOf(items)).toEqual(jobs.toReversed());
    expect(items[0]).toMatchObject({
      extension: 'trendyol',
      kind: 'catalog.pull',
      mode: 'import',
      state: 'queued',
      progress: { total: null, done: 0, created: 0, updated: 0, failed: 0 },
      error: null,
      workflowId: `job/${jobs[4]}`,
      createdBy: shop.world.developer.id,
      startedAt: null,
      finishedAt: null,
    });
    expect(items[0]).not.toHaveProperty('errors');
  });

  test('pages follow one another although jobs begin and end meanwhile', async () => {
    const pages = await pagesOf<{ id: string }>(list, { limit: 2 });
    expect(pages.map(idsOf)).toEqual([[jobs[4], jobs[3]], [jobs[2], jobs[1]], [jobs[0]]]);
    const first = await list({ limit: 2 });
    await shop.world.read('channel.jobs.cancel', { params: { ...params, cjb: jobs[2] as string } });
    const started = await shop.pull();
    expect(idsOf((await list({ limit: 2, cursor: first.nextCursor })).items)).toEqual([jobs[2], jobs[1]]);
    expect(idsOf((await list({ limit: 1 })).items)).toEqual([started]);
  });

  test('is of one store and one channel', async () => {
    expect((await list({}, shop.world.other.owner)).items).toEqual([]);
    const elsewhere = shop.world.read('channel.jobs.list', { params: { ext: 'hepsiburada' } });
    expect(await said(elsewhere)).toBe('404 not_found');
    expect(await said(list({ limit: 101 }))).toBe('400 invalid_request');
    expect(await said(list({ cursor: 'AAAA' }))).toBe('400 invalid_request');
  });
});
