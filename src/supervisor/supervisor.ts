import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../config';
import type { FileLock } from '../embedded/file-lock';
import { readJson, writeAtomically } from '../embedded/file-lock';
import {
  initialisePostgres,
  isInitialised,
  postgresUrl,
  runtimePostgresUrl,
  startEmbeddedPostgres,
  storefrontPostgresUrl,
} from '../embedded/postgres';
import type { RunningProcess } from '../embedded/process';
import { settles, signalTo, sleep } from '../embedded/process';
import { connectWhenHealthy, findTemporal, startTemporal } from '../embedded/temporal';
import { DatabaseAway } from '../kernel/database/connection';
import type { SandboxState } from '../kernel/declaration/sandbox';
import { Refusal } from '../kernel/errors';
import { type HostPattern, hostPattern } from '../kernel/process/host-pattern';
import { localUrl } from '../kernel/process/local-url';
import { prepareNamespace } from '../kernel/work/temporal-namespace';
import { environmentOfKeys, type KeyEnvironment } from '../keys/source';
import type { SimulatorDeclaration } from '../provider/provider';
import { SandboxClient } from '../sandbox/client';
import { sandboxFolder } from '../sandbox/driver/folder';
import { socketOf } from '../sandbox/wire';
import { lockDataFolder } from './data-folder';
import { type GuardedUi, guardUi, hiddenAddress } from './guarded-ui';
import type { NodeProgram } from './node-child';
import { startNodeProgram } from './node-child';
import { Ports } from './ports';
import { ProcessLedger } from './process-ledger';
import type { DemoStore, RunFile } from './run-file';
import { removeRunFile, writeRunFile } from './run-file';
import { storefrontEnvironment } from './storefront-environment';
import { Supervised } from './supervised';

export type Demo = DemoStore & { readonly otherStore: DemoStore };

/** What is supervised and what fills the database: the product's own, or a test's. */
export interface Parts {
  readonly programs: {
    readonly api: string;
    readonly worker: string;
    readonly sandbox: string;
    readonly storefront: string;
  };
  /** Of the providers of the demo store, by their keys. */
  readonly simulators: readonly (SimulatorDeclaration & { readonly key: string })[];
  migrate(ownerUrl: string, databaseUrl: string, storefrontUrl: string): Promise<void>;
  seedDemo(options: { databaseUrl: string; keys: KeyEnvironment; dataFolder: string }): Promise<Demo>;
}

/** What uses the servers, in the order in which it stops, then the servers. */
const users = ['storefront', 'api', 'worker', 'sandbox'];
const servers = ['temporal', 'postgres'];

/** Together below the ten seconds that a stop may take. */
const graceMs: Readonly<Record<string, number>> = {
  storefront: 5000,
  api: 5000,
  worker: 4500,
  sandbox: 1500,
  temporal: 2000,
  postgres: 1500,
};
const simulatorGraceMs = 1000;

const simulatorOf = (key: string): string => `${key} simulator`;

const defaultPorts = { postgres: 15_432, temporal: 7233 };

interface PortsFile {
  readonly postgres: number | undefined;
  readonly temporal: number | undefined;
  /** By the key of the provider. */
  readonly simulators?: Readonly<Record<string, number>>;
}

type Say = (name: string, line: string) => void;

interface DatabaseUrls {
  /** What the product logs in with. */
  readonly url: string;
  /** The login of the storefront; empty: there is none. */
  readonly storefrontUrl: string;
  /** For migrations. */
  readonly ownerUrl: string;
}

/** Stopped while it was still starting. */
export class StoppedError extends Error {}

/** The database refuses us or cannot be migrated. */
export class DatabaseError extends Error {}

/** Node's own connection errors may carry their words inside and none outside. */
function wordsOf(error: unknown): string {
  const inner = error instanceof AggregateError ? error.errors[0] : error;
  return inner instanceof Error ? inner.message : String(inner);
}

/** Kept, since links that were given to people outlive a start. */
function keptKey(file: string): string {
  if (!existsSync(file)) writeAtomically(file, randomBytes(32).toString('base64url'), 0o600);
  return readFileSync(file, 'utf8').trim();
}

