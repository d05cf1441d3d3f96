// tier: all
import { Readable } from 'node:stream';
import pull from '../../src/channel/channel.catalog.pull';
import { catalogPull } from '../../src/channel/import/declaration';
import { beginJob, findJob } from '../../src/channel/job/store';
import { queuePictures } from '../../src/channel/picture/queue';
import { fetchPictures } from '../../src/channel/worker/pictures';
import { newId } from '../../src/kernel/ids';
import { exampleImage } from '../../src/media/image/example';
import { pictureHosts } from '../../src/provider/picture/hosts';
import type { RemoteProduct } from '../../src/provider/port';
import type { PictureFault } from '../../src/simulator/trendyol/pictures';
import type { RunningWorker } from '../../src/worker';
import { startCompiledWorker } from '../world/compiled-worker';
import { startTestWorker } from '../world/worker';
import { connectedMarketplace, type Marketplace } from './marketplace';

let marketplace: Marketplace;
let worker: RunningWorker | undefined;
afterEach(async () => {
  await worker?.stop();
  await marketplace.close();
});

/** A marketplace that has its pictures itself, and a shop that fetches them there. */
async function pictured(products: number): Promise<void> {
  marketplace = await connectedMarketplace({ products, pictures: 1_000 });
  worker = await startTestWorker(marketplace.world);
}

async function spoil(fault: PictureFault | null, everyNth = 1): Promise<void> {
  const method = fault ? 'PUT' : 'DELETE';
  const body = fault && { body: JSON.stringify({ fault, everyNth }) };
  await fetch(`${origin()}/__simulator/pictures`, { method, ...body });
}

const origin = (): string => new URL(marketplace.simulator.url).origin;

/** A product of the store of which the marketplace shows so many pictures. @returns its id */
async function queued(content: number, count: number): Promise<string> {
  const { world } = marketplace;
  const { id: productId } = await world.done('catalog.product.create', { title: `Sini ${content}`, price: 100 });
  const images = Array.from({ length: count }, (_, at) => `${origin()}/mediacenter/${content}/${at + 1}_org_zoom.jpg`);
  const product = { remoteId: `${content}`, images } as unknown as RemoteProduct;
  await world.database.transaction(world.storeId, async (tx) => ({
    keep: true,
    value: await queuePictures(tx, world.storeId, 'trendyol', [{ productId, product }], pictureHosts(origin())),
  }));
  return productId;
}

/** What the owner has chosen of "Görselleri getir". */
async function wants(pictures: boolean): Promise<void> {
  const { world } = marketplace;
  const config = { sellerId: '424242', requestsPer10Seconds: 0, pictures };
  await world.done('extension.configure', { extension: 'trendyol', config }, { as: world.owner });
}

interface Pictured {
  readonly id: string;
  readonly title: string;
  readonly ids: string[];
  readonly alts: string[];
}

async function shows(productId: string, mediaIds: readonly string[]): Promise<void> {
  const { world } = marketplace;
  const media = mediaIds.map((mediaId) => ({ mediaId }));
  await world.done('catalog.product.setMedia', { productId, media }, { as: world.owner });
}

/** Media files of the merchant's own. @returns their ids */
async function library(count: number): Promise<string[]> {
  const { world } = marketplace;
  const ids = Array.from({ length: count }, () => newId('med'));
  const values = ids.map(
    (id) => `('${world.storeId}', '${id}', 'ready', 'image/png', 1, '${id}', '${id}', now(), now())`,
  );
  await world.sql(
    `INSERT INTO media (store_id, id, state, type, size, digest, object, created_at, updated_at) VALUES ${values.join()}`,
  );
  return ids;
}

/** How many pictures each product has. */
async function pictures(): Promise<Pictured[]> {
  const { world } = marketplace;
  return world.database
    .reader(world.storeId)
    .query('SELECT id, title, media_ids AS ids, media_alts AS alts FROM catalog_product ORDER BY id');
}

