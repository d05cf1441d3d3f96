import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import getPort from 'get-port';
import { Pool as PostgresPool } from 'pg';
import { accountAt } from '../../src/extension/account';
import type { Platform } from '../../src/platform';
import { startTrendyolSimulator, type TrendyolSimulator } from '../../src/simulator/trendyol/server';
import { webhookPath } from '../../src/webhook/address';
import { MemoryWatch, p95 } from './measure';
import { programs } from './program';
import { rowsPerSecond, writtenWith } from './rewritten';
import { RAISED, type Services, settleDatabase } from './services';
import { connectMarketplace, mint, openBenchPlatform, openStore, run } from './stores';

export interface ChannelPace {
  /** Products of a small and of a large catalog at the marketplace; each has 1.4 items. */
  readonly products: readonly [number, number];
  /** Orders of one import. */
  readonly orders: number;
  /** Changes of a stock, one after the other. */
  readonly changes: number;
  readonly posts: number;
  /** Orders whose way is timed. */
  readonly timed: { readonly posted: number; readonly silent: number };
  readonly labels: number;
}

/** A store at a simulated marketplace that refuses what is beyond its limits, with two APIs and two workers. Times in ms. */
export interface ChannelResult {
  /** From the post of a package to the answer, p95. */
  readonly postMs: number;
  /** From the command to the request at the marketplace, p95. */
  readonly change: { readonly aloneMs: number; readonly besideMs: number };
  /** From the order there to the order here, the slowest. */
  readonly arrival: { readonly postedMs: number; readonly silentMs: number };
  readonly orders: { readonly count: number; readonly oursPerSecond: number; readonly barePerSecond: number };
  readonly comparison: { readonly few: Comparison; readonly many: Comparison };
  readonly labels: { readonly count: number; readonly ms: number };
  /** Requests beyond a limit of the marketplace. */
  readonly breaches: number;
}

interface Comparison {
  readonly listings: number;
  readonly seconds: number;
  /** As long as the budget for its requests lasts. */
  readonly neededSeconds: number;
  /** The most memory that the larger of the two workers was seen with. */
  readonly workerMb: number;
}

const EXTENSION = 'trendyol';
/** Requests in ten seconds that the marketplace takes, at each of its addresses. */
const REQUESTS_PER_10_S = 200;
/** A comparison asks for 50 listings at once, and uses three fifths of the 1,000 requests a minute. */
const COMPARED_PER_SECOND = 50 * ((1_000 * 0.6) / 60);
const LINES_AT_ONCE = 50;
const SCOPES = ['catalog:read', 'catalog:write', 'orders:read', 'orders:write', 'store:admin'];

// biome-ignore lint/suspicious/noExplicitAny: each answer has a shape of its own
type Answer = any;

/** Stock, orders, comparisons and labels of a marketplace, and whether anything goes beyond its limits. */
export async function measureChannels(services: Services, pace: ChannelPace): Promise<ChannelResult> {
  const url = await services.createDatabase('bench_channels');
  await services.startTemporal();
  const market = await startTrendyolSimulator({
    products: pace.products[0],
    pictures: 0,
    requestsPer10s: REQUESTS_PER_10_S,
  });
  services.sellAt(market);
  await control(market, 'PUT', '/listings', { batchMs: 0 });
  const workers = [await services.startWorker(url), await services.startWorker(url)];
  const [api] = await Promise.all([
    services.startApi(url, [], programs.api, { ...RAISED, PORT: String(await getPort()) }),
    services.startApi(url),
  ]);
  const platform = await openBenchPlatform(url, services);
  const database = new PostgresPool({ connectionString: url, max: 4 });
  const open = (): Promise<Shop> => openShop({ platform, database, market, origin: api.origin });
  const pids = workers.map(({ pid }) => pid);
  try {
    const small = await open();
    await small.job('POST', '/catalog/pull', { mode: 'import' });
    const few = await compared(small, pids);
    // The marketplace has one seller, whose budget two stores would use.
    await run(platform, small.storeId, 'extension.disable', { extension: EXTENSION, disconnect: 'freeze' });
    market.catalog.resize(pace.products[1]);
    const shop = await open();
    await shop.job('POST', '/catalog/pull', { mode: 'import' });
    await settleDatabase(url);
    const wares = await shop.wares();
    const aloneMs = p95(await changes(shop, wares, { count: pace.changes, goesOn: () => true }));
    let compares = true;
    const [many, besides] = await Promise.all([
      compared(shop, pids).finally(() => {
        compares = false;
      }),
      changes(shop, wares, { count: Number.POSITIVE_INFINITY, goesOn: () => compares }),
    ]);
    const orders = await importOrders(services, shop, wares, pace.orders);
    const posted = await posts(shop, pace.posts);
    const arrival = await arrivals(shop, wares, pace.timed);
    const labels = await labelled(shop, pace.labels);
    return {
      postMs: p95(posted),
      change: { aloneMs, besideMs: p95(besides) },
      arrival,
      orders,
      comparison: { few, many },
      labels,
      breaches: market.stats().breaches,
    };
  } finally {
    await database.end();
    await platform.close();
  }
}

