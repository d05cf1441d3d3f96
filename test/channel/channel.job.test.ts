import type { RunningWorker } from '../../src/worker';
import { eventually } from '../world/eventually';
import { sideBySide } from '../world/side-by-side';
import { startTestWorker } from '../world/worker';
import { connectedMarketplace } from './marketplace';

const PRODUCTS = 120;
const params = { ext: 'trendyol' };

/** A shop with a marketplace of its own, and a worker that comes and goes. */
async function openShop() {
  const shop = await connectedMarketplace({ products: PRODUCTS });
  let worker: RunningWorker | undefined;
  const stop = async (): Promise<void> => {
    await worker?.stop();
    worker = undefined;
  };
  return {
    shop,
    async start() {
      worker = await startTestWorker(shop.world);
    },
    stop,
    cancel: (jobId: string) =>
      shop.world.read('channel.jobs.cancel', { as: shop.world.developer, params: { ...params, cjb: jobId } }),
    /** Lets Postgres refuse what an item or a page writes, as a defect of the product would. */
    refuseIn: (table: string, event: string, when: string, timing = 'BEFORE') =>
      shop.world.sql(`
        CREATE FUNCTION refuse_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN RAISE EXCEPTION 'refused by the test' USING ERRCODE = '23505'; END $$;
        CREATE ${timing === 'BEFORE' ? 'TRIGGER' : 'CONSTRAINT TRIGGER'} refuse ${timing} ${event} ON ${table}
          ${timing === 'BEFORE' ? '' : 'DEFERRABLE INITIALLY DEFERRED'} FOR EACH ROW WHEN (${when})
          EXECUTE FUNCTION refuse_${table}();`),
    async close() {
      await stop();
      await shop.close();
    },
  };
}

