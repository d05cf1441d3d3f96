import { createHash } from 'node:crypto';
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as setTimeoutOf } from 'node:timers/promises';
import type { SandboxPlace } from '../../src/kernel/declaration/sandbox';
import { DiskFolders } from '../../src/sandbox/driver/folder';
import { limits } from '../../src/sandbox/driver/limits';
import { SandboxHost } from '../../src/sandbox/host';
import { eventually } from '../world/eventually';
import { slowTest } from '../world/slow-test';
import { type Opened, openWith, place } from './drivers';

const found = ['builtin', 'bubblewrap'] as const;
const next: SandboxPlace = { ...place, epoch: 2 };

/** Bytes of all files of a workspace, by their paths. */
async function bytesOf(host: SandboxHost, at: SandboxPlace, folder = '/workspace'): Promise<Record<string, string>> {
  const { entries } = await host.run(at, { do: 'list', path: folder, most: 1_000 });
  const all: Record<string, string> = {};
  for (const { name, type } of entries) {
    const whole = `${folder}/${name}`;
    if (type === 'folder') Object.assign(all, { [`${whole}/`]: '' }, await bytesOf(host, at, whole));
    if (type !== 'file') continue;
    const { content } = await host.run(at, { do: 'read', path: whole, bytesMax: 1024 * 1024 });
    all[whole] = createHash('sha256').update(content).digest('hex');
  }
  return all;
}

/** The bound on entries of a workspace, for a moment. */
async function withEntriesMax(most: number, work: () => Promise<void>): Promise<void> {
  const bound = limits as { diskEntries: number };
  const before = bound.diskEntries;
  bound.diskEntries = most;
  await work().finally(() => {
    bound.diskEntries = before;
  });
}

/** An archive whose end comes when the disk has been looked at for sure. */
async function* untilCounted(archive: Buffer): AsyncIterable<Buffer> {
  yield archive.subarray(0, -512);
  await setTimeoutOf(3_000);
  yield archive.subarray(-512);
}

const bytes = async (archive: Readable): Promise<Buffer> => Buffer.concat(await archive.toArray());