/** Settings that the sandbox program reads, and what Node itself needs. */
function sandboxEnvironment(dataFolder: string): NodeJS.ProcessEnv {
  const names = ['PATH', 'TEZGAH_SANDBOX', 'TEZGAH_SANDBOX_FOLDER', 'LOG_LEVEL'];
  return {
    ...Object.fromEntries(names.map((name) => [name, process.env[name]])),
    TEZGAH_DATA: dataFolder,
  };
}

/** So often an embedded database may be lost while it is filled. */
const lossesMax = 5;
/** So often a Temporal that is there may be too busy to be prepared; each try has a deadline of its own. */
const preparingsMax = 20;
/** How long the API has to say that it serves. */
const livezMs = 10_000;

/** As programs of this machine reach it. */
function urlOf(listens: string, port: number): string {
  const host = listens === '0.0.0.0' || listens === '::' ? '127.0.0.1' : listens;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Ways to ask a program how it is. */
interface Probes {
  readonly answers?: (withinMs: number) => Promise<boolean>;
  readonly serves?: () => Promise<boolean>;
}

const isLive = (url: string): Promise<boolean> =>
  fetch(`${url}/livez`, { signal: AbortSignal.timeout(livezMs) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** The words of gRPC for a server that is away, or too busy to answer in time. */
const isPassing = (error: unknown): boolean => [4, 8, 14].includes((error as { code?: number }).code ?? 0);

/** Runs the whole product on one machine: seven processes, one data folder. */
export class Supervisor {
  private readonly processes = new Map<string, Supervised>();
  private readonly ledger: ProcessLedger;
  private readonly ports = new Ports((line) => this.note(line));
  private lock: FileLock | undefined;
  private stopped: Promise<void> | undefined;
  private run: Omit<RunFile, 'pids' | 'setup' | 'sandbox'> | undefined;
  /** As the API told it last: each one that starts issues another. */
  private setupLink: string | null = null;
  private sandbox: SandboxState | undefined;
  private ui: GuardedUi | undefined;
  private isGroundThere: () => void = () => {};
  /** Settles once database and Temporal are as programs need them. */
  private readonly ground = new Promise<void>((resolve) => {
    this.isGroundThere = resolve;
  });

  constructor(
    private readonly config: Config,
    private readonly parts: Parts,
    private readonly say: Say,
  ) {
    this.ledger = new ProcessLedger(config.dataFolder);
  }

  /** Starts everything that is missing and answers when all of it is ready. */
  async boot(): Promise<RunFile> {
    const { config } = this;
    const { dataFolder, demo } = config;
    this.lock = await lockDataFolder(dataFolder, (line) => this.note(line));
    removeRunFile(dataFolder);
    const orphans = await this.ledger.endOrphans();
    if (orphans.length > 0) this.note(`Ended what a killed run left behind: ${orphans.join(', ')}.`);

    // First of all: what is stated and not to be had is said before anything starts.
    const apiPort = await this.statedOr('PORT', 'the API', config.port, config.host);
    const metrics = await this.metricsPorts();
    const checkoutPort = await this.statedOr(
      'TEZGAH_CHECKOUT_PORT',
      'the checkout',
      config.checkoutPort ?? 0,
      config.checkoutHost,
    );
    const checkoutKey = config.checkoutKey || randomBytes(32).toString('base64url');
    const storefrontPort = await this.statedOr(
      'TEZGAH_STOREFRONT_PORT',
      'the storefront',
      // A supervisor that takes any port for the API takes any for the storefront.
      config.stated.has('TEZGAH_STOREFRONT_PORT') ? config.storefrontPort : this.wanted(config.storefrontPort),
      config.storefrontHost,
    );
    const shops = this.shops(storefrontPort);
    const keys = environmentOfKeys(config);
    const [database, temporal] = await Promise.all([this.database(), this.temporal()]);
    const simulators = demo ? await this.simulated() : [];
    const lastPorts: PortsFile = {
      postgres: database.port,
      temporal: temporal.port,
      simulators: Object.fromEntries(simulators.map(({ key, at }) => [key, at])),
    };
    writeAtomically(path.join(dataFolder, 'ports.json'), JSON.stringify(lastPorts));

    const env: NodeJS.ProcessEnv = {
      ...process.env,
      ...shops,
      DATABASE_URL: database.url,
      TEMPORAL_ADDRESS: temporal.address,
      TEZGAH_DATA: dataFolder,
      ...keys,
    };
    for (const { environment, address } of simulators)
      for (const [name, value] of Object.entries(environment(address))) env[name] ??= value;
    const { api, worker, sandbox, storefront } = this.parts.programs;
    const sandboxes = new SandboxClient(socketOf(sandboxFolder(config)));
    const hasShops = database.storefrontUrl !== '';
    // All at once: API and worker wait for the database, its migrations and Temporal by themselves.
    const ready = [
      this.keepUp(
        'api',
        {
          entry: api,
          env: {
            ...env,
            PORT: String(apiPort),
            TEZGAH_METRICS_PORT: String(metrics.api),
            TEZGAH_CHECKOUT_PORT: String(checkoutPort),
            TEZGAH_CHECKOUT_KEY: checkoutKey,
          },
        },
        ({ setupLink }) => {
          this.setupLink = typeof setupLink === 'string' ? setupLink : null;
        },
        { serves: () => isLive(localUrl(config.host, apiPort)) },
      ),
      // Commands of agents run below it: it is given no key and no address of a database.
      this.keepUp(
        'sandbox',
        { entry: sandbox, env: sandboxEnvironment(dataFolder) },
        (facts) => {
          this.sandbox = facts as unknown as SandboxState;
        },
        // Commands of one that is frozen would run on without any bound.
        { answers: (withinMs) => sandboxes.answers(withinMs) },
      ),
      // It writes mails, whose links lead to the API.
      this.keepUp('worker', {
        entry: worker,
        env: { ...env, PORT: String(apiPort), TEZGAH_METRICS_PORT: String(metrics.worker) },
      }),
    ];
    const ownShops = {
      ...shops,
      TEZGAH_DATA: dataFolder,
      TEZGAH_STOREFRONT_DATABASE_URL: database.storefrontUrl,
      TEZGAH_STOREFRONT_PORT: String(storefrontPort),
      TEZGAH_CHECKOUT_URL: config.checkoutUrl || urlOf(config.checkoutHost, checkoutPort),
      TEZGAH_CHECKOUT_KEY: checkoutKey,
      PORT: String(apiPort),
      TEZGAH_METRICS_PORT: String(metrics.storefront),
    };
    // It shows shops to anybody, so it has no sealing key and no login that writes.
    if (hasShops)
      ready.push(
        this.keepUp('storefront', { entry: storefront, env: { ...storefrontEnvironment(process.env), ...ownShops } }),
      );
    else this.note('No storefront: TEZGAH_STOREFRONT_DATABASE_URL names no login for it.');
    for (const { key, program, args, at } of simulators) {
      const flags = ['--port', String(at), ...args({ products: config.demoProducts })];
      ready.push(this.keepUp(simulatorOf(key), { entry: program, args: flags, env: process.env }));
    }
    const filled = database.ready.then(() => this.fill(database, keys));
    const prepared = temporal.ready.then(() => this.prepareTemporal(temporal.address));
    Promise.all([filled, prepared]).then(this.isGroundThere, () => {});
    const [stores] = await Promise.all([filled, prepared, ...ready]);
    this.mustGoOn();

    const url = localUrl(config.host, apiPort);
    this.run = {
      api: url,
      docs: `${url}/docs`,
      mcp: `${url}/mcp`,
      checkout: { url: localUrl(config.checkoutHost, checkoutPort), key: checkoutKey },
      storefront: hasShops ? { url: shops.TEZGAH_STOREFRONT_URL, preview: shops.TEZGAH_PREVIEW_URL } : null,
      temporal: temporal.address,
      temporalUi: temporal.uiUrl,
      metrics: {
        api: `${urlOf(config.metricsHost, metrics.api)}/metrics`,
        worker: `${urlOf(config.metricsHost, metrics.worker)}/metrics`,
        storefront: `${urlOf(config.metricsHost, metrics.storefront)}/metrics`,
      },
      databaseUrl: database.ownerUrl,
      storeId: stores?.storeId ?? null,
      shop: stores && hasShops ? hostPattern(shops.TEZGAH_STOREFRONT_URL).urlOf(stores.slug) : null,
      owner: stores?.owner ?? null,
      tokens: stores?.tokens ?? null,
      simulators: Object.fromEntries(simulators.map(({ key, address }) => [key, address])),
      otherStore: stores?.otherStore ?? null,
    };
    this.lock.tell({ note: url });
    return this.publish(this.run);
  }

  /** One for each process that tells of itself: those that a setting states, or any free ones. */
  private async metricsPorts(): Promise<{
    readonly api: number;
    readonly worker: number;
    readonly storefront: number;
  }> {
    const { metricsPort: port = 0, metricsHost: host } = this.config;
    const [setting, purpose] = ['TEZGAH_METRICS_PORT', 'the metrics of'];
    return {
      api: await this.statedOr(setting, `${purpose} the API`, port, host),
      worker: await this.ports.take(`${purpose} the worker`, port === 0 ? 0 : port + 1, { host }),
      storefront: await this.ports.take(`${purpose} the storefront`, port === 0 ? 0 : port + 2, { host }),
    };
  }

  /** Addresses of shops and their previews, which links name: as stated, or names of this machine. */
  private shops(port: number) {
    const { config } = this;
    const at = (setting: string, { pattern }: HostPattern, labels: string): string =>
      config.stated.has(setting) ? pattern : `http://*.${labels}:${port}`;
    return {
      TEZGAH_STOREFRONT_URL: at('TEZGAH_STOREFRONT_URL', config.storefrontUrl, 'localhost'),
      TEZGAH_PREVIEW_URL: at('TEZGAH_PREVIEW_URL', config.previewUrl, 'onizleme.localhost'),
      TEZGAH_PREVIEW_KEY: config.previewKey || keptKey(path.join(config.dataFolder, 'preview.key')),
    };
  }

  /** Simulators with the ports that they will have. */
  private async simulated() {
    const simulators: (Parts['simulators'][number] & { readonly at: number; readonly address: string })[] = [];
    for (const simulator of this.parts.simulators) {
      // What it has named stays where it was: products point at its pictures.
      const last = this.lastPorts().simulators?.[simulator.key] ?? 0;
      const at = await this.ports.take(`the simulator of ${simulator.key}`, this.wanted(simulator.port), { last });
      simulators.push({ ...simulator, at, address: `http://127.0.0.1:${at}` });
    }
    return simulators;
  }

  private async database(): Promise<DatabaseUrls & { port?: number; ready: Promise<unknown> }> {
    const { databaseUrl, databaseOwnerUrl, storefrontDatabaseUrl, dataFolder } = this.config;
    if (databaseUrl !== '')
      return {
        url: databaseUrl,
        ownerUrl: databaseOwnerUrl || databaseUrl,
        storefrontUrl: storefrontDatabaseUrl,
        ready: Promise.resolve(),
      };
    const folder = path.join(dataFolder, 'postgres');
    if (!isInitialised(folder)) this.note('First start: making the Postgres database.');
    initialisePostgres({ dataFolder: folder });
    const last = this.lastPorts().postgres ?? 0;
    const port = await this.ports.take('Postgres', this.wanted(defaultPorts.postgres), { last });
    const ready = this.supervise('postgres', (onSpawn) =>
      startEmbeddedPostgres({ dataFolder: folder, port, durable: this.config.durable, onSpawn }),
    );
    return {
      url: runtimePostgresUrl(folder, port),
      ownerUrl: postgresUrl(folder, port),
      storefrontUrl: storefrontPostgresUrl(folder, port),
      port,
      ready,
    };
  }

  private async temporal(): Promise<{
    address: string;
    uiUrl: string | null;
    port?: number;
    ready: Promise<unknown>;
  }> {
    const { temporalAddress, temporalNamespace: namespace, temporalUiPort, dataFolder } = this.config;
    if (temporalAddress !== '') return { address: temporalAddress, uiUrl: null, ready: Promise.resolve() };
    const { binary, source } = await findTemporal({
      progress: (line) => this.note(line),
      signal: this.stopping.signal,
    });
    this.note(`Temporal: ${source}.`);
    const last = this.lastPorts().temporal ?? 0;
    const port = await this.ports.take('Temporal', this.wanted(defaultPorts.temporal), { last });
    const ui = await hiddenAddress();
    if (ui === undefined) this.note('Temporal UI: off, this system has no address where only its guard finds it.');
    const folder = path.join(dataFolder, 'temporal');
    const ready = this.supervise('temporal', (onSpawn) =>
      startTemporal({
        binary,
        namespaces: [namespace],
        port,
        ui,
        durable: this.config.durable,
        dataFile: path.join(folder, 'temporal.db'),
        logFile: path.join(folder, 'temporal.log'),
        onSpawn,
      }),
    );
    if (ui !== undefined)
      this.ui = await guardUi(await this.statedOr('TEMPORAL_UI_PORT', 'the Temporal UI', temporalUiPort), ui);
    return { address: `127.0.0.1:${port}`, uiUrl: this.ui?.url ?? null, port, ready };
  }

  private async fill({ url, ownerUrl, storefrontUrl }: DatabaseUrls, keys: KeyEnvironment): Promise<Demo | undefined> {
    try {
      await this.whileItComesBack(() => this.parts.migrate(ownerUrl, url, storefrontUrl));
    } catch (error) {
      const { hostname, port } = new URL(url);
      throw new DatabaseError(
        `The database at ${hostname}:${port || 5432} cannot be brought up to date: ${wordsOf(error)}`,
        {
          cause: error,
        },
      );
    }
    if (!this.config.demo) return undefined;
    return this.whileItComesBack(() =>
      this.parts.seedDemo({ databaseUrl: url, keys, dataFolder: this.config.dataFolder }),
    );
  }

  /** An embedded database that dies meanwhile is started again: what was under way is repeated, and both steps may be. */
  private async whileItComesBack<T>(work: () => Promise<T>): Promise<T> {
    for (let losses = 1; ; losses += 1) {
      try {
        return await work();
      } catch (error) {
        const lost = error instanceof DatabaseAway || (error instanceof Refusal && error.code === 'unavailable');
        if (!lost || this.config.databaseUrl || losses > lossesMax) throw error;
        await sleep(500);
        await this.processes.get('postgres')?.up(this.stopping.signal);
      }
    }
  }

  /** A Temporal of our own that runs becomes healthy at some time: how late that is says nothing but how busy the machine is. */
  private async prepareTemporal(address: string): Promise<void> {
    const isOurs = this.config.temporalAddress === '';
    const connection = await connectWhenHealthy(address, isOurs ? Number.POSITIVE_INFINITY : undefined);
    try {
      for (let tries = 1; ; tries += 1) {
        try {
          return await prepareNamespace(connection, this.config.temporalNamespace);
        } catch (error) {
          if (!isPassing(error) || tries > preparingsMax) throw error;
          this.mustGoOn();
          await sleep(500);
        }
      }
    } finally {
      await connection.close();
    }
  }

  private keepUp(
    name: string,
    program: NodeProgram,
    onReady: (facts: Readonly<Record<string, unknown>>) => void = () => {},
    { answers, serves }: Probes = {},
  ): Promise<RunningProcess> {
    const onLine = (line: string) => this.say(name, line);
    const start = (onSpawn: (pid: number) => void) =>
      startNodeProgram(program, { onSpawn, onLine, onReady, ground: this.ground, ...(serves && { serves }) });
    return this.supervise(name, start, answers);
  }

  private supervise(
    name: string,
    start: (onSpawn: (pid: number) => void) => Promise<RunningProcess>,
    answers?: (withinMs: number) => Promise<boolean>,
  ) {
    this.mustGoOn();
    const supervised = new Supervised({
      name,
      start,
      stopSignal: name === 'postgres' ? 'SIGINT' : 'SIGTERM',
      onSpawn: (pid) => this.ledger.record(name, pid),
      onRestart: ({ pid }) => {
        this.note(`${name} is ready again (pid ${pid}).`);
        if (this.run !== undefined && this.stopped === undefined) this.publish(this.run);
      },
      say: (line) => this.note(line),
      ...(answers && { answers }),
    });
    this.processes.set(name, supervised);
    return supervised.ready;
  }

  private publish(run: Omit<RunFile, 'pids' | 'setup' | 'sandbox'>): RunFile {
    const pid = (name: string) => this.processes.get(name)?.pid ?? null;
    const pids: RunFile['pids'] = {
      supervisor: process.pid,
      postgres: pid('postgres'),
      temporal: pid('temporal'),
      api: pid('api'),
      worker: pid('worker'),
      sandbox: pid('sandbox'),
      storefront: pid('storefront'),
      simulators: Object.fromEntries(Object.keys(run.simulators).map((key) => [key, pid(simulatorOf(key))])),
    };
    // A store of the demo has its owner: the link was issued before that one came.
    const setup = run.owner === null ? this.setupLink : null;
    const sandbox = this.sandbox ?? null;
    const file: RunFile = { ...run, sandbox, setup, pids };
    writeRunFile(this.config.dataFolder, file);
    return file;
  }

  private readonly stopping = new AbortController();

  /** Ends everything in order. Whoever takes its time is not waited for by the next one, and is killed in the end. */
  stop(): Promise<void> {
    this.stopped ??= this.stopInOrder();
    return this.stopped;
  }

  private async stopInOrder(): Promise<void> {
    this.stopping.abort();
    if (this.lock === undefined) return;
    this.lock.tell({ stopping: true });
    removeRunFile(this.config.dataFolder);
    const ends: Promise<void>[] = [];
    const simulators = this.parts.simulators.map(({ key }) => simulatorOf(key));
    for (const name of [...users, ...simulators]) {
      const end = this.processes.get(name)?.stop(graceMs[name] ?? simulatorGraceMs);
      if (end === undefined) continue;
      ends.push(end);
      await settles(end, 700);
    }
    // The servers last, once nobody uses them.
    await Promise.all([...ends, this.ui?.close()]);
    for (const name of servers) await this.processes.get(name)?.stop(graceMs[name] ?? 0);
    this.ledger.clear();
    this.lock.release();
  }

  /** No more patience. Postgres still gets the signal on which it drops its sessions and leaves at once. */
  async kill(): Promise<void> {
    const stopped = this.stop();
    for (const [name, { pid }] of this.processes) {
      if (pid !== undefined) signalTo(pid, name === 'postgres' ? 'SIGQUIT' : 'SIGKILL');
    }
    await settles(stopped, 1000);
  }

  private mustGoOn(): void {
    if (this.stopped !== undefined) throw new StoppedError('Stopped while starting.');
  }

  /** A port that a setting states, or else what is free near its default. */
  private statedOr(setting: string, purpose: string, wanted: number, host = '127.0.0.1'): Promise<number> {
    const isStated = wanted !== 0 && this.config.stated.has(setting);
    return isStated ? this.ports.exactly(setting, purpose, wanted, host) : this.ports.take(purpose, wanted, { host });
  }

  /** An operator who takes any port for the API wants to be out of everybody's way. */
  private wanted(port: number): number {
    return this.config.port === 0 ? 0 : port;
  }

  private lastPorts(): Partial<PortsFile> {
    return readJson<Partial<PortsFile>>(path.join(this.config.dataFolder, 'ports.json')) ?? {};
  }

  private note(line: string): void {
    this.say('tezgah', line);
  }
}
