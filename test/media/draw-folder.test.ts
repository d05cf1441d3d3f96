import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { inDrawFolder, removeAbandonedFolders } from '../../src/media/image/draw-folder';

describe('folders of drawings', () => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'tezgah-folders-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const left = async (name: string, ageMs = 0): Promise<string> => {
    const folder = path.join(root, name);
    mkdirSync(folder);
    await writeFile(path.join(folder, '320'), 'x');
    const then = new Date(Date.now() - ageMs);
    await utimes(folder, then, then);
    return name;
  };
  const HOUR_MS = 3_600_000;

  test('go when they are done with, also when drawing fails', async () => {
    expect(await inDrawFolder(async (folder) => path.dirname(folder), root)).toBe(root);
    await expect(inDrawFolder(() => Promise.reject(new Error('killed')), root)).rejects.toThrow('killed');
    expect(await readdir(root)).toEqual([]);
  });

  test('that nobody draws in any more are removed, and no others', async () => {
    const { pid: gone } = spawnSync(process.execPath, ['-e', '']);
    const host = os.hostname();
    await left(`tezgah-draw-${host}-${gone}-aaaaaa`);
    // Of who had our number before us.
    await left(`tezgah-draw-${host}-${process.pid}-bbbbbb`);
    await left('tezgah-draw-elsewhere-1-cccccc', 2 * HOUR_MS);
    await left('tezgah-draw-dddddd', 2 * HOUR_MS);
    const kept = [
      await left(`tezgah-draw-${host}-${process.ppid}-eeeeee`),
      await left('tezgah-draw-elsewhere-1-ffffff'),
      await left('tezgah-draw-gggggg'),
      await left('tezgah-drawings', 2 * HOUR_MS),
    ];
    await inDrawFolder(async (own) => {
      await removeAbandonedFolders(root);
      expect((await readdir(root)).toSorted()).toEqual([...kept, path.basename(own)].toSorted());
    }, root);
  });
});
