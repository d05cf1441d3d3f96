import type { RunningWorker } from '../../src/worker';
import { sideBySide } from '../world/side-by-side';
import { slowCases } from '../world/slow-test';
import { startTestWorker } from '../world/worker';
import { connectedMarketplace, type Marketplace } from './marketplace';

const PRODUCTS = 350;
const TABLES = [
  'catalog_product',
  'catalog_variant',
  'catalog_barcode',
  'stock_movement',
  'channel_listing',
  'command_outcome',
  'audit_row',
];

describe('importing a marketplace catalog', () => {
  let shop: Marketplace;
  let worker: RunningWorker;
  const open = async (...options: Parameters<typeof connectedMarketplace>): Promise<void> => {
    shop = await connectedMarketplace(...options);
    worker = await startTestWorker(shop.world);
  };
  afterEach(async () => {
    await worker.stop();
    await shop.close();
  });

  const everything = async () =>
    Object.fromEntries(await Promise.all(TABLES.map(async (table) => [table, await shop.count(table)])));

  test('brings every product in exactly once, with listings and progress, and a second import changes nothing', async () => {
    await open({ products: PRODUCTS });
    const first = await shop.ended(await shop.pull());
    expect(first).toMatchObject({
      state: 'succeeded',
      progress: { total: PRODUCTS, done: PRODUCTS, created: PRODUCTS, updated: 0, failed: 0 },
      errors: [],
    });
    expect(await shop.count('catalog_product')).toBe(PRODUCTS);
    const before = await everything();
    expect(before.catalog_barcode).toBe(before.channel_listing);
    const { items } = await shop.world.read('audit.list', { query: { actor: first.id, limit: 100 } });
    const ran = new Set(items.map(({ command }: { command: string }) => command));
    // Those of pictures run where there are some: pictures.test.ts.
    expect([...ran].toSorted()).toEqual(['catalog.product.create', 'channel.listing.set']);

    const second = await shop.ended(await shop.pull());
    expect(second).toMatchObject({
      state: 'succeeded',
      progress: { done: PRODUCTS, created: 0, updated: 0, failed: 0 },
    });
    // The request and the end of the job leave an audit row and an outcome each; the import none.
    const { audit_row: rows = 0, command_outcome: outcomes = 0 } = before;
    expect(await everything()).toEqual({ ...before, audit_row: rows + 2, command_outcome: outcomes + 2 });
  });

  test('sees what has changed on the marketplace, and leaves the product itself to the merchant', async () => {
    await open({ products: 30 });
    await shop.ended(await shop.pull());
    await fetch(new URL('/__simulator/catalog', shop.simulator.url), {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ priceChange: { everyNth: 10, factor: 2 } }),
    });
    expect(await shop.ended(await shop.pull())).toMatchObject({
      progress: { done: 30, created: 0, updated: 3, failed: 0 },
    });
    const { items } = await shop.world.read('channel.listings.list', {
      params: { ext: 'trendyol' },
      query: { limit: 100 },
    });
    const [drifted] = items.filter(({ drift }: { drift: boolean }) => drift);
    const { productId, variantId } = drifted;
    for (const [fields, drift] of [
      [{ priceLocked: true }, false],
      [{ priceLocked: false }, true],
      [{ enabled: false }, false],
    ] as const) {
      const item = { productId, ...(variantId ? { variantId } : {}), ...fields };
      await shop.world.done('channel.listing.set', { extension: 'trendyol', items: [item] });
      const listing = await shop.world.read('channel.listings.get', { params: { ext: 'trendyol', lst: drifted.id } });
      expect([fields, listing.drift]).toEqual([fields, drift]);
    }
  });

  test('says which product of the marketplace a listing is that does not say it yet', async () => {
    await open({ products: 5 });
    await shop.ended(await shop.pull());
    const read = async () =>
      (await shop.world.read('channel.listings.list', { params: { ext: 'trendyol' }, query: { limit: 100 } })).items;
    const [{ id: lst, productId, variantId }] = await read();
    const get = () => shop.world.read('channel.listings.get', { params: { ext: 'trendyol', lst } });
    const { mapping } = await get();
    const item = { productId, ...(variantId ? { variantId } : {}), remoteProductId: null };
    await shop.world.done('channel.listing.set', { extension: 'trendyol', items: [item] });
    expect(await shop.ended(await shop.pull())).toMatchObject({ progress: { created: 0, updated: 1, failed: 0 } });
    expect((await get()).mapping).toEqual(mapping);
    expect(await shop.ended(await shop.pull())).toMatchObject({ progress: { created: 0, updated: 0 } });
  });

  test('links products that the store already has by barcode instead of doubling them', async () => {
    await open({ products: 20 });
    const { items } = await shop.world.read('channel.remote.products', {
      params: { ext: 'trendyol' },
      query: { limit: 20 },
    });
    const single = items.find(({ variants }: { variants: unknown[] }) => variants.length === 1);
    const mine = await shop.world.done('catalog.product.create', {
      title: 'Benim',
      price: 100,
      barcode: single.variants[0].barcode,
    });
    const jobId = await shop.pull();
    expect(await shop.ended(jobId)).toMatchObject({ progress: { created: 19, updated: 1 } });
    expect(await shop.count('catalog_product')).toBe(20);
    const rows = await shop.world.read('audit.list', {
      query: { entity: jobId, command: 'catalog.product.create', limit: 100 },
    });
    expect(rows.items).toHaveLength(19);
    const listings = await shop.world.read('channel.listings.list', {
      params: { ext: 'trendyol' },
      query: { productId: mine.id },
    });
    expect(listings.items).toHaveLength(1);
  });

  test('a preview counts and shows, and writes nothing', async () => {
    await open({ products: 120 });
    const before = await everything();
    const job = await shop.ended(await shop.pull('preview'));
    expect(job).toMatchObject({
      state: 'succeeded',
      mode: 'preview',
      progress: { total: 120, done: 120, created: 120 },
    });
    expect(job.sample[0]).toMatchObject({ action: 'create' });
    expect(await shop.count('catalog_product')).toBe(before.catalog_product);
    expect(await shop.count('channel_listing')).toBe(0);
  });

  test('rows that cannot be imported are told one by one, and harm no other', async () => {
    await open({ products: 2_000, defects: true });
    const job = await shop.ended(await shop.pull());
    expect(job.state).toBe('succeeded');
    const { created, failed, done } = job.progress;
    expect(done).toBe(2_000);
    expect(failed).toBeGreaterThan(0);
    expect(created + failed).toBe(2_000);
    expect(job.errors).toHaveLength(Math.min(100, failed));
    for (const error of job.errors)
      expect(error).toMatchObject({
        code: expect.any(String),
        message: expect.any(String),
        remoteId: expect.any(String),
      });
    expect(await shop.count('catalog_product')).toBe(created);
  });

  test('takes products with a rate of VAT that is none, and with a long title of a variant, and tells what is left to say', async () => {
    const places = Array.from({ length: 40 }, (_, place) => place);
    const defects = Object.fromEntries(
      places.map((place) => [place, place % 2 === 0 ? ('oldVatRate' as const) : ('variantTitleTooLong' as const)]),
    );
    await open({ products: 40, defects });
    const preview = await shop.ended(await shop.pull('preview'));
    const job = await shop.ended(await shop.pull());
    expect(job).toMatchObject({ state: 'succeeded', progress: { created: 40, failed: 0 } });
    const told = (code: string) => job.errors.filter((error: { code: string }) => error.code === code);
    expect(told('vat_rate_unknown')).toHaveLength(20);
    expect(told('vat_rate_unknown')[0]).toMatchObject({ message: expect.stringContaining('a VAT rate of 18 %') });
    expect(told('variant_title_cut').length).toBeGreaterThan(0);
    expect(job.errors.length).toBe(told('vat_rate_unknown').length + told('variant_title_cut').length);
    expect(preview.errors).toEqual(job.errors);
    const titles = await shop.world.database
      .reader(shop.world.storeId)
      .query<{ title: string }>('SELECT title FROM catalog_variant');
    expect(Math.max(...titles.map(({ title }) => title.length))).toBeGreaterThan(110);
    // A product that is there is not told once more.
    expect(await shop.ended(await shop.pull())).toMatchObject({ progress: { created: 0, failed: 0 }, errors: [] });
  });

  test('credentials that are refused end the job with words that the owner can act on', async () => {
    await open({ products: 10, apiKey: 'another' });
    const job = await shop.ended(await shop.pull());
    expect(job).toMatchObject({
      state: 'failed',
      error: { code: 'provider_refused', message: expect.stringContaining('Trendyol') },
    });
    expect(await shop.world.read('channel.connect.test', { params: { ext: 'trendyol' } })).toMatchObject({
      ok: false,
      verdict: 'credentials_refused',
    });
  });

  test('cancelling stops the job between pages, and what is written stays consistent', async () => {
    await open({ products: 5_000, latencyMs: 60 });
    const jobId = await shop.pull();
    while ((await shop.job(jobId)).progress.done === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    await shop.world.read('channel.jobs.cancel', { as: shop.world.developer, params: { ext: 'trendyol', cjb: jobId } });
    const job = await shop.ended(jobId);
    expect(job.state).toBe('cancelled');
    expect(await shop.count('catalog_product')).toBe(job.progress.created);
    const second = await shop.world.read('channel.jobs.cancel', {
      as: shop.world.developer,
      params: { ext: 'trendyol', cjb: jobId },
    });
    expect(second).toMatchObject({ status: 409, code: 'invalid_state', state: 'cancelled' });
  });
});

describe('importing from a marketplace that has faults', () => {
  const alone = sideBySide(async () => {
    const shop = await connectedMarketplace({ products: 400 });
    const worker = await startTestWorker(shop.world);
    return {
      shop,
      async close() {
        await worker.stop();
        await shop.close();
      },
    };
  });

  for (const [name, faults] of [
    ['lost answers', { lostAnswer: { rate: 0.3 } }],
    ['a storm of 429', { throttleStorm: { rate: 0.2 } }],
    ...slowCases(
      ['server errors', { serverError: { rate: 0.3, status: 503 as const } }] as const,
      ['answers that are no JSON', { malformedBody: { rate: 0.3 } }] as const,
    ),
  ] as const)
    alone(`${name} of the marketplace neither lose nor double a product`, async ({ shop }) => {
      shop.simulator.faults.set({ ...faults, untilRequests: 4 });
      expect(await shop.ended(await shop.pull())).toMatchObject({
        state: 'succeeded',
        progress: { created: 400, failed: 0 },
      });
      expect(await shop.count('catalog_product')).toBe(400);
    });
});
