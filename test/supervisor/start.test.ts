// tier: all
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { Client as Temporal } from '@temporalio/client';
import { Client as Database } from 'pg';
import { identityOf, isAlive, signalTo } from '../../src/embedded/process';
import { connectWhenHealthy } from '../../src/embedded/temporal';
import { providers } from '../../src/extension/provider/list';
import type { RunFile } from '../../src/supervisor/run-file';
import { readRunFile, runFilePath } from '../../src/supervisor/run-file';
import { eventually } from '../world/eventually';
import { dataFolder, start } from './started';

jest.setTimeout(300_000);

/** Of a start that has ended: nothing is made in it any more, for those whose matter is another. */
let made: string | undefined;
async function madeFolder(): Promise<string> {
  if (made !== undefined) return made;
  const folder = dataFolder();
  const { child, ready, exited } = start(folder);
  await ready();
  child.kill('SIGTERM');
  await exited;
  made = folder;
  return folder;
}

const answers = async ({ api }: RunFile): Promise<boolean> =>
  fetch(`${api}/v1/meta`).then(
    ({ ok }) => ok,
    () => false,
  );

const allPids = ({ pids: { simulators, ...others } }: RunFile): number[] =>
  [...Object.values(others), ...Object.values(simulators)].filter((pid): pid is number => pid !== null);

