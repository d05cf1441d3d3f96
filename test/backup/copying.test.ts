// tier: all
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type FileHandle, mkdir, mkdtemp, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { copyAll } from '../../src/backup/copying';
import { inDraft } from '../../src/backup/take';

const MIB = 1024 * 1024;

describe('copying for a backup', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'tezgah-copying-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test('leaves no draft behind when one file fails while others are copied', async () => {
    const from = path.join(folder, 'from');
    // A folder where a file was: reading it fails at once, while the others are still on their way.
    await mkdir(path.join(from, 'bad'), { recursive: true });
    const names = Array.from({ length: 40 }, (_, index) => `file-${index}`);
    for (const name of names) await writeFile(path.join(from, name), Buffer.alloc(MIB));

    const target = path.join(folder, 'backup');
    const made = inDraft(target, (draft) => copyAll(from, path.join(draft, 'objects'), ['bad', ...names]));
    await expect(made).rejects.toMatchObject({ code: 'EISDIR' });

    await sleep(300);
    expect([existsSync(target), existsSync(`${target}.draft`)]).toEqual([false, false]);
  });

  test('clears away what a killed one left, and leaves alone what another one still writes', async () => {
    const target = path.join(folder, 'backup');
    const child = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' });
    await once(child, 'exit');
    const killed = { pid: child.pid, startedAt: 1, since: new Date().toISOString(), note: 'backup.draft' };
    await writeFile(`${target}.lock`, JSON.stringify(killed));
    await mkdir(path.join(`${target}.draft`, 'objects'), { recursive: true });
    await writeFile(path.join(`${target}.draft`, 'objects', 'half'), 'of it');

    const beside = await inDraft(target, async (draft) => {
      await writeFile(path.join(draft, 'whole'), 'all of it');
      return inDraft(target, async () => 'twice').catch((error: Error) => error.message);
    });
    expect(beside).toBe(`${target}.draft is being written by process ${process.pid}, since ${sinceIn(beside)}.`);
    expect((await readdir(folder)).toSorted()).toEqual(['backup']);
    expect(await readdir(target)).toEqual(['whole']);
  });

  const sinceIn = (said: string): string => /since (\S+)\.$/.exec(said)?.[1] ?? '';

  test('brings the names of all folders to the disk, and the name of the whole after it', async () => {
    const synced: number[] = [];
    const handle = await open(folder, 'r');
    const prototype = Object.getPrototypeOf(handle) as FileHandle;
    await handle.close();
    const sync = prototype.sync;
    const spy = jest.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
      synced.push((await this.stat()).ino);
      return sync.call(this);
    });
    const target = path.join(folder, 'backup');
    try {
      await inDraft(target, (draft) => mkdir(path.join(draft, 'objects', 'str'), { recursive: true }));
    } finally {
      spy.mockRestore();
    }
    const inodes = await Promise.all(
      [target, path.join(target, 'objects'), path.join(target, 'objects', 'str'), folder].map(
        async (name) => (await stat(name)).ino,
      ),
    );
    expect(synced).toEqual(inodes);
  });
});
