import type { Bundle } from '../../src/design/bundle/bundle';
import { MOVED_MAX } from '../../src/store/moved-store';
import { openStudio, type Studio } from '../design/studio';
import { openShopsOf, PREVIEW_HOST, type Shops, shopEnvironment, skeletonBody } from './shops';

let studio: Studio;
let shops: Shops;
beforeAll(async () => {
  studio = await openStudio({ environment: shopEnvironment });
  shops = await openShopsOf(studio.site.world);
  await publishWith({ pg_bakim: 'bakim' });
});
afterAll(async () => {
  await shops.close();
  await studio.close();
});

/** @param pages addresses of pages of the shop's own, by their names */
const publishWith = async (pages: Readonly<Record<string, string>>): Promise<string> => {
  const body = skeletonBody();
  const own = Object.entries(pages).map(([id, path]) => [id, { kind: 'page', path, title: id, root: [] }]);
  const { rev } = await studio.draft();
  const { status, body: put } = await studio.put(
    { ...body, pages: { ...body.pages, ...Object.fromEntries(own) } } as Bundle,
    rev,
  );
  expect({ status, put }).toMatchObject({ status: 200 });
  expect((await studio.run('design.publish', {})).status).toBe(200);
  return put.preview.url;
};

const done = (command: string, payload: object) =>
  shops.world.done(command, payload, { as: shops.world.owner }) as Promise<{ id: string; handle: string }>;
const made = (handle: string) => done('catalog.product.create', { title: 'Cezve', handle, price: 10_000, stock: 4 });
const renamed = (productId: string, handle: string) => done('catalog.product.update', { productId, handle });

const at = async (path: string, host?: string) => {
  const { status, headers } = await shops.get(path, host === undefined ? {} : { host });
  return headers.location === undefined ? status : `${status} ${headers.location}`;
};

test('an old address of a product leads to the newest one in one step, with what was asked behind it', async () => {
  const { id } = await made('cezve');
  await renamed(id, 'bakir-cezve');
  await renamed(id, 'el-yapimi-cezve');
  expect(await at('/urun/cezve')).toBe('301 /urun/el-yapimi-cezve');
  expect(await at('/urun/bakir-cezve?utm_source=x&y=%C3%A7')).toBe('301 /urun/el-yapimi-cezve?utm_source=x&y=%C3%A7');
  expect(await at('/urun/el-yapimi-cezve')).toBe(200);
  expect((await shops.get('/urun/cezve')).headers['cache-control']).toBe('no-cache');
  expect(await at('/urun/hic-olmadi')).toBe(404);
  // A name of one kind of thing leads to no thing of another.
  expect(await at('/koleksiyon/cezve')).toBe(404);
});

test('an address in capital letters or with a slash at its end leads to the plain one, with what was asked', async () => {
  expect(await at('/urun/El-Yapimi-Cezve/?utm_source=x')).toBe('301 /urun/el-yapimi-cezve?utm_source=x');
});

test('an address that was given to another product is that one’s, and leads to the former no more', async () => {
  const { id: former } = await made('fincan');
  await renamed(former, 'eski-fincan');
  const { id: next } = await made('fincan');
  expect(await at('/urun/fincan')).toBe(200);
  await renamed(next, 'yeni-fincan');
  expect(await at('/urun/fincan')).toBe('301 /urun/yeni-fincan');
  // Back at a former address, it is there itself.
  await renamed(next, 'fincan');
  expect(await at('/urun/fincan')).toBe(200);
  expect(await at('/urun/yeni-fincan')).toBe('301 /urun/fincan');
});

test('an archived product is nowhere, by none of its addresses', async () => {
  const { id } = await made('tepsi');
  await renamed(id, 'bakir-tepsi');
  await done('catalog.product.archive', { productId: id });
  expect([await at('/urun/tepsi'), await at('/urun/bakir-tepsi')]).toEqual([404, 404]);
});

test('a collection moves as a product does', async () => {
  const { id } = await done('catalog.collection.create', { title: 'Bahar', handle: 'bahar' });
  await done('catalog.collection.update', { collectionId: id, handle: 'ilkbahar' });
  expect(await at('/koleksiyon/bahar')).toBe('301 /koleksiyon/ilkbahar');
});

test('a page of the shop’s own moves with the design that is published', async () => {
  expect(await at('/sayfa/bakim')).toBe(200);
  const url = await publishWith({ pg_bakim: 'bakim-rehberi' });
  expect(await at('/sayfa/bakim?a=1')).toBe('301 /sayfa/bakim-rehberi?a=1');
  const preview = new URL(url).pathname.replace(/\/$/, '');
  expect(await at(`${preview}/sayfa/bakim`, PREVIEW_HOST)).toBe(`301 ${preview}/sayfa/bakim-rehberi`);
  await publishWith({ pg_bakim: 'rehber', pg_yeni: 'bakim-rehberi' });
  expect([await at('/sayfa/bakim'), await at('/sayfa/bakim-rehberi')]).toEqual(['301 /sayfa/rehber', 200]);
  await publishWith({});
  expect([await at('/sayfa/bakim'), await at('/sayfa/rehber')]).toEqual([404, 404]);
});

test('the newest old addresses are kept, however many a shop gives up', async () => {
  const { storeId, sql } = shops.world;
  await sql(`INSERT INTO storefront_moved SELECT '${storeId}', 'product:eski-' || nth, 'prd_x', now() - interval '1 day'
    FROM generate_series(1, ${MOVED_MAX}) AS nth`);
  const { id } = await made('kupa');
  await renamed(id, 'buyuk-kupa');
  await renamed(id, 'kucuk-kupa');
  const [{ kept }] = (await shops.world.database
    .reader(storeId)
    .query('SELECT count(*)::int AS kept FROM storefront_moved WHERE store_id = $1', [storeId])) as [{ kept: number }];
  expect(kept).toBeLessThanOrEqual(MOVED_MAX + 1);
  expect([await at('/urun/kupa'), await at('/urun/cezve')]).toEqual([
    '301 /urun/kucuk-kupa',
    '301 /urun/el-yapimi-cezve',
  ]);
});
