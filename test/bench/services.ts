import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import getPort from 'get-port';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../../src/embedded/postgres';
import { connectWhenHealthy } from '../../src/embedded/temporal';
import { prepareNamespace } from '../../src/kernel/work/temporal-namespace';
import { newSecretKey } from '../../src/keys/source';
import { migrate } from '../../src/migrate';
import { databaseUrl, execute } from '../world/services';
import { startTestTemporal } from '../world/temporal';
import { type Program, programs, startProgram } from './program';

const TEMPLATE = 'bench_template';
/** The product's default; the baselines get as many. */
export const POOL_SIZE = 20;

export const RAISED = {
  TEZGAH_THROTTLE_PER_MINUTE: '100000000',
  TEZGAH_ANONYMOUS_PER_MINUTE: '100000000',
  TEZGAH_CHECKOUT_PER_MINUTE: '100000000',
};

/** Everything that runs for one benchmark, in a folder of its own. Stops in the opposite order. */
export class Services {
  private readonly secretKey = newSecretKey();
  private readonly folder = mkdtempSync(path.join(os.tmpdir(), 'tezgah-bench-'));
  private readonly stops: (() => unknown)[] = [() => rmSync(this.folder, { recursive: true, force: true })];
  /** Processes of the servers that run. */
  readonly servers = { postgres: 0, temporal: 0 };
  private serverUrl = '';
  private temporalAddress: string | undefined;
  private simulatorUrl = '';

  /** A Postgres that waits for the disk, and a migrated database to clone. */
  async startPostgres(): Promise<void> {
    const postgres = await startEmbeddedPostgres({ dataFolder: this.folder, port: await getPort(), durable: true });
    this.stops.push(() => postgres.stop());
    this.servers.postgres = postgres.pid;
    this.serverUrl = postgres.url;
    await execute(this.serverUrl, `CREATE DATABASE ${TEMPLATE}`);
    await migrate(databaseUrl(this.serverUrl, TEMPLATE));
  }

  async createDatabase(name: string): Promise<string> {
    await execute(this.serverUrl, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
    return databaseUrl(this.serverUrl, name);
  }

  /** Temporal, the worker and a marketplace that answers at once and refuses nothing. */
  async startImporting(url: string, products: number, nodeOptions: readonly string[] = []): Promise<Program> {
    await this.startTemporal();
    const args = ['--port', '0', '--products', String(products), '--latency-ms', '0', '--requests-per-10s', '0'];
    const simulator = await this.keep(startProgram(programs.simulator, { args }));
    this.simulatorUrl = `http://127.0.0.1:${simulator.facts.port}/integration`;
    return this.startWorker(url, nodeOptions);
  }

  /** A Temporal of its own for each that is started: two servers on one file take each other's work. */
  async startTemporal(): Promise<void> {
    const folder = mkdtempSync(path.join(this.folder, 'temporal-'));
    const temporal = await startTestTemporal({ folder, durable: true });
    this.stops.push(() => temporal.stop());
    this.servers.temporal = temporal.pid;
    this.temporalAddress = temporal.address;
    const connection = await connectWhenHealthy(temporal.address);
    await prepareNamespace(connection, 'default');
    await connection.close();
  }

  /** A marketplace that the caller runs, for the programs that start from now on. */
  sellAt({ url, close }: { readonly url: string; close(): Promise<void> }): void {
    this.stops.push(close);
    this.simulatorUrl = url;
  }

  startWorker(url: string, nodeOptions: readonly string[] = []): Promise<Program> {
    return this.keep(startProgram(programs.worker, { env: this.environment(url), nodeOptions }));
  }

  /** The API as a process of its own, as `npm start` runs it; only the throttle is raised. */
  async startApi(
    url: string,
    nodeOptions: readonly string[] = [],
    entry = programs.api,
    limits: Readonly<Record<string, string>> = RAISED,
  ): Promise<Program & { readonly origin: string }> {
    const api = await this.keep(
      startProgram(entry, { env: { ...this.environment(url), PORT: '0', ...limits }, nodeOptions }),
    );
    return { ...api, origin: `http://127.0.0.1:${api.facts.port}` };
  }

  async postgresVersion(): Promise<string> {
    const client = new Client({ connectionString: this.serverUrl });
    await client.connect();
    const { rows } = await client.query<{ version: string }>(
      "SELECT split_part(current_setting('server_version'), ' ', 1) AS version",
    );
    await client.end();
    return rows[0]?.version ?? '?';
  }

  keep(program: Promise<Program>): Promise<Program> {
    this.stops.push(async () => (await program).stop());
    return program;
  }

  async stop(): Promise<void> {
    for (const stop of this.stops.splice(0).reverse()) await Promise.resolve(stop()).catch(() => {});
  }

  /** Where files of workspaces lie: their commands run as another user, who has to reach it. */
  sandboxEnvironment(): Record<string, string> {
    chmodSync(this.folder, 0o711);
    return { TEZGAH_DATA: this.folder, TEZGAH_SANDBOX_FOLDER: path.join(this.folder, 'sandbox') };
  }

  /** Makes the environment of the programs of an installation. @param url of its database */
  environment(url: string): Record<string, string> {
    return {
      DATABASE_URL: url,
      TEMPORAL_ADDRESS: this.temporalAddress ?? '127.0.0.1:1',
      TEZGAH_DATA: this.folder,
      TEZGAH_DATABASE_POOL: String(POOL_SIZE),
      TEZGAH_SECRET_KEY: this.secretKey,
      LOG_LEVEL: 'error',
      ...this.sandboxEnvironment(),
      ...(this.simulatorUrl ? { TEZGAH_TRENDYOL_URL: this.simulatorUrl } : {}),
    };
  }
}

/** What one commit costs here: the median of small ones, one after the other. */
export async function commitMs(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('CREATE TABLE commit_probe (at timestamptz)');
  const times: number[] = [];
  for (let i = 0; i < 40; i += 1) {
    const start = performance.now();
    await client.query('INSERT INTO commit_probe VALUES (now())');
    times.push(performance.now() - start);
  }
  await client.query('DROP TABLE commit_probe');
  await client.end();
  return times.sort((left, right) => left - right)[20] as number;
}

/** Statistics and a clean log: what a database that was filled a while ago has. */
export async function settleDatabase(url: string): Promise<void> {
  await execute(url, 'VACUUM ANALYZE');
  await execute(url, 'CHECKPOINT');
}