it('gives new products the pictures of the marketplace in their order, and fetches each once', async () => {
  await pictured(12);
  const job = await marketplace.ended(await marketplace.pull());
  expect(job).toMatchObject({ state: 'succeeded', progress: { created: 12, failed: 0, picturesFailed: 0 } });
  const { pictures: named, picturesFetched, picturesElsewhere } = job.progress;
  expect({ picturesFetched, picturesElsewhere }).toEqual({ picturesFetched: named, picturesElsewhere: 0 });
  const products = await pictures();
  expect(products.every(({ ids }) => ids.length >= 1)).toBe(true);
  expect(products.flatMap(({ ids }) => ids)).toHaveLength(named);
  expect(products.every(({ title, alts }) => alts.every((alt) => alt === title))).toBe(true);
  expect(await marketplace.count('media')).toBe(named);
  expect(await marketplace.count('channel_picture')).toBe(0);
  expect(marketplace.simulator.stats().picturesServed).toBe(named);

  const { items } = await marketplace.world.read('audit.list', { query: { actor: job.id, limit: 100 } });
  const ran = new Set(items.map(({ command }: { command: string }) => command));
  expect([...ran].toSorted()).toEqual(pull.issues?.map(({ id }) => id).toSorted());

  const again = await marketplace.ended(await marketplace.pull());
  expect(again).toMatchObject({ state: 'succeeded', progress: { created: 0, pictures: 0, picturesFetched: 0 } });
  expect(marketplace.simulator.stats().picturesServed).toBe(named);
  expect(await pictures()).toEqual(products);
});

it('fetches nothing for a preview', async () => {
  await pictured(3);
  const job = await marketplace.ended(await marketplace.pull('preview'));
  expect(job).toMatchObject({ state: 'succeeded', progress: { created: 3, pictures: 0 } });
  expect(marketplace.simulator.stats().picturesServed).toBe(0);
});

it('brings none to a shop that wants its own', async () => {
  await pictured(3);
  await wants(false);
  const job = await marketplace.ended(await marketplace.pull());
  const progress = { created: 3, pictures: 0, picturesElsewhere: 0 };
  expect(job).toMatchObject({ state: 'succeeded', progress });
  expect(marketplace.simulator.stats().picturesServed).toBe(0);
});

it('lets an owner leave pictures that are queued already, and brings them when they are wanted again', async () => {
  await pictured(0);
  await queued(7, 3);
  await spoil('away');
  await queued(8, 2);
  const jobId = await marketplace.pull();
  await marketplace.waiting(jobId);
  await wants(false);
  expect(await marketplace.ended(jobId)).toMatchObject({ state: 'succeeded', progress: { picturesFetched: 0 } });
  await spoil(null);
  const served = marketplace.simulator.stats().picturesServed;
  const without = await marketplace.ended(await marketplace.pull());
  expect(without).toMatchObject({ state: 'succeeded', progress: { picturesFetched: 0, picturesFailed: 0 } });
  expect(marketplace.simulator.stats().picturesServed).toBe(served);
  expect(await marketplace.count('channel_picture')).toBe(5);
  await wants(true);
  const again = await marketplace.ended(await marketplace.pull());
  expect(again).toMatchObject({ state: 'succeeded', progress: { picturesFetched: 5, picturesFailed: 0 } });
});

it('imports a product whose pictures are bad, tells of each, and gets them with the next import', async () => {
  await pictured(8);
  await spoil('notAnImage', 2);
  const job = await marketplace.ended(await marketplace.pull());
  expect(job).toMatchObject({ state: 'succeeded', progress: { created: 8, failed: 0 } });
  const { pictures: named, picturesFailed, picturesFetched } = job.progress;
  expect(picturesFailed).toBeGreaterThan(0);
  expect(picturesFetched).toBe(named - picturesFailed);
  const { errors } = await marketplace.job(job.id);
  expect(errors).toHaveLength(picturesFailed);
  expect(errors).toEqual(
    errors.map(() => expect.objectContaining({ code: 'unsupported_media_type', remoteId: expect.any(String) })),
  );
  const bare = (await pictures()).filter(({ ids }) => ids.length === 0).length;
  expect(bare).toBeGreaterThan(0);

  await spoil(null);
  const again = await marketplace.ended(await marketplace.pull());
  expect(again.progress).toMatchObject({ created: 0, pictures: picturesFailed, picturesFetched: picturesFailed });
  expect((await pictures()).flatMap(({ ids }) => ids)).toHaveLength(named);
  expect(await marketplace.count('channel_picture')).toBe(0);
});

