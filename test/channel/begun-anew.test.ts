// tier: all
import fc from 'fast-check';
import { catalogPull } from '../../src/channel/import/declaration';
import { nextPart } from '../../src/channel/import/page-part';
import type { RemoteRow } from '../../src/provider/port';
import type { RunningWorker } from '../../src/worker';
import { startCompiledWorker } from '../world/compiled-worker';
import { sideBySide } from '../world/side-by-side';
import { startTestWorker } from '../world/worker';
import { connectedMarketplace, type Marketplace } from './marketplace';

const PRODUCTS = 300;
/** Of those, what a page holds. */
const PAGE = 100;
/** Of a catalogue that has three products with a defect in its first two pages, and one after them. */
const SEED = 297_457;

/** A marketplace some of whose products are none that a store can hold, and that takes its time for a page, until something else is made to go wrong. */
async function openShop(): Promise<Marketplace> {
  const shop = await connectedMarketplace({ products: PRODUCTS, defects: true, seed: SEED });
  shop.simulator.faults.set({ slowAnswer: { rate: 1, delayMs: 2_000 } });
  return shop;
}

const forgets = (shop: Marketplace, requests?: number): void =>
  shop.simulator.faults.set({
    hostilePage: { rate: 1, kind: 'forgottenToken' },
    ...(requests !== undefined && { untilRequests: requests }),
  });

/** @returns the job once it has read two pages, of three */
const halfWay = (shop: Marketplace, jobId: string) => shop.until(jobId, ({ progress }) => progress.done >= 2 * PAGE);

const idsOf = (errors: readonly { readonly remoteId: string }[]): string[] => errors.map(({ remoteId }) => remoteId);

describe('a marketplace that knows no more how far it was read', () => {
  const check = sideBySide(async () => {
    const shop = await openShop();
    const worker = await startTestWorker(shop.world);
    return {
      ...shop,
      async close() {
        await worker.stop();
        await shop.close();
      },
    };
  });

  /** What an import comes to that nothing has interrupted. */
  async function undisturbed() {
    const shop = await openShop();
    shop.simulator.faults.clear();
    const worker = await startTestWorker(shop.world);
    try {
      return await shop.ended(await shop.pull());
    } finally {
      await worker.stop();
      await shop.close();
    }
  }

  check('is read from the beginning, and every product and error counts once', async (shop) => {
    const whole = await undisturbed();
    expect(whole.errors).toHaveLength(4);
    const jobId = await shop.pull();
    await halfWay(shop, jobId);
    forgets(shop, 1);
    const job = await shop.ended(jobId);
    expect(job.progress).toEqual({ ...whole.progress, begunAnew: 1 });
    expect(job).toMatchObject({ state: 'succeeded', result: whole.result });
    expect(idsOf(job.errors)).toEqual(idsOf(whole.errors));
    expect(job.errors.map(({ position }: { position: number }) => position)).toEqual(
      whole.errors.map(({ position }: { position: number }) => position),
    );
    expect(await shop.count('catalog_product')).toBe(whole.progress.created);
  });

  check('has what changed meanwhile where it was read already', async (shop) => {
    const jobId = await shop.pull();
    await halfWay(shop, jobId);
    await fetch(new URL('/__simulator/catalog', shop.simulator.url), {
      method: 'PUT',
      body: JSON.stringify({ priceChange: { everyNth: 1, factor: 2 } }),
    });
    forgets(shop, 1);
    const job = await shop.ended(jobId);
    expect(job).toMatchObject({ state: 'succeeded', progress: { done: PRODUCTS, begunAnew: 1 } });
    expect(job.progress.updated).toBeGreaterThan(PAGE);
    expect(job.progress.created + job.progress.failed).toBe(PRODUCTS);
  });

  check('is read anew a few times, and then the job ends with what the marketplace says', async (shop) => {
    forgets(shop);
    const job = await shop.ended(await shop.pull());
    expect(job).toMatchObject({
      state: 'failed',
      error: { code: 'provider_refused' },
      progress: { done: PAGE, begunAnew: 5 },
    });
    expect(new Set(idsOf(job.errors)).size).toBe(job.errors.length);
    expect(await shop.count('catalog_product')).toBe(job.progress.created);
    shop.simulator.faults.clear();
    expect(await shop.ended(await shop.pull())).toMatchObject({ state: 'succeeded', progress: { done: PRODUCTS } });
  });

  check('gives the same preview', async (shop) => {
    const jobId = await shop.pull('preview');
    await halfWay(shop, jobId);
    forgets(shop, 1);
    const { progress, sample } = await shop.ended(jobId);
    expect(progress).toMatchObject({ done: PRODUCTS, begunAnew: 1 });
    expect(progress.created + progress.failed).toBe(PRODUCTS);
    expect(new Set(idsOf(sample)).size).toBe(sample.length);
    expect(await shop.count('catalog_product')).toBe(0);
  });
});

test('a worker that was killed while it read anew is followed by one that goes on there', async () => {
  const shop = await openShop();
  const doomed = startCompiledWorker(shop.world);
  let heir: RunningWorker | undefined;
  try {
    const jobId = await shop.pull();
    await halfWay(shop, jobId);
    forgets(shop, 1);
    await shop.until(jobId, ({ progress }) => progress.begunAnew === 1);
    await doomed.kill();
    expect((await shop.job(jobId)).state).toBe('running');
    heir = await startTestWorker(shop.world);
    const { state, progress } = await shop.ended(jobId);
    expect([state, progress.done, progress.begunAnew]).toEqual(['succeeded', PRODUCTS, 1]);
    expect(progress.created + progress.failed).toBe(PRODUCTS);
    expect(await shop.count('catalog_product')).toBe(progress.created);
  } finally {
    await doomed.kill();
    await heir?.stop();
    await shop.close();
  }
});

test('wherever a list is begun anew, each row is counted once', () => {
  const heavy = fc.array(fc.constantFrom(1, 40, 400, 1_200), { maxLength: 60 });
  fc.assert(
    fc.property(
      heavy,
      fc.integer({ min: 1, max: 9 }),
      fc.array(fc.nat(40), { maxLength: 5 }),
      (weights, size, when) => {
        const list = weights.map((variants, index) => ({ remoteId: String(index), variants: Array(variants) }));
        let { cursor, pageRows, again, pages, markedCursor } = catalogPull.initial;
        const counted: string[] = [];
        for (let step = 0; ; step += 1) {
          if (when.includes(step) && cursor !== null)
            [cursor, pageRows, again, pages, markedCursor] = [null, 0, counted.length, 0, null];
          const from = Number(cursor ?? 0);
          const rows = list.slice(from, from + size) as unknown as RemoteRow[];
          const next = from + size < list.length ? String(from + size) : null;
          const part = nextPart({ cursor, pageRows, again, pageSize: size, pages, markedCursor }, { rows, next });
          counted.push(...part.rows.slice(part.again).map(({ remoteId }) => String(remoteId)));
          ({ cursor, pageRows, again, pages, markedCursor } = part.position);
          if (part.exhausted) break;
        }
        expect(counted).toEqual(list.map(({ remoteId }) => remoteId));
      },
    ),
  );
});
