import fc from 'fast-check';
import { stepJob } from '../../../src/channel/job/step';
import type { JobDependencies, StepOptions } from '../../../src/channel/job/steps';
import { beginJob } from '../../../src/channel/job/store';
import { askPush } from '../../../src/channel/push/ask';
import { jobSteps } from '../../../src/channel/worker/kinds';
import { ProviderBusy } from '../../../src/provider/error';
import { barcodeOf } from '../../../src/simulator/trendyol/barcode';
import { runsOf } from '../../world/runs';
import { type OrdersThere, ordersThere } from '../orders-there';

jest.setTimeout(900_000);

const EXT = 'trendyol';
const SEND = '/products/price-and-inventory';
const SOME = [10, 12];

/** Something that happens while a push is under way. */
type Event =
  | { readonly what: 'sold here' | 'counted' | 'sold there'; readonly at: number; readonly pieces: number }
  | { readonly what: 'kept back'; readonly at: number; readonly pieces: number }
  | { readonly what: 'taken off sale' | 'put on sale'; readonly at: number }
  | { readonly what: 'pulled' };

const events = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        what: fc.constant('sold there' as const),
        at: fc.nat(1),
        pieces: fc.integer({ min: 1, max: 2 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        what: fc.constant('sold here' as const),
        at: fc.nat(1),
        pieces: fc.integer({ min: 1, max: 2 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        what: fc.constant('counted' as const),
        at: fc.nat(1),
        pieces: fc.integer({ min: 0, max: 12 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ what: fc.constant('kept back' as const), at: fc.nat(1), pieces: fc.nat(3) }) },
    {
      weight: 1,
      arbitrary: fc.record({ what: fc.constantFrom('taken off sale' as const, 'put on sale' as const), at: fc.nat(1) }),
    },
    { weight: 3, arbitrary: fc.constant({ what: 'pulled' } as const) },
  ),
  { minLength: 1, maxLength: 8 },
);
/** Before which looks of the push at the database, and at which answers, the next event happens. */
const pauses = fc.array(fc.nat(6), { minLength: 8, maxLength: 8 });

// biome-ignore lint/suspicious/noExplicitAny: a test asserts on what a request says
type Any = any;

describe('whatever happens while a push waits', () => {
  let shop: OrdersThere;
  const barcodes = SOME.map((at) => barcodeOf(7, at * 4));
  const products: string[] = [];
  const fetched = globalThis.fetch;
  /** What each item may show at most, when the last transaction of the push was written. */
  let truth = new Map<string, number>();
  let above: string[] = [];
  let all = 0;
  /** Those of the run. */
  const requests: string[] = [];
  /** True of a 0 that was told alone and beside the other item: nothing else would say it within the quarter of an hour. */
  const isSaid = (barcode: string): boolean =>
    requests.filter((each) => each.includes(`"barcode":"${barcode}","quantity":0`)).length > 1;

  beforeAll(async () => {
    shop = await ordersThere();
    for (const barcode of barcodes) {
      const product = { title: `Cezve ${barcode}`, price: 10_000, stock: 10, barcode };
      products.push((await shop.world.done('catalog.product.create', product)).id);
    }
    // What is repeated is held by the product here: each run begins as if a quarter of an hour had passed.
    await shop.control('PUT', '/listings', { batchMs: 1, repeatMs: 1 });
    await set(products.map((productId) => ({ productId, buffer: 0, priceLocked: true })));
    globalThis.fetch = async (input, init) => {
      if (String(input).endsWith(SEND)) hold(JSON.parse(String(init?.body)).items);
      return fetched(input, init);
    };
  });
  afterAll(async () => {
    globalThis.fetch = fetched;
    await shop?.close();
  });

  const set = (items: object[]) => shop.world.done('channel.listing.set', { extension: EXT, items });
  const hold = (items: readonly Any[]): void => {
    all += 1;
    requests.push(JSON.stringify(items));
    for (const { barcode, quantity } of items)
      if (quantity > (truth.get(barcode) ?? Number.NaN)) above.push(`${barcode}: ${quantity} of ${truth.get(barcode)}`);
  };

  /** The number of pieces of which a marketplace may be told, by the rows alone. */
  async function mayShow(): Promise<Map<string, number>> {
    const rows = await shop.world.database
      .reader(shop.world.storeId)
      .query<Any>(
        `SELECT p.barcode, p.stock, l.enabled, l.buffer FROM catalog_product p JOIN channel_listing l ON l.product_id = p.id`,
      );
    return new Map(
      rows.map(({ barcode, stock, enabled, buffer }) => [barcode, enabled ? Math.max(0, stock - buffer) : 0]),
    );
  }

  /** What the product thinks of its offers and requests. */
  const known = async () => {
    const db = shop.world.database.reader(shop.world.storeId);
    return {
      offers: await db.query('SELECT * FROM channel_offer ORDER BY listing_id'),
      sendings: await db.query('SELECT * FROM channel_sending ORDER BY asked_at DESC LIMIT 10'),
      requests: requests.slice(-20),
    };
  };

  const happen = async (event: Event): Promise<void> => {
    const { world } = shop;
    if (event.what === 'pulled') return pull();
    const productId = products[event.at] as string;
    if (event.what === 'sold there') {
      // A marketplace sells what it shows.
      if (shownOf(event.at) < event.pieces) return;
      await shop.place({ lines: [{ barcode: barcodes[event.at], quantity: event.pieces, priceKurus: 10_000 }] });
    } else if (event.what === 'sold here')
      await world.done('catalog.stock.adjust', { targetId: productId, delta: -event.pieces }).catch(unlessTooFew);
    else if (event.what === 'counted')
      await world.done('catalog.stock.set', { targetId: productId, stock: event.pieces });
    else if (event.what === 'kept back') await set([{ productId, buffer: event.pieces }]);
    else await set([{ productId, enabled: event.what === 'put on sale' }]);
  };

  const shownOf = (at: number): number =>
    shop.simulator.catalog.itemOf(barcodes[at] as string)?.variant.stock.quantity ?? 0;

  const quiet: Omit<StepOptions, 'onAnswer'> = {
    signal: new AbortController().signal,
    until: () => false,
    onProgress: () => {},
    onItemFailure: () => {},
  };

  /** Runs what waits of a kind to its end, as a worker does. */
  async function work(dependencies: JobDependencies, kind: string, onAnswer: () => void): Promise<void> {
    const { storeId, database } = shop.world;
    const rows = await database
      .reader(storeId)
      .query<{ id: string }>(`SELECT id FROM channel_job WHERE kind = $1 AND state IN ('queued', 'running')`, [kind]);
    for (const { id } of rows) {
      await beginJob(database.writer(storeId), storeId, id);
      for (;;) {
        const step = await stepJob(dependencies, jobSteps, { storeId, jobId: id }, { ...quiet, onAnswer }).catch(busy);
        if (step?.finished) break;
      }
      await shop.world.sql(`UPDATE channel_job SET state = 'succeeded', finished_at = now() WHERE id = '${id}'`);
    }
  }

  const busy = (error: unknown): undefined => {
    if (!(error instanceof ProviderBusy)) throw error;
  };

  const plain = (): JobDependencies => ({
    bus: shop.world.bus,
    database: shop.world.database,
    services: shop.world.platform.services,
  });

  const pull = async (): Promise<void> => {
    await shop.round('orders');
    await work(plain(), 'orders.pull', () => {});
  };

  /** The same, and before looks of the push at the database something else happens. */
  function between(happening: Event[], waits: number[]): JobDependencies {
    const { bus, database, services } = plain();
    let left = waits.shift() ?? 0;
    let isHappening = false;
    const next = async (): Promise<void> => {
      if (isHappening || left-- > 0) return;
      const event = happening.shift() ?? ({ what: 'pulled' } as const);
      left = waits.shift() ?? 20;
      isHappening = true;
      await happen(event).finally(() => {
        isHappening = false;
      });
    };
    const reader = (storeId: string) => {
      const db = database.reader(storeId);
      return new Proxy(db, {
        get: (of, name) =>
          name === 'query'
            ? async (...asked: Parameters<typeof db.query>) => {
                await next();
                return of.query(...asked);
              }
            : Reflect.get(of, name),
      });
    };
    return {
      services,
      database: new Proxy(database, { get: (of, name) => (name === 'reader' ? reader : Reflect.get(of, name, of)) }),
      bus: new Proxy(bus, {
        get: (of, name) =>
          name === 'inTransaction'
            ? async (...asked: Parameters<typeof bus.inTransaction>) => {
                const value = await of.inTransaction(...asked);
                truth = await mayShow();
                return value;
              }
            : Reflect.get(of, name, of),
      }),
    };
  }

  test('no request tells of more than was there when it was written, and in the end each sale is told', async () => {
    const { world } = shop;
    await fc.assert(
      fc.asyncProperty(events, pauses, async (happening, waits) => {
        await world.sql(`UPDATE channel_sending SET asked_at = asked_at - interval '20 minutes';
          UPDATE channel_offer SET recent = '[]', understated_until = NULL`);
        requests.length = 0;
        await pull();
        // Nobody asks within ten seconds of real time; a pull that is over says nothing of what comes.
        await world.sql(`UPDATE channel_cursor SET until = until - interval '1 minute' WHERE task = 'orders'`);
        await world.done('catalog.stock.adjust', { targetId: products[0], delta: 1 });
        await askPush(world.bus, world.storeId, EXT);
        above = [];
        // A push waits for orders that nobody pulls otherwise.
        const script = [...happening];
        await work(between(script, [...waits]), 'offers.push', () => {});
        expect(above).toEqual([]);
        for (const event of script.splice(0)) await happen(event);
        await pull();
        // What was sent within a quarter of an hour may be one piece less.
        await askPush(world.bus, world.storeId, EXT);
        await work(between([], []), 'offers.push', () => {});
        expect(above).toEqual([]);
        const wanted = await mayShow();
        const tooMany = () =>
          barcodes.filter((barcode, at) => shownOf(at) > (wanted.get(barcode) ?? Number.NaN) && !isSaid(barcode));
        // The marketplace works through a batch a little later, when it is asked for something.
        for (let looks = 0; tooMany().length > 0 && looks < 50; looks += 1) await pull();
        if (tooMany().length > 0) throw new Error(JSON.stringify({ tooMany: tooMany(), ...(await known()) }, null, 1));
      }),
      { numRuns: runsOf(24) },
    );
    expect(all).toBeGreaterThan(5);
  });
});

const unlessTooFew = (error: unknown): void => {
  if (!String(error).includes('stock_out_of_range')) throw error;
};