it('leaves what a merchant has put there in front, and puts nothing into an archived product', async () => {
  await pictured(2);
  await spoil('missing');
  await marketplace.ended(await marketplace.pull());
  const { world } = marketplace;
  const [first, second] = await world.database
    .reader(world.storeId)
    .query<{ id: string; rev: number }>('SELECT id, rev FROM catalog_product ORDER BY id');
  const as = world.owner;
  const bytes = await world.platform.services.objects.put(world.storeId, Readable.from([exampleImage()]));
  const { id: uploadId } = await world.read('media.upload', { as, body: { ...bytes, type: 'image/png' } });
  const { id: mediaId } = await world.done('catalog.media.commit', { uploadId }, { as });
  await world.done('catalog.product.setMedia', { productId: first?.id, media: [{ mediaId }] }, { as });
  await world.done('catalog.product.archive', { productId: second?.id }, { as: world.owner });
  await spoil(null);
  const job = await marketplace.ended(await marketplace.pull());
  expect(job.state).toBe('succeeded');
  const { errors } = await marketplace.job(job.id);
  const codes: string[] = errors.map(({ code }: { code: string }) => code);
  expect(codes).toEqual(['archived']);
  const [kept, archived] = await pictures();
  expect(kept?.ids[0]).toBe(mediaId);
  expect(kept?.ids.length).toBeGreaterThan(1);
  expect(archived?.ids).toEqual([]);
});

it('fetches nothing for a product that takes none, tells of it once, and forgets what was queued', async () => {
  await pictured(0);
  const { world } = marketplace;
  const as = world.owner;
  const [archived, full, nearly] = [await queued(7, 6), await queued(8, 6), await queued(9, 6)];
  await world.done('catalog.product.archive', { productId: archived }, { as });
  const ids = await library(50);
  await shows(full, ids);
  await shows(nearly, ids.slice(1));
  const job = await marketplace.ended(await marketplace.pull());
  expect(job).toMatchObject({ state: 'succeeded', progress: { picturesFetched: 1, picturesFailed: 17 } });
  const { errors } = await marketplace.job(job.id);
  const told = errors.map(({ code, remoteId }: { code: string; remoteId: string }) => [remoteId, code]);
  expect(told.toSorted()).toEqual([
    ['7', 'archived'],
    ['8', 'invalid_request'],
    ['9', 'invalid_request'],
  ]);
  expect(marketplace.simulator.stats().picturesServed).toBe(1);
  expect(await marketplace.count('media')).toBe(51);
  expect(await marketplace.count('channel_picture')).toBe(0);
  const shown = new Map((await pictures()).map(({ id, ids: shownIds }) => [id, shownIds.length]));
  expect([archived, full, nearly].map((id) => shown.get(id))).toEqual([0, 50, 50]);
});

it('books the pictures of a product a few at a time, so that no attempt has to bring them all', async () => {
  marketplace = await connectedMarketplace({ products: 0, pictures: 1_000 });
  const { world } = marketplace;
  const productId = await queued(7, 9);
  const jobId = await marketplace.pull();
  const db = world.database.reader(world.storeId);
  await beginJob(world.database.writer(world.storeId), world.storeId, jobId);
  const step = async () => {
    const job = catalogPull.read(await findJob(db, world.storeId, null, jobId));
    const signal = new AbortController().signal;
    const options = { signal, until: () => true, onAnswer() {}, onProgress() {}, onItemFailure() {} };
    return fetchPictures(world.platform, world.storeId, job, pictureHosts(origin()), options);
  };
  const booked: number[] = [];
  for (let job = await step(); !job.exhausted; job = await step()) booked.push(job.progress.picturesFetched);
  expect(booked).toEqual([4, 8, 9]);
  const [{ ids }] = (await pictures()) as [Pictured];
  const media = await db.query<{ id: string }>('SELECT id FROM media ORDER BY id');
  expect([...ids].toSorted()).toEqual(media.map(({ id }) => id));
  expect(new Set(ids).size).toBe(9);
  expect(marketplace.simulator.stats().picturesServed).toBe(9);
  expect((await world.read('catalog.products.get', { params: { prd: productId } })).media).toHaveLength(9);
});

