import { randomBytes } from 'node:crypto';
import type { Config } from '../config';
import type { FileLock } from '../embedded/file-lock';
import { settles, sleep } from '../embedded/process';
import type { SandboxState } from '../kernel/declaration/sandbox';
import { environmentOfKeys } from '../keys/source';
import { lockDataFolder } from './data-folder';
import { fillDatabase } from './filling';
import { type Parts, simulatorOf } from './parts';
import { Places } from './places';
import { PortLost } from './ports';
import type { Preparer } from './preparer';
import { ProcessLedger } from './process-ledger';
import { Processes } from './processes';
import { hasShops, type Layout, programsOf } from './programs';
import { factsOf, type RunFacts } from './run-facts';
import { type RunFile, removeRunFile, writeRunFile } from './run-file';
import { Servers } from './servers';
import { shopEnvironment } from './storefront-environment';

type Say = (name: string, line: string) => void;

/** Stopped while it was still starting. */
export class StoppedError extends Error {}

/** Between two tries to start all parts elsewhere, in ms. */
const anewMs = 5_000;
/** So often a port may be lost while all parts start. */
const lossesMax = 5;

/** Runs the whole product on one machine: seven processes, one data folder. */
export class Supervisor {
  private readonly ledger: ProcessLedger;
  private readonly processes: Processes;
  private readonly servers: Servers;
  private readonly stopping = new AbortController();
  private lock: FileLock | undefined;
  private stopped: Promise<void> | undefined;
  private run: RunFacts | undefined;
  /** As the API told it last: each one that starts issues another. */
  private setupLink: string | null = null;
  private sandbox: SandboxState | undefined;
  /** The ports of the start under way, or of the last one. */
  private places: Places | undefined;
  /** Prepares the start under way. */
  private preparer: Preparer | undefined;

  constructor(
    private readonly config: Config,
    private readonly parts: Parts,
    private readonly say: Say,
  ) {
    const note = (line: string) => this.note(line);
    this.ledger = new ProcessLedger(config.dataFolder);
    this.processes = new Processes({
      ledger: this.ledger,
      say,
      note,
      mustGoOn: () => this.mustGoOn(),
      onRestart: () => {
        if (this.run !== undefined && this.stopped === undefined) this.publish(this.run);
      },
      onPortLost: (error) => void this.startElsewhere(error),
    });
    this.servers = new Servers({ config, processes: this.processes, note, signal: this.stopping.signal });
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
    const { config, processes, stopping } = this;
    const preparer = this.parts.preparer();
    this.preparer = preparer;
    const places = new Places(config, (line) => this.note(line));
    this.places = places;
    // First of all: what is stated and not to be had is said before anything starts.
    const doors = await places.doors();
    const checkoutKey = config.checkoutKey || randomBytes(32).toString('base64url');
    const shops = shopEnvironment(config, doors.storefront.port);
    const keys = environmentOfKeys(config);
    const [database, temporal] = await Promise.all([this.servers.database(places), this.servers.temporal(places)]);
    const simulators = config.demo ? await places.simulators(this.parts.simulators) : [];
    places.remember({ postgres: database.port, temporal: temporal.port }, simulators);
    this.mustGoOn();

    const up = () => processes.up('postgres', stopping.signal);
    const filled = database.ready.then(() => fillDatabase({ config, preparer, database, keys, up }));
    const isOurs = config.temporalAddress === '';
    const prepared = temporal.ready.then(() =>
      preparer.prepareTemporal(temporal.address, config.temporalNamespace, isOurs),
    );
    const ground = Promise.all([filled, prepared]);
    void ground.catch(() => {}).finally(() => preparer.end());
    const layout: Layout = { config, doors, checkoutKey, shops, keys, database, temporal, simulators };
    // All at once: API and worker wait for the database, its migrations and Temporal by themselves.
    const ready = programsOf(this.parts, layout).map(({ name, program, probes }) =>
      processes.keepUp(name, program, { ...probes, ground, onReady: (facts) => this.hear(name, facts) }),
    );
    if (!hasShops(layout)) this.note('No storefront: TEZGAH_STOREFRONT_DATABASE_URL names no login for it.');
    const [stores] = await Promise.all([filled, prepared, ...ready]);
    this.mustGoOn();

    this.run = factsOf(layout, stores);
    this.lock?.tell({ note: this.run.api });
    return this.publish(this.run);
  }

  /** Takes the report of a program that is ready. */
  private hear(name: string, facts: Readonly<Record<string, unknown>>): void {
    const { setupLink } = facts;
    if (name === 'api') this.setupLink = typeof setupLink === 'string' ? setupLink : null;
    if (name === 'sandbox') this.sandbox = facts as unknown as SandboxState;
  }

  private publish(run: RunFacts): RunFile {
    const pid = (name: string) => this.processes.pid(name);
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

  /** Ends everything in order, once: further callers wait for the same end. */
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
    await this.processes.end(() => this.servers.closeUi());
    this.places?.end();
  }

  /** Ends everything now: the patience of whoever asked for the end is over. */
  async kill(): Promise<void> {
    const stopped = this.stop();
    this.processes.kill();
    await settles(stopped, 1000);
  }

  private mustGoOn(): void {
    if (this.stopped !== undefined) throw new StoppedError('Stopped while starting.');
  }

  private note(line: string): void {
    this.say('tezgah', line);
  }
}