describe('a marketplace job', () => {
  const check = sideBySide(openShop);

  for (const timing of ['BEFORE', 'AFTER'])
    check(
      `products that Postgres refuses (${timing}) are errors of their own, and the others are imported`,
      async ({ shop, start, refuseIn }) => {
        const { items } = await shop.world.read('channel.remote.products', { params, query: { limit: 100 } });
        const bad = [items[3], items[57]];
        const titles = bad.map(({ title }) => `'${title.replaceAll("'", "''")}'`);
        await refuseIn('catalog_product', 'INSERT', `NEW.title IN (${titles})`, timing);
        await start();
        const job = await shop.ended(await shop.pull());
        const { created, failed } = job.progress;
        expect(job.state).toBe('succeeded');
        expect(created + failed).toBe(PRODUCTS);
        expect(failed).toBeGreaterThanOrEqual(2);
        expect(job.errors.map(({ remoteId }: { remoteId: string }) => remoteId)).toEqual(
          expect.arrayContaining(bad.map(({ remoteId }) => remoteId)),
        );
        for (const error of job.errors) expect(error).toMatchObject({ code: 'internal', barcode: expect.any(String) });
        expect(await shop.count('catalog_product')).toBe(created);
        expect(job.result).toEqual({ created, updated: 0, unchanged: 0, failed });
      },
    );

  check('an import of which every product fails has failed, and says of what', async ({ shop, start, refuseIn }) => {
    await refuseIn('catalog_product', 'INSERT', 'true');
    await start();
    const job = await shop.ended(await shop.pull());
    expect(job).toMatchObject({
      state: 'failed',
      progress: { done: PRODUCTS, created: 0, failed: PRODUCTS },
      error: {
        code: 'nothing_imported',
        message: `None of the ${PRODUCTS} products could be imported; ${PRODUCTS} of them: The product could not be saved (23505).`,
      },
      result: null,
    });
    expect(job.errors).toHaveLength(100);
    expect((await shop.ended(await shop.pull('preview'))).state).toBe('succeeded');
  });

  check('a barcode that the store has at a product with variants is that item’s error', async ({ shop, start }) => {
    const { items } = await shop.world.read('channel.remote.products', { params, query: { limit: 100 } });
    const single = items.find(({ variants }: { variants: unknown[] }) => variants.length === 1);
    const { barcode } = single.variants[0];
    await shop.world.done('catalog.product.create', {
      title: 'Benim',
      price: 100,
      barcode,
      variants: [{ title: 'S' }],
    });
    await start();
    const job = await shop.ended(await shop.pull());
    expect(job).toMatchObject({
      state: 'succeeded',
      progress: { created: PRODUCTS - 1, failed: 1 },
      errors: [{ code: 'sold_by_variant', barcode }],
    });
  });

  check('a page that cannot be booked at all ends the job with a reason', async ({ shop, start, refuseIn }) => {
    await refuseIn('channel_job', 'UPDATE', 'NEW.done > OLD.done');
    await start();
    expect(await shop.ended(await shop.pull())).toMatchObject({
      state: 'failed',
      progress: { done: 0 },
      error: { code: 'internal', message: expect.any(String) },
      result: null,
    });
    expect(await shop.count('catalog_product')).toBe(0);
  });

  check(
    'jobs of a channel run one after the other, also when their worker ends meanwhile',
    async ({ shop, start, stop }) => {
      shop.simulator.faults.set({ slowAnswer: { rate: 1, delayMs: 300 } });
      const jobs: string[] = [];
      for (let open = 0; open < 3; open += 1) jobs.push(await shop.pull());
      await shop.pull('preview');
      await start();
      const states = async () => {
        const { items } = await shop.world.read('channel.jobs.list', { params, query: {} });
        return items as { id: string; mode: string; state: string; startedAt: string; finishedAt: string | null }[];
      };
      let restarted = false;
      for (const end = Date.now() + 100_000; Date.now() < end; ) {
        const now = await states();
        for (const mode of ['import', 'preview'])
          expect(now.filter((job) => job.mode === mode && job.state === 'running').length).toBeLessThanOrEqual(1);
        if (now.every(({ finishedAt }) => finishedAt)) break;
        if (!restarted && now.some(({ finishedAt }) => finishedAt)) {
          restarted = true;
          await stop();
          await start();
        }
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      const ended = await states();
      expect(ended.map(({ state }) => state)).toEqual(Array(4).fill('succeeded'));
      const began = ended
        .filter(({ mode }) => mode === 'import')
        .toSorted((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt));
      expect(began.map(({ id }) => id)).toEqual(jobs);
    },
    120_000,
  );

  check(
    'a job that waits for its turn is cancelled at once, and one that has ended makes room',
    async ({ shop, start, cancel }) => {
      shop.simulator.faults.set({ down: true });
      const [first, second, third] = [await shop.pull(), await shop.pull(), await shop.pull()];
      await start();
      await shop.waiting(first as string);
      expect(await cancel(second as string)).toMatchObject({ state: 'cancelled' });
      const waitsFor = async () => {
        const handle = shop.world.platform.temporal.workflow.getHandle(`job/${third}`);
        const [pending] = (await handle.describe()).raw.pendingActivities ?? [];
        return pending?.lastFailure?.message;
      };
      // An attempt from before that was behind the second one.
      await eventually(async () => (await waitsFor()) === `waits for its turn behind ${first}`, 60_000, 50);
      expect(await shop.job(third as string)).toMatchObject({ state: 'queued' });
      await cancel(first as string);
      shop.simulator.faults.clear();
      expect(await shop.ended(third as string)).toMatchObject({ state: 'succeeded', progress: { created: PRODUCTS } });
      expect(await shop.job(second as string)).toMatchObject({ state: 'cancelled', startedAt: null });
    },
  );

  check(
    'a job that has long waited for its turn is tried as often as any other, when it is',
    async ({ shop, start, cancel }) => {
      shop.simulator.faults.set({ down: true });
      const [first, second] = [await shop.pull(), await shop.pull()];
      await start();
      await shop.waiting(first as string);
      const handle = shop.world.platform.temporal.workflow.getHandle(`job/${second}`);
      const attempts = async () => Number((await handle.describe()).raw.pendingActivities?.[0]?.attempt ?? 0);
      // More than what fails for no outside reason is given.
      await eventually(async () => (await attempts().catch(() => 0)) > 5, 120_000, 250);
      await shop.world.sql(`
      CREATE SEQUENCE beginnings;
      GRANT USAGE ON SEQUENCE beginnings TO PUBLIC;
      CREATE FUNCTION fail_twice() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF nextval('beginnings') <= 2 THEN RAISE EXCEPTION 'by chance'; END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER fail_twice BEFORE UPDATE ON channel_job FOR EACH ROW
        WHEN (OLD.state = 'queued' AND NEW.state = 'running') EXECUTE FUNCTION fail_twice();`);
      await cancel(first as string);
      shop.simulator.faults.clear();
      expect(await shop.ended(second as string)).toMatchObject({ state: 'succeeded', progress: { created: PRODUCTS } });
      await shop.world.sql('DROP FUNCTION fail_twice() CASCADE; DROP SEQUENCE beginnings;');
    },
  );

  check('a job that nobody tried for hours has lost no patience', async ({ shop, start, stop }) => {
    shop.simulator.faults.set({ down: true });
    await start();
    const jobId = await shop.pull();
    await shop.waiting(jobId);
    await stop();
    const waited = async () => {
      const [row] = await shop.world.database
        .reader(shop.world.storeId)
        .query<{ ms: number }>('SELECT waited_ms AS ms FROM channel_job');
      return row?.ms ?? 0;
    };
    const before = await waited();
    // Whatever the row remembers a time of lies two hours back.
    await shop.world.sql(
      `UPDATE channel_job SET created_at = created_at - interval '2 hours', started_at = started_at - interval '2 hours'`,
    );
    await start();
    for (const end = Date.now() + 40_000; (await waited()) === before && Date.now() < end; )
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await shop.job(jobId)).toMatchObject({ state: 'running', waitingFor: expect.stringContaining('Trendyol') });
    expect(await waited()).toBeLessThanOrEqual(60_000);
    shop.simulator.faults.clear();
    expect(await shop.ended(jobId)).toMatchObject({ state: 'succeeded', progress: { created: PRODUCTS } });
    expect(await waited()).toBe(0);
  });

  check('a job that waits for the rate limit says until when', async ({ shop, start }) => {
    const config = { sellerId: '424242', requestsPer10Seconds: 1 };
    await shop.world.done('extension.configure', { extension: 'trendyol', config }, { as: shop.world.owner });
    await start();
    const jobId = await shop.pull();
    const { waiting, startedAt } = await shop.waiting(jobId);
    expect(waiting).toEqual({ reason: 'rate_limit', until: expect.any(String) });
    expect(Date.parse(waiting.until)).toBeGreaterThan(Date.parse(startedAt));
    expect(Date.parse(waiting.until)).toBeLessThan(Date.now() + 60_000);
    expect(await shop.ended(jobId)).toMatchObject({ state: 'succeeded', waitingFor: null, waiting: null });
  });

  check('a marketplace that stays away ends the job after an hour of waiting', async ({ shop, start }) => {
    shop.simulator.faults.set({ down: true });
    await start();
    const jobId = await shop.pull();
    await shop.waiting(jobId);
    await shop.world.sql(`UPDATE channel_job SET waited_ms = 3600000 WHERE id = '${jobId}'`);
    expect(await shop.ended(jobId)).toMatchObject({
      state: 'failed',
      error: { code: 'unavailable', message: expect.stringContaining('Trendyol') },
    });
  });

  check(
    'a workflow that somebody starts by hand does what the row says, whatever its input says',
    async ({ shop, start }) => {
      const jobId = await shop.pull('preview');
      const { storeId, config, platform } = shop.world;
      await start();
      await platform.temporal.workflow.execute('channelJob', {
        workflowId: `by-hand/${jobId}`,
        taskQueue: config.taskQueue,
        args: [{ storeId, jobId, extension: 'trendyol', kind: 'catalog.pull', mode: 'import' }],
      });
      expect(await shop.ended(jobId)).toMatchObject({ state: 'succeeded', mode: 'preview' });
      expect(await shop.count('catalog_product')).toBe(0);
      const [effect] = await shop.world.database
        .reader(storeId)
        .query<{ message: { input: object } }>(`SELECT message FROM outbox WHERE workflow_id = 'job/${jobId}'`);
      expect(effect?.message.input).toEqual({ storeId, jobId });
    },
  );
});
