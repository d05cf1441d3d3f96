import { Pool } from 'undici';
import { newUlid } from '../../src/kernel/ids';
import type { Platform } from '../../src/platform';
import type { Abuse } from './abuse';
import { median, p95 } from './measure';
import type { Program } from './program';
import { addProducts, mint, openStore } from './stores';

/** How long a command takes alone, and while somebody else is at work; both as p95 in ms, round by round. */
export interface NeighbourResult {
  readonly aloneMs: readonly number[];
  readonly besideMs: readonly number[];
  /** The same of the first five seconds of each round, when no limit has been reached yet. */
  readonly besideAtFirstMs: readonly number[];
  /** Calls a second of whoever is beside. */
  readonly othersPerSecond: number;
}

export interface NeighbourPace {
  readonly rounds: number;
  readonly roundMs: number;
}

const AGENTS = 4;
/** Of one proposal, before its agent begins another. */
const ITEMS = 100;
const PRODUCTS = 40;
/** Where cold code is met; not counted. */
const WARM_UP_MS = 2_000;
const AT_FIRST_MS = 5_000;
/** Below what the tokens of the store may do in a minute: it is the neighbour who goes beyond that. */
const EVERY_MS = 40;
const TOKENS = 30;

interface Caller {
  readonly storeId: string;
  readonly token: string;
}

/** Price changes by a developer, one after the other, beside agents that record changes in the same store all the time. */
export async function besideAgents(origin: string, platform: Platform, pace: NeighbourPace): Promise<NeighbourResult> {
  const store = await openStore(platform, 'Canlı');
  const products = await addProducts(platform, store.storeId, PRODUCTS);
  const agents = await Promise.all(
    Array.from({ length: AGENTS }, async (_, index) => ({
      storeId: store.storeId,
      token: await mint(platform, store.storeId, { kind: 'agent', label: `Ajan ${index}` }),
    })),
  );
  const http = new Pool(origin, { connections: AGENTS + 1 });
  const live = async () => void (await setPrice(http, store, products));
  const others = agents.map((agent) => async (forMs: number) => {
    const until = performance.now() + forMs;
    const goOn = () => performance.now() < until;
    let calls = 0;
    while (goOn()) {
      let proposalId = '';
      for (let item = 0; item < ITEMS && goOn(); item += 1, calls += 1)
        ({ proposalId } = await setPrice(http, agent, products));
      await send(http, agent, 'proposal.withdraw', { proposalId });
    }
    return calls;
  });
  try {
    return await compared(live, others, pace);
  } finally {
    await http.close();
  }
}

/**
 * Price changes in one store beside a caller of another that sends hostile bodies and does not stop when it is told to. The API
 * has the limits that the product has by itself.
 */
export async function besideAbuse(
  origin: string,
  platform: Platform,
  abuser: Program,
  pace: NeighbourPace,
): Promise<NeighbourResult> {
  const store = await openStore(platform, 'Komşu');
  const products = await addProducts(platform, store.storeId, PRODUCTS);
  const tokens = await Promise.all(
    Array.from({ length: TOKENS }, (_, index) =>
      mint(platform, store.storeId, { kind: 'developer', label: `Araç ${index}`, scopes: ['catalog:write'] }),
    ),
  );
  const caller = await openStore(platform, 'Taşkın');
  const http = new Pool(origin, { connections: 1 });
  let turn = 0;
  const live = async (): Promise<void> => {
    turn += 1;
    await setPrice(http, { storeId: store.storeId, token: tokens[turn % TOKENS] as string }, products);
  };
  const abuse = async (forMs: number): Promise<number> => {
    const { calls } = await abuser.ask<{ calls: number }>({ ...caller, origin, forMs } satisfies Abuse);
    return calls;
  };
  try {
    return await compared(live, [abuse], pace, EVERY_MS);
  } finally {
    await http.close();
  }
}

/** Price changes by a developer, one after the other, beside whoever else is at work in the same store. @param others whose calls are counted */
export async function besideOthers(
  origin: string,
  platform: Platform,
  storeId: string,
  others: readonly ((forMs: number) => Promise<number>)[],
  pace: NeighbourPace,
): Promise<NeighbourResult> {
  const token = await mint(platform, storeId, { kind: 'developer', label: 'Fiyat' });
  const products = await addProducts(platform, storeId, PRODUCTS);
  const http = new Pool(origin, { connections: 1 });
  try {
    return await compared(async () => void (await setPrice(http, { storeId, token }, products)), others, pace);
  } finally {
    await http.close();
  }
}

/** In turn: what else the machine does hits both alike. The first round of each is short and not counted. */
async function compared(
  live: () => Promise<void>,
  others: readonly ((forMs: number) => Promise<number>)[],
  { rounds, roundMs }: NeighbourPace,
  everyMs = 0,
): Promise<NeighbourResult> {
  const aloneMs: number[] = [];
  const besideMs: number[] = [];
  const besideAtFirstMs: number[] = [];
  const perSecond: number[] = [];
  for (let round = -1; round < rounds; round += 1) {
    const forMs = round < 0 ? Math.min(WARM_UP_MS, roundMs) : roundMs;
    const alone = await latenciesOf(live, forMs, everyMs);
    const [beside, ...calls] = await Promise.all([
      latenciesOf(live, forMs, everyMs),
      ...others.map((other) => other(forMs)),
    ]);
    if (round < 0) continue;
    aloneMs.push(p95Of(alone));
    besideMs.push(p95Of(beside));
    besideAtFirstMs.push(p95Of(beside.filter(({ atMs }) => atMs < AT_FIRST_MS)));
    perSecond.push((calls.reduce((sum, count) => sum + count, 0) * 1_000) / forMs);
  }
  return { aloneMs, besideMs, besideAtFirstMs, othersPerSecond: median(perSecond) };
}

interface Latency {
  /** Since the beginning of the round. */
  readonly atMs: number;
  readonly tookMs: number;
}

async function latenciesOf(work: () => Promise<void>, forMs: number, everyMs: number): Promise<Latency[]> {
  const latencies: Latency[] = [];
  const begin = performance.now();
  for (let since = begin; since < begin + forMs; since = performance.now()) {
    await work();
    const tookMs = performance.now() - since;
    latencies.push({ atMs: since - begin, tookMs });
    if (tookMs < everyMs) await new Promise((resolve) => setTimeout(resolve, everyMs - tookMs));
  }
  return latencies;
}

const p95Of = (latencies: readonly Latency[]): number => p95(latencies.map(({ tookMs }) => tookMs));

let price = 2_000;

function setPrice(http: Pool, caller: Caller, products: readonly string[]): Promise<{ proposalId: string }> {
  price += 1;
  return send(http, caller, 'catalog.price.set', { targetId: products[price % products.length], price });
}

/** Whatever is not done or recorded fails the run. */
async function send(
  http: Pool,
  caller: Caller,
  command: string,
  payload: object,
): Promise<{ readonly proposalId: string }> {
  const body = JSON.stringify({ command, storeId: caller.storeId, payload, idempotencyKey: newUlid() });
  const answer = await http.request({ method: 'POST', path: '/v1/commands', headers: headersOf(caller), body });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${command}: ${answer.statusCode} ${text}`);
  return JSON.parse(text) as { proposalId: string };
}

const headersOf = ({ token }: Caller): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
});
