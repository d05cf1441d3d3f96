import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { newId } from '../../src/kernel/ids';
import { media } from '../../src/media/image/aggregate';
import { insertMedia } from '../../src/media/image/store';
import type { Platform } from '../../src/platform';
import { noise } from '../media/pictures';
import { median } from './measure';
import { programs, startProgram } from './program';
import { type Services, settleDatabase } from './services';
import { fillStore, openBenchPlatform, openStore, run } from './stores';

const MB = 1_000_000;
/** About five megabytes each, and no two alike. */
const PICTURE = { width: 3_000, height: 2_400 };
const AT_ONCE = 4;
const BATCH = 500;
const REQUESTS = 60;

export interface MediaPace {
  readonly rounds: number;
  readonly pictures: number;
  /** Media files of a small and of a large library. */
  readonly files: readonly [number, number];
  readonly products: number;
}

export interface MediaResult {
  readonly ourMbPerSecond: readonly number[];
  readonly bareMbPerSecond: readonly number[];
  readonly pictureMb: number;
  /** From the first commit to the last picture that is shown. */
  readonly picturesPerSecond: number;
  readonly files: readonly [number, number];
  readonly fewFilesMs: readonly number[];
  readonly manyFilesMs: readonly number[];
  readonly products: number;
  readonly plainListMs: readonly number[];
  readonly filteredListMs: readonly number[];
}

/** Uploads against a stream to the disk, drawing, the list of media by its length, and the list of products by a custom field. */
export async function measureMedia(services: Services, pace: MediaPace): Promise<MediaResult> {
  const url = await services.createDatabase('bench_media');
  await services.startImporting(url, 1);
  const platform = await openBenchPlatform(url, services);
  const api = await services.startApi(url);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tezgah-bench-bare-'));
  const bare = await services.keep(startProgram(programs.bareUpload, { args: [folder] }));
  const bareOrigin = `http://127.0.0.1:${bare.facts.port}`;
  try {
    const pictures = await Promise.all(
      Array.from({ length: pace.pictures }, () => noise(PICTURE.width, PICTURE.height)),
    );
    const store = await openStore(platform, 'Ölçüm');
    const asking = askingAt(api.origin, store.token);

    const [ourMbPerSecond, bareMbPerSecond]: [number[], number[]] = [[], []];
    let uploads: string[] = [];
    for (let round = -1; round < pace.rounds; round += 1) {
      const bytes = pictures.reduce((sum, picture) => sum + picture.length, 0);
      const ours = await timed(async () => {
        uploads = await each(pictures, async (body) => (await asking.upload(body)).id);
      });
      const theirs = await timed(() => each(pictures, (body) => posted(bareOrigin, body)));
      if (round < 0) continue;
      ourMbPerSecond.push(bytes / MB / ours);
      bareMbPerSecond.push(bytes / MB / theirs);
    }
    const drawing = await timed(async () => {
      await each(uploads, (uploadId) => run(platform, store.storeId, 'catalog.media.commit', { uploadId }));
      while (
        !(await asking.get('/v1/media?limit=100')).items.every(({ state }: { state: string }) => state === 'ready')
      )
        await new Promise((resolve) => setTimeout(resolve, 50));
    });

    const [few, many] = await Promise.all(pace.files.map((count) => libraryOf(platform, count)));
    await settleDatabase(url);
    const lists = await inTurn(
      pace.rounds,
      () => asking.get('/v1/media?limit=50', few),
      () => asking.get('/v1/media?limit=50', many),
    );
    const shop = await openStore(platform, 'Alanlar');
    await fillFields(platform, shop.storeId, pace.products);
    await settleDatabase(url);
    const filtered = await inTurn(
      pace.rounds,
      () => asking.get('/v1/catalog/products?limit=50', shop.token),
      () => asking.get(`/v1/catalog/products?limit=50&metafields=${encodeURIComponent('season=yaz')}`, shop.token),
    );
    return {
      ourMbPerSecond,
      bareMbPerSecond,
      pictureMb: (pictures[0]?.length ?? 0) / MB,
      picturesPerSecond: pictures.length / drawing,
      files: pace.files,
      fewFilesMs: lists[0],
      manyFilesMs: lists[1],
      products: pace.products,
      plainListMs: filtered[0],
      filteredListMs: filtered[1],
    };
  } finally {
    await platform.close();
  }
}

/** A library without bytes: a list reads rows alone. @returns a token that sees it */
async function libraryOf(platform: Platform, count: number): Promise<string> {
  const { storeId, token } = await openStore(platform, 'Kitaplık');
  const now = new Date();
  const at = now.toISOString();
  for (let from = 0; from < count; from += BATCH)
    await platform.database.transaction(storeId, async (tx) => {
      for (let index = from; index < Math.min(from + BATCH, count); index += 1) {
        const id = newId('med');
        const file = { name: `Görsel ${index}`, type: 'image/png', size: 1_000, digest: `${id}`.padEnd(64, '0') };
        const made = { object: newId('obj'), state: 'processing', variants: [], createdAt: at, updatedAt: at } as const;
        await insertMedia(tx, storeId, { ...media.initial, id, rev: 1, ...file, ...made } as never, now);
      }
      return { keep: true, value: undefined };
    });
  return token;
}

/** Products of which one in ten has a value that a list is asked for. */
async function fillFields(platform: Platform, storeId: string, count: number): Promise<void> {
  const ids = await fillStore(platform, storeId, count);
  await run(platform, storeId, 'metafield.definition.create', {
    target: 'product',
    key: 'season',
    type: 'text',
    label: 'Sezon',
  });
  for (const [index, ownerId] of ids.entries())
    if (index % 5 === 0)
      await run(platform, storeId, 'metafield.set', {
        ownerId,
        key: 'season',
        value: index % 10 === 0 ? 'yaz' : 'kış',
      });
}

function askingAt(origin: string, token: string) {
  const answered = async (response: Response) => {
    if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`);
    // biome-ignore lint/suspicious/noExplicitAny: each answer has a shape of its own
    return (await response.json()) as any;
  };
  const headers = (by: string) => ({ authorization: `Bearer ${by}` });
  return {
    get: async (at: string, by = token) => answered(await fetch(origin + at, { headers: headers(by) })),
    upload: async (body: Uint8Array) =>
      answered(
        await fetch(`${origin}/v1/media/upload`, {
          method: 'POST',
          body: body as Uint8Array<ArrayBuffer>,
          headers: { ...headers(token), 'idempotency-key': newId('key').slice(4) },
        }),
      ),
  };
}

async function posted(origin: string, body: Uint8Array): Promise<void> {
  const response = await fetch(origin, { method: 'POST', body: body as Uint8Array<ArrayBuffer> });
  if (response.status !== 201) throw new Error(`the baseline answers ${response.status}`);
  await response.text();
}

/** Seconds. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await work();
  return (performance.now() - since) / 1000;
}

/** A few at once, as a browser brings several files. */
async function each<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < all.length; from += AT_ONCE)
    results.push(...(await Promise.all(all.slice(from, from + AT_ONCE).map(work))));
  return results;
}

/** Medians of rounds in turn, in ms for a request, one after the other. */
async function inTurn(rounds: number, ...works: (() => Promise<unknown>)[]): Promise<[number[], number[]]> {
  const results: [number[], number[]] = [[], []];
  for (let round = -1; round < rounds; round += 1)
    for (const [index, work] of works.entries()) {
      const times: number[] = [];
      for (let request = 0; request < REQUESTS; request += 1) times.push((await timed(work)) * 1000);
      if (round >= 0) (results[index] as number[]).push(median(times));
    }
  return results;
}
