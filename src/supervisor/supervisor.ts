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
import { findTemporal, startTemporal } from '../embedded/temporal';
import type { SandboxState } from '../kernel/declaration/sandbox';
import { type HostPattern, hostPattern } from '../kernel/process/host-pattern';
import { localUrl } from '../kernel/process/local-url';
import { environmentOfKeys, type KeyEnvironment } from '../keys/source';
import type { SimulatorDeclaration } from '../provider/provider';
import { SandboxClient } from '../sandbox/client';
import { sandboxFolder } from '../sandbox/driver/folder';
import { socketOf } from '../sandbox/wire';
import { lockDataFolder } from './data-folder';
import { type GuardedUi, guardUi, hiddenAddress } from './guarded-ui';
import type { NodeProgram } from './node-child';
import { startNodeProgram } from './node-child';
import { PortLost, Ports, type Reservation } from './ports';
import { type Demo, LostError, type Preparer } from './preparer';
import { ProcessLedger } from './process-ledger';
import type { RunFile } from './run-file';
import { removeRunFile, writeRunFile } from './run-file';
import { storefrontEnvironment } from './storefront-environment';
import { Supervised } from './supervised';

/** The parts that are supervised and their preparer: the product's own, or a test's. */
export interface Parts {
  readonly programs: {
    readonly api: string;
    readonly worker: string;
    readonly sandbox: string;
    readonly storefront: string;
  };
  /** The simulators of the demo store's providers, by their keys. */
  readonly simulators: readonly (SimulatorDeclaration & { readonly key: string })[];
  /** Makes the preparer of one start. */
  preparer(): Preparer;
}

/** The processes that use the servers, in the order in which they stop, then the servers. */
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

type Start = (onSpawn: (pid: number) => void) => Promise<RunningProcess>;

type Say = (name: string, line: string) => void;

interface DatabaseUrls {
  /** The address with the product's own login. */
  readonly url: string;
  /** The login of the storefront; empty: there is none. */
  readonly storefrontUrl: string;
  /** The address with the login for migrations. */
  readonly ownerUrl: string;
}

/** Stopped while it was still starting. */
export class StoppedError extends Error {}

/** The database refuses us or cannot be migrated. */
export class DatabaseError extends Error {}

/** Kept, since links that were given to people outlive a start. */
function keptKey(file: string): string {
  if (!existsSync(file)) writeAtomically(file, randomBytes(32).toString('base64url'), 0o600);
  return readFileSync(file, 'utf8').trim();
}

/** Settings that the sandbox program reads, and what Node itself needs. */
function sandboxEnvironment(dataFolder: string): NodeJS.ProcessEnv {
  const names = [
    'PATH',
    'TEZGAH_SANDBOX',
    'TEZGAH_SANDBOX_FOLDER',
    'TEZGAH_SANDBOX_LISTEN',
    'TEZGAH_SANDBOX_SECRET',
    'TEZGAH_SANDBOX_API',
    'TEZGAH_TLS_CERTIFICATE',
    'TEZGAH_TLS_KEY',
    'LOG_LEVEL',
  ];
  return {
    ...Object.fromEntries(names.map((name) => [name, process.env[name]])),
    TEZGAH_DATA: dataFolder,
  };
}

/** Between two tries to start all parts elsewhere. */
const anewMs = 5_000;
/** So often an embedded database may be lost while it is filled, or a port while all parts start. */
const lossesMax = 5;
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

/** Runs the whole product on one machine: seven processes, one data folder. */
export class Supervisor {
  private readonly processes = new Map<string, Supervised>();
  private readonly ledger: ProcessLedger;
  private ports = new Ports((line) => this.note(line));
  private lock: FileLock | undefined;
  private stopped: Promise<void> | undefined;
  private run: Omit<RunFile, 'pids' | 'setup' | 'sandbox'> | undefined;
  /** As the API told it last: each one that starts issues another. */
  private setupLink: string | null = null;
  private sandbox: SandboxState | undefined;
  private ui: GuardedUi | undefined;
  private isGroundThere: () => void = () => {};
  /** Settles once database and Temporal are as programs need them. */
  private ground: Promise<void> = Promise.resolve();
  /** Prepares the start under way. */
  private preparer: Preparer | undefined;

  constructor(
    private readonly config: Config,
    private readonly parts: Parts,
    private readonly say: Say,
  ) {
    this.ledger = new ProcessLedger(config.dataFolder);
  }

  /** Starts everything that is missing and answers when all of it is ready. */
  async boot(): Promise<RunFile> {
    const { dataFolder } = this.config;
    this.lock = await lockDataFolder(dataFolder, (line) => this.note(line));
    removeRunFile(dataFolder);
    const orphans = await this.ledger.endOrphans();
    if (orphans.length > 0) this.note(`Ended what a killed run left behind: ${orphans.join(', ')}.`);
    for (let losses = 1; ; losses += 1) {
      try {
        return await this.startAll();
      } catch (error) {
        if (!(error instanceof PortLost) || losses > lossesMax) throw error;
        this.mustGoOn();
        this.note(`${error.message} All parts start again.`);
        await this.endAll();
      }
    }
  }

