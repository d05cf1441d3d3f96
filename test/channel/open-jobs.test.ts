import { jobStates, openStates } from '../../src/channel/contract/state';
import { channelJobWork } from '../../src/channel/worker/work';
import { newId } from '../../src/kernel/ids';
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

    // They wait for none of these.
    expect(await shop.job(await shop.pull('preview'))).toMatchObject({ state: 'queued', waitingBehind: null });
    const { queueDepth } = await world.read('channel.health.get', { params: { ext: 'trendyol' } });
    expect(queueDepth).toBe(21);
  });

  test('are the same ones for whoever drives them, for the index and for the code', async () => {
    const { world } = shop;
    const rows = jobStates.map((state) => ({ state, id: newId('cjb') }));
    for (const { state, id } of rows)
      await world.sql(
        `INSERT INTO channel_job SELECT (jsonb_populate_record(j, jsonb_build_object('id', '${id}', 'state', '${state}'))).*
         FROM channel_job j LIMIT 1`,
      );
    const found = await channelJobWork.openRows(world.database.maintenance, '', 100);
    const open = rows.filter(({ id }) => found.some(({ workflowId }) => workflowId === `job/${id}`));
    expect(open.map(({ state }) => state)).toEqual(openStates);
    const [index] = await world.database
      .reader(world.storeId)
      .query<{ text: string }>(`SELECT pg_get_indexdef('channel_job_open'::regclass) AS text`);
    expect(jobStates.filter((state) => index?.text.includes(`'${state}'`))).toEqual(openStates);
  });
});