interface Around {
  readonly platform: Platform;
  readonly database: PostgresPool;
  readonly market: TrendyolSimulator;
  readonly origin: string;
}

type Shop = Awaited<ReturnType<typeof openShop>>;

interface Ware {
  readonly barcode: string;
  readonly targetId: string;
}

async function openShop({ platform, database, market, origin }: Around) {
  const { storeId } = await openStore(platform, 'Pazaryeri');
  await connectMarketplace(platform, storeId, REQUESTS_PER_10_S);
  const token = await mint(platform, storeId, { kind: 'developer', label: 'Ölçüm', scopes: SCOPES });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const send = async (method: string, path: string, body?: object): Promise<Response> => {
    const answer = await fetch(`${origin}/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const call = async (...asked: Parameters<typeof send>): Promise<Answer> => (await send(...asked)).json();
  const rows = async (text: string, values: readonly unknown[] = []): Promise<Answer[]> =>
    (await database.query(text, [...values])).rows;
  return {
    ...{ platform, database, market, origin, storeId, send, rows },
    set: (targetId: string, stock: number) => run(platform, storeId, 'catalog.stock.set', { targetId, stock }),
    /** Asks for a job and waits for its end. @returns the job */
    async job(method: string, path: string, body: object): Promise<Answer> {
      const { id } = await call(method, `/channel/${EXTENSION}${path}`, body);
      for (;;) {
        const job = await call('GET', `/channel/${EXTENSION}/jobs/${id}`);
        if (job.finishedAt !== null && job.state !== 'succeeded') throw new Error(JSON.stringify(job));
        if (job.finishedAt !== null) return job;
        await sleep(100);
      }
    },
    /** Items that are on sale on both sides. */
    async wares(): Promise<Ware[]> {
      const listed = await rows(
        `SELECT b.barcode, coalesce(l.variant_id, l.product_id) AS "targetId" FROM channel_listing l
         JOIN catalog_barcode b ON b.store_id = l.store_id AND b.product_id = l.product_id AND b.variant_id IS NOT DISTINCT FROM l.variant_id
         WHERE l.store_id = $1 ORDER BY b.barcode LIMIT 2000`,
        [storeId],
      );
      return listed.filter(({ barcode }) => {
        const variant = market.catalog.itemOf(barcode)?.variant;
        return variant?.onSale && !variant.locked && !variant.archived && !variant.blacklisted;
      });
    },
    orders: async (): Promise<number> =>
      Number((await rows('SELECT count(*) AS n FROM store_order WHERE store_id = $1', [storeId]))[0].n),
  };
}

async function control(market: TrendyolSimulator, method: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(new URL(`/__simulator${path}`, market.url), {
    method,
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
  return answer.json();
}

async function compared(shop: Shop, pids: readonly number[]): Promise<Comparison> {
  const [{ n }] = await shop.rows('SELECT count(*) AS n FROM channel_listing WHERE store_id = $1', [shop.storeId]);
  const memory = new MemoryWatch(pids);
  const { startedAt, finishedAt } = await shop.job('POST', '/sync', { task: 'reconcile' });
  return {
    listings: Number(n),
    seconds: (Date.parse(finishedAt) - Date.parse(startedAt)) / 1_000,
    neededSeconds: Number(n) / COMPARED_PER_SECOND,
    workerMb: memory.stop() ?? Number.NaN,
  };
}

/** Changes stocks, one after the other. @returns how long each took to its request at the marketplace */
async function changes(
  shop: Shop,
  wares: readonly Ware[],
  { count, goesOn }: { readonly count: number; goesOn(): boolean },
): Promise<number[]> {
  const times: number[] = [];
  while (times.length < count && goesOn()) {
    const { barcode, targetId } = wares[randomInt(wares.length)] as Ware;
    const shown = shop.market.catalog.stockOf(barcode) ?? 0;
    const stock = 1 + ((shown + randomInt(1, 90)) % 100);
    if (stock === shown) continue;
    const since = performance.now();
    await shop.set(targetId, stock);
    while (shop.market.catalog.stockOf(barcode) !== stock) await sleep(10);
    times.push(performance.now() - since);
  }
  return times;
}

/** Orders wait at the marketplace, and one pull brings them; beside it a bare program writes the same rows anew. */
async function importOrders(services: Services, shop: Shop, wares: readonly Ware[], count: number) {
  for (let at = 0; at < count; at += LINES_AT_ONCE) {
    const line = (nth: number) => ({
      barcode: (wares[(at / LINES_AT_ONCE + nth) % wares.length] as Ware).barcode,
      quantity: 1,
      priceKurus: 12_990,
    });
    await control(shop.market, 'POST', '/orders', {
      lines: [line(0), line(7)],
      count: Math.min(LINES_AT_ONCE, count - at),
      silent: true,
    });
  }
  // A pull of the clock may be under way: it brings the same.
  await shop.job('POST', '/sync', { task: 'orders' }).catch((error: Error) => {
    if (!error.message.includes(': 409 ')) throw error;
  });
  while ((await shop.orders()) < count) await sleep(100);
  const [{ seconds }] = await shop.rows(
    'SELECT extract(epoch FROM max(created_at) - min(created_at))::float8 AS seconds FROM store_order WHERE store_id = $1',
    [shop.storeId],
  );
  const written = await writtenWith(shop.database, 'store_order', shop.storeId);
  const barePerSecond = await rowsPerSecond(await services.createDatabase('bench_channel_rows'), written);
  return { count, oursPerSecond: (count - 1) / seconds, barePerSecond };
}

/** Posts packages that are known, as the marketplace posts them. */
async function posts(shop: Shop, count: number): Promise<number[]> {
  const { platform, storeId, market, origin } = shop;
  await shop.job('POST', '/webhook', {});
  const { secretBox, digests } = platform.services;
  const { secrets } = await accountAt(platform.database.reader(storeId), secretBox, storeId, EXTENSION);
  const packages: Answer[] = (await control(market, 'GET', '/orders')).slice(0, count);
  const times: number[] = [];
  for (const each of packages) {
    const since = performance.now();
    const answer = await fetch(origin + webhookPath(digests, storeId, EXTENSION), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': secrets.webhookKey as string },
      body: JSON.stringify(each),
    });
    if (!answer.ok) throw new Error(`a post: ${answer.status} ${await answer.text()}`);
    times.push(performance.now() - since);
    await sleep(20);
  }
  return times;
}

/** Some orders are posted, of others nothing is heard: the next pull brings them. */
async function arrivals(shop: Shop, wares: readonly Ware[], { posted, silent }: ChannelPace['timed']) {
  const arrival = async (at: number, isSilent: boolean): Promise<number> => {
    const lines = [{ barcode: (wares[at % wares.length] as Ware).barcode, quantity: 1, priceKurus: 5_000 }];
    const since = performance.now();
    const { orderNumber } = await control(shop.market, 'POST', '/orders', { lines, silent: isSilent });
    const asked = 'SELECT 1 FROM store_order WHERE store_id = $1 AND external_number = $2';
    while ((await shop.rows(asked, [shop.storeId, orderNumber])).length === 0) await sleep(10);
    return performance.now() - since;
  };
  const told: number[] = [];
  for (let at = 0; at < posted; at += 1) {
    told.push(await arrival(at, false));
    await sleep(200);
  }
  const waiting: Promise<number>[] = [];
  for (let at = 0; at < silent; at += 1) {
    waiting.push(arrival(at, true));
    await sleep(10_000);
  }
  return { postedMs: Math.max(...told), silentMs: Math.max(...(await Promise.all(waiting))) };
}

/** One PDF of the labels of many packages. */
async function labelled(shop: Shop, count: number): Promise<ChannelResult['labels']> {
  const packages: Answer[] = (await control(shop.market, 'GET', '/orders')).slice(0, count);
  const packageIds = packages.map(({ shipmentPackageId }) => String(shipmentPackageId));
  for (const packageId of packageIds)
    await control(shop.market, 'PUT', '/orders/move', { packageId: Number(packageId), to: 'Picking' });
  const isPrepared = `SELECT count(*) AS n FROM order_package WHERE store_id = $1 AND package_id = ANY($2) AND state = 'preparing'`;
  while (Number((await shop.rows(isPrepared, [shop.storeId, packageIds]))[0].n) < count) await sleep(100);
  // The budget of the moves is over by then.
  await sleep(10_000);
  const since = performance.now();
  await (await shop.send('POST', `/channel/${EXTENSION}/labels`, { packageIds })).arrayBuffer();
  return { count, ms: performance.now() - since };
}
