import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { newUlid } from '../../src/kernel/ids';
import type { Platform } from '../../src/platform';
import { startTrendyolSimulator } from '../../src/simulator/trendyol/server';
import { familyOf, familySeconds } from './family';
import { perSecond } from './measure';
import { Services } from './services';
import { connectMarketplace, type NewStore, openBenchPlatform, openStore, run } from './stores';

export interface EnabledPace {
  readonly rounds: number;
  readonly requests: number;
  /** Products of the marketplace, which each store has imported. */
  readonly products: number;
}

/** What one command costs, in ms of the processor, by process. */
export type Cost = Readonly<Record<'api' | 'worker' | 'temporal' | 'postgres', number>>;

export interface EnabledRound {
  readonly perSecond: number;
  readonly cost: Cost;
}

/** Commands of a store that sells at a marketplace, and of one that does not by now. */
export interface EnabledResult {
  readonly what: string;
  readonly enabled: readonly EnabledRound[];
  readonly without: readonly EnabledRound[];
}

const CONNECTIONS = 16;
const EXTENSION = 'trendyol';
/** For as long as it takes to tell the marketplace what changed in a round: it belongs to that one. */
const AFTER_MS = 3_000;

interface Command {
  readonly command: string;
  payload(productId: string, turn: number): object;
}

const commands: Readonly<Record<string, Command>> = {
  'new titles': {
    command: 'catalog.product.update',
    payload: (productId, turn) => ({ productId, title: `Kumaş pantolon ${turn}` }),
  },
  'stock adjusted': {
    command: 'catalog.stock.adjust',
    payload: (targetId) => ({ targetId, delta: 1, reason: 'Sayım farkı' }),
  },
};

/** In turns, in an installation of its own: workers of other measurements would take its work. */
export async function measureEnabled(pace: EnabledPace): Promise<readonly EnabledResult[]> {
  const services = new Services();
  try {
    await services.startPostgres();
    return await measured(services, pace);
  } finally {
    await services.stop();
  }
}

async function measured(services: Services, pace: EnabledPace): Promise<readonly EnabledResult[]> {
  const url = await services.createDatabase('bench_enabled');
  await services.startTemporal();
  const market = await startTrendyolSimulator({ products: pace.products, pictures: 0, requestsPer10s: 0 });
  services.sellAt(market);
  const worker = await services.startWorker(url);
  const api = await services.startApi(url);
  const platform = await openBenchPlatform(url, services);
  const http = new Pool(api.origin, { connections: CONNECTIONS });
  const { postgres, temporal } = services.servers;
  const pids = { api: api.pid, worker: worker.pid, temporal, postgres };
  const spent = (): Cost => mapped(pids, (pid) => familySeconds(familyOf(pid)) * 1000);
  try {
    const without = await openShop(platform, http);
    // The marketplace has one seller.
    await run(platform, without.storeId, 'extension.disable', { extension: EXTENSION, disconnect: 'freeze' });
    const enabled = await openShop(platform, http);
    let turn = 0;
    const round = async (shop: Shop, { command, payload }: Command): Promise<EnabledRound> => {
      const before = spent();
      const reached = await perSecond(CONNECTIONS, pace.requests, async () => {
        turn += 1;
        const productId = shop.products[turn % shop.products.length] as string;
        await post(http, shop, '/v1/commands', {
          ...{ command, storeId: shop.storeId, payload: payload(productId, turn) },
          idempotencyKey: newUlid(),
        });
      });
      await sleep(AFTER_MS);
      const after = spent();
      return { perSecond: reached, cost: mapped(after, (ms, name) => (ms - before[name]) / pace.requests) };
    };
    const results: EnabledResult[] = [];
    for (const [what, command] of Object.entries(commands)) {
      const result = { what, enabled: [] as EnabledRound[], without: [] as EnabledRound[] };
      // The first of each is not counted: it meets cold code.
      for (let number = -1; number < pace.rounds; number += 1)
        for (const side of number % 2 === 0 ? (['enabled', 'without'] as const) : (['without', 'enabled'] as const)) {
          const found = await round(side === 'enabled' ? enabled : without, command);
          if (number >= 0) result[side].push(found);
        }
      results.push(result);
    }
    return results;
  } finally {
    await http.close();
    await platform.close();
  }
}

const mapped = <Name extends string, From, To>(
  of: Readonly<Record<Name, From>>,
  by: (value: From, name: Name) => To,
): Record<Name, To> =>
  Object.fromEntries(Object.entries<From>(of).map(([name, value]) => [name, by(value, name as Name)])) as Record<
    Name,
    To
  >;

interface Shop extends NewStore {
  /** Products at the marketplace that have no variants. */
  readonly products: readonly string[];
}

/** A store that has imported its products from the marketplace. */
async function openShop(platform: Platform, http: Pool): Promise<Shop> {
  const store = await openStore(platform, 'Pazaryeri');
  await connectMarketplace(platform, store.storeId);
  const { id } = await post(http, store, `/v1/channel/${EXTENSION}/catalog/pull`, { mode: 'import' });
  for (let finishedAt = null; finishedAt === null; ) {
    await sleep(250);
    const job = await ask(http, store, 'GET', `/v1/channel/${EXTENSION}/jobs/${id}`);
    finishedAt = job.finishedAt;
    if (finishedAt !== null && job.state !== 'succeeded') throw new Error(`the import ended as ${JSON.stringify(job)}`);
  }
  const products: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Answer = await ask(
      http,
      store,
      'GET',
      `/v1/catalog/products?limit=100${cursor && `&cursor=${cursor}`}`,
    );
    for (const { id, variants } of page.items) if (variants.length === 0) products.push(id);
    cursor = page.nextCursor === null ? null : encodeURIComponent(page.nextCursor);
  }
  return { ...store, products };
}

// biome-ignore lint/suspicious/noExplicitAny: each answer has a shape of its own
type Answer = any;

const post = (http: Pool, store: NewStore, at: string, body: object): Promise<Answer> =>
  ask(http, store, 'POST', at, JSON.stringify(body));

/** Whatever is not answered with 200 or 202 fails the run. */
async function ask(
  http: Pool,
  { token }: NewStore,
  method: 'GET' | 'POST',
  at: string,
  body?: string,
): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await http.request({ method, path: at, headers, ...(body !== undefined && { body }) });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${method} ${at}: ${answer.statusCode} ${text}`);
  return JSON.parse(text);
}
