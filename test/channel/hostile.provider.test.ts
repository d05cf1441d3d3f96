import fc from 'fast-check';
import remoteProducts from '../../src/channel/channel.remote.products';
import { planPart } from '../../src/channel/import/plan';
import { assertStorable, schemaErrors } from '../../src/kernel/schema/validation';
import { readRow } from '../../src/provider/trendyol/row';
import { Catalog } from '../../src/simulator/trendyol/catalog';
import type { Hostility } from '../../src/simulator/trendyol/hostility';
import type { RunningWorker } from '../../src/worker';
import { startTestWorker } from '../world/worker';
import { connectedMarketplace, type Marketplace } from './marketplace';

const PRODUCTS = 120;
const PAGES = 2;
const params = { ext: 'trendyol' };

describe('a marketplace that sends what it should not', () => {
  let shop: Marketplace;
  let worker: RunningWorker;
  beforeEach(async () => {
    shop = await connectedMarketplace({ products: PRODUCTS });
    worker = await startTestWorker(shop.world);
  });
  afterEach(async () => {
    await worker.stop();
    await shop.close();
  });

  test.each<[Hostility, string]>([
    ['nul', 'row_invalid'],
    ['surrogate', 'row_invalid'],
    ['numberForText', 'row_invalid'],
    ['textForNumber', 'row_invalid'],
    ['nullRow', 'row_invalid'],
    ['nullVariant', 'row_invalid'],
    ['enormousText', 'row_invalid'],
    ['repeatedId', 'repeated'],
    ['repeatedBarcode', 'repeated'],
  ])('a row with %s is an error of its own', async (kind, code) => {
    shop.simulator.faults.set({ hostilePage: { rate: 1, kind } });
    const shown = await shop.world.read('channel.remote.products', { params, query: { limit: 10 } });
    expect(shown.items.length + shown.unreadable.length).toBe(10);
    const job = await shop.ended(await shop.pull());
    expect(job).toMatchObject({ state: 'succeeded', progress: { done: PRODUCTS, failed: PAGES } });
    expect(job.errors.map((error: { code: string }) => error.code)).toEqual([code, code]);
    expect(await shop.count('catalog_product')).toBe(PRODUCTS - PAGES);
  });

  test('an answer that is wrong only sometimes is asked for again', async () => {
    shop.simulator.faults.set({ hostilePage: { rate: 1, kind: 'noContent' }, untilRequests: 2 });
    expect(await shop.ended(await shop.pull())).toMatchObject({ state: 'succeeded', progress: { created: PRODUCTS } });
  });

  test('a refusal without the documented body is still a refusal', async () => {
    shop.simulator.faults.set({ hostileRefusal: { rate: 1 } });
    for (let turn = 0; turn < 5; turn += 1) {
      expect(await shop.world.read('channel.connect.test', { params })).toMatchObject({
        ok: false,
        verdict: 'refused',
      });
      await expect(shop.world.read('channel.remote.products', { params })).rejects.toMatchObject({
        code: 'provider_refused',
      });
      expect(await shop.ended(await shop.pull())).toMatchObject({
        state: 'failed',
        error: { code: 'provider_refused' },
      });
    }
    expect(await shop.world.read('channel.health.get', { params })).toMatchObject({ failedJobs: 5, queueDepth: 0 });
  });

  test('an answer that never comes costs seconds', async () => {
    shop.simulator.faults.set({ silence: { rate: 1 }, untilRequests: 1 });
    const started = Date.now();
    expect(await shop.ended(await shop.pull())).toMatchObject({ state: 'succeeded', progress: { created: PRODUCTS } });
    expect(Date.now() - started).toBeLessThan(30_000);
  });
});

/** The jobs rest between their tries, so they are asked for side by side, each of a marketplace of its own. */
describe('a list that ends the job with its reason', () => {
  const listsOf: readonly Hostility[] = ['hugeTotal', 'noContent', 'circle', 'endless'];
  const shops = new Map<Hostility, Marketplace>();
  const workers: RunningWorker[] = [];
  const jobs = new Map<Hostility, string>();
  beforeAll(async () => {
    for (const kind of listsOf) {
      const shop = await connectedMarketplace({ products: PRODUCTS });
      shops.set(kind, shop);
      workers.push(await startTestWorker(shop.world));
      shop.simulator.faults.set({ hostilePage: { rate: 1, kind } });
      jobs.set(kind, await shop.pull());
    }
  });
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await Promise.all([...shops.values()].map((shop) => shop.close()));
  });

  test.each(listsOf)('with %s', async (kind) => {
    const shop = shops.get(kind) as Marketplace;
    const listed = shop.world.read('channel.remote.products', { params });
    if (kind === 'hugeTotal' || kind === 'noContent')
      await expect(listed).rejects.toMatchObject({ code: 'provider_answer_invalid' });
    else expect((await listed).items).toHaveLength(50);
    expect(await shop.world.read('channel.connect.test', { params })).toMatchObject({ ok: true });
    expect(await shop.ended(jobs.get(kind) as string)).toMatchObject({
      state: 'failed',
      error: { code: 'provider_answer_invalid', message: expect.stringMatching(/Trendyol|marketplace/) },
    });
  });
});

test('no row, whatever stands in it, is more than an error of that row', async () => {
  const catalog = new Catalog({ seed: 7, products: 200, sellerId: '1', defects: true, now: () => 0 });
  const paths = pathsOf(catalog.content(0));
  const evil = fc.oneof(
    fc.constantFrom(null, Number.NaN, 1e308, -1, 2 ** 53, '\0', '\ud83d', 'x'.repeat(300_000), [null], {}, ''),
    fc.jsonValue(),
  );
  const answered = (remoteProducts.result as unknown as { properties: { items: { items: object } } }).properties.items;
  const noBarcodes = { query: async () => [] };
  await fc.assert(
    fc.asyncProperty(fc.nat(199), fc.constantFrom(...paths), evil, async (index, path, value) => {
      const row = readRow(JSON.parse(JSON.stringify(placed(catalog.content(index), path, value)) ?? 'null'));
      assertStorable(row);
      if (!('variants' in row)) return;
      expect(schemaErrors(answered.items, row)).toEqual([]);
      const plan = await planPart(noBarcodes, 'store', { extension: 'trendyol', done: 0 }, [row]);
      assertStorable(plan.errors);
      expect(plan.placed.length + plan.errors.length).toBe(1);
    }),
    { numRuns: 1_000 },
  );
});

type Path = readonly string[];

const pathsOf = (value: unknown, path: Path = []): Path[] =>
  typeof value === 'object' && value !== null
    ? [path, ...Object.entries(value).flatMap(([key, child]) => pathsOf(child, [...path, key]))]
    : [path];

function placed(value: unknown, [key, ...rest]: Path, evil: unknown): unknown {
  if (key === undefined) return evil;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>;
  copy[key] = placed(copy[key] ?? {}, rest, evil);
  return copy;
}
