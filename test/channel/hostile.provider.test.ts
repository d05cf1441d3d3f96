// tier: all
import fc from 'fast-check';
import remoteProducts from '../../src/channel/channel.remote.products';
import { catalogPull } from '../../src/channel/import/declaration';
import { planPart } from '../../src/channel/import/plan';
import { assertStorable, schemaErrors } from '../../src/kernel/schema/validation';
import { readRow } from '../../src/provider/trendyol/row';
import { Catalog } from '../../src/simulator/trendyol/catalog';
import type { Hostility } from '../../src/simulator/trendyol/hostility';
import { sideBySide } from '../world/side-by-side';
import { startTestWorker } from '../world/worker';
import { connectedMarketplace } from './marketplace';

const PRODUCTS = 120;
const PAGES = 2;
const params = { ext: 'trendyol' };

/** A shop whose worker does what is asked of a marketplace of its own. */
async function openShop() {
  const shop = await connectedMarketplace({ products: PRODUCTS });
  const worker = await startTestWorker(shop.world);
  return {
    ...shop,
    async close() {
      await worker.stop();
      await shop.close();
    },
  };
}

describe('a marketplace that sends what it should not', () => {
  const check = sideBySide(openShop);

  for (const kind of ['hugeTotal', 'noContent', 'circle', 'endless'] as const)
    check(`a list with ${kind} ends the job with its reason`, async (shop) => {
      shop.simulator.faults.set({ hostilePage: { rate: 1, kind } });
      const jobId = await shop.pull();
      const listed = shop.world.read('channel.remote.products', { params });
      if (kind === 'hugeTotal' || kind === 'noContent')
        await expect(listed).rejects.toMatchObject({ code: 'provider_answer_invalid' });
      else expect((await listed).items).toHaveLength(50);
      expect(await shop.world.read('channel.connect.test', { params })).toMatchObject({ ok: true });
      expect(await shop.ended(jobId)).toMatchObject({
        state: 'failed',
        error: { code: 'provider_answer_invalid', message: expect.stringMatching(/Trendyol|marketplace/) },
      });
    });

  const rows: readonly (readonly [Hostility, string])[] = [
    ['nul', 'row_invalid'],
    ['surrogate', 'row_invalid'],
    ['numberForText', 'row_invalid'],
    ['textForNumber', 'row_invalid'],
    ['nullRow', 'row_invalid'],
    ['nullVariant', 'row_invalid'],
    ['enormousText', 'row_invalid'],
    ['repeatedId', 'repeated'],
    ['repeatedBarcode', 'repeated'],
  ];
  for (const [kind, code] of rows)
    check(`a row with ${kind} is an error of its own`, async (shop) => {
      shop.simulator.faults.set({ hostilePage: { rate: 1, kind } });
      const shown = await shop.world.read('channel.remote.products', { params, query: { limit: 10 } });
      expect(shown.items.length + shown.unreadable.length).toBe(10);
      const job = await shop.ended(await shop.pull());
      expect(job).toMatchObject({ state: 'succeeded', progress: { done: PRODUCTS, failed: PAGES } });
      expect(job.errors.map((error: { code: string }) => error.code)).toEqual([code, code]);
      expect(await shop.count('catalog_product')).toBe(PRODUCTS - PAGES);
    });

  check('an answer that is wrong only sometimes is asked for again', async (shop) => {
    shop.simulator.faults.set({ hostilePage: { rate: 1, kind: 'noContent' }, untilRequests: 2 });
    expect(await shop.ended(await shop.pull())).toMatchObject({ state: 'succeeded', progress: { created: PRODUCTS } });
  });

  check('a refusal without the documented body is still a refusal', async (shop) => {
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

  check('an answer that never comes costs seconds', async (shop) => {
    shop.simulator.faults.set({ silence: { rate: 1 }, untilRequests: 1 });
    const started = Date.now();
    expect(await shop.ended(await shop.pull())).toMatchObject({ state: 'succeeded', progress: { created: PRODUCTS } });
    expect(Date.now() - started).toBeLessThan(30_000);
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
      const plan = await planPart(
        noBarcodes,
        'store',
        { extension: 'trendyol', done: 0, progress: catalogPull.initial },
        [row],
      );
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
