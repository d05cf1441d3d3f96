import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import getPort from 'get-port';
import { Client } from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/embedded/postgres';
import { findTemporal, startTemporal } from '../../src/embedded/temporal';
import { migrate } from '../../src/migrate';

export const TEMPLATE_DATABASE = 'tezgah_template';

/** What global set-up hands to every test file, as JSON in TEZGAH_TEST_SERVICES. */
export interface TestServices {
  readonly postgresUrl: string;
  readonly temporalAddress: string;
  readonly temporalUi: string;
  /** The workflows, bundled once for all files. */
  readonly workflowBundle: string;
}

export interface RunningServices extends TestServices {
  stop(): Promise<void>;
}

/** Real Postgres and real Temporal on free ports, in a folder of their own; beside whatever else runs on the machine. */
export async function startServices(): Promise<RunningServices> {
  const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'tezgah-test-'));
  const { binary } = await findTemporal({ progress: (line) => process.stdout.write(`${line}\n`) });
  const workflowBundle = path.join(dataFolder, 'workflow-bundle.js');
  const running: { stop(): Promise<unknown> }[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(running.map((service) => service.stop()));
    rmSync(dataFolder, { recursive: true, force: true });
  };
  const started = async <T extends { stop(): Promise<unknown> }>(starting: Promise<T>): Promise<T> => {
    const service = await starting;
    running.push(service);
    return service;
  };
  const starting = await Promise.allSettled([
    started(startEmbeddedPostgres({ dataFolder, port: await getPort(), durable: false })),
    started(
      startTemporal({
        binary,
        dataFile: undefined,
        logFile: path.join(dataFolder, 'temporal.log'),
        port: await getPort(),
        uiPort: await getPort(),
        namespace: 'default',
        durable: false,
      }),
    ),
    bundleWorkflowCode({
      workflowsPath: path.join(__dirname, '../../workflows/index.ts'),
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
      temporalUi: temporal.uiUrl as string,
      workflowBundle,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function settled<T>(result: PromiseSettledResult<T>): T {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

async function makeTemplate(postgres: EmbeddedPostgres): Promise<void> {
  await execute(postgres.url, `CREATE DATABASE ${TEMPLATE_DATABASE}`);
  await migrate(databaseUrl(postgres.url, TEMPLATE_DATABASE));
}

export async function execute(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.toString();
}
