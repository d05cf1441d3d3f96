import './installed';

import { mkdtempSync, readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { registry } from '../../src/registry';
import type { ImportOrder, ImportTime } from './bare/import';
import type { BareConfig } from './bare/main';
import { type BulkResult, measureBulk } from './bulk';
import { type ChannelPace, type ChannelResult, measureChannels } from './channels';
import { type DesignPace, type DesignResult, measureDesigns } from './designs';
import { type EnabledPace, type EnabledResult, measureEnabled } from './enabled';
import { type Idle, type IdlePace, measureIdle } from './idle';
import { type Contender, compare, type Measured, MemoryWatch, type Pace, type Server } from './measure';
import { type MediaPace, type MediaResult, measureMedia } from './media';
import { besideAbuse, besideAgents, type NeighbourPace } from './neighbours';
import { measureOrders, type OrdersPace } from './orders';
import { printSummary, summarise } from './profile';
import { type Program, programs, startProgram } from './program';
import { measureProposals, type ProposalResult } from './proposals';
import { type ImportResult, type Neighbours, printRows, type Results, rowsOf, writeDocs } from './report';
import { scenario, scenarios, type Target } from './scenarios';
import { measureSearch, type SearchPace } from './search';
import { commitMs, POOL_SIZE, Services, settleDatabase } from './services';
import { connectMarketplace, fillStore, openBenchPlatform, openStore, readStatements, tokenStatement } from './stores';
import { measureWorkspaces, type WorkspacePace, type WorkspaceResult } from './workspaces';

const SIZES = [10_000, 100_000];
const CONNECTIONS = [1, 32];
/** Scenarios that are divided by each other are measured in turn with each other. */
const GROUPS = [['list', 'deep'], ['get'], ['update'], ['adjust'], ['create']];
/** What has a floor, measured beside the smaller store: see `BareConfig`. */
const FLOORED = new Set(['list', 'get', 'update', 'adjust']);
interface Settings {
  readonly pace: Pace;
  readonly imports: { readonly products: number; readonly rounds: number };
  readonly media: MediaPace;
  readonly orders: OrdersPace;
  readonly search: SearchPace;
  readonly designs: DesignPace;
  readonly workspaces: WorkspacePace;
  readonly channels: ChannelPace;
  readonly enabled: EnabledPace;
  readonly idle: IdlePace;
  readonly beside: Readonly<Record<keyof Neighbours, NeighbourPace>>;
}

/** Limits count over a minute, so abuse is measured over one. */
const full: Settings = {
  pace: { rounds: 5, roundMs: 800, warmUpMs: 2_500 },
  imports: { products: 5_000, rounds: 2 },
  media: { rounds: 5, pictures: 12, files: [100, 10_000], products: 10_000 },
  orders: { rounds: 5, requests: 400, steps: 2_000, orders: [10_000, 1_000_000], rogues: { calls: 500, atOnce: 6 } },
  search: { rounds: 5, requests: 100, size: 100_000 },
  designs: { rounds: 5, requests: 400, products: [10_000, 100_000] },
  workspaces: { rounds: 5, execs: 120, floods: 100, beside: { rounds: 5, roundMs: 5_000 } },
  channels: {
    ...{ products: [7_200, 72_000], orders: 10_000, changes: 60, posts: 300, labels: 50 },
    timed: { posted: 20, silent: 5 },
  },
  enabled: { rounds: 5, requests: 1_600, products: 1_000 },
  idle: { settleMs: 60_000, forMs: 60_000 },
  beside: { agents: { rounds: 5, roundMs: 3_000 }, abuse: { rounds: 1, roundMs: 60_000 } },
};
const quick: Settings = {
  pace: { rounds: 2, roundMs: 250, warmUpMs: 500 },
  imports: { products: 1_000, rounds: 1 },
  media: { rounds: 2, pictures: 4, files: [100, 2_000], products: 2_000 },
  orders: { rounds: 3, requests: 400, steps: 400, orders: [1_000, 2_000], rogues: { calls: 6, atOnce: 6 } },
  search: { rounds: 2, requests: 40, size: 3_000 },
  designs: { rounds: 2, requests: 160, products: [500, 2_000] },
  workspaces: { rounds: 2, execs: 30, floods: 20, beside: { rounds: 2, roundMs: 3_000 } },
  channels: {
    ...{ products: [400, 2_000], orders: 400, changes: 10, posts: 50, labels: 10 },
    timed: { posted: 5, silent: 1 },
  },
  enabled: { rounds: 3, requests: 640, products: 300 },
  idle: { settleMs: 60_000, forMs: 60_000 },
  beside: { agents: { rounds: 2, roundMs: 2_000 }, abuse: { rounds: 1, roundMs: 15_000 } },
};
const PROFILE = { connections: 32, warmUpMs: 2_000, forMs: 8_000 };
const SAMPLE = 4_000;
const DEEP_CURSORS = 16;

class UsageError extends Error {}

function options() {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true },
      profile: { type: 'string' },
      against: { type: 'string' },
    },
  });
  const names = [
    ...scenarios.map(({ name }) => name as string),
    'import',
    'proposals',
    'bulk',
    'neighbours',
    'media',
    'orders',
    'search',
    'designs',
    'workspaces',
    'channels',
    'enabled',
    'idle',
  ];
  for (const name of [...(values.only ?? []), ...(values.profile ? [values.profile] : [])])
    if (!names.includes(name)) throw new UsageError(`There is no ${name}; there are ${names.join(', ')}.`);
  return values;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;