async function ask(run: RunFile, sql: string): Promise<unknown[]> {
  const client = new Database({ connectionString: run.databaseUrl });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function withTemporal<T>(run: RunFile, action: (client: Temporal) => Promise<T>): Promise<T> {
  const connection = await connectWhenHealthy(run.temporal);
  try {
    return await action(new Temporal({ connection }));
  } finally {
    await connection.close();
  }
}

/** What the demo brought, the worker has drawn and the API serves. */
async function showsPicture({ api, tokens }: RunFile): Promise<boolean> {
  const headers = { Authorization: `Bearer ${tokens?.developer}` };
  const listed = await fetch(`${api}/v1/media?state=ready`, { headers });
  if (!listed.ok) return false;
  const { items } = (await listed.json()) as { items: { variants: { url: string }[] }[] };
  const [variant] = items[0]?.variants ?? [];
  return variant !== undefined && (await fetch(api + variant.url)).ok;
}

test('started, killed in every part, killed as a whole, started again, stopped: nothing is lost and nobody is left', async () => {
  const folder = dataFolder();
  const first = start(folder);
  const run = await first.ready();

  expect(statSync(runFilePath(folder)).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  // Seven parts, and a simulator of each provider.
  expect(allPids(run)).toHaveLength(7 + providers.filter(({ simulator }) => simulator).length);
  expect(allPids(run).every((pid) => isAlive(identityOf(pid)))).toBe(true);
  expect(await answers(run)).toBe(true);
  for (const url of Object.values(run.metrics)) {
    const told = async () => (await fetch(url)).text();
    // A part that answers late counts as none: at first all of them are busy.
    await eventually(async () => (await told()).includes('tezgah_part_up{part="database"} 1'), 60_000, 500);
    expect(await told()).toContain('nodejs_eventloop_lag_seconds ');
  }
  const ofShops = await (await fetch(run.metrics.storefront)).text();
  expect(ofShops).toContain('tezgah_part_up{part="storefront"} 1');
  // Its output is a pipe here: it may end in a log that others read.
  for (const secret of [run.tokens?.developer, run.tokens?.agent, run.owner?.password])
    expect([secret, first.output().includes(secret as string)]).toEqual([secret, false]);
  expect(first.output()).toContain('run.json');

  // A second start on the same data.
  const second = start(folder);
  expect(await second.exited).toEqual({ code: 1, signal: null });
  expect(second.output()).toMatch(new RegExp(`in use by process ${run.pids.supervisor} since .*${run.api}`));
  expect(second.output()).not.toMatch(/\n\s+at /);

  // Every part killed: each comes back, run.json knows the new one.
  for (const name of ['api', 'worker', 'temporal', 'postgres'] as const) {
    const killed = readRunFile(folder)?.pids[name] ?? 0;
    signalTo(killed, 'SIGKILL');
    await eventually(() => {
      const pid = readRunFile(folder)?.pids[name];
      return pid && pid !== killed && isAlive(identityOf(pid));
    }, 60_000);
    expect(first.output()).toContain(`${name} ended with signal SIGKILL; it starts again in`);
  }
  await eventually(() => answers(run), 60_000, 250);
  // The worker that drew it may have been killed: its attempt counts as lost only after its silence.
  await eventually(() => showsPicture(run), 90_000, 500);

  // The supervisor killed: its servers go on, its own programs do not.
  await ask(run, 'CREATE TABLE witness (id int); INSERT INTO witness VALUES (7)');
  await withTemporal(run, (client) => client.workflow.start('witness', { taskQueue: 'nobody', workflowId: 'witness' }));
  const before = readRunFile(folder) ?? run;
  const ours = [before.pids.api, before.pids.worker].map((pid) => identityOf(pid ?? 0));
  const servers = [before.pids.postgres, before.pids.temporal].map((pid) => identityOf(pid ?? 0));
  first.child.kill('SIGKILL');
  await eventually(() => !ours.some(isAlive));

  const again = start(folder);
  const next = await again.ready();
  expect(again.output()).toMatch(/Ended what a killed run left behind: .*postgres/);
  expect(servers.some(isAlive)).toBe(false);
  expect(next).toMatchObject({
    databaseUrl: run.databaseUrl,
    temporal: run.temporal,
    owner: run.owner,
    storeId: run.storeId,
  });
  expect(await answers(next)).toBe(true);
  expect(await ask(next, 'SELECT id FROM witness')).toEqual([{ id: 7 }]);
  const status = await withTemporal(
    next,
    async (client) => (await client.workflow.getHandle('witness').describe()).status.name,
  );
  expect(status).toBe('RUNNING');

  // Asked to stop.
  const everyone = allPids(next).map(identityOf);
  const since = Date.now();
  again.child.kill('SIGTERM');
  expect(await again.exited).toEqual({ code: 0, signal: null });
  expect(Date.now() - since).toBeLessThan(30_000);
  expect(everyone.some(isAlive)).toBe(false);
  expect(existsSync(runFilePath(folder))).toBe(false);
  expect(readdirSync(folder)).not.toContain('lock.json');
  made = folder;
});

test('two that are started at once on one machine serve each their own store, at addresses of their own', async () => {
  const folders = [dataFolder(), dataFolder()];
  // Both want the same ports.
  const started = folders.map((folder) => start(folder, { PORT: '', TEMPORAL_UI_PORT: '' }));
  const runs = await Promise.all(started.map(({ ready }) => ready()));
  for (const [at, run] of runs.entries()) {
    expect(readRunFile(folders[at] as string)).toEqual(run);
    const headers = { Authorization: `Bearer ${run.tokens?.developer}` };
    const whoami = (await (await fetch(`${run.api}/v1/tokens/me`, { headers })).json()) as { storeId: string };
    expect(whoami.storeId).toBe(run.storeId);
    expect(await ask(run, `SELECT current_setting('data_directory') AS folder`)).toEqual([
      { folder: path.join(folders[at] as string, 'postgres', 'cluster') },
    ]);
    for (const url of [run.temporalUi, ...Object.values(run.metrics)])
      expect((await fetch(url as string)).ok).toBe(true);
  }
  const addressesOf = ({ api, databaseUrl, temporal, temporalUi, checkout, shop, metrics, simulators }: RunFile) => [
    ...[api, databaseUrl, temporal, temporalUi, checkout.url, shop],
    ...[...Object.values(metrics), ...Object.values(simulators)],
  ];
  const all = runs.flatMap(addressesOf);
  expect(new Set(all).size).toBe(all.length);
  for (const { child, exited } of started) {
    child.kill('SIGTERM');
    expect(await exited).toEqual({ code: 0, signal: null });
  }
});

test('with servers of its own choice nothing embedded starts', async () => {
  const hosting = await madeFolder();
  const host = start(hosting);
  const { databaseUrl, temporal } = await host.ready();
  const elsewhere = { DATABASE_URL: databaseUrl, TEMPORAL_ADDRESS: temporal, TEZGAH_DEMO: '0' };
  const stranger = start(dataFolder(), elsewhere);
  await expect(stranger.ready()).rejects.toThrow('The secret key does not open what this database has sealed');
  const guest = start(dataFolder(), { ...elsewhere, TEZGAH_SECRET_KEY_FILE: path.join(hosting, 'secret.key') });
  const run = await guest.ready();
  expect(run).toMatchObject({ databaseUrl, temporal, temporalUi: null, simulators: {}, tokens: null });
  expect(run.pids).toMatchObject({ postgres: null, temporal: null, simulators: {} });
  expect(await answers(run)).toBe(true);
  guest.child.kill('SIGINT');
  expect(await guest.exited).toEqual({ code: 0, signal: null });
  host.child.kill('SIGINT');
  expect(await host.exited).toEqual({ code: 0, signal: null });
});

test('a second Ctrl-C ends everything at once; one that arrives twice is one', async () => {
  const { child, ready, exited, output } = start(await madeFolder());
  const everyone = allPids(await ready()).map(identityOf);
  child.kill('SIGINT');
  child.kill('SIGINT');
  await new Promise((resolve) => setTimeout(resolve, 800));
  child.kill('SIGINT');
  const { code } = await exited;
  // Quick machines are through with the orderly stop by then.
  expect([0, 130]).toContain(code);
  expect(output()).toContain('SIGINT: stopping.');
  await eventually(() => !everyone.some(isAlive));
});

test('a Ctrl-C while it starts stops it too', async () => {
  const folder = dataFolder();
  const { child, exited, output } = start(folder);
  await eventually(() => existsSync(path.join(folder, 'processes.json')), 60_000);
  const started = Object.values(JSON.parse(readFileSync(path.join(folder, 'processes.json'), 'utf8'))) as {
    pid: number;
  }[];
  child.kill('SIGTERM');
  expect(await exited).toEqual({ code: 0, signal: null });
  expect(output()).not.toContain('is ready (');
  expect(started.some(({ pid }) => isAlive(identityOf(pid)))).toBe(false);
});

test('without the program that started it, it stops in order', async () => {
  const { child, ready, exited } = start(await madeFolder(), {}, true);
  const everyone = allPids(await ready()).map(identityOf);
  child.disconnect();
  expect(await exited).toEqual({ code: 0, signal: null });
  expect(everyone.some(isAlive)).toBe(false);
});

test('wrong settings are one line each, without a stack', async () => {
  const { exited, output } = start(dataFolder(), { PORT: 'http', TEZGAH_DEMO: 'maybe' });
  expect(await exited).toEqual({ code: 1, signal: null });
  expect(output().trim().split('\n')).toEqual([
    'PORT must be a whole number from 0 to 65535 (it is "http")',
    'TEZGAH_DEMO must be one of 0, 1 (it is "maybe")',
  ]);
});

test('a port that is stated and taken is one sentence, and nothing is started', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const folder = dataFolder();
  const { exited, output } = start(folder, { PORT: String(port) });
  expect(await exited).toEqual({ code: 1, signal: null });
  taken.close();
  expect(output().trim().split('\n')).toEqual([expect.stringContaining(`PORT says ${port}, which is taken`)]);
  expect(existsSync(path.join(folder, 'postgres'))).toBe(false);
});

test('a database that cannot be reached is one sentence', async () => {
  const { exited, output } = start(dataFolder(), {
    DATABASE_URL: 'postgres://nobody:x@127.0.0.1:1/none',
    TEMPORAL_ADDRESS: '127.0.0.1:1',
    TEZGAH_DEMO: '0',
  });
  expect(await exited).toEqual({ code: 1, signal: null });
  expect(output()).toMatch(/127\.0\.0\.1:1.*ECONNREFUSED/);
  expect(output()).not.toMatch(/^\s+at /m);
});
