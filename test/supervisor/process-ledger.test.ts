import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { identityOf, isAlive } from '../../src/embedded/process';
import { ProcessLedger } from '../../src/supervisor/process-ledger';
import { eventually } from '../world/eventually';
import { launch, temporaryFolder } from './support';

test('what a killed run left behind is ended, also when it is deaf', async () => {
  const folder = temporaryFolder();
  const gentle = launch('sleep', ['60']);
  const deaf = launch(process.execPath, [
    '-e',
    "process.on('SIGTERM', () => {}); process.on('SIGQUIT', () => {}); setInterval(() => {}, 1000); console.log(1)",
  ]);
  await new Promise((resolve) => deaf.stdout?.once('data', resolve));
  const dead = new ProcessLedger(folder);
  dead.record('temporal', gentle.pid ?? 0);
  dead.record('worker', deaf.pid ?? 0);

  const ended = await new ProcessLedger(folder).endOrphans();
  expect(ended).toEqual([`temporal (${gentle.pid})`, `worker (${deaf.pid})`]);
  await eventually(() => gentle.signalCode === 'SIGTERM' && deaf.signalCode === 'SIGKILL');
});

test('a stranger who has the pid by now is left alone', async () => {
  const folder = temporaryFolder();
  const stranger = launch('sleep', ['60']);
  const identity = identityOf(stranger.pid ?? 0);
  writeFileSync(
    path.join(folder, 'processes.json'),
    JSON.stringify({ postgres: { ...identity, startedAt: `${identity.startedAt}1` } }),
  );
  expect(await new ProcessLedger(folder).endOrphans()).toEqual([]);
  expect(isAlive(identity)).toBe(true);
});

test('a process is on disk before it can do anything, and the record of a new one replaces the old', () => {
  const folder = temporaryFolder();
  const ledger = new ProcessLedger(folder);
  const [first, second] = [launch('sleep', ['60']), launch('sleep', ['60'])];
  ledger.record('api', first.pid ?? 0);
  ledger.record('api', second.pid ?? 0);
  const recorded = JSON.parse(readFileSync(path.join(folder, 'processes.json'), 'utf8'));
  expect(recorded).toEqual({ api: identityOf(second.pid ?? 0) });
});

test('nothing recorded, nothing to end', async () => {
  expect(await new ProcessLedger(temporaryFolder()).endOrphans()).toEqual([]);
});
