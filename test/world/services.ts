import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, statfsSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import getPort from 'get-port';
import { Client } from 'pg';
import { hashPassword } from '../../src/account/password';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/embedded/postgres';
import { startTimeOf } from '../../src/embedded/process';
import { migrate } from '../../src/migrate';
import { startTestTemporal, temporalNamespaceOf } from './temporal';
import { watchTables } from './watch';

export const TEMPLATE_DATABASE = 'tezgah_template';

export const PASSWORD = 'correct horse battery';

/** What global set-up hands to every test file, as JSON in TEZGAH_TEST_SERVICES. */
export interface TestServices {
  readonly postgresUrl: string;
  readonly temporalAddress: string;
  /** The workflows, bundled once for all files. */
  readonly workflowBundle: string;
  /** For what is kept as files. */
  readonly dataFolder: string;
  /** Of {@link PASSWORD}: to hash is made costly. */
  readonly passwordHash: string;
}

export interface RunningServices extends TestServices {
  stop(): Promise<void>;
}

/** Real Postgres and real Temporal on free ports, in a folder of their own; beside whatever else runs on the machine. */
export async function startServices(processes: number): Promise<RunningServices> {
  sweepLeftFolders();
  const dataFolder = mkdtempSync(path.join(placeOfRuns(), `${FOLDER}${process.pid}-`));
  const workflowBundle = path.join(dataFolder, 'workflow-bundle.js');
  const namespaces = Array.from({ length: processes }, (_, index) => temporalNamespaceOf(String(index + 1)));
  const running: { stop(): Promise<unknown> }[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(running.map((service) => service.stop()));
    removeBehind(dataFolder);
  };
  const started = async <T extends { stop(): Promise<unknown> }>(starting: Promise<T>): Promise<T> => {
    const service = await starting;
    running.push(service);
    return service;
  };
  const starting = await Promise.allSettled([
    started(startEmbeddedPostgres({ dataFolder, port: await getPort(), durable: false })),
    started(startTestTemporal({ folder: dataFolder, inMemory: true, namespaces })),
    bundleWorkflowCode({
      workflowsPath: path.join(__dirname, '../../workflows/index.ts'),
      workflowInterceptorModules: [path.join(__dirname, '../../workflows/interceptors.ts')],
      logger: new DefaultLogger('ERROR'),
    }),
  ] as const);
  try {
    const [first, second, third] = starting;
    const [postgres, temporal, { code }] = [settled(first), settled(second), settled(third)];
    writeFileSync(workflowBundle, code);
    await makeTemplate(postgres);
    return {
      postgresUrl: postgres.url,
      temporalAddress: temporal.address,
      workflowBundle,
      dataFolder,
      passwordHash: await hashPassword(PASSWORD, randomBytes(16)),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const FOLDER = 'tezgah-test-';
/** Where Linux keeps files in memory. */
const IN_MEMORY = '/dev/shm';
/** Free of memory, as files and at all, where a run keeps its files there: it needs about a third of it. */
const AMPLE_BYTES = 6 * 1024 ** 3;

/** Each world has a database of some eight hundred files: on a disk they take five times as long to make as in memory. Who sets TMPDIR has it there. */
function placeOfRuns(): string {
  if (process.env.TMPDIR !== undefined) return os.tmpdir();
  return roomIn(IN_MEMORY) >= AMPLE_BYTES && process.availableMemory() >= AMPLE_BYTES ? IN_MEMORY : os.tmpdir();
}

/** @returns bytes that may be written there; none where there is no such folder */
function roomIn(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

/** A run that was killed could not take its folder along. */
function sweepLeftFolders(): void {
  for (const place of [os.tmpdir(), IN_MEMORY].filter((folder) => existsSync(folder)))
    for (const name of readdirSync(place)) {
      const [, pid] = new RegExp(`^${FOLDER}(\\d+)-`).exec(name) ?? [];
      if (pid !== undefined && startTimeOf(Number(pid)) === undefined) removeBehind(path.join(place, name));
    }
}

/** In a process of its own: nobody has to wait for it. */
function removeBehind(folder: string): void {
  spawn('rm', ['-rf', folder], { detached: true, stdio: 'ignore' }).unref();
}

function settled<T>(result: PromiseSettledResult<T>): T {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

/** The database of which each world is a copy. */
export async function makeTemplate(postgres: EmbeddedPostgres): Promise<void> {
  // It would go round the databases of all worlds that were, ten a second, and plans would be those of before or after it came by.
  await execute(postgres.url, 'ALTER SYSTEM SET autovacuum = off');
  await execute(postgres.url, 'SELECT pg_reload_conf()');
  await execute(postgres.url, `CREATE DATABASE ${TEMPLATE_DATABASE}`);
  const template = databaseUrl(postgres.url, TEMPLATE_DATABASE);
  await migrate(template, runtimeUrl(template), storefrontUrl(template));
  await execute(template, watchTables(RUNTIME_LOGIN));
}

/** Copied as files: page by page, as Postgres does unless told otherwise, takes five times the work. */
export const cloneDatabase = (serverUrl: string, name: string, template: string): Promise<void> =>
  execute(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);

/** Whoever is still connected to it is sent away. */
export const dropDatabase = (serverUrl: string, name: string): Promise<void> =>
  execute(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`);

export async function execute(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

const RUNTIME_LOGIN = 'tezgah_app';
const STOREFRONT_LOGIN = 'tezgah_vitrin';

/** The database as the product logs in to it. */
export function runtimeUrl(superuserUrl: string): string {
  const url = new URL(superuserUrl);
  url.username = RUNTIME_LOGIN;
  url.password = 'test';
  return url.toString();
}

/** The database as the storefront logs in to it. */
export function storefrontUrl(superuserUrl: string): string {
  const url = new URL(superuserUrl);
  url.username = STOREFRONT_LOGIN;
  url.password = 'test';
  return url.toString();
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.toString();
}
