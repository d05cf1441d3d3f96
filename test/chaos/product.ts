import type { ChildProcess } from 'node:child_process';
import { execFileSync, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client as SqlClient } from 'pg';
import { readJson } from '../../src/embedded/file-lock';
import type { Exit, ProcessIdentity } from '../../src/embedded/process';
import { exitOf, identityOf, isAlive, settles, signalTo, sleep } from '../../src/embedded/process';
import { ProcessLedger } from '../../src/supervisor/process-ledger';
import type { RunFile } from '../../src/supervisor/run-file';
import { readRunFile } from '../../src/supervisor/run-file';
import { Patience } from '../world/patience';
import { Findings } from './findings';

export const parts = ['api', 'worker', 'temporal', 'postgres', 'simulator', 'storefront'] as const;
export type Part = (typeof parts)[number];

/** From `test/chaos` as well as from `dist/test/chaos`. */
function projectRoot(): string {
  const root = path.resolve(__dirname, '..', '..');
  return path.basename(root) === 'dist' ? path.dirname(root) : root;
}

export const compiled = path.join(projectRoot(), 'dist', 'src');
const startScript = path.join(compiled, 'supervisor', 'start.js');
const STOP_MS_MAX = 10_000;

interface ProductOptions {
  /** Products that the simulated marketplace offers. */
  readonly products: number;
  /** Where what outlives the product is. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly onLine?: (line: string) => void;
}

/** The whole product as `npm start` runs it, on a data folder of its own, and as its operator sees it: by pid and run.json. */
export class Product {
  readonly folder = mkdtempSync(path.join(os.tmpdir(), 'tezgah-chaos-'));
  /** Starts that ended by themselves, which an operator would repeat. */
  readonly failedStarts: string[] = [];
  /** Every process that was ever seen, so that none is left at the end. */
  private readonly seen = new Map<string, ProcessIdentity>();
  private child: ChildProcess | undefined;
  private exited: Promise<Exit> = Promise.resolve({ code: 0, signal: null });
  private stopping = false;
  private readonly telling: NodeJS.Timeout | undefined;
  private told = 0;

  constructor(private readonly options: ProductOptions) {
    if (options.onLine) this.telling = setInterval(() => this.tell(), 200);
  }

  private tell(): void {
    const lines = this.logText().slice(this.told).split('\n');
    // The last one is not finished.
    for (const line of lines.slice(0, -1)) {
      this.told += line.length + 1;
      this.options.onLine?.(line);
    }
  }

  /** Starts the supervisor, again and again should it end by itself. Does not wait. */
  start(): void {
    const { DATABASE_URL: _, TEMPORAL_ADDRESS: __, TEZGAH_TRENDYOL_URL: ___, ...inherited } = process.env;
    const log = openSync(this.logFile, 'a');
    const since = this.logLength();
    const child = spawn(process.execPath, ['--enable-source-maps', startScript], {
      // The channel is its lifeline: it stops when this program is killed.
      stdio: ['ignore', log, log, 'ipc'],
      // A Ctrl-C is ours to handle.
      detached: true,
      env: {
        ...inherited,
        PORT: '0',
        TEMPORAL_UI_PORT: '0',
        TEZGAH_DATA: this.dataFolder,
        TEZGAH_DEMO_PRODUCTS: String(this.options.products),
        TEZGAH_THROTTLE_PER_MINUTE: '100000000',
        TEZGAH_CHECKOUT_PER_MINUTE: '100000000',
        TEZGAH_ANONYMOUS_PER_MINUTE: '100000000',
        TEZGAH_STOREFRONT_PER_MINUTE: '100000000',
        LOG_LEVEL: 'warn',
        ...this.environment,
      },
    });
    closeSync(log);
    this.child = child;
    this.exited = exitOf(child);
    if (child.pid) this.remember('supervisor', identityOf(child.pid));
    void this.exited.then(({ code, signal }) => {
      if (this.child !== child || this.stopping || signal === 'SIGKILL') return;
      this.failedStarts.push(
        `the supervisor ended by itself (code ${code ?? signal}): ${this.logText().slice(since).trim().slice(-300)}`,
      );
      this.start();
    });
  }

  get environment(): Readonly<Record<string, string>> {
    return this.options.environment ?? {};
  }

  get dataFolder(): string {
    return path.join(this.folder, 'data');
  }

  private get logFile(): string {
    return path.join(this.folder, 'product.log');
  }