async function main(): Promise<void> {
  const { quick: isQuick, only, profile, against } = options();
  const since = performance.now();
  const services = new Services();
  const stop = () => void services.stop().then(() => process.exit(130));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    await services.startPostgres();
    if (profile) return await (profile === 'import' ? profileImport(services) : profileScenario(services, profile));
    const {
      pace,
      imports,
      beside,
      media: mediaPace,
      orders: ordersPace,
      search: searchPace,
      designs: designPace,
      workspaces: workspacePace,
      channels: channelPace,
      enabled: enabledPace,
      idle: idlePace,
    } = isQuick ? quick : full;
    const wanted = (name: string): boolean => only === undefined || only.includes(name);
    const probe = await services.createDatabase('bench_probe');
    const commit = await commitMs(probe);
    const groups = GROUPS.map((group) => group.filter(wanted)).filter((group) => group.length > 0);
    const http =
      groups.length > 0 ? await measureHttp(services, groups, pace, against) : { measured: [], apiMb: undefined };
    const jobs = {
      import: wanted('import') && against === undefined,
      proposals: wanted('proposals') && against === undefined,
      bulk: wanted('bulk') && against === undefined,
    };
    const worked =
      jobs.import || jobs.proposals || jobs.bulk ? await measureWorker(services, imports, jobs) : undefined;
    const neighbours =
      wanted('neighbours') && against === undefined ? await measureNeighbours(services, beside) : undefined;
    const media: MediaResult | undefined =
      wanted('media') && against === undefined ? await measureMedia(services, mediaPace) : undefined;
    if (media) say('Measured uploads, drawing and lists.');
    const orders = wanted('orders') && against === undefined ? await measureOrders(services, ordersPace) : undefined;
    if (orders) say('Measured the checkout, orders and their lists.');
    const search = wanted('search') && against === undefined ? await measureSearch(services, searchPace) : undefined;
    if (search) say('Measured the search of an owner.');
    const designs: DesignResult | undefined =
      wanted('designs') && against === undefined ? await measureDesigns(services, designPace) : undefined;
    if (designs) say('Measured pages of shops and what is done with designs.');
    const workspaces: readonly WorkspaceResult[] | undefined =
      wanted('workspaces') && against === undefined ? await measureWorkspaces(services, workspacePace) : undefined;
    if (workspaces) say('Measured commands and files in workspaces.');
    const channels: ChannelResult | undefined =
      wanted('channels') && against === undefined ? await measureChannels(services, channelPace) : undefined;
    if (channels) say('Measured a store at a marketplace.');
    const enabled: readonly EnabledResult[] | undefined =
      wanted('enabled') && against === undefined ? await measureEnabled(enabledPace) : undefined;
    if (enabled) say('Measured commands beside an enabled marketplace.');
    const idle: readonly Idle[] | undefined =
      wanted('idle') && against === undefined ? await measureIdle(idlePace) : undefined;
    if (idle) say('Measured an idle installation.');
    const results: Results = {
      quick: isQuick,
      sizes: SIZES,
      measured: http.measured,
      import: worked?.imported,
      proposals: worked?.proposals,
      bulk: worked?.bulk,
      neighbours,
      media,
      orders,
      search,
      designs,
      workspaces,
      channels,
      enabled,
      idle,
      memory: { api: http.apiMb, worker: worked?.workerMb },
      commitMs: commit,
      postgresVersion: await services.postgresVersion(),
      seconds: (performance.now() - since) / 1000,
      load: os.loadavg()[0] ?? 0,
    };
    say('');
    printRows(rowsOf(results));
    say(
      `\nOne commit alone: ${commit.toFixed(1)} ms. Load average: ${results.load.toFixed(1)}. The run took ${seconds(since)}.`,
    );
    if (only === undefined && against === undefined && !isQuick) say(`Written to ${writeDocs(results)}.`);
  } finally {
    await services.stop();
  }
}