  /** Starts all parts anew, with other addresses: one that they were told is another program's by now. */
  private async startElsewhere({ message }: PortLost): Promise<void> {
    // Several parts may have lost their ports.
    if (this.run === undefined || this.stopped !== undefined) return;
    this.run = undefined;
    // Nobody is to send a secret there.
    removeRunFile(this.config.dataFolder);
    this.note(`${message} All parts start again.`);
    while (this.stopped === undefined) {
      try {
        await this.endAll();
        const { api } = await this.startAll();
        return this.note(`Tezgâh is ready again: ${api}`);
      } catch (error) {
        if (this.stopped !== undefined) return;
        this.note(`${(error as Error).message} It is tried again in ${anewMs / 1000} s.`);
        await sleep(anewMs, undefined, { signal: this.stopping.signal }).catch(() => {});
      }
    }
  }

  private async startAll(): Promise<RunFile> {
    const { config } = this;
    const { dataFolder, demo } = config;
    const preparer = this.parts.preparer();
    this.preparer = preparer;
    this.ports = new Ports((line) => this.note(line));
    this.ground = new Promise((resolve) => {
      this.isGroundThere = resolve;
    });
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
    const shops = this.shops(storefrontPort.port);
    const keys = environmentOfKeys(config);
    const [database, temporal] = await Promise.all([this.database(), this.temporal()]);
    const simulators = demo ? await this.simulated() : [];
    const lastPorts: PortsFile = {
      postgres: database.port,
      temporal: temporal.port,
      simulators: Object.fromEntries(simulators.map(({ key, at }) => [key, at.port])),
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
          ports: [apiPort, metrics.api, checkoutPort],
          env: {
            ...env,
            PORT: String(apiPort.port),
            TEZGAH_METRICS_PORT: String(metrics.api.port),
            TEZGAH_CHECKOUT_PORT: String(checkoutPort.port),
            TEZGAH_CHECKOUT_KEY: checkoutKey,
          },
        },
        ({ setupLink }) => {
          this.setupLink = typeof setupLink === 'string' ? setupLink : null;
        },
        { serves: () => isLive(localUrl(config.host, apiPort.port)) },
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
        ports: [metrics.worker],
        env: { ...env, PORT: String(apiPort.port), TEZGAH_METRICS_PORT: String(metrics.worker.port) },
      }),
    ];
    const ownShops = {
      ...shops,
      TEZGAH_DATA: dataFolder,
      TEZGAH_STOREFRONT_DATABASE_URL: database.storefrontUrl,
      TEZGAH_STOREFRONT_PORT: String(storefrontPort.port),
      TEZGAH_CHECKOUT_URL: config.checkoutUrl || urlOf(config.checkoutHost, checkoutPort.port),
      TEZGAH_CHECKOUT_KEY: checkoutKey,
      PORT: String(apiPort.port),
      TEZGAH_METRICS_PORT: String(metrics.storefront.port),
    };
    // It shows shops to anybody, so it has no sealing key and no login that writes.
    if (hasShops)
      ready.push(
        this.keepUp('storefront', {
          entry: storefront,
          ports: [storefrontPort, metrics.storefront],
          env: { ...storefrontEnvironment(process.env), ...ownShops },
        }),
      );
    else this.note('No storefront: TEZGAH_STOREFRONT_DATABASE_URL names no login for it.');
    for (const { key, program, args, at } of simulators) {
      const flags = ['--port', String(at.port), ...args({ products: config.demoProducts })];
      ready.push(this.keepUp(simulatorOf(key), { entry: program, ports: [at], args: flags, env: process.env }));
    }
    const filled = database.ready.then(() => this.fill(preparer, database, keys));
    const isOurs = config.temporalAddress === '';
    const prepared = temporal.ready.then(() =>
      preparer.prepareTemporal(temporal.address, config.temporalNamespace, isOurs),
    );
    const ground = Promise.all([filled, prepared]);
    ground.then(this.isGroundThere, () => {}).finally(() => preparer.end());
    const [stores] = await Promise.all([filled, prepared, ...ready]);
    this.mustGoOn();

    const url = localUrl(config.host, apiPort.port);
    this.run = {
      api: url,
      docs: `${url}/docs`,
      mcp: `${url}/mcp`,
      checkout: { url: localUrl(config.checkoutHost, checkoutPort.port), key: checkoutKey },
      storefront: hasShops ? { url: shops.TEZGAH_STOREFRONT_URL, preview: shops.TEZGAH_PREVIEW_URL } : null,
      temporal: temporal.address,
      temporalUi: temporal.uiUrl,
      metrics: {
        api: `${urlOf(config.metricsHost, metrics.api.port)}/metrics`,
        worker: `${urlOf(config.metricsHost, metrics.worker.port)}/metrics`,
        storefront: `${urlOf(config.metricsHost, metrics.storefront.port)}/metrics`,
      },
      databaseUrl: database.ownerUrl,
      storeId: stores?.storeId ?? null,
      shop: stores && hasShops ? hostPattern(shops.TEZGAH_STOREFRONT_URL).urlOf(stores.slug) : null,
      owner: stores?.owner ?? null,
      tokens: stores?.tokens ?? null,
      simulators: Object.fromEntries(simulators.map(({ key, address }) => [key, address])),
      otherStore: stores?.otherStore ?? null,
    };
    this.lock?.tell({ note: url });
    return this.publish(this.run);
  }

  /** Takes one port for each process that tells of itself: those that a setting states, or any free ones. */
  private async metricsPorts(): Promise<{
    readonly api: Reservation;
    readonly worker: Reservation;
    readonly storefront: Reservation;
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
    const simulators: (Parts['simulators'][number] & { readonly at: Reservation; readonly address: string })[] = [];
    for (const simulator of this.parts.simulators) {
      // Addresses that it has told stay as they were: products point at its pictures.
      const last = this.lastPorts().simulators?.[simulator.key] ?? 0;
      const at = await this.ports.take(`the simulator of ${simulator.key}`, this.wanted(simulator.port), { last });
      simulators.push({ ...simulator, at, address: `http://127.0.0.1:${at.port}` });
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
    const place = await this.ports.take('Postgres', this.wanted(defaultPorts.postgres), { last });
    const { port } = place;
    const ready = this.serve('postgres', place, (onSpawn) =>
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
    const place = await this.ports.take('Temporal', this.wanted(defaultPorts.temporal), { last });
    const { port } = place;
    let ui = await hiddenAddress();
    if (ui === undefined) this.note('Temporal UI: off, this system has no address where only its guard finds it.');
    const folder = path.join(dataFolder, 'temporal');
    const ready = this.serve('temporal', place, async (onSpawn) => {
      // The guard alone knows it, so it may be another one each time.
      ui &&= await hiddenAddress();
      return startTemporal({
        binary,
        namespaces: [namespace],
        port,
        ui,
        durable: this.config.durable,
        dataFile: path.join(folder, 'temporal.db'),
        logFile: path.join(folder, 'temporal.log'),
        onSpawn,
      });
    });
    if (ui !== undefined)
      this.ui = await guardUi(await this.statedOr('TEMPORAL_UI_PORT', 'the Temporal UI', temporalUiPort), () => ui);
    return { address: `127.0.0.1:${port}`, uiUrl: this.ui?.url ?? null, port, ready };
  }

  private async fill(
    preparer: Preparer,
    { url, ownerUrl, storefrontUrl }: DatabaseUrls,
    keys: KeyEnvironment,
  ): Promise<Demo | undefined> {
    try {
      await this.whileItComesBack(() => preparer.migrate(ownerUrl, url, storefrontUrl));
    } catch (error) {
      const { hostname, port } = new URL(url);
      throw new DatabaseError(
        `The database at ${hostname}:${port || 5432} cannot be brought up to date: ${(error as Error).message}`,
        {
          cause: error,
        },
      );
    }
    if (!this.config.demo) return undefined;
    return this.whileItComesBack(() =>
      preparer.seedDemo({ databaseUrl: url, keys, dataFolder: this.config.dataFolder }),
    );
  }

  /** An embedded database that dies meanwhile is started again: what was under way is repeated, and both steps may be. */
  private async whileItComesBack<T>(work: () => Promise<T>): Promise<T> {
    for (let losses = 1; ; losses += 1) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof LostError) || this.config.databaseUrl || losses > lossesMax) throw error;
        await sleep(500);
        await this.processes.get('postgres')?.up(this.stopping.signal);
      }
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

  /** Keeps up a server that binds its port by itself: it is held here whenever the server is not there. */
  private serve(name: string, place: Reservation, start: Start): Promise<RunningProcess> {
    return this.supervise(name, async (onSpawn) => {
      await place.hold();
      place.letGo();
      try {
        const running = await start(onSpawn);
        place.letGoUntil(running.exited);
        return running;
      } catch (error) {
        // Another program that was quicker explains the failure.
        await place.hold();
        throw error;
      }
    });
  }

  private supervise(name: string, start: Start, answers?: (withinMs: number) => Promise<boolean>) {
    this.mustGoOn();
    const supervised = new Supervised({
      name,
      start: (onSpawn) =>
        start(onSpawn).catch((error: unknown) => {
          if (error instanceof PortLost) void this.startElsewhere(error);
          throw error;
        }),
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

  /** Ends everything in order. A slow process is not waited for by the next one, and is killed in the end. */
  stop(): Promise<void> {
    this.stopped ??= this.stopInOrder();
    return this.stopped;
  }

  private async stopInOrder(): Promise<void> {
    this.stopping.abort();
    if (this.lock === undefined) return;
    this.lock.tell({ stopping: true });
    removeRunFile(this.config.dataFolder);
    await this.endAll();
    this.ledger.clear();
    this.lock.release();
  }

  private async endAll(): Promise<void> {
    this.preparer?.end();
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
    this.ports.end();
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
  private statedOr(setting: string, purpose: string, wanted: number, host = '127.0.0.1'): Promise<Reservation> {
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
