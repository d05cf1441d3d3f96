// tier: all
import { catalogPull } from '../../src/channel/import/declaration';
import { nextPart } from '../../src/channel/import/page-part';
import { planPart } from '../../src/channel/import/plan';
import { isReadable, type RemoteProduct } from '../../src/provider/port';
import { readRow } from '../../src/provider/trendyol/row';
import { Catalog } from '../../src/simulator/trendyol/catalog';
import type { RunningWorker } from '../../src/worker';
import { patient } from '../world/patience';
import { startTestWorker } from '../world/worker';
import { connectedMarketplace, type Marketplace } from './marketplace';

/** More than one answer can hold where they are large. */
const PRODUCTS = 30;
/** Of a hundred variants each, they fill two transactions. */
const OF_MANY_VARIANTS = 20;
const params = { ext: 'trendyol' };

describe('a marketplace with large products', () => {
  let shop: Marketplace;
  let worker: RunningWorker;
  const open = async (products: number): Promise<void> => {
    shop = await connectedMarketplace({ products });
    worker = await startTestWorker(shop.world);
  };
  afterEach(async () => {
    await worker.stop();
    await shop.close();
  });

  const largestTransaction = async (): Promise<number> => {
    const [row] = await shop.world.database
      .reader(shop.world.storeId)
      .query<{ variants: number }>(
        `SELECT max(variants) AS variants FROM (SELECT count(*) AS variants FROM catalog_variant GROUP BY xmin::text) AS written`,
      );
    return row?.variants ?? 0;
  };

  const pageSize = async (): Promise<number> => {
    const [row] = await shop.world.database
      .reader(shop.world.storeId)
      .query<{ size: number }>(`SELECT (progress ->> 'pageSize')::int AS size FROM channel_job`);
    return row?.size ?? 0;
  };

  test('a page of many variants is written in parts, so that no write of the store waits for all of them', async () => {
    await open(OF_MANY_VARIANTS);
    shop.simulator.faults.set({ hostilePage: { rate: 1, kind: 'manyVariants' } });
    const job = await shop.ended(await shop.pull());
    expect(job).toMatchObject({
      state: 'succeeded',
      progress: { total: OF_MANY_VARIANTS, done: OF_MANY_VARIANTS, created: OF_MANY_VARIANTS, failed: 0 },
      errors: [],
    });
    expect(await shop.count('catalog_variant')).toBe(OF_MANY_VARIANTS * 100);
    expect(await shop.count('channel_listing')).toBe(OF_MANY_VARIANTS * 100);
    expect(await largestTransaction()).toBeLessThanOrEqual(1_000);
    expect(await shop.ended(await shop.pull())).toMatchObject({
      progress: { done: OF_MANY_VARIANTS, created: 0, updated: 0 },
    });
    expect(await shop.ended(await shop.pull('preview'))).toMatchObject({ result: { unchanged: OF_MANY_VARIANTS } });
  });

  test('an attempt that ends within a page is followed by one that goes on there', async () => {
    await open(OF_MANY_VARIANTS);
    shop.simulator.faults.set({ hostilePage: { rate: 1, kind: 'manyVariants' } });
    await shop.world.sql(`
      CREATE FUNCTION refuse_page() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused by the test'; END $$;
      CREATE TRIGGER refuse BEFORE UPDATE ON channel_job FOR EACH ROW WHEN (NEW.done > 10) EXECUTE FUNCTION refuse_page();`);
    const jobId = await shop.pull();
    const until = Date.now() + patient(90_000);
    while ((await shop.job(jobId)).progress.done < 10 && Date.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await shop.count('catalog_product')).toBe(10);
    await shop.world.sql('DROP TRIGGER refuse ON channel_job');
    expect(await shop.ended(jobId)).toMatchObject({
      state: 'succeeded',
      progress: { total: OF_MANY_VARIANTS, done: OF_MANY_VARIANTS, created: OF_MANY_VARIANTS, failed: 0 },
    });
    expect(await shop.count('catalog_product')).toBe(OF_MANY_VARIANTS);
    expect(await shop.count('catalog_variant')).toBe(OF_MANY_VARIANTS * 100);
  });

  test('a page that is too large to be read is asked for in smaller ones', async () => {
    await open(PRODUCTS);
    shop.simulator.faults.set({ hostilePage: { rate: 1, kind: 'largeRows' } });
    const shown = (limit: number) => shop.world.read('channel.remote.products', { params, query: { limit } });
    await expect(shown(100)).rejects.toMatchObject({ code: 'provider_answer_invalid' });
    expect((await shown(10)).items).toHaveLength(10);
    expect(await shop.ended(await shop.pull())).toMatchObject({
      state: 'succeeded',
      progress: { total: PRODUCTS, done: PRODUCTS, created: PRODUCTS, failed: 0 },
    });
    expect(await shop.count('catalog_product')).toBe(PRODUCTS);
    // The job remembers it: an attempt that ended before the first page was read would otherwise look for it again.
    expect(await pageSize()).toBe(12);
  });

  test('an answer that is too large even for one product ends the job with its reason', async () => {
    await open(PRODUCTS);
    shop.simulator.faults.set({ hostilePage: { rate: 1, kind: 'immensePage' } });
    expect(await shop.ended(await shop.pull())).toMatchObject({
      state: 'failed',
      error: { code: 'provider_answer_invalid', message: expect.stringContaining('16 MiB') },
    });
    expect(await pageSize()).toBe(1);
  });
});

