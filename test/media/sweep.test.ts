import '../world/anew';

import { mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { sweepMedia } from '../../activities/media.sweep';
import { newId } from '../../src/kernel/ids';
import { createWorld, type World } from '../world/world';

describe('the sweep of media', () => {
  let world: World;
  let stores: string[];
  beforeAll(async () => {
    world = await createWorld();
    stores = [world.storeId, world.other.storeId].toSorted();
  });
  afterAll(() => world.close());

  const objects = () => world.platform.services.objects;
  const never = new AbortController().signal;
  const onFailure = (error: unknown) => {
    throw error;
  };

  /** Bytes that no row names, kept a day ago. */
  async function forgotten(storeId: string): Promise<string> {
    const { object } = await objects().put(storeId, Readable.from([Buffer.from('bytes')]));
    const yesterday = new Date(Date.now() - 86_400_000);
    await utimes(path.join(world.config.dataFolder, 'objects', storeId, object), yesterday, yesterday);
    return object;
  }

  async function isThere(storeId: string, object: string): Promise<boolean> {
    const bytes = await objects().open(storeId, object);
    bytes?.destroy();
    return bytes !== undefined;
  }

  test('tells after each page at which store it is, and goes on there', async () => {
    const [first, second] = stores as [string, string];
    const [before, behind] = [await forgotten(first), await forgotten(second)];
    const told: string[] = [];
    await sweepMedia(world.platform, {
      from: second,
      signal: never,
      onPage: (storeId) => told.push(storeId),
      onFailure,
    });
    expect([await isThere(first, before), await isThere(second, behind)]).toEqual([true, false]);
    // One page of uploads, one of bytes.
    expect(told).toEqual([second, second]);
    told.length = 0;
    await sweepMedia(world.platform, { signal: never, onPage: (storeId) => told.push(storeId), onFailure });
    expect(await isThere(first, before)).toBe(false);
    expect(new Set(told)).toEqual(new Set(stores));
  });

  test('stops between two pages when it is told to', async () => {
    const [first] = stores as [string];
    const object = await forgotten(first);
    const stop = new AbortController();
    const sweeping = sweepMedia(world.platform, { signal: stop.signal, onPage: () => stop.abort(), onFailure });
    await expect(sweeping).rejects.toThrow('aborted');
    expect(await isThere(first, object)).toBe(true);
  });

  /** A folder where bytes should be, kept a day ago: nothing removes it as a file. */
  async function unremovable(storeId: string, name: string): Promise<string> {
    const folder = path.join(world.config.dataFolder, 'objects', storeId, name);
    await mkdir(folder, { recursive: true });
    const yesterday = new Date(Date.now() - 86_400_000);
    await utimes(folder, yesterday, yesterday);
    return folder;
  }

  test.each([
    ['an object', ''],
    ['what a crash left half written', '.part'],
  ])('goes on past %s that cannot be removed', async (_, suffix) => {
    const [first, second] = stores as [string, string];
    const name = `${newId('obj')}${suffix}`;
    const folder = await unremovable(first, name);
    const [beside, behind] = [await forgotten(first), await forgotten(second)];
    expect(await failuresOfSweep()).toEqual([[first, name]]);
    expect([await isThere(first, beside), await isThere(second, behind)]).toEqual([false, false]);
    await rm(folder, { recursive: true });
  });

  test('goes on past a store whose files cannot be listed', async () => {
    const [first, second] = stores as [string, string];
    const behind = await forgotten(second);
    const folder = path.join(world.config.dataFolder, 'objects', first);
    await rename(folder, `${folder}.aside`);
    await writeFile(folder, 'a file where a folder should be');
    expect(await failuresOfSweep()).toEqual([[first]]);
    expect(await isThere(second, behind)).toBe(false);
    await rm(folder);
    await rename(`${folder}.aside`, folder);
  });

  test('takes nothing for old by the clock of the worker', async () => {
    const [first] = stores as [string];
    const { object } = await objects().put(first, Readable.from([Buffer.from('bytes')]));
    const tomorrow = Date.now() + 86_400_000;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => tomorrow);
    try {
      expect(await failuresOfSweep()).toEqual([]);
    } finally {
      clock.mockRestore();
    }
    expect(await isThere(first, object)).toBe(true);
  });

  async function failuresOfSweep(): Promise<unknown[]> {
    const failures: unknown[] = [];
    await sweepMedia(world.platform, {
      signal: never,
      onPage: () => undefined,
      onFailure: (_error, ...of) => failures.push(of),
    });
    return failures;
  }
});
