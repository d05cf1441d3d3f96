import { newId } from '../../src/kernel/ids';
import type { RunningWorker } from '../../src/worker';
import { said } from '../world/story';
import { startTestWorker } from '../world/worker';
import { connectedMarketplace, type Marketplace } from './marketplace';

const PRODUCTS = 201;

describe('channel.jobs.get', () => {
  let shop: Marketplace;
  let worker: RunningWorker;
  beforeAll(async () => {
    shop = await connectedMarketplace({ products: PRODUCTS });
    worker = await startTestWorker(shop.world);
  });
  afterAll(async () => {
    await worker.stop();
    await shop.close();
  });

  const get = (cjb: string, ext = 'trendyol', as = shop.world.developer) =>
    shop.world.read('channel.jobs.get', { params: { ext, cjb }, as });

  test('a preview tells what an import would do, with a sample, and does none of it', async () => {
    const job = await shop.ended(await shop.pull('preview'));
    expect(job).toMatchObject({
      state: 'succeeded',
      mode: 'preview',
      progress: { total: PRODUCTS, done: PRODUCTS },
      result: { created: PRODUCTS, updated: 0, unchanged: 0, failed: 0 },
      errors: [],
      nextErrorsAfter: null,
    });
    expect(job.sample.length).toBeGreaterThan(0);
    expect(job.sample[0]).toEqual({ remoteId: expect.any(String), title: expect.any(String), action: 'create' });
    expect(await shop.count('catalog_product')).toBe(0);
  });

  test('errors come a hundred at a time, each once, behind the last that was read', async () => {
    // As a defect of the product would: no product can be saved.
    await shop.world.sql(`
      CREATE FUNCTION refuse_product() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'refused by the test' USING ERRCODE = '23505'; END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON catalog_product FOR EACH ROW EXECUTE FUNCTION refuse_product();`);
    const jobId = await shop.pull();
    await shop.ended(jobId);
    await shop.world.sql('DROP TRIGGER refuse ON catalog_product');
    const positions: number[] = [];
    const pages: number[] = [];
    for (let after: number | null = 0; after !== null; ) {
      const { errors, nextErrorsAfter } = await shop.job(jobId, { errorsAfter: after });
      positions.push(...errors.map(({ position }: { position: number }) => position));
      pages.push(errors.length);
      after = nextErrorsAfter;
    }
    expect(pages).toEqual([100, 100, 1]);
    expect(new Set(positions).size).toBe(PRODUCTS);
    expect(positions).toEqual(positions.toSorted((left, right) => left - right));
    expect(await shop.job(jobId, { errorsAfter: positions.at(-1) })).toMatchObject({
      errors: [],
      nextErrorsAfter: null,
    });
    expect(await shop.job(jobId)).toMatchObject({ state: 'failed', result: null, error: { code: 'nothing_imported' } });
    expect(await said(shop.job(jobId, { errorsAfter: '99999999999' }))).toBe('400 invalid_request');
    expect(await said(shop.job(jobId, { errorsAfter: -1 }))).toBe('400 invalid_request');
  });

  test('a job is of its store and its channel', async () => {
    const jobId = await shop.pull('preview');
    expect(await said(get(jobId, 'n11'))).toBe('404 not_found');
    expect(await said(get(jobId, 'trendyol', shop.world.other.owner))).toBe('404 not_found');
    expect(await said(get(newId('cjb')))).toBe('404 not_found');
    expect(await said(get(newId('prp')))).toBe('400 invalid_request');
    expect(await shop.ended(jobId)).toMatchObject({ state: 'succeeded' });
  });
});
