import { pagesOf, said } from '../world/story';
import { connectedMarketplace, type Marketplace } from './marketplace';

describe('channel.listings.list', () => {
  let shop: Marketplace;
  beforeAll(async () => {
    shop = await connectedMarketplace({ products: 0 });
  });
  afterAll(() => shop.close());

  const ext = { ext: 'trendyol' };
  const list = (productId: string, variantId?: string, fields = {}) =>
    shop.world.run('channel.listing.set', {
      extension: 'trendyol',
      items: [{ productId, ...(variantId ? { variantId } : {}), ...fields }],
    });
  const listed = async (productId: string) =>
    (await shop.world.read('channel.listings.list', { params: ext, query: { productId } })).items;

  test('a barcode that moves to another product moves with its item, and that one can be listed', async () => {
    const { world } = shop;
    const first = await world.done('catalog.product.create', { title: 'Fincan', price: 100, barcode: 'A-1' });
    expect((await list(first.id)).status).toBe(200);
    await world.done('catalog.product.update', { productId: first.id, barcode: 'A-2' });
    const second = await world.done('catalog.product.create', { title: 'Tabak', price: 100, barcode: 'A-1' });
    expect((await list(second.id)).status).toBe(200);
    expect(await listed(first.id)).toMatchObject([{ barcode: 'A-2' }]);
    expect(await listed(second.id)).toMatchObject([{ barcode: 'A-1' }]);
  });

  test('a listing whose variant was removed claims no title, price or stock, says why, and can only be disabled', async () => {
    const { world } = shop;
    const { id, variants } = await world.done('catalog.product.create', {
      title: 'Gömlek',
      price: 500,
      variants: [
        { title: 'S', barcode: 'B-1', stock: 3 },
        { title: 'M', barcode: 'B-2', stock: 4 },
      ],
    });
    await list(id, variants[0].id);
    await world.done('catalog.product.setVariants', {
      productId: id,
      variants: [
        { id: variants[1].id, title: 'M' },
        { title: 'L', barcode: 'B-1', stock: 7 },
      ],
    });
    const gone = {
      problem: 'variant_removed',
      title: null,
      barcode: null,
      effectivePrice: null,
      liveStock: 0,
      enabled: true,
    };
    expect(await listed(id)).toMatchObject([gone]);
    const { variants: now } = await world.read('catalog.products.get', { params: { prd: id } });
    const replacement = now.find(({ barcode }: { barcode: string }) => barcode === 'B-1');
    expect((await list(id, replacement.id)).status).toBe(200);

    expect((await list(id, variants[0].id, { priceOverride: 900 })).body).toMatchObject({
      code: 'listing_unknown',
      errors: [{ pointer: '/payload/items/0/variantId', message: expect.stringContaining('no longer part') }],
    });
    expect((await list(id, variants[0].id, { enabled: false })).status).toBe(200);
    expect((await list(id, variants[0].id, { priceOverride: 5 })).body).toMatchObject({ code: 'listing_unknown' });
    expect((await listed(id)).map(({ problem, enabled }: never) => ({ problem, enabled }))).toEqual([
      { problem: 'variant_removed', enabled: false },
      { problem: null, enabled: true },
    ]);
  });

  test('a product that is sold by variant by now is not listed as a whole', async () => {
    const { world } = shop;
    const { id } = await world.done('catalog.product.create', { title: 'Çanta', price: 700, stock: 2 });
    await list(id);
    await world.done('catalog.product.setVariants', { productId: id, variants: [{ title: 'Siyah' }] });
    expect(await listed(id)).toMatchObject([{ problem: 'sold_by_variant', effectivePrice: null, liveStock: 0 }]);
    expect((await list(id)).body).toMatchObject({ code: 'listing_unknown' });
    expect((await list(id, undefined, { enabled: false })).status).toBe(200);
  });

  test('an archived product is not listed; a listing that it has says so and can only be disabled', async () => {
    const { world } = shop;
    const create = (title: string) => world.done('catalog.product.create', { title, price: 700, stock: 2 });
    const [{ id }, unlisted] = [await create('Kazak'), await create('Atkı')];
    await list(id);
    for (const productId of [id, unlisted.id]) await world.done('catalog.product.archive', { productId });
    expect(await listed(id)).toMatchObject([
      { problem: 'archived', title: 'Kazak', enabled: true, effectivePrice: null, liveStock: 0 },
    ]);
    for (const reply of [await list(unlisted.id), await list(unlisted.id, undefined, { enabled: false })]) {
      expect(reply.body).toMatchObject({
        code: 'listing_unknown',
        errors: [{ pointer: '/payload/items/0/productId', message: expect.stringContaining('archived') }],
      });
    }
    expect((await list(id, undefined, { enabled: false })).status).toBe(200);
    expect((await list(id, undefined, { enabled: true })).body).toMatchObject({ code: 'listing_unknown' });
    expect(await listed(id)).toMatchObject([{ problem: 'archived', enabled: false }]);
  });

  test('pages show each listing once, in the order of their making', async () => {
    const { world } = shop;
    const { id, variants } = await world.done('catalog.product.create', {
      title: 'Bardak',
      price: 500,
      variants: Array.from({ length: 5 }, (_, index) => ({ title: `B${index}` })),
    });
    for (const variant of variants) await list(id, variant.id);
    const page = (query: object, as = world.developer) =>
      world.read('channel.listings.list', { params: ext, query: query as never, as });
    const pages = await pagesOf<{ variantId: string }>(page, { productId: id, limit: 2 });
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 1]);
    expect(pages.flat().map(({ variantId }) => variantId)).toEqual(
      variants.map((variant: { id: string }) => variant.id),
    );
    const { nextCursor } = await page({ productId: id, limit: 2 });
    expect(await said(page({ limit: 2, cursor: nextCursor }))).toBe('400 invalid_request');
    expect((await page({}, world.other.owner)).items).toEqual([]);
  });

  test('a channel that there is not has none, and one that is not installed has an empty list', async () => {
    const { world } = shop;
    const of = (name: string, as = world.developer) =>
      world.read('channel.listings.list', { params: { ext: name }, as });
    expect(await said(of('n11'))).toBe('404 not_found');
    expect(await of('trendyol', world.other.developer)).toEqual({ items: [], nextCursor: null, total: null });
  });
});
