import type { RunningWorker } from '../../src/worker';
import { startTestWorker } from '../world/worker';
import { connectedMarketplace, type Marketplace } from './marketplace';

const PRODUCTS = 40;

describe('which item of the store a product of the marketplace is', () => {
  let shop: Marketplace;
  let worker: RunningWorker;
  beforeEach(async () => {
    shop = await connectedMarketplace({ products: PRODUCTS });
    worker = await startTestWorker(shop.world);
    await shop.ended(await shop.pull());
  });
  afterEach(async () => {
    await worker.stop();
    await shop.close();
  });

  const params = { ext: 'trendyol' };
  const listings = async () =>
    (await shop.world.read('channel.listings.list', { params, query: { limit: 100 } })).items;
  const listingOf = (lst: string) => shop.world.read('channel.listings.get', { params: { ...params, lst } });
  const anySingle = async () => (await listings()).find(({ variantId }: { variantId: string | null }) => !variantId);
  const update = (productId: string, fields: object) =>
    shop.world.done('catalog.product.update', { productId, ...fields });
  const create = (fields: object) => shop.world.done('catalog.product.create', { title: 'x', price: 100, ...fields });
  const pulled = async (mode?: 'preview' | 'import') => {
    const { progress, errors } = await shop.ended(await shop.pull(mode));
    const { created, updated, failed } = progress;
    return { created, updated, failed, codes: errors.map(({ code }: { code: string }) => code) };
  };
  const priceAway = () =>
    fetch(new URL('/__simulator/catalog', shop.simulator.url), {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ priceChange: { everyNth: 1, factor: 2 } }),
    });
  const NOTHING = { created: 0, updated: 0, failed: 0, codes: [] };

  test('the one that it was listed as, whatever the barcode there is by now', async () => {
    const { id, productId } = await anySingle();
    const before = await listingOf(id);
    await update(productId, { barcode: null });
    const products = await shop.count('catalog_product');
    expect(await pulled('preview')).toEqual(NOTHING);
    expect(await pulled()).toEqual(NOTHING);
    await priceAway();
    expect(await pulled()).toEqual({ ...NOTHING, updated: PRODUCTS });
    expect(await shop.count('catalog_product')).toBe(products);
    expect((await listingOf(id)).mirror.price).toBe(2 * before.mirror.price);
  });

  test('the listed one also when another carries the barcode, and that is said', async () => {
    const { id, productId, barcode } = await anySingle();
    await update(productId, { barcode: 'ELSE-1' });
    const other = await create({ barcode });
    const conflict = { ...NOTHING, failed: 1, codes: ['mapped_elsewhere'] };
    expect(await pulled()).toEqual(conflict);
    const all = await listings();
    expect(all.filter((listing: { productId: string }) => listing.productId === other.id)).toEqual([]);
    expect(await listingOf(id)).toMatchObject({ status: 'on_sale', problem: null });

    // Once its mapping is gone, the barcode decides, and the old listing says that its mirror is of the past.
    const items = [{ productId, remoteProductId: null }];
    await shop.world.done('channel.listing.set', { extension: 'trendyol', items });
    expect(await pulled()).toEqual({ ...NOTHING, updated: 1 });
    expect(await listingOf(id)).toMatchObject({
      enabled: true,
      status: 'unknown',
      problem: 'mapped_elsewhere',
      pushedStock: null,
      drift: false,
      effectivePrice: expect.any(Number),
    });
    expect(await pulled()).toEqual(NOTHING);
  });

  test('nothing that takes the place of what was far dearer there, where a limited token asked for the import', async () => {
    const { productId, barcode } = await anySingle();
    await update(productId, { barcode: null });
    await shop.world.done('catalog.product.archive', { productId });
    await create({ barcode });
    const token = await shop.world.done(
      'token.mint',
      { kind: 'developer', scopes: ['catalog:write'], limits: { priceChangePercent: 20 } },
      { as: shop.world.owner },
    );
    const as = {
      ...shop.world.developer,
      id: token.id,
      scopes: new Set(token.scopes as never[]),
      limits: token.limits,
    };
    const { id } = await shop.world.read('channel.catalog.pull', { as, params, body: { mode: 'import' } });
    const { progress, errors } = await shop.ended(id);
    expect(progress).toMatchObject({ done: PRODUCTS, updated: 0, failed: 1 });
    expect(errors).toMatchObject([{ barcode, code: 'limit_exceeded', message: expect.stringContaining('%') }]);
    expect(await pulled()).toEqual({ ...NOTHING, updated: 1 });
  });

  test('the one that carries the barcode, when nothing is behind the listing any more', async () => {
    const { id, productId, barcode } = await anySingle();
    await update(productId, { barcode: null });
    await shop.world.done('catalog.product.archive', { productId });
    const successor = await create({ barcode });
    expect(await pulled()).toEqual({ ...NOTHING, updated: 1 });
    const all = await listings();
    const [its] = all.filter((listing: { productId: string }) => listing.productId === successor.id);
    expect([its.status, (await listingOf(id)).problem]).toEqual(['on_sale', 'archived']);
    expect(await pulled()).toEqual(NOTHING);
  });

  test('none, when its variant was taken out of the product that it was listed as', async () => {
    const varied = (await listings()).find(({ variantId }: { variantId: string | null }) => variantId);
    const { productId } = varied;
    await shop.world.done('catalog.product.setVariants', { productId, variants: [{ title: 'Tek' }] });
    const products = await shop.count('catalog_product');
    expect(await pulled()).toEqual({ ...NOTHING, failed: 1, codes: ['variant_not_in_store'] });
    expect(await shop.count('catalog_product')).toBe(products);
  });

  test('the one that was said to be it, before anything was seen of it', async () => {
    const { productId, barcode, ...seen } = await anySingle();
    const { mapping } = await listingOf(seen.id);
    await update(productId, { barcode: null });
    const other = await create({});
    const set = (item: object) => shop.world.done('channel.listing.set', { extension: 'trendyol', items: [item] });
    await set({ productId, remoteProductId: null });
    await set({ productId: other.id, remoteProductId: mapping.remoteProductId });
    expect(await pulled()).toEqual({ ...NOTHING, updated: 1 });
    const [its] = (await listings()).filter((listing: { productId: string }) => listing.productId === other.id);
    expect([barcode !== null, its.status, (await listingOf(seen.id)).problem]).toEqual([
      true,
      'on_sale',
      'mapped_elsewhere',
    ]);
  });

  test('of an item that is listed as another product, it is not: that is said', async () => {
    const { id, productId } = await anySingle();
    await shop.world.done('channel.listing.set', {
      extension: 'trendyol',
      items: [{ productId, remoteProductId: 'by-hand' }],
    });
    expect(await pulled()).toEqual({ ...NOTHING, failed: 1, codes: ['mapped_elsewhere'] });
    expect((await listingOf(id)).mapping.remoteProductId).toBe('by-hand');
  });
});
