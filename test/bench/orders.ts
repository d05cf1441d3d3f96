import { randomBytes } from 'node:crypto';
import getPort from 'get-port';
import { Pool } from 'undici';
import checkoutSettings from '../../src/settings/settings.checkout.update';
import { address } from '../order/session';
import type { BarePlacing } from './bare/placing';
import { median, p95, perSecond, timesOf } from './measure';
import { multiplyOrder } from './order-fill';
import { anotherPlacing, recordPlacing } from './placing';
import { programs, startProgram } from './program';
import type { RogueResult, Rogues } from './rogues';
import { POOL_SIZE, RAISED, type Services, settleDatabase } from './services';
import { addProducts, openBenchPlatform, openStore, run } from './stores';

export interface OrdersPace {
  readonly rounds: number;
  /** Requests of a round. */
  readonly requests: number;
  /** Steps of the checkout of a round: what runs hooks is a second program, and as many again make it warm. */
  readonly steps: number;
  /** Orders of a small and of a large store. */
  readonly orders: readonly [number, number];
  readonly rogues: Rogues;
}

export interface OrdersResult {
  /** A step of a checkout with twenty lines, five hooks, and without any: p95 in ms, round by round. */
  readonly steps: { readonly hookedMs: readonly number[]; readonly plainMs: readonly number[] };
  readonly placing: readonly {
    readonly connections: number;
    readonly oursPerSecond: readonly number[];
    readonly barePerSecond: readonly number[];
  }[];
  readonly orders: readonly [number, number];
  readonly lists: readonly {
    readonly what: string;
    readonly fewMs: readonly number[];
    readonly manyMs: readonly number[];
  }[];
  readonly rogues: RogueResult & Rogues;
}

const CART_LINES = 20;
const ORDER_LINES = 3;
const QUANTITIES = 9;
const STEP_CONNECTIONS = 16;
const PLACING_CONNECTIONS = [1, 16];
const STOCK = 1_000_000;

const buyer = { name: address.name, email: 'ayse@example.com', phone: address.phone };

/** Checkouts with hooks, orders against the bare writes of one, lists by their length, and hooks that do their worst. */
export async function measureOrders(services: Services, pace: OrdersPace): Promise<OrdersResult> {
  const [few, many] = [await openShop(services, pace.orders[0]), await openShop(services, pace.orders[1])];
  const lists = await compareLists(few, many, pace);
  await many.stop();
  const steps = await compareSteps(few, pace);
  const placing = await comparePlacing(services, few, pace);
  await few.stop();
  const thread = await services.keep(startProgram(programs.rogues));
  const rogues = await thread.ask<RogueResult>(pace.rogues);
  await thread.stop();
  return { steps, placing, orders: pace.orders, lists, rogues: { ...rogues, ...pace.rogues } };
}

type Shop = Awaited<ReturnType<typeof openShop>>;