it('asks a product for no more of its pictures once nobody has answered for some of them', async () => {
  await pictured(0);
  await spoil('away', 7);
  await queued(7, 9);
  await queued(8, 2);
  const job = await marketplace.ended(await marketplace.pull());
  expect(job).toMatchObject({ state: 'succeeded', progress: { pictures: 11, picturesFetched: 2, picturesFailed: 9 } });
  // Four are tried twice; then one of the other product is asked for, whose two come afterwards.
  expect(marketplace.simulator.stats().picturesServed).toBe(8 + 1 + 2);
  await spoil(null);
  const again = await marketplace.ended(await marketplace.pull());
  expect(again.progress).toMatchObject({ picturesFetched: 9, picturesFailed: 0 });
});

it('waits for hosts that are away, and then fetches all', async () => {
  await pictured(8);
  await spoil('away');
  const jobId = await marketplace.pull();
  expect(await marketplace.waiting(jobId)).toMatchObject({ waitingFor: expect.stringContaining('status 503') });
  await spoil(null);
  const { state, progress } = await marketplace.ended(jobId);
  expect(state).toBe('succeeded');
  expect(progress).toMatchObject({ picturesFetched: progress.pictures, picturesFailed: 0 });
});

it('does not wait for a picture that is away alone', async () => {
  await pictured(8);
  await spoil('away', 4);
  const jobId = await marketplace.pull();
  const { state, progress } = await marketplace.ended(jobId);
  expect(state).toBe('succeeded');
  expect(progress.picturesFailed).toBeGreaterThan(0);
  expect(progress.picturesFetched).toBe(progress.pictures - progress.picturesFailed);
  const { world } = marketplace;
  const [job] = await world.database.reader(world.storeId).query('SELECT waited_ms AS ms FROM channel_job');
  expect(job).toEqual({ ms: 0 });
});

it('leaves the rest to the next import when nobody answers for long', async () => {
  await pictured(8);
  await spoil('away');
  const jobId = await marketplace.pull();
  await marketplace.waiting(jobId);
  const { world } = marketplace;
  await world.database.writer(world.storeId).query('UPDATE channel_job SET waited_ms = 200000');
  const { state, progress } = await marketplace.ended(jobId);
  expect(state).toBe('succeeded');
  expect(progress).toMatchObject({ picturesFetched: 0, picturesFailed: progress.pictures });
  const { errors } = await marketplace.job(jobId);
  expect(errors).toEqual([
    expect.objectContaining({
      code: 'picture_not_fetched',
      message: expect.stringContaining(`${progress.pictures} pictures are left for the next import.`),
    }),
  ]);
  await spoil(null);
  const again = await marketplace.ended(await marketplace.pull());
  expect(again.progress).toMatchObject({ picturesFetched: progress.pictures, picturesFailed: 0 });
});

it('brings products that are there already their pictures once, unless they have some', async () => {
  await pictured(3);
  const { world } = marketplace;
  await marketplace.ended(await marketplace.pull());
  const [first, second, third] = (await pictures()) as [Pictured, Pictured, Pictured];
  const one = first.ids.slice(0, 1);
  for (const { id, ids } of [first, second, third]) await shows(id, id === first.id ? one : ids.slice(0, 0));
  // As those that were imported before there were pictures: one has got some by hand meanwhile.
  await world.database.writer(world.storeId).query('DELETE FROM channel_pictured');
  const job = await marketplace.ended(await marketplace.pull());
  const named = second.ids.length + third.ids.length;
  expect(job.progress).toMatchObject({ created: 0, updated: 0, pictures: named, picturesFetched: named });
  expect(await pictures()).toEqual([expect.objectContaining({ ids: one }), second, third]);

  for (const { id } of [first, second, third]) await shows(id, []);
  const again = await marketplace.ended(await marketplace.pull());
  expect(again.progress).toMatchObject({ pictures: 0, picturesFetched: 0 });
});

