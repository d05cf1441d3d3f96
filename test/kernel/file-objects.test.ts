import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { newId, newUlid } from '../../src/kernel/ids';
import { FileObjects } from '../../src/kernel/objects/file-objects';
import { openNamed } from '../../src/kernel/objects/objects';
import { FilesAway } from '../../src/kernel/system-fault';

describe('objects in files', () => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'tezgah-objects-'));
  const objects = new FileObjects(path.join(root, 'objects'));
  const storeId = newId('str');
  const folder = path.join(root, 'objects', storeId);
  const bytes = Buffer.from('Türk kahvesi');
  const put = (): ReturnType<FileObjects['put']> =>
    objects.put(storeId, Readable.from([bytes.subarray(0, 3), bytes.subarray(3)]));
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  async function kept(): Promise<string[]> {
    const pages: string[] = [];
    for await (const page of objects.keptFor(storeId, -60_000)) pages.push(...page);
    return pages.toSorted();
  }

  test('come back as they were, each under a name of its own', async () => {
    const [first, second] = [await put(), await put()];
    const digest = createHash('sha256').update(bytes).digest('hex');
    expect(first).toEqual({ object: expect.stringMatching(/^obj_/), digest, size: bytes.length });
    expect(second.object).not.toBe(first.object);
    expect(await buffer((await objects.open(storeId, first.object)) as Readable)).toEqual(bytes);
    expect(await kept()).toEqual([first.object, second.object].toSorted());
    expect(await objects.stores()).toEqual([storeId]);
  });

  test('have names that no other name leads to: whoever names a drawn picture is sent it', async () => {
    const last = newUlid(Date.now() + 60_000);
    const [first, second] = [await put(), await put()].map(({ object }) => object.slice('obj_'.length));
    for (const name of [first, second]) expect(name?.slice(0, -6)).not.toBe(last.slice(0, -6));
    expect(first?.slice(10, -6)).not.toBe(second?.slice(10, -6));
  });

  test('are none when their source fails', async () => {
    const before = await readdir(folder);
    async function* failing() {
      yield bytes;
      throw new Error('gone');
    }
    await expect(objects.put(storeId, failing())).rejects.toThrow('gone');
    expect(await readdir(folder)).toEqual(before);
  });

  test('that a crash left half written are told with the others once they are old, and can be removed', async () => {
    const [half, young] = [`${newId('obj')}.part`, `${newId('obj')}.part`];
    for (const name of [half, young, 'note.txt']) await writeFile(path.join(folder, name), 'x');
    const old = new Date(Date.now() - 3_600_000);
    await utimes(path.join(folder, half), old, old);
    for await (const page of objects.keptFor(storeId, 60_000)) expect(page).toEqual([half]);
    await objects.remove(storeId, half);
    const left = await readdir(folder);
    expect([left.includes(half), left.includes(young), left.includes('note.txt')]).toEqual([false, true, true]);
    await objects.remove(storeId, young);
    for await (const _ of objects.keptFor(newId('str'), 0)) throw new Error('it has none');
  });

  test('are away, and not broken, when the file system answers with an error, whatever is asked of them', async () => {
    const blocked = newId('str');
    await writeFile(path.join(root, 'objects', blocked), 'a file where a folder should be');
    const directory = newId('obj');
    await mkdir(path.join(folder, directory));
    const first = async () => {
      for await (const page of objects.keptFor(blocked, 0)) return page;
    };
    for (const work of [
      () => objects.put(blocked, Readable.from([bytes])),
      () => objects.open(blocked, newId('obj')),
      () => objects.open(storeId, directory),
      () => objects.open(newId('str'), newId('obj')),
      () => openNamed(objects, storeId, newId('obj')),
      () => objects.remove(storeId, directory),
      first,
    ])
      await expect(work()).rejects.toThrow(FilesAway);
    await rm(path.join(folder, directory), { recursive: true });
  });

  test('fail as their source does: a caller whose connection is lost is no fault of the disk', async () => {
    const lost = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    async function* failing() {
      yield bytes;
      throw lost;
    }
    await expect(objects.put(storeId, failing())).rejects.toBe(lost);
  });

  test('are gone when they are removed, and may be removed again', async () => {
    const { object } = await put();
    await objects.remove(storeId, object);
    await objects.remove(storeId, object);
    expect(await objects.open(storeId, object)).toBeUndefined();
  });

  test('have names that lead nowhere else', async () => {
    for (const name of ['../secret.key', `${newId('obj')}/..`, '', 'obj_x'])
      for (const work of [
        () => objects.open(storeId, name),
        () => objects.remove(storeId, name),
        () => objects.open(name, newId('obj')),
      ])
        await expect(work()).rejects.toThrow('names no object');
  });
});