/** A store with so many orders, its API and its checkout. @param name begins the name of its database */
export async function openShop(services: Services, orders: number, name = 'orders') {
  const url = await services.createDatabase(`bench_${name}_${orders}`);
  const platform = await openBenchPlatform(url, services);
  const { storeId, token, email } = await openStore(platform, `Ölçüm ${orders}`);
  await run(platform, storeId, 'settings.checkout.update', checkoutSettings.example);
  const productIds = await addProducts(platform, storeId, CART_LINES);
  for (const targetId of productIds) await run(platform, storeId, 'catalog.stock.set', { targetId, stock: STOCK });
  const [port, key] = [await getPort(), randomBytes(32).toString('base64url')];
  const api = await services.startApi(url, [], programs.api, {
    ...RAISED,
    TEZGAH_CHECKOUT_PORT: String(port),
    TEZGAH_CHECKOUT_KEY: key,
  });
  const http = new Pool(api.origin, { connections: 1 });
  const checkout = new Pool(`http://127.0.0.1:${port}`, { connections: STEP_CONNECTIONS });
  const ask = async (method: 'POST' | 'PATCH', path: string, body: object) =>
    answered(
      await checkout.request({
        method,
        path: `/stores/${storeId}/sessions${path}`,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
  const get = async (path: string, headers: Readonly<Record<string, string>> = { authorization: `Bearer ${token}` }) =>
    answered(await http.request({ method: 'GET', path, headers }));
  /** A session that its shopper has filled in. @param shopper carts of other shoppers have other quantities */
  const session = async (lines: number, shopper = 0): Promise<{ id: string; total: number }> => {
    const cart = productIds
      .slice(0, lines)
      .map((productId, nth) => ({ productId, quantity: 1 + ((nth * shopper) % QUANTITIES) }));
    const { id } = await ask('POST', '', { lines: cart });
    const { total } = await ask('PATCH', `/${id}`, { buyer, shippingAddress: address, method: 'transfer' });
    return { id, total };
  };
  const first = await session(1);
  await ask('POST', `/${first.id}/place`, { total: first.total });
  await multiplyOrder(url, storeId, orders);
  await settleDatabase(url);
  const stop = async (): Promise<void> => {
    await Promise.all([http.close(), checkout.close(), platform.close()]);
    await api.stop();
  };
  return { url, origin: api.origin, platform, storeId, email, ask, get, session, stop };
}

async function answered(response: Awaited<ReturnType<Pool['request']>>) {
  const text = await response.body.text();
  if (response.statusCode >= 300) throw new Error(`${response.statusCode} ${text.slice(0, 500)}`);
  // biome-ignore lint/suspicious/noExplicitAny: each answer has a shape of its own
  return JSON.parse(text) as any;
}

async function compareLists(few: Shop, many: Shop, { rounds, requests }: OrdersPace): Promise<OrdersResult['lists']> {
  const results = [];
  for (const [what, path] of [
    ['newest first', '/v1/orders?limit=50'],
    ['not sent yet', '/v1/orders?limit=50&payment=paid&fulfilment=unfulfilled'],
    ['by total', '/v1/orders?limit=50&sort=-total'],
    ['found by a name that one has', `/v1/orders?limit=50&text=${encodeURIComponent('x842x')}`],
  ] as const) {
    const [fewMs, manyMs]: [number[], number[]] = [[], []];
    for (let round = -1; round < rounds; round += 1)
      for (const [shop, into] of [
        [few, fewMs],
        [many, manyMs],
      ] as const) {
        const times = await timesOf(1, Math.ceil(requests / 4), async () => {
          const { items } = await shop.get(path);
          if (items.length === 0) throw new Error(`${path} has found nothing`);
        });
        if (round >= 0) into.push(median(times));
      }
    results.push({ what, fewMs, manyMs });
  }
  return results;
}

async function compareSteps(shop: Shop, { rounds, steps }: OrdersPace): Promise<OrdersResult['steps']> {
  const { platform, storeId } = shop;
  const sessions: string[] = [];
  for (let index = 0; index < STEP_CONNECTIONS; index += 1) sessions.push((await shop.session(CART_LINES, index)).id);
  const step = async (_: number, connection: number) => {
    const { lines, total } = await shop.ask('POST', `/${sessions[connection]}/validate`, {});
    if (lines.length !== CART_LINES || !(total > 0)) throw new Error('the checkout shows another cart');
  };
  const extension = 'five-hooks';
  await run(platform, storeId, 'extension.install', { extension });
  // What runs hooks is compiled while it runs: a server that runs for days has that behind it.
  await run(platform, storeId, 'extension.enable', { extension });
  await timesOf(STEP_CONNECTIONS, steps, step);
  await run(platform, storeId, 'extension.disable', { extension });
  const measured = { hookedMs: [] as number[], plainMs: [] as number[] };
  for (let round = -1; round < rounds; round += 1)
    for (const [state, into] of [
      ['extension.enable', measured.hookedMs],
      ['extension.disable', measured.plainMs],
    ] as const) {
      await run(platform, storeId, state, { extension });
      await timesOf(STEP_CONNECTIONS, STEP_CONNECTIONS, step);
      const times = await timesOf(STEP_CONNECTIONS, steps, step);
      if (round >= 0) into.push(p95(times));
    }
  return measured;
}

async function comparePlacing(
  services: Services,
  shop: Shop,
  { rounds, requests }: OrdersPace,
): Promise<OrdersResult['placing']> {
  const { platform, storeId, url } = shop;
  const recorded = await recordPlacing(platform, storeId, (await shop.session(ORDER_LINES)).id);
  const bare = await services.keep(startProgram(programs.barePlacing));
  const { port } = await bare.ask<{ port: number }>({
    databaseUrl: url,
    poolSize: POOL_SIZE,
    storeId,
  } satisfies BarePlacing);
  const http = new Pool(`http://127.0.0.1:${port}`, { connections: STEP_CONNECTIONS });
  let number = 50_000_000;
  const results = [];
  for (const connections of PLACING_CONNECTIONS) {
    const [oursPerSecond, barePerSecond]: [number[], number[]] = [[], []];
    for (let round = -1; round < rounds; round += 1) {
      const sessions: { id: string; total: number }[] = [];
      await timesOf(STEP_CONNECTIONS, 2 * requests, async () => void sessions.push(await shop.session(ORDER_LINES)));
      const bodies = sessions.splice(0, requests).map(({ id }) => {
        number += 1;
        return JSON.stringify(anotherPlacing(recorded, { number: String(number), sessionId: id }));
      });
      const ours = await perSecond(connections, requests, async (turn) => {
        const { id, total } = sessions[turn] as { id: string; total: number };
        const placed = await shop.ask('POST', `/${id}/place`, { total });
        if (placed.total !== total) throw new Error('another order was placed');
      });
      const theirs = await perSecond(connections, requests, async (turn) => {
        await answered(await http.request({ method: 'POST', path: '/', body: bodies[turn] as string }));
      });
      if (round < 0) continue;
      oursPerSecond.push(ours);
      barePerSecond.push(theirs);
    }
    results.push({ connections, oursPerSecond, barePerSecond });
  }
  await http.close();
  await bare.stop();
  return results;
}
