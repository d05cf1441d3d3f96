import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { exitOf } from '../../src/embedded/process';
import { banner } from '../../src/supervisor/banner';
import { lockDataFolder } from '../../src/supervisor/data-folder';
import type { RunFile } from '../../src/supervisor/run-file';
import { readRunFile, removeRunFile, runFilePath, writeRunFile } from '../../src/supervisor/run-file';
import { launch, temporaryFolder } from './support';

const store = {
  storeId: 'sto_1',
  slug: 'kahve-dukkani',
  owner: { email: 'owner@example.com', password: 'secret' },
  tokens: { agent: 'tzg_agt_1', developer: 'tzg_dev_1' },
};
const run: RunFile = {
  api: 'http://127.0.0.1:4000',
  docs: 'http://127.0.0.1:4000/docs',
  mcp: 'http://127.0.0.1:4000/mcp',
  temporal: '127.0.0.1:7233',
  temporalUi: 'http://127.0.0.1:8233',
  checkout: { url: 'http://127.0.0.1:4100', key: 'k'.repeat(43) },
  metrics: {
    api: 'http://127.0.0.1:9464/metrics',
    worker: 'http://127.0.0.1:9465/metrics',
    storefront: 'http://127.0.0.1:9466/metrics',
  },
  storefront: { url: 'http://*.localhost:4200', preview: 'http://*.onizleme.localhost:4200' },
  shop: 'http://kahve-dukkani.localhost:4200',
  databaseUrl: 'postgres://127.0.0.1/tezgah',
  ...store,
  setup: null,
  simulators: { trendyol: 'http://127.0.0.1:4010' },
  otherStore: store,
  sandbox: { driver: 'builtin', lacks: [], reason: null },
  pids: {
    supervisor: 1,
    postgres: 2,
    temporal: 3,
    api: 4,
    worker: 5,
    sandbox: 7,
    storefront: 8,
    simulators: { trendyol: 6 },
  },
};

test('run.json is for its owner alone, comes back as it was written, and leaves no draft', () => {
  const folder = temporaryFolder();
  writeRunFile(folder, run);
  expect(statSync(runFilePath(folder)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(runFilePath(folder), 'utf8'))).toEqual(run);
  expect(readdirSync(folder)).toEqual(['run.json']);
  removeRunFile(folder);
  expect(readRunFile(folder)).toBeUndefined();
});

test('run.json is read while its supervisor lives: who was killed has left its addresses to anybody', async () => {
  const folder = temporaryFolder();
  const lock = await lockDataFolder(folder, () => {});
  const ours = { ...run, pids: { ...run.pids, supervisor: process.pid } };
  writeRunFile(folder, ours);
  expect(readRunFile(folder)).toEqual(ours);

  writeRunFile(folder, run);
  expect(readRunFile(folder)).toBeUndefined();

  const dead = launch('true', []);
  await exitOf(dead);
  lock.release();
  writeFileSync(path.join(folder, 'lock.json'), JSON.stringify({ pid: dead.pid, startedAt: 'boot/1' }));
  writeRunFile(folder, { ...run, pids: { ...run.pids, supervisor: dead.pid ?? 0 } });
  expect(readRunFile(folder)).toBeUndefined();
});

test('on a terminal the banner names every way in and three commands', () => {
  const text = banner(run, { dataFolder: '/data', seconds: 2.34, mailsKept: true, onTerminal: true });
  for (const wanted of [
    run.api,
    run.docs,
    `${run.mcp}/tools`,
    run.temporalUi,
    store.owner.email,
    store.owner.password,
    '2.3 s',
  ]) {
    expect(text).toContain(wanted);
  }
  expect(text).toContain(store.tokens.agent);
  expect(text.match(/curl /g)).toHaveLength(3);
  expect(text).toContain('/v1/channel/trendyol/catalog/pull');
  const quiet = banner(run, { dataFolder: '/data', seconds: 2, mailsKept: true, onTerminal: true, warningsOnly: true });
  expect([text, quiet].map((each) => each.includes('LOG_LEVEL=info'))).toEqual([false, true]);
});

test('the banner names no marketplace that is not there', () => {
  const shown = (simulators: RunFile['simulators']) =>
    banner({ ...run, simulators }, { dataFolder: '/data', seconds: 1, mailsKept: true, onTerminal: true });
  expect(shown({})).not.toContain('/v1/channel/');
  expect(shown({ bazaar: 'http://127.0.0.1:4011' })).toContain('/v1/channel/bazaar/catalog/pull');
});

test('anywhere else it says where the secrets are, and the commands still work', () => {
  const folder = temporaryFolder();
  writeRunFile(folder, run);
  const text = banner(run, { dataFolder: folder, seconds: 1, mailsKept: true, onTerminal: false });
  for (const secret of [store.owner.password, store.owner.email, ...Object.values(store.tokens)])
    expect(text).not.toContain(secret);
  expect(text).toContain(path.relative(process.cwd(), runFilePath(folder)));
  const [line] = text.match(/TOKEN=.*/) ?? [];
  expect(execFileSync('/bin/sh', ['-c', `${line}; echo $TOKEN`], { encoding: 'utf8' }).trim()).toBe(
    store.tokens.developer,
  );
});

test('the link that opens the shop is told like a password', () => {
  const setup = 'http://127.0.0.1:4000/panel/setup#token';
  const fresh = { ...run, owner: null, tokens: null, setup };
  const told = (onTerminal: boolean) => banner(fresh, { dataFolder: '/data', seconds: 1, mailsKept: true, onTerminal });
  expect(told(true)).toContain(setup);
  expect(told(false)).not.toContain('#token');
  expect(told(false)).toMatch(/Open your shop .*run\.json/);
});

test('without a demo store the banner shows no empty rows', () => {
  const text = banner(
    { ...run, storeId: null, shop: null, owner: null, tokens: null, otherStore: null, simulators: {} },
    { dataFolder: '/data', seconds: 1, mailsKept: false, onTerminal: true },
  );
  expect(text).not.toMatch(/null|undefined|Owner|Agent/);
});
