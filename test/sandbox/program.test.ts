import { spawn } from 'node:child_process';
import { openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { insidePath } from '../../src/kernel/declaration/sandbox';
import { SandboxClient } from '../../src/sandbox/client';
import { passable } from '../../src/sandbox/driver/folder';
import { fitting, HeadAndTail } from '../../src/sandbox/driver/output';
import { runs } from '../../src/sandbox/driver/tree';
import { SandboxHost } from '../../src/sandbox/host';
import { serve } from '../../src/sandbox/server';
import { socketOf } from '../../src/sandbox/wire';
import { eventually } from '../world/eventually';
import { slowTest } from '../world/slow-test';
import { startCompiledSandbox } from './compiled-sandbox';
import { openWith, place } from './drivers';
import { passableFolder } from './passable';

const root = path.resolve(__dirname, '..', '..');

test('work goes over the socket and back, bytes as they are', async () => {
  const opened = await openWith('builtin');
  if (typeof opened === 'string') throw new Error(opened);
  const socket = socketOf(opened.folder);
  const stop = await serve(opened.host, socket);
  const client = new SandboxClient(socket);
  expect((await stat(socket)).mode & 0o777).toBe(0o600);
  expect((await stat(path.dirname(socket))).mode & 0o777).toBe(0o700);
  expect(await client.state()).toMatchObject({ driver: 'builtin' });
  const content = Buffer.from([0, 1, 255, 254]);
  await client.run(place, { do: 'write', path: '/workspace/bytes', content });
  expect(await client.run(place, { do: 'read', path: '/workspace/bytes', bytesMax: 10 })).toEqual({ content });
  await expect(client.run(place, { do: 'read', path: '/workspace/none', bytesMax: 10 })).rejects.toMatchObject({
    fault: 'file_not_found',
  });
  // It ends while a command runs: nobody knows then how that ended.
  const lost = client.run(place, { do: 'exec', command: 'sleep 1000', cwd: '/workspace', timeoutMs: 60_000 });
  setTimeout(() => void stop(), 1_000);
  await expect(lost).rejects.toMatchObject({ fault: 'exec_lost' });
  await expect(client.run(place, { do: 'list', path: '/workspace', most: 1 })).rejects.toMatchObject({
    fault: 'sandbox_unavailable',
  });
  await opened.close();
});

test('whoever attends to a work is known until it leaves or ends, also to a program that began anew', async () => {
  const opened = await openWith('builtin');
  if (typeof opened === 'string') throw new Error(opened);
  const socket = socketOf(opened.folder);
  let stop = await serve(opened.host, socket);
  const client = new SandboxClient(socket);
  const leave = await client.attend('wac_A');
  const another = await client.attend('wac_A');
  await client.attend('wac_B');
  expect(await client.attended(['wac_A', 'wac_B', 'wac_C'])).toEqual(['wac_A', 'wac_B']);
  leave();
  expect(await client.attended(['wac_A'])).toEqual(['wac_A']);
  another();
  await eventually(async () => (await client.attended(['wac_A'])).length === 0);
  await stop();
  await expect(client.attended(['wac_B'])).rejects.toMatchObject({ fault: 'sandbox_unavailable' });
  await expect(client.attend('wac_D')).rejects.toMatchObject({ fault: 'sandbox_unavailable' });
  await eventually(async () => (await opened.host.attended(['wac_B'])).length === 0);
  stop = await serve(opened.host, socket);
  await eventually(async () => (await client.attended(['wac_B'])).length === 1);
  await stop();
  await opened.close();
});

test('a process that is killed attends to nothing', async () => {
  const opened = await openWith('builtin');
  if (typeof opened === 'string') throw new Error(opened);
  const socket = socketOf(opened.folder);
  const stop = await serve(opened.host, socket);
  const program = `const { SandboxClient } = require(${JSON.stringify(path.join(root, 'dist/src/sandbox/client.js'))});
    new SandboxClient(${JSON.stringify(socket)}).attend('wac_A'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['-e', program], { stdio: 'inherit' });
  await eventually(async () => (await opened.host.attended(['wac_A'])).length === 1);
  child.kill('SIGKILL');
  await eventually(async () => (await opened.host.attended(['wac_A'])).length === 0);
  await stop();
  await opened.close();
});

slowTest('a command that the program reads when nobody waits for it any more does not begin', async () => {
  const folder = await passableFolder('frozen');
  const { process: program, kill } = await startCompiledSandbox(folder, 'builtin');
  try {
    const client = new SandboxClient(socketOf(folder), 1_000);
    await client.start(place);
    program.kill('SIGSTOP');
    const work = { do: 'exec', command: 'echo x > made', cwd: '/workspace', timeoutMs: 1_000 } as const;
    await expect(client.run(place, work)).rejects.toMatchObject({ fault: 'exec_lost' });
    const list = { do: 'list', path: '/workspace', most: 10 } as const;
    await expect(client.run(place, list)).rejects.toMatchObject({ fault: 'sandbox_unavailable' });
    program.kill('SIGCONT');
    const patient = new SandboxClient(socketOf(folder));
    // The sandbox answers in turn: by the end of this command it has answered the earlier ones.
    await patient.run(place, { ...work, command: 'sleep 2', timeoutMs: 20_000 });
    const { entries } = await patient.run(place, list);
    expect(entries.map(({ name }) => name)).toEqual(['store']);
  } finally {
    await kill();
    await rm(folder, { recursive: true, force: true });
  }
});

slowTest('an interpreter that loops when its program is killed is ended by the next one', async () => {
  const folder = await passableFolder('left');
  const first = await startCompiledSandbox(folder, 'builtin');
  const client = new SandboxClient(socketOf(folder));
  await client.start(place);
  const work = { do: 'exec', cwd: '/workspace', timeoutMs: 60_000 } as const;
  const lost = client.run(place, { ...work, command: 'echo x > begun; while true; do :; done' });
  const settled = expect(lost).rejects.toMatchObject({ fault: 'exec_lost' });
  const names = async () => (await client.run(place, { do: 'list', path: '/workspace', most: 10 })).entries;
  await eventually(async () => (await names()).some(({ name }) => name === 'begun'));
  await first.kill();
  await settled;
  // Interpreters that wait for work see that their program is gone.
  await eventually(() => interpretersOf(folder).length <= 1);
  const [looping = 0] = interpretersOf(folder);
  expect(runs(looping)).toBe(true);
  const second = await startCompiledSandbox(folder, 'builtin');
  try {
    await eventually(() => !runs(looping));
    expect(await client.run(place, { ...work, command: 'echo well' })).toMatchObject({ exitCode: 0 });
  } finally {
    await second.kill();
    await rm(folder, { recursive: true, force: true });
  }
});

/** Processes of the interpreter that may write in a folder. */
const interpretersOf = (folder: string): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && runs(pid) && argumentsOf(pid).includes(`--allow-fs-write=${folder}/*`));

function argumentsOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

slowTest('a folder that is closed to changes is so after a restart, and opens when it is started', async () => {
  const folder = await passableFolder('closed');
  const write = { do: 'write', path: '/workspace/x', content: Buffer.from('x') } as const;
  const first = await SandboxHost.open(folder, 'builtin');
  await first.start(place);
  await first.quiet(place);
  await first.close();
  const host = await SandboxHost.open(folder, 'builtin');
  try {
    await expect(host.run(place, write)).rejects.toMatchObject({ fault: 'not_started' });
    expect((await host.run(place, { do: 'list', path: '/workspace', most: 10 })).complete).toBe(true);
    await host.start(place);
    expect(await host.run(place, write)).toEqual({ size: 1 });
    await host.quiet(place);
    await host.destroy(place);
    await host.start(place);
    expect(await host.run(place, write)).toEqual({ size: 1 });
  } finally {
    await host.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test('the program starts with none of the descriptors that it was given, and is ready with its driver', async () => {
  const data = await passableFolder('data');
  const folder = path.join(data, 'sandbox');
  const env = { PATH: process.env.PATH, TEZGAH_DATA: data, TEZGAH_SANDBOX_FOLDER: folder, TEZGAH_SANDBOX: 'builtin' };
  const given = openSync(path.join(data, 'given'), 'w');
  const child = spawn(process.execPath, [path.join(root, 'dist/src/sandbox/main.js')], {
    env: { ...env, LOG_LEVEL: 'silent' },
    // Behind a gap, where Node itself does not look.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc', ...Array.from({ length: 26 }, () => 'ignore' as const), given],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    const ready = await new Promise((resolve) => child.once('message', resolve));
    expect(ready).toMatchObject({ ready: true, driver: 'builtin', reason: null });
    const descriptors = (await readdir(`/proc/${child.pid}/fd`)).map((name) => link(`/proc/${child.pid}/fd/${name}`));
    expect(descriptors.filter((opened) => opened === `${data}/given`)).toEqual([]);
    expect(await new SandboxClient(socketOf(folder)).state()).toMatchObject({ driver: 'builtin' });
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
  await rm(data, { recursive: true, force: true });
});

/** Where a descriptor leads; one that is closed meanwhile leads nowhere. */
function link(name: string): string {
  try {
    return readlinkSync(name);
  } catch {
    return '';
  }
}

test('a folder is passable also where another program has made what holds it', async () => {
  const folder = await passableFolder('held');
  const holder = path.join(folder, 'holder');
  await mkdir(path.join(holder, 'own', 'control'), { recursive: true, mode: 0o700 });
  await passable(path.join(holder, 'own'), holder);
  for (const each of [holder, path.join(holder, 'own')]) expect((await stat(each)).mode & 0o777).toBe(0o711);
  await rm(folder, { recursive: true, force: true });
});

test('a folder that cannot be made is told as the reason, and stops nothing else', async () => {
  const folder = await passableFolder('file');
  await writeFile(path.join(folder, 'file'), '');
  const host = await SandboxHost.open(path.join(folder, 'file', 'below'), 'auto');
  expect(await host.state()).toMatchObject({ driver: null, reason: expect.stringContaining('ENOTDIR') });
  await expect(host.run(place, { do: 'list', path: '/workspace', most: 1 })).rejects.toMatchObject({
    fault: 'sandbox_unavailable',
  });
  await rm(folder, { recursive: true, force: true });
});

test('a bounded output cuts no character in two', () => {
  const letters = 'ş€😀'.repeat(50_000);
  for (const most of [1_000, 1_001, 1_002, 1_003, 4_096]) {
    const [out, err] = [new HeadAndTail(most), new HeadAndTail(most)];
    for (let at = 0, bytes = Buffer.from(letters); at < bytes.length; at += 777) out.push(bytes.subarray(at, at + 777));
    err.push(Buffer.from('error'));
    const { stdout, stderr, stdoutCut, stderrCut } = fitting(out, err, most);
    expect(stdout.toString()).not.toContain('\ufffd');
    expect(stderr.toString()).toBe('error');
    expect(stdout.length).toBeLessThanOrEqual(most);
    expect(stderrCut).toBeNull();
    expect(stdout.length + (stdoutCut?.bytes ?? 0)).toBe(Buffer.byteLength(letters));
    const whole = Buffer.from(letters);
    expect(stdout.subarray(0, stdoutCut?.at).equals(whole.subarray(0, stdoutCut?.at))).toBe(true);
    const tail = stdout.subarray(stdoutCut?.at);
    expect(tail.equals(whole.subarray(whole.length - tail.length))).toBe(true);
  }
});

test.each([
  ['a', '/workspace/a'],
  ['./a//b/', '/workspace/a/b'],
  ['/workspace', '/workspace'],
])('%s is the path %s', (stated, path) => expect(insidePath(stated)).toBe(path));

test.each(['..', 'a/../b', '/etc', '/workspaces', '/', 'a\0b'])('%j is no path of a workspace', (stated) => {
  expect(() => insidePath(stated)).toThrow(expect.objectContaining({ fault: 'path_outside' }));
});