describe('the parts of a page', () => {
  const catalog = new Catalog({ seed: 7, products: 100, sellerId: '1', defects: false, now: () => 0 });
  const rows = Array.from({ length: 100 }, (_, index) => readRow(catalog.content(index)));
  const begun = { cursor: 'a' as string | null, pageRows: 0, again: 0, pageSize: 100, pages: 3, markedCursor: null };
  const at = (position: object) => ({ ...begun, ...position });
  const heavy = rows.map((row) => ({ ...row, variants: Array(100).fill((row as RemoteProduct).variants[0]) }));

  test('a page of usual products is one part', () => {
    const { rows: part, position, exhausted } = nextPart(at({}), { rows, next: 'b' });
    expect(part).toHaveLength(100);
    expect(position).toMatchObject({ cursor: 'b', pageRows: 0, pages: 4 });
    expect([exhausted, nextPart(at({}), { rows, next: null }).exhausted]).toEqual([false, true]);
  });

  test('parts follow each other without a gap, and the last one leads to the next page', () => {
    let position = at({});
    const read: unknown[] = [];
    while (position.cursor === 'a') {
      const part = nextPart(position, { rows: heavy, next: 'b' });
      expect(part.rows).toHaveLength(10);
      expect([...part.earlier, ...part.rows]).toEqual(heavy.slice(0, read.length + 10));
      read.push(...part.rows);
      position = at(part.position);
    }
    expect(read).toEqual(heavy);
  });

  test('a product that is larger than a part is a part of its own', () => {
    const [first, second] = rows as [RemoteProduct, RemoteProduct];
    const giant = { ...first, variants: Array(1_000).fill(first.variants[0]) };
    expect(nextPart(at({}), { rows: [giant, giant, second], next: null }).rows).toEqual([giant]);
  });

  test('what is booked of a page is passed over when it arrives in smaller pieces', () => {
    const small = (from: number) => ({ rows: rows.slice(from, from + 25), next: `after ${from + 25}` });
    const first = nextPart(at({ pageRows: 40, pageSize: 25 }), small(0));
    expect(first).toMatchObject({ rows: [], position: { cursor: 'after 25', pageRows: 15 } });
    expect(nextPart(at(first.position), small(25))).toMatchObject({
      rows: rows.slice(40, 50),
      position: { cursor: 'after 50', pageRows: 0 },
    });
  });

  test('smaller pages grow again after a while', () => {
    const grown = nextPart(at({ pageSize: 25, pages: 7 }), { rows, next: 'b' }).position.pageSize;
    expect([nextPart(at({ pageSize: 25 }), { rows, next: 'b' }).position.pageSize, grown]).toEqual([25, 50]);
  });

  test('a product that stands in an earlier part of the page already is an error', async () => {
    const [first] = rows.filter(isReadable) as [RemoteProduct];
    const { errors } = await planPart(
      { query: async () => [] },
      'store',
      { extension: 'trendyol', done: 0, progress: catalogPull.initial },
      [first],
      [first],
    );
    expect(errors).toMatchObject([{ code: 'repeated' }]);
  });
});