interface FilledStore {
  readonly url: string;
  readonly size: number;
  readonly target: Omit<Target, 'deepCursors'>;
}

async function fill(services: Services, size: number): Promise<FilledStore> {
  const since = performance.now();
  const url = await services.createDatabase(`bench_${size}`);
  const platform = await openBenchPlatform(url, services);
  try {
    const { storeId, token } = await openStore(platform, `Ölçüm ${size}`);
    const simple = await fillStore(platform, storeId, size);
    await settleDatabase(url);
    say(`A store with ${size} products is filled (${seconds(since)}).`);
    const step = Math.max(1, Math.floor(simple.length / SAMPLE));
    return { url, size, target: { storeId, token, productIds: simple.filter((_, index) => index % step === 0) } };
  } finally {
    await platform.close();
  }
}

async function serverOfOurs(
  services: Services,
  { url, size, target }: FilledStore,
  nodeOptions: readonly string[] = [],
): Promise<Server> {
  const api = await services.startApi(url, nodeOptions);
  const deepCursors = await cursorsBeyondHalf(api.origin, target.token, size);
  return { side: 'ours', speaks: 'ours', size, origin: api.origin, process: api, target: { ...target, deepCursors } };
}

async function bareServer(
  services: Services,
  ours: Server,
  url: string,
  side: 'bare' | 'floor' = 'bare',
): Promise<Server> {
  const bare = await services.keep(startProgram(programs.bare));
  const { storeId, deepCursors, token } = ours.target;
  const floor = { token: await tokenStatement(token), paths: registeredPaths() };
  const config: BareConfig = {
    ...(side === 'floor' ? { floor } : {}),
    databaseUrl: url,
    poolSize: POOL_SIZE,
    reads: {
      list: await readStatements.list(storeId),
      get: await readStatements.get(storeId),
      deep: await Promise.all(deepCursors.map((cursor) => readStatements.deep(storeId, cursor))),
    },
  };
  const { port } = await bare.ask<{ port: number }>(config);
  return { ...ours, side, speaks: 'bare', origin: `http://127.0.0.1:${port}`, process: bare };
}

const registeredPaths = (): string[] =>
  registry.routes.map(({ http }) => (http.split(' ')[1] as string).replaceAll(/\{(\w+)\}/g, ':$1'));

/** The API of another checkout on the same database: what a change is worth. */
async function otherServer(services: Services, ours: Server, url: string, checkout: string): Promise<Server> {
  const api = await services.startApi(url, [], path.resolve(checkout, 'dist', 'src', 'main.js'));
  return { ...ours, side: 'bare', origin: api.origin, process: api };
}

