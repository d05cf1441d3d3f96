import { newId } from '../../src/kernel/ids';
import type { RunningWorker } from '../../src/worker';
import { mintAgent } from '../proposal/agents';
import { lastOf, replyOf, said } from '../world/story';
import { startTestWorker } from '../world/worker';
import { connectedMarketplace, type Marketplace } from './marketplace';

const PRODUCTS = 120;
const params = { ext: 'trendyol' };

describe('channel.jobs.cancel', () => {
  let shop: Marketplace;
  let worker: RunningWorker | undefined;
  beforeEach(async () => {
    shop = await connectedMarketplace({ products: PRODUCTS });
  });
  afterEach(async () => {
    await worker?.stop();
    worker = undefined;
    await shop.close();
  });

  const start = async () => {
    worker = await startTestWorker(shop.world);
  };
  const cancel = (jobId: string, as = shop.world.developer, ext = 'trendyol') =>
    shop.world.read('channel.jobs.cancel', { as, params: { ext, cjb: jobId } });

  test('a queued job is cancelled without a worker, and stays so when one comes', async () => {
    const jobId = await shop.pull();
    expect(await cancel(jobId)).toMatchObject({ state: 'cancelled' });
    await start();
    const second = await shop.ended(await shop.pull('preview'));
    expect(second.state).toBe('succeeded');
    expect(await shop.job(jobId)).toMatchObject({ state: 'cancelled', progress: { done: 0 } });
    expect(await shop.count('catalog_product')).toBe(0);
  });

  test('a job that fails is cancelled at once, and so is one that waits for the marketplace', async () => {
    // As a defect of the product would: no page can be booked.
    await shop.world.sql(`
      CREATE FUNCTION refuse_page() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'refused by the test' USING ERRCODE = '23505'; END $$;
      CREATE TRIGGER refuse BEFORE UPDATE ON channel_job FOR EACH ROW WHEN (NEW.done > OLD.done)
        EXECUTE FUNCTION refuse_page();`);
    await start();
    const failing = await shop.pull();
    await shop.until(failing, ({ state }) => state === 'running');
    expect(await cancel(failing)).toMatchObject({ state: 'cancelled', finishedAt: expect.any(String) });

    shop.simulator.faults.set({ down: true });
    const waiting = await shop.pull();
    const told = await shop.waiting(waiting);
    expect(told.waitingFor).toContain('Trendyol');
    expect(told.waiting).toEqual({ reason: 'marketplace', until: expect.any(String) });
    expect(told.cancellable).toBe(true);
    expect(await cancel(waiting)).toMatchObject({ state: 'cancelled' });
    expect(await shop.job(waiting)).toMatchObject({
      state: 'cancelled',
      waitingFor: null,
      waiting: null,
      cancellable: false,
    });
  });

  test('an agent may propose a pull in the place of a job that it proposes to cancel', async () => {
    const jobs: string[] = [];
    for (let open = 0; open < 20; open += 1) jobs.push(await shop.pull('preview'));
    const as = await mintAgent(shop.world);
    const pull = () => shop.world.read('channel.catalog.pull', { as, params, body: { mode: 'preview' } });
    expect(await pull()).toMatchObject({ code: 'invalid_state' });
    await shop.world.read('channel.jobs.cancel', { as, params: { ...params, cjb: jobs[0] as string } });
    expect(await pull()).toMatchObject({ proposed: true, seq: 2 });
    expect(await pull()).toMatchObject({ code: 'invalid_state' });
  });

  test('a job that an earlier release left cancelling can be ended', async () => {
    const jobId = await shop.pull();
    await shop.world.sql(`UPDATE channel_job SET state = 'cancelling' WHERE id = '${jobId}'`);
    expect(await cancel(jobId)).toMatchObject({ state: 'cancelled' });
  });

  test.each([
    ['a kind', 'of.tomorrow', '{}'],
    ['the progress', 'brand.create', '{ "brandId": null, "askedFor": [1] }'],
  ])('a job is beyond recall of which another release has written %s', async (_, kind, progress) => {
    const jobId = await shop.pull();
    expect(await shop.job(jobId)).toMatchObject({ cancellable: true });
    const input = '{ "brand": "Demli", "logos": [] }';
    await shop.world.sql(
      `UPDATE channel_job SET kind = '${kind}', input = '${input}', progress = '${progress}' WHERE id = '${jobId}'`,
    );
    const { status, body } = await replyOf(cancel(jobId));
    expect([status, body]).toMatchObject([409, { code: 'invalid_state', detail: expect.stringContaining('release') }]);
    const [row] = await shop.world.database
      .reader(shop.world.storeId)
      .query('SELECT state FROM channel_job WHERE id = $1', [jobId]);
    expect(row).toEqual({ state: 'queued' });
  });

  test('is audited for job and channel, and is for good', async () => {
    const jobId = await shop.pull();
    await cancel(jobId);
    for (const entity of [jobId, 'trendyol'])
      expect(await lastOf(shop.world, entity)).toMatchObject({
        command: 'channel.jobs.cancel',
        changes: [{ entity: 'channel job', id: jobId, before: { state: 'queued' }, after: { state: 'cancelled' } }],
        inverse: null,
      });
    const twice = await replyOf(cancel(jobId));
    expect(twice.body).toMatchObject({ code: 'invalid_state', state: 'cancelled' });
  });

  test('of five who cancel at once, one does', async () => {
    const jobId = await shop.pull();
    const replies = await Promise.all(Array.from({ length: 5 }, () => said(cancel(jobId))));
    expect(replies.toSorted()).toEqual(['200', ...Array.from({ length: 4 }, () => '409 invalid_state')]);
  });

  test('one that has ended, or is of another store or channel, is left alone', async () => {
    await start();
    const jobId = await shop.pull('preview');
    await shop.ended(jobId);
    const late = await replyOf(cancel(jobId));
    expect(late.body).toMatchObject({ code: 'invalid_state', state: 'succeeded' });
    expect(await said(cancel(jobId, shop.world.other.owner))).toBe('404 not_found');
    expect(await said(cancel(jobId, shop.world.developer, 'n11'))).toBe('404 not_found');
    expect(await said(cancel(newId('cjb')))).toBe('404 not_found');
    expect(await shop.job(jobId)).toMatchObject({ state: 'succeeded' });
  });
});
