import sharp from 'sharp';
import { PushWatch } from '../../src/channel/push/watch';
import type { RunningWorker } from '../../src/worker';
import { eventually } from '../world/eventually';
import { isFullRun } from '../world/runs';
import { slowTest } from '../world/slow-test';
import { replyOf } from '../world/story';
import { startTestWorker } from '../world/worker';
import { asked, type CatalogThere, COFFEE, catalogThere, drawn } from './catalog-there';

jest.setTimeout(600_000);

/** Pictures are drawn for each of them. */
const COUNT = isFullRun ? 200 : 24;
// biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
type Answer = any;

const barcode = (at: number): string => `TZG-${String(at).padStart(5, '0')}`;
const REJECTED = [3, 11, COUNT - 1];

describe('channel.catalog.push', () => {
  let shop: CatalogThere;
  let worker: RunningWorker;
  let watch: PushWatch;
  let ids: string[];
  beforeAll(async () => {
    shop = await catalogThere();
    worker = await startTestWorker(shop.world);
    watch = new PushWatch({ ...shop.world, onError: () => {} });
    watch.keepEvery(200);
    ids = await shop.products(COUNT);
  });
  afterAll(async () => {
    await watch?.stop();
    await worker?.stop();
    await shop?.close();
  });

  const dryRun = async (productIds: readonly string[]): Promise<Answer> => {
    const input = { as: shop.world.developer, params: { ext: 'trendyol' }, body: { productIds }, dryRun: true };
    return (await replyOf(shop.world.read('channel.catalog.push', input))).body;
  };
  const faultsOf = (body: Answer): string[] => body.errors.map(({ facts }: Answer) => facts.fault);

  test('names every fault of every product before anything is sent', async () => {
    expect(faultsOf(await dryRun(ids.slice(0, 1)))).toEqual(['listing_missing']);
    await shop.set(ids.map((productId) => ({ productId })));
    const body = await dryRun(ids.slice(0, 2));
    expect(body).toMatchObject({ status: 422, code: 'not_listable' });
    const missing = ['category_missing', 'brand_missing', 'origin_missing', 'picture_missing'];
    expect(faultsOf(body)).toEqual([...missing, ...missing]);
    expect(body.errors.map(({ pointer }: Answer) => pointer)).toEqual([
      ...missing.map(() => '/productIds/0'),
      ...missing.map(() => '/productIds/1'),
    ]);
    expect(shop.simulator.stats().listingsSent).toBe(0);
  });

  test('knows the rules of a category once they were looked up', async () => {
    const { remoteAttributes: _, ...without } = asked(shop);
    const media = await Promise.all([0, 1, 2, 3].map((shade) => shop.picture(shade)));
    for (const [at, productId] of ids.entries())
      await shop.world.done('catalog.product.setMedia', {
        productId,
        media: [media[at % 4], media[(at + 1) % 4]].map((mediaId) => ({ mediaId })),
      });
    await drawn(shop);
    await shop.set(ids.map((productId) => ({ productId, ...without })));
    expect(await dryRun(ids)).toMatchObject({ dryRun: true });
    const query = { categoryId: COFFEE.categoryId };
    await shop.world.read('channel.remote.attributes', { params: { ext: 'trendyol' }, query });
    expect(faultsOf(await dryRun(ids.slice(0, 1)))).toEqual(['attribute_missing']);
    const wrong = [
      { attributeId: COFFEE.attributeId, valueIds: [COFFEE.valueId, '9'] },
      { attributeId: '7', text: 'x' },
    ];
    await shop.set([{ productId: ids[0], remoteAttributes: wrong, remoteCategoryId: COFFEE.categoryId }]);
    expect(faultsOf(await dryRun(ids.slice(0, 1)))).toEqual(['values_too_many', 'attribute_unknown']);
    await shop.set([{ productId: ids[0], remoteCategoryId: '1000' }]);
    expect(faultsOf(await dryRun(ids.slice(0, 1)))).toEqual(['category_not_leaf']);
    await shop.set([{ productId: ids[0], remoteCategoryId: '77' }]);
    expect(faultsOf(await dryRun(ids.slice(0, 1)))).toEqual(['category_unknown']);
  });

  test('a job asks for the rules itself, and sends nothing when one listing lacks something', async () => {
    await shop.set(ids.map((productId) => ({ productId, ...asked(shop) })));
    const wrong = [{ attributeId: COFFEE.attributeId, valueIds: ['31'] }];
    await shop.set([{ productId: ids[5], remoteAttributes: wrong }]);
    const job = await shop.ended(await shop.push(ids));
    expect(job).toMatchObject({
      state: 'failed',
      error: { code: 'not_listable' },
      errors: [{ code: 'not_listable', title: 'Közde Kahve 5' }],
      progress: { total: COUNT, failed: 1, sent: 0 },
    });
    expect(faultsOf(await dryRun(ids))).toEqual(['value_unknown']);
    await shop.set([{ productId: ids[5], ...asked(shop) }]);
  });

  test('products are sent with pictures, and approved, or rejected in the words of the marketplace', async () => {
    const reject = Object.fromEntries(REJECTED.map((at) => [barcode(at), `Uygunsuz içerik ${at}`]));
    await shop.control('PUT', '/listings', { reject, batchMs: 100, approvalMs: 500 });
    const jobId = await shop.push(ids);
    const job = await shop.ended(jobId);
    expect(job).toMatchObject({
      state: 'succeeded',
      kind: 'listings.push',
      progress: { total: COUNT, done: COUNT, failed: 3, sent: COUNT, approved: COUNT - 3, pending: 0 },
      result: { sent: COUNT, approved: COUNT - 3, listed: 0, pending: 0 },
    });
    expect(job.errors.map(({ title, code, message }: Answer) => [title, code, message]).toSorted()).toEqual(
      REJECTED.map((at) => [
        `Közde Kahve ${at}`,
        'listing_rejected',
        `Satış Kurallarına Aykırı Ürün: Uygunsuz içerik ${at}`,
      ]).toSorted(),
    );
    const { listingsSent, picturesFetched } = shop.simulator.stats();
    expect([listingsSent, picturesFetched]).toEqual([COUNT, 2 * COUNT]);
    const listings = await shop.listings();
    for (const [at, id] of ids.entries())
      expect(listings.get(id)).toMatchObject(
        REJECTED.includes(at)
          ? { status: 'rejected', rejectReasons: [expect.stringContaining(`içerik ${at}`)], pushedStock: null }
          : { status: 'on_sale', rejectReasons: [], pushedStock: 40, drift: false },
      );
    expect(listings.get(ids[3] as string).lastError).toContain('Uygunsuz içerik 3');
  });

  test('pictures are JPEGs at a public address, which never changes', async () => {
    const [row] = await shop.world.database
      .reader(shop.world.storeId)
      .query<Answer>('SELECT object, size FROM media_jpeg ORDER BY media_id LIMIT 1');
    const response = await fetch(`${shop.address}/media/${shop.world.storeId}/${row.object}.jpg`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(response.headers.get('cache-control')).toContain('immutable');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.length).toBe(row.size);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', height: 800 });
    expect((await fetch(`${shop.address}/media/${shop.world.storeId}/${row.object}.webp`)).status).toBe(404);
  });

  test('what was corrected is pushed again, and what is approved already is not sent again', async () => {
    await shop.control('PUT', '/listings', { reject: {} });
    for (const at of REJECTED)
      await shop.world.done('catalog.product.update', { productId: ids[at], description: `<p>Düzeltildi ${at}</p>` });
    const job = await shop.ended(await shop.push(ids));
    expect(job).toMatchObject({
      state: 'succeeded',
      result: { sent: 3, approved: 3, listed: COUNT - 3, pending: 0 },
      progress: { done: COUNT, failed: 0 },
    });
    expect(shop.simulator.stats().listingsSent).toBe(COUNT + 3);
    const listings = await shop.listings();
    expect(listings.get(ids[3] as string)).toMatchObject({ status: 'on_sale', rejectReasons: [], lastError: null });
  });

  test('a change of stock, and of the price, reaches what was approved', async () => {
    const productId = ids[3] as string;
    await shop.world.done('catalog.stock.set', { targetId: productId, stock: 7 });
    await shop.world.done('catalog.price.set', { targetId: productId, price: 14_000 });
    await eventually(() => {
      const { stock, price } = shop.there(barcode(3));
      return stock.quantity === 7 && price.salePrice === 140;
    }, 30_000);
    expect(shop.simulator.stats().repeatedRequests).toBe(0);
  });

  test('one item that the marketplace fails says why, and the others go on', async () => {
    const more = await shop.products(3, (at) => ({ barcode: `SON-${at}`, ...(at === 1 ? { title: 'Şüpheli' } : {}) }));
    const media = (await shop.world.read('media.list', {})).items
      .map(({ id }: Answer) => ({ mediaId: id }))
      .slice(0, 1);
    for (const productId of more) await shop.world.done('catalog.product.setMedia', { productId, media });
    await shop.set(more.map((productId) => ({ productId, ...asked(shop) })));
    await shop.set([{ productId: more[1], remoteBrandId: '1' }]);
    const job = await shop.ended(await shop.push(more));
    expect(job).toMatchObject({ state: 'succeeded', result: { approved: 2 }, errors: [{ title: 'Şüpheli' }] });
    const listing = (await shop.listings()).get(more[1] as string);
    expect(listing).toMatchObject({ status: 'rejected', rejectReasons: ['Marka bulunamadı.'] });
    // The same request is not made again within the window of the marketplace.
    const alone = [more[1] as string];
    expect(await shop.ended(await shop.push(alone))).toMatchObject({ errors: [{ code: 'listing_rejected' }] });
    const again = await shop.ended(await shop.push(alone));
    expect(again).toMatchObject({ state: 'failed', errors: [{ code: 'sent_before' }] });
  });

  test('one that lacks something is left out where its caller wants it so', async () => {
    const [whole, bare] = await shop.products(2, (at) => ({ barcode: `YARIM-${at}`, title: `Yarım ${at}` }));
    const media = (await shop.world.read('media.list', {})).items
      .map(({ id }: Answer) => ({ mediaId: id }))
      .slice(0, 1);
    await shop.world.done('catalog.product.setMedia', { productId: whole, media });
    await shop.set([whole, bare].map((productId) => ({ productId, ...asked(shop) })));
    const body = { productIds: [whole, bare], partial: true };
    const asking = { as: shop.world.developer, params: { ext: 'trendyol' }, body };
    const { id, skipped } = await shop.world.read('channel.catalog.push', asking);
    expect(skipped).toMatchObject([{ productId: bare, title: 'Yarım 1', faults: [{ fault: 'picture_missing' }] }]);
    const errors = [{ title: 'Yarım 1', code: 'not_listable' }];
    expect(await shop.ended(id)).toMatchObject({ state: 'succeeded', result: { approved: 1 }, errors });
  });

  /** One more product that is ready to be pushed. */
  const oneMore = async (name: string): Promise<string> => {
    const [productId] = await shop.products(1, () => ({ barcode: `${name}-1`, title: name }));
    const media = (await shop.world.read('media.list', {})).items
      .slice(0, 1)
      .map(({ id }: Answer) => ({ mediaId: id }));
    await shop.world.done('catalog.product.setMedia', { productId, media });
    await shop.set([{ productId, ...asked(shop) }]);
    return productId as string;
  };
  const cancel = async (jobId: string): Promise<void> => {
    await shop.world.read('channel.jobs.cancel', { params: { ext: 'trendyol', cjb: jobId } });
    await shop.ended(jobId);
  };
  const listingOf = async (productId: string): Promise<Answer> => (await shop.listings()).get(productId);
  /** Lets the clock look until the listing is in this state. */
  const becomes = (productId: string, status: string): Promise<unknown> => {
    const isDecided = async () => {
      await shop.round('approvals');
      return (await listingOf(productId)).status === status;
    };
    return eventually(isDecided, 60_000, 500);
  };

  test('an item that waits long for its approval is followed by the clock', async () => {
    const productId = await oneMore('Geç');
    await shop.control('PUT', '/listings', { decides: false });
    const jobId = await shop.push([productId]);
    // The listing waits for its approval since the request was written. The marketplace has it only later.
    await eventually(async () => (await shop.control('GET', '/queue')).pending === 1);
    await cancel(jobId);
    await shop.control('PUT', '/listings', { decides: true });
    expect((await listingOf(productId)).status).toBe('pending_approval');
    await becomes(productId, 'on_sale');
  });

  slowTest('a job that is cancelled while its request is under way leaves nothing that waits for ever', async () => {
    const taken = await oneMore('Yolda');
    const endpoint = 'POST /product/sellers/{sellerId}/v2/products';
    shop.simulator.faults.set({ silence: { rate: 1 }, endpoint });
    const jobId = await shop.push([taken]);
    await eventually(() => (shop.simulator.stats().faults.silence ?? 0) > 0);
    await cancel(jobId);
    await becomes(taken, 'on_sale');

    const lost = await oneMore('Kayıp');
    shop.simulator.faults.set({ serverError: { rate: 1, status: 503 }, endpoint });
    const other = await shop.push([lost]);
    await eventually(async () => (await listingOf(lost)).status === 'pending_approval');
    await cancel(other);
    await becomes(lost, 'none');
    expect((await listingOf(lost)).lastError).toContain('push it again');
  });
});