it('takes addresses as they read on the wire, whatever stands in them', async () => {
  await pictured(1);
  const { world } = marketplace;
  const { id: productId } = await world.done('catalog.product.create', { title: 'Sini', price: 100 });
  const images = ['nul\u0000', 'half\ud800', 'boşluk var', '%zz'].map((name) => `http://127.0.0.1:1/${name}.jpg`);
  const product = { remoteId: '7', images } as unknown as RemoteProduct;
  const hosts = [{ origin: 'http://127.0.0.1:1', trusted: true }];
  const counts = await world.database.transaction(world.storeId, async (tx) => ({
    keep: true,
    value: await queuePictures(tx, world.storeId, 'trendyol', [{ productId, product }], hosts),
  }));
  expect(counts).toEqual({ queued: 4, elsewhere: 0 });
});

it('fetches from where the marketplace shows them by now', async () => {
  await pictured(4);
  await spoil('missing');
  const { progress } = await marketplace.ended(await marketplace.pull());
  const { world } = marketplace;
  await world.database
    .writer(world.storeId)
    .query("UPDATE channel_picture SET url = replace(url, '127.0.0.1', 'moved.example')");
  await spoil(null);
  const again = await marketplace.ended(await marketplace.pull());
  expect(again.progress).toMatchObject({ picturesFetched: progress.picturesFailed, picturesFailed: 0 });
});

it('stops between two products when it is cancelled, and the next import brings the rest', async () => {
  await pictured(30);
  const jobId = await marketplace.pull();
  await marketplace.until(jobId, ({ progress }) => progress.picturesFetched > 0);
  await marketplace.world.read('channel.jobs.cancel', { params: { ext: 'trendyol', cjb: jobId } });
  const cancelled = await marketplace.ended(jobId);
  expect(cancelled.state).toBe('cancelled');
  const rest = await marketplace.count('channel_picture');
  expect(rest).toBeGreaterThan(0);
  const job = await marketplace.ended(await marketplace.pull());
  expect(job).toMatchObject({ state: 'succeeded', progress: { created: 0, picturesFailed: 0 } });
  expect(await marketplace.count('channel_picture')).toBe(0);
  const all = (await pictures()).flatMap(({ ids }) => ids);
  expect(new Set(all).size).toBe(all.length);
  expect(await marketplace.count('media')).toBe(all.length);
});

it('goes on behind a worker that was killed among the pictures: each product has its own once', async () => {
  marketplace = await connectedMarketplace({ products: 40, pictures: 1_000 });
  const environment = { TEZGAH_TRENDYOL_PICTURES: new URL(marketplace.simulator.url).origin };
  const doomed = startCompiledWorker(marketplace.world, { environment });
  try {
    const jobId = await marketplace.pull();
    await marketplace.until(jobId, ({ progress }) => progress.picturesFetched >= 5);
    await doomed.kill();
    expect(await marketplace.count('channel_picture')).toBeGreaterThan(0);
    worker = await startTestWorker(marketplace.world);
    const { state, progress } = await marketplace.ended(jobId);
    expect(state).toBe('succeeded');
    expect(progress).toMatchObject({ created: 40, failed: 0, picturesFetched: progress.pictures, picturesFailed: 0 });
    const all = (await pictures()).flatMap(({ ids }) => ids);
    expect(all).toHaveLength(progress.pictures);
    expect(new Set(all).size).toBe(all.length);
    expect(await marketplace.count('media')).toBe(all.length);
    // What the killed attempt had on its way is at most fetched again.
    expect(marketplace.simulator.stats().picturesServed).toBeLessThanOrEqual(all.length + 8);
  } finally {
    await doomed.kill();
  }
});
