import { beginJob } from '../../src/channel/job/store';
import { pagesOf, said } from '../world/story';
import { connectedMarketplace, type Marketplace } from './marketplace';

const params = { ext: 'trendyol' };

interface Waiting {
  readonly id: string;
  readonly waitingBehind: string | null;
  readonly waitingFor: string | null;
}

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

  test('as they were asked for, and so have they their turn, whenever their ids were made', async () => {
    const [first, , second] = jobs as [string, string, string];
    const { world } = shop;
    const move = (days: number) =>
      world.sql(`UPDATE channel_job SET created_at = created_at + interval '${days} days' WHERE id = '${first}'`);
    await move(7);
    try {
      expect(idsOf((await list()).items)).toEqual([first, ...jobs.slice(1).toReversed()]);
      const pages = await pagesOf((query) => list({ limit: 2, ...query }));
      expect(pages.flatMap((items) => idsOf(items as { id: string }[]))).toEqual([
        first,
        ...jobs.slice(1).toReversed(),
      ]);
      expect([(await shop.job(first)).waitingBehind, (await shop.job(second)).waitingBehind]).toEqual([jobs[4], null]);
    } finally {
      await move(-7);
    }
  });

  test('a queued job names the one behind which it waits for its turn', async () => {
    const waits = async () => {
      const { items } = await list();
      return Object.fromEntries(
        items.map(({ id, waitingBehind, waitingFor }: Waiting) => [
          jobs.indexOf(id),
          [jobs.indexOf(waitingBehind ?? ''), waitingFor],
        ]),
      );
    };
    const behind = (job: number) => [job, `its turn behind ${jobs[job]}`];
    const free = [-1, null];
    // Imports and previews have their turns apart.
    expect(await waits()).toEqual({ 0: free, 1: free, 2: behind(0), 3: behind(1), 4: behind(2) });
    expect((await shop.job(jobs[2] as string)).waiting).toEqual({ reason: 'turn', until: null });
    expect((await shop.job(jobs[0] as string)).waiting).toBeNull();
    const [first, , second] = jobs as [string, string, string];
    const begin = (job: string) => beginJob(shop.world.database.writer(shop.world.storeId), shop.world.storeId, job);
    expect([await begin(second), await begin(first), await begin(second)]).toEqual([first, undefined, first]);
    expect(await waits()).toMatchObject({ 0: free, 2: behind(0) });
    await shop.world.read('channel.jobs.cancel', { params: { ...params, cjb: first } });
    expect(await waits()).toMatchObject({ 0: free, 2: free, 4: behind(2) });
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

  test('is of one kind or in one state where one is named, page by page', async () => {
    const [first] = jobs as [string];
    const { storeId } = shop.world;
    const { sql } = shop.world;
    await sql(
      `UPDATE channel_job SET kind = 'orders.pull', lane = 'orders.pull' WHERE store_id = '${storeId}' AND id = '${first}'`,
    );
    expect(idsOf((await list({ kind: 'orders.pull' })).items)).toEqual([first]);
    const imports = await pagesOf<{ id: string }>((query) => list({ ...query, kind: 'catalog.pull' }), { limit: 3 });
    const all: { id: string; state: string }[] = (await list({ limit: 100 })).items;
    expect(imports.flatMap(idsOf)).toEqual(idsOf(all).filter((id) => id !== first));
    await shop.world.read('channel.jobs.cancel', { params: { ...params, cjb: jobs[1] as string } });
    const cancelled = await list({ state: 'cancelled', total: true });
    const before = all.filter(({ id, state }) => state === 'cancelled' || id === jobs[1]);
    expect([idsOf(cancelled.items), cancelled.total]).toEqual([idsOf(before), before.length]);
    expect(before.length).toBeLessThan(all.length);
    expect(idsOf((await list({ kind: 'orders.pull', state: 'failed' })).items)).toEqual([]);
    expect(await said(list({ kind: 'orders.nosuch' }))).toBe('400 invalid_request');
    expect(await said(list({ state: 'nosuch' }))).toBe('400 invalid_request');
  });

  test('is of one store and one channel', async () => {
    expect((await list({}, shop.world.other.owner)).items).toEqual([]);
    const elsewhere = shop.world.read('channel.jobs.list', { params: { ext: 'n11' } });
    expect(await said(elsewhere)).toBe('404 not_found');
    expect(await said(list({ limit: 101 }))).toBe('400 invalid_request');
    expect(await said(list({ cursor: 'AAAA' }))).toBe('400 invalid_request');
  });
});