describe.each(found)('archives of %s', (driver) => {
  let here: Opened;
  let missing: string | undefined;
  beforeAll(async () => {
    const opened = await openWith(driver);
    if (typeof opened === 'string') missing = opened;
    else here = opened;
  });
  afterAll(() => here?.close());

  const write = (name: string, content: Buffer) =>
    here.host.run(place, { do: 'write', path: `/workspace/${name}`, content });

  const check = driver === 'bubblewrap' ? test : slowTest;

  check('all files come back, byte for byte, also with the other driver', async () => {
    if (missing) return expect(missing).toContain('bubblewrap');
    const long = `${'uzun-klasör/'.repeat(9)}${'ğ'.repeat(60)}.txt`;
    await write(long, Buffer.from('uzun'));
    await write('store/boş', Buffer.alloc(0));
    await write('store/bayt', Buffer.from(Array.from({ length: 70_000 }, (_, at) => (at * 7) % 256)));
    await here.exec('mkdir -p a/b/c; echo x > a/b/c/d; chmod 444 a/b/c/d; chmod 000 a/b; echo y > ".gizli dosya"');
    const before = Buffer.from(await bytes(await here.host.pack(place)));
    const expected = await bytesOf(here.host, place);
    expect(Object.keys(expected)).toEqual(expect.arrayContaining([`/workspace/${long}`, '/workspace/store/a/b/c/d']));
    for (const other of found) {
      const heir = await openWith(other);
      if (typeof heir === 'string') continue;
      try {
        await heir.host.unpack(next, Readable.from([before.subarray(0, 700), before.subarray(700)]));
        expect(await bytesOf(heir.host, next)).toEqual(expected);
        const again = await heir.host.run(next, {
          do: 'exec',
          command: 'echo z >> a/b/c/new; cat a/b/c/d',
          cwd: '/workspace/store',
          timeoutMs: 20_000,
        });
        expect(again).toMatchObject({ exitCode: 0, stdout: Buffer.from('x\n') });
      } finally {
        await heir.close();
      }
    }
  });

  test('nothing changes files meanwhile, a running command keeps archives away, and one that breaks off leaves no folder', async () => {
    if (missing) return;
    await write('büyük', Buffer.alloc(900_000, 7));
    const archive = await here.host.pack(place);
    const late = here.exec('echo later > later; echo done');
    await expect(here.host.pack(place)).rejects.toMatchObject({ fault: 'workspace_busy' });
    const whole = await bytes(archive);
    expect((await late).stdout.toString()).toBe('done\n');
    expect(whole.includes(Buffer.from('./store/later'))).toBe(false);

    const running = here.exec('sleep 2');
    await expect(here.host.pack(place)).rejects.toMatchObject({ fault: 'workspace_busy' });
    await running;

    const broken = { ...place, epoch: 3 };
    for (const half of [whole.subarray(0, whole.length >> 1), whole.subarray(0, 900), Buffer.from('no archive at all')])
      await expect(here.host.unpack(broken, Readable.from([half]))).rejects.toMatchObject({ fault: 'archive_failed' });
    const failing = async function* () {
      yield whole.subarray(0, 1_000);
      throw new Error('the storage is away');
    };
    await expect(here.host.unpack(broken, failing())).rejects.toMatchObject({ fault: 'archive_failed' });
    expect(await here.host.holds(broken)).toBe(false);
    const names = await readdir(path.join(here.folder, 'disks', place.storeId));
    expect(names.filter((name) => name.startsWith('making-'))).toEqual([]);
  });

  check('one that holds more than a workspace may comes back full, and takes commands that make room', async () => {
    if (missing) return;
    const [over, far] = [
      { ...place, epoch: 6 },
      { ...place, epoch: 7 },
    ];
    const command = (text: string) =>
      ({ do: 'exec', command: text, cwd: '/workspace', timeoutMs: 120_000 }) satisfies Parameters<
        SandboxHost['run']
      >[1];
    await here.host.start(over);
    await here.host.run(over, command('mkdir many; for i in $(seq 60); do echo $i > many/$i; done'));
    await withEntriesMax(30, async () => {
      await here.host.run(over, command('true'));
      const archive = await bytes(await here.host.pack(over));
      await here.host.unpack(far, untilCounted(archive));
      const write = { do: 'write', path: '/workspace/more', content: Buffer.from('x') } as const;
      await expect(here.host.run(far, write)).rejects.toMatchObject({ fault: 'sandbox_full' });
      expect(await here.host.run(far, command('cat many/60; rm -r many'))).toMatchObject({
        stdout: Buffer.from('60\n'),
      });
      await here.host.run(far, write);
    });
    // Far beyond the bound none is made, and none is unpacked.
    const archive = await bytes(await here.host.pack(over));
    await withEntriesMax(10, async () => {
      await here.host.run(over, command('true'));
      await expect(here.host.pack(over)).rejects.toMatchObject({ fault: 'archive_failed' });
      await expect(here.host.unpack({ ...place, epoch: 8 }, untilCounted(archive))).rejects.toMatchObject({
        fault: 'archive_failed',
        message: expect.stringContaining('more room'),
      });
    });
  });

  if (driver === 'bubblewrap')
    slowTest('folders that are too deep for a path keep an archive away in words, and go like others', async () => {
      if (missing) return;
      const deep = { ...place, epoch: 9 };
      await here.host.start(deep);
      const dig = `python3 -c "
import os
for _ in range(1450): os.mkdir('dd'); os.chdir('dd')
"`;
      const left = { ...place, epoch: 10 };
      await here.host.start(left);
      for (const each of [deep, left])
        expect(
          await here.host.run(each, { do: 'exec', command: dig, cwd: '/workspace/store', timeoutMs: 20_000 }),
        ).toMatchObject({ exitCode: 0 });
      const packing = here.host.pack(deep).then(bytes);
      await expect(packing).rejects.toMatchObject({
        fault: 'archive_failed',
        message: expect.stringContaining('./store/dd/dd'),
      });
      const ofStore = path.join(here.folder, 'disks', place.storeId);
      await rename(path.join(ofStore, 'wsp_A-10'), path.join(ofStore, 'making-a'));
      await mkdir(path.join(ofStore, 'making-b'));
      await new DiskFolders(here.folder).clear();
      await here.host.destroy(deep);
      expect((await readdir(ofStore)).filter((name) => !/^wsp_[AB]-\d+$/.test(name))).toEqual([]);
      expect(await here.host.holds(deep)).toBe(false);
    });

  test('a folder that goes ends what runs in it', async () => {
    if (missing) return;
    const gone = { ...place, epoch: 4 };
    await here.host.start(gone);
    const command = 'touch begun; sleep 500';
    const running = here.host.run(gone, { do: 'exec', command, cwd: '/workspace', timeoutMs: 600_000 });
    await eventually(async () => {
      const { entries } = await here.host.run(gone, { do: 'list', path: '/workspace', most: 10 });
      return entries.some(({ name }) => name === 'begun');
    }, 20_000);
    await here.host.destroy(gone);
    expect(await running).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
    await expect(here.host.run(gone, { do: 'list', path: '/workspace', most: 1 })).rejects.toMatchObject({
      fault: 'not_started',
    });
    expect((await here.host.disks()).map(({ epoch }) => epoch).toSorted()).not.toContain(4);
    await here.host.destroy(gone);
  });
});

test('what a killed program left half made or half gone is removed at the start', async () => {
  const opened = await openWith('builtin');
  if (typeof opened === 'string') throw new Error(opened);
  const ofStore = path.join(opened.folder, 'disks', place.storeId);
  for (const name of ['making-x', 'going-x']) {
    await mkdir(path.join(ofStore, name));
    await writeFile(path.join(ofStore, name, 'file'), '');
  }
  const again = await SandboxHost.open(opened.folder, 'none');
  expect((await readdir(ofStore)).toSorted()).toEqual(['wsp_A-1', 'wsp_B-1']);
  expect(await again.disks()).toHaveLength(2);
  await opened.close();
});
