import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FileLock, LockRecord } from '../../src/embedded/file-lock';
import { isLock, readJson, tryLock } from '../../src/embedded/file-lock';
import { exitOf, identityOf } from '../../src/embedded/process';
import { lockDataFolder } from '../../src/supervisor/data-folder';
import { eventually } from '../world/eventually';
import { launch, outputOf, root, sleep, temporaryFolder } from './support';

const compiled = path.join(root, 'dist', 'src', 'embedded', 'file-lock.js');

function mustLock(file: string): FileLock {
  const result = tryLock(file, 'a test');
  if (!isLock(result)) throw new Error(`held by ${result.pid}`);
  return result;
}

test('the second one learns who holds the lock; after the release it is free', () => {
  const file = path.join(temporaryFolder(), 'lock.json');
  const lock = mustLock(file);
  expect(tryLock(file, 'another')).toMatchObject({ pid: process.pid, note: 'a test' });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  lock.release();
  mustLock(file).release();
});

test.each([
  ['dead', () => ({ ...identityOf(process.pid), pid: 2 ** 30 })],
  ['another process with the same pid by now', () => ({ pid: process.pid, startedAt: 'long ago' })],
])('a lock whose holder is %s is taken over', (_, holder) => {
  const file = path.join(temporaryFolder(), 'lock.json');
  writeFileSync(file, JSON.stringify({ ...holder(), since: '2020-01-01T00:00:00.000Z', note: '' }));
  mustLock(file).release();
});

test('a damaged lock file is taken over', () => {
  const file = path.join(temporaryFolder(), 'lock.json');
  writeFileSync(file, '{"pid":');
  mustLock(file).release();
});

test('of many programs that find the same dead holder one gets the lock', async () => {
  const file = path.join(temporaryFolder(), 'lock.json');
  writeFileSync(file, JSON.stringify({ pid: 2 ** 30, startedAt: 'x', since: '', note: '' }));
  const script = `
    const { tryLock, isLock } = require(${JSON.stringify(compiled)});
    console.log(isLock(tryLock(${JSON.stringify(file)}, '')) ? 'mine' : 'theirs');
    setTimeout(() => {}, 60000);`;
  const outputs = Array.from({ length: 6 }, () => outputOf(launch(process.execPath, ['-e', script])));
  await eventually(() => outputs.every((output) => output().includes('\n')));
  expect(outputs.map((output) => output().trim()).sort()).toEqual(['mine', ...Array(5).fill('theirs')]);
});

test('a run that is stopping is waited for, a running one is named', async () => {
  const folder = temporaryFolder();
  const said: string[] = [];
  const lock = await lockDataFolder(folder, (line) => said.push(line));
  lock.tell({ note: 'http://127.0.0.1:4000' });
  await expect(lockDataFolder(folder, (line) => said.push(line))).rejects.toThrow(
    new RegExp(`in use by process ${process.pid} since .*http://127.0.0.1:4000.*kill ${process.pid}`),
  );

  lock.tell({ stopping: true });
  const waiting = lockDataFolder(folder, (line) => said.push(line));
  await eventually(() => said.length > 0);
  lock.release();
  (await waiting).release();
  expect(said).toEqual([`Process ${process.pid} is just stopping: waiting for it.`]);
});

test('nobody reads half a record while it is written again and again', async () => {
  const file = path.join(temporaryFolder(), 'lock.json');
  const script = `
    const { tryLock } = require(${JSON.stringify(compiled)});
    const lock = tryLock(${JSON.stringify(file)}, '');
    console.log('go');
    for (let i = 0; i < 400; i++) lock.tell({ note: 'x'.repeat(i * 10) });`;
  const writer = launch(process.execPath, ['-e', script]);
  const output = outputOf(writer);
  const exited = exitOf(writer);
  let done = false;
  void exited.then(() => {
    done = true;
  });
  await eventually(() => output().includes('go'));
  while (!done) {
    expect(() => JSON.parse(readFileSync(file, 'utf8'))).not.toThrow();
    await sleep(0);
  }
  expect(readJson<LockRecord>(file)?.note).toHaveLength(3990);
});