/** Walks through our list as a client would and keeps cursors of its second half. */
async function cursorsBeyondHalf(origin: string, token: string, size: number): Promise<string[]> {
  const cursors: string[] = [];
  let cursor: string | null = null;
  for (let seen = 0; seen < size * 0.95; seen += 100) {
    const next: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const answer = await fetch(`${origin}/v1/catalog/products?limit=100${next}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { nextCursor } = (await answer.json()) as { nextCursor: string | null };
    cursor = nextCursor;
    if (cursor === null) break;
    if (seen > size / 2) cursors.push(cursor);
  }
  const step = Math.max(1, Math.floor(cursors.length / DEEP_CURSORS));
  return cursors.filter((_, index) => index % step === 0).slice(0, DEEP_CURSORS);
}

async function measureHttp(
  services: Services,
  groups: readonly string[][],
  pace: Pace,
  against: string | undefined,
): Promise<{ measured: Measured[]; apiMb: number | undefined }> {
  const servers: Server[] = [];
  for (const size of SIZES) {
    const store = await fill(services, size);
    const ours = await serverOfOurs(services, store);
    servers.push(
      ours,
      await (against ? otherServer(services, ours, store.url, against) : bareServer(services, ours, store.url)),
    );
    if (!against && size === SIZES[0]) servers.push(await bareServer(services, ours, store.url, 'floor'));
  }
  const load = await services.keep(startProgram(programs.load));
  const memory = new MemoryWatch(servers.flatMap(({ side, process: { pid } }) => (side === 'ours' ? [pid] : [])));
  const measured: Measured[] = [];
  for (const group of groups) {
    for (const connections of CONNECTIONS) {
      const contenders = group.flatMap((name) =>
        servers
          .filter(({ side }) => side !== 'floor' || FLOORED.has(name))
          .map((server): Contender => ({ server, scenario: name, connections })),
      );
      measured.push(...(await compare(load, contenders, pace)));
      say(
        `Measured ${group.map((name) => scenario(name).title).join(' and ')} at ${connections} connection${connections === 1 ? '' : 's'}.`,
      );
    }
  }
  const apiMb = memory.stop();
  await Promise.all([load, ...servers.map((server) => server.process)].map((program) => program.stop()));
  return { measured, apiMb };
}

interface Imports {
  readonly products: number;
  readonly rounds: number;
}

async function measureWorker(
  services: Services,
  { products, rounds }: Imports,
  jobs: { readonly import: boolean; readonly proposals: boolean; readonly bulk: boolean },
): Promise<{
  imported: ImportResult | undefined;
  proposals: ProposalResult | undefined;
  bulk: BulkResult | undefined;
  workerMb: number | undefined;
}> {
  const url = await services.createDatabase('bench_import');
  const worker = await services.startImporting(url, products);
  const api = await services.startApi(url);
  const bare = await services.keep(startProgram(programs.bareImport));
  const memory = new MemoryWatch([worker.pid]);
  const platform = await openBenchPlatform(url, services);
  const oursPerSecond: number[] = [];
  const barePerSecond: number[] = [];
  const newStore = async () => {
    const store = await openStore(platform, 'Ölçüm');
    await connectMarketplace(platform, store.storeId);
    return store;
  };
  try {
    // Not counted: the first import meets cold code everywhere.
    for (let round = -1; jobs.import && round < rounds; round += 1) {
      const [ours, theirs] = [await newStore(), await newStore()];
      const taken = await importOnce(api.origin, ours.token, products);
      const order: ImportOrder = { databaseUrl: url, storeId: theirs.storeId, products };
      const { seconds: bareSeconds } = await bare.ask<ImportTime>(order);
      if (round < 0) continue;
      oursPerSecond.push(products / taken);
      barePerSecond.push(products / bareSeconds);
    }
    if (jobs.import) say(`Measured ${rounds === 1 ? 'one import' : `${rounds} imports`} of ${products} products.`);
    const proposals = jobs.proposals ? await measureProposals(api.origin, platform, rounds + 1) : undefined;
    if (proposals) say(`Measured proposals of ${proposals.items} items.`);
    const bulk = jobs.bulk ? await measureBulk(platform) : undefined;
    if (bulk) say(`Measured a bulk act of ${bulk.items} things.`);
    const imported = jobs.import ? { products, oursPerSecond, barePerSecond } : undefined;
    return { imported, proposals, bulk, workerMb: memory.stop() };
  } finally {
    await platform.close();
  }
}

async function measureNeighbours(
  services: Services,
  pace: Readonly<Record<keyof Neighbours, NeighbourPace>>,
): Promise<Neighbours> {
  const url = await services.createDatabase('bench_neighbours');
  const platform = await openBenchPlatform(url, services);
  try {
    const open = await services.startApi(url);
    const agents = await besideAgents(open.origin, platform, pace.agents);
    await open.stop();
    const limited = await services.startApi(url, [], programs.api, {});
    const abuser = await services.keep(startProgram(programs.abuse));
    const abuse = await besideAbuse(limited.origin, platform, abuser, pace.abuse);
    await Promise.all([abuser, limited].map((program) => program.stop()));
    say('Measured commands beside recording agents and beside an abusive caller.');
    return { agents, abuse };
  } finally {
    await platform.close();
  }
}

interface Job {
  readonly id: string;
  readonly state: string;
  readonly progress: { readonly created: number; readonly failed: number };
  readonly startedAt: string;
  readonly finishedAt: string;
}

/** @returns seconds from the start of the job to its end */
async function importOnce(origin: string, token: string, products: number): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const call = async (method: string, at: string, body?: object): Promise<Job> => {
    const answer = await fetch(`${origin}/v1/channel/trendyol${at}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${method} ${at}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Job;
  };
  const { id } = await call('POST', '/catalog/pull', { mode: 'import' });
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    const job = await call('GET', `/jobs/${id}`);
    if (job.state === 'queued' || job.state === 'running') continue;
    if (job.state !== 'succeeded' || job.progress.created !== products)
      throw new Error(`the import ended as ${JSON.stringify(job)}`);
    return (Date.parse(job.finishedAt) - Date.parse(job.startedAt)) / 1000;
  }
}