  /** Everything that the product has said. */
  logText(): string {
    return existsSync(this.logFile) ? readFileSync(this.logFile, 'utf8') : '';
  }

  private logLength(): number {
    return this.logText().length;
  }

  /** run.json of the supervisor that runs now; one that was killed leaves its own behind. */
  get run(): RunFile | undefined {
    const run = readRunFile(this.dataFolder);
    return run && run.pids.supervisor === this.child?.pid ? run : undefined;
  }

  get supervisor(): ProcessIdentity | undefined {
    const pid = this.child?.pid;
    return pid === undefined || this.child?.exitCode !== null || this.child.signalCode !== null
      ? undefined
      : identityOf(pid);
  }

  /** The process of a part as it was last started, ready or not; undefined when it is gone. */
  part(name: Part): ProcessIdentity | undefined {
    const ledger = readJson<Record<string, ProcessIdentity>>(path.join(this.dataFolder, 'processes.json')) ?? {};
    for (const [part, identity] of Object.entries(ledger)) this.remember(part, identity);
    const identity = ledger[name === 'simulator' ? 'trendyol simulator' : name];
    return identity && isAlive(identity) ? identity : undefined;
  }

  private remember(name: string, identity: ProcessIdentity): void {
    this.seen.set(`${name} ${identity.pid} ${identity.startedAt}`, identity);
  }

  /** Every part runs as run.json says, and the API reads from the database. */
  async isReady(): Promise<boolean> {
    const { run } = this;
    if (!run) return false;
    const { api, worker, temporal, postgres, storefront, simulators } = run.pids;
    const said: Record<Part, number | null | undefined> = {
      api,
      worker,
      temporal,
      postgres,
      storefront,
      simulator: simulators.trendyol,
    };
    if (parts.some((name) => this.part(name)?.pid !== said[name])) return false;
    try {
      const response = await fetch(`${run.api}/v1/catalog/products?limit=1`, {
        headers: { authorization: `Bearer ${run.tokens?.developer}` },
        signal: AbortSignal.timeout(2_000),
      });
      await response.arrayBuffer();
      return response.ok;
    } catch {
      return false;
    }
  }

  async ready(withinMs: number): Promise<RunFile> {
    const patience = new Patience(withinMs);
    while (!(await this.isReady())) {
      if (patience.isOver)
        throw new Error(`The product was not ready within ${withinMs / 1000} s:\n${this.logText().slice(-3_000)}`);
      await sleep(50);
    }
    return this.run as RunFile;
  }

  /** Kills the supervisor alone, as an operator's mistake would, and starts it again. */
  async killSupervisor(pauseMs: number): Promise<void> {
    const { child } = this;
    if (child?.pid === undefined) return;
    this.child = undefined;
    signalTo(child.pid, 'SIGKILL');
    await this.exited;
    await sleep(pauseMs);
    this.start();
  }

  /** The superuser's connection, which sees every store. */
  async sql<T>(work: (query: <Row>(text: string, values?: unknown[]) => Promise<Row[]>) => Promise<T>): Promise<T> {
    const client = new SqlClient({ connectionString: (this.run as RunFile).databaseUrl });
    // A Postgres that is killed between two queries tells nobody who waits; the next query fails.
    client.on('error', () => {});
    await client.connect();
    try {
      return await work(async (text, values) => (await client.query(text, values)).rows);
    } finally {
      await client.end();
    }
  }

  /** Stops it as an operator does, and looks whether anything is left. */
  async stop(findings = new Findings()): Promise<void> {
    if (this.stopping) return;
    this.stopping = true;
    clearInterval(this.telling);
    for (const name of parts) this.part(name);
    const { child } = this;
    if (child?.pid !== undefined) {
      signalTo(child.pid, 'SIGTERM');
      if (!(await settles(this.exited, STOP_MS_MAX + 2_000))) {
        findings.mismatch(`the supervisor did not stop within ${STOP_MS_MAX / 1000} s`);
        signalTo(child.pid, 'SIGKILL');
        await this.exited;
      }
    }
    await sleep(100);
    for (const [name, identity] of this.seen) {
      if (!isAlive(identity)) continue;
      findings.mismatch(`${name} outlived the product`);
      signalTo(identity.pid, 'SIGKILL');
    }
    await new ProcessLedger(this.dataFolder).endOrphans();
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Processes that this one started, e.g. the backends of a postmaster. */
export function childrenOf(pid: number): { pid: number; command: string }[] {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => {
      const [, child, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
      return Number(parent) === pid ? [{ pid: Number(child), command }] : [];
    });
}