const nowUs = (): number => Number(process.hrtime.bigint() / 1000n);

/** Runs `work` while a program is profiled, ends the program, and prints where its time went. */
async function profiled(folder: string, program: Program, work: () => Promise<void>): Promise<void> {
  const from = nowUs();
  await work();
  const to = nowUs();
  await program.stop();
  const [file] = readdirSync(folder).filter(
    (name) => name.endsWith('.cpuprofile') && name.includes(`.${program.pid}.`),
  );
  if (!file) throw new Error('there is no profile');
  printSummary(summarise(path.join(folder, file), from, to));
  say(`\nThe profile, for a viewer: ${path.join(folder, file)}`);
}

const profileFolder = (): string => mkdtempSync(path.join(os.tmpdir(), 'tezgah-profile-'));
const cpuProfile = (folder: string): string[] => ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-interval=250'];

async function profileScenario(services: Services, name: string): Promise<void> {
  const folder = profileFolder();
  const server = await serverOfOurs(services, await fill(services, SIZES[0] as number), cpuProfile(folder));
  const load = await services.keep(startProgram(programs.load));
  const { speaks: side, origin, target } = server;
  const round = { side, origin, target, scenario: name, connections: PROFILE.connections };
  await load.ask({ ...round, forMs: PROFILE.warmUpMs });
  await profiled(folder, server.process, async () => {
    const { requestsPerSecond } = await load.ask<{ requestsPerSecond: number }>({ ...round, forMs: PROFILE.forMs });
    say(`${Math.round(requestsPerSecond)} requests/s while profiled.`);
  });
}

async function profileImport(services: Services): Promise<void> {
  const folder = profileFolder();
  const url = await services.createDatabase('bench_import');
  const { products } = full.imports;
  const worker = await services.startImporting(url, products, cpuProfile(folder));
  const api = await services.startApi(url);
  const platform = await openBenchPlatform(url, services);
  try {
    const store = await openStore(platform, 'Ölçüm');
    await connectMarketplace(platform, store.storeId);
    await profiled(folder, worker, async () => {
      say(`${Math.round(products / (await importOnce(api.origin, store.token, products)))} products/s while profiled.`);
    });
  } finally {
    await platform.close();
  }
}

main().catch((error: Error) => {
  process.stderr.write(`${error instanceof UsageError ? error.message : error.stack}\n`);
  process.exitCode = 1;
});
