import { newId } from '../../src/kernel/ids';
import type { RunningWorker } from '../../src/worker';
import { said } from '../world/story';
import { startTestWorker } from '../world/worker';
import { connectedMarketplace, type Marketplace } from './marketplace';

const params = { ext: 'trendyol' };

describe('channel.listings.get', () => {
  let shop: Marketplace;
  let worker: RunningWorker;
  beforeAll(async () => {
    shop = await connectedMarketplace({ products: 3 });
    worker = await startTestWorker(shop.world);
  });
  afterAll(async () => {
    await worker.stop();
    await shop.close();
  });

  const get = (lst: string, ext = 'trendyol', as = shop.world.developer) =>
    shop.world.read('channel.listings.get', { params: { ext, lst }, as });

  test('shows what the store would push beside what the marketplace shows, and how they differ', async () => {
    const { world } = shop;
    await shop.ended(await shop.pull());
    const { items } = await world.read('channel.listings.list', { params });
    const [{ id, productId, variantId }] = items;
    const first = await get(id);
    expect(first).toMatchObject({
      id,
      enabled: true,
      drift: false,
      problem: null,
      mirror: { price: first.effectivePrice, stock: first.liveStock },
      mirroredAt: expect.any(String),
      mapping: { remoteProductId: expect.any(String) },
      pushedStock: first.liveStock,
    });
    await world.done('catalog.price.set', { targetId: variantId ?? productId, price: first.effectivePrice + 1 });
    expect(await get(id)).toMatchObject({
      drift: true,
      effectivePrice: first.effectivePrice + 1,
      mirror: first.mirror,
    });

    const item = { productId, ...(variantId ? { variantId } : {}) };
    const set = (fields: object) =>
      world.done('channel.listing.set', { extension: 'trendyol', items: [{ ...item, ...fields }] });
    await set({ priceLocked: true });
    expect(await get(id)).toMatchObject({ drift: false, priceLocked: true });
    await set({ priceLocked: false, priceOverride: first.effectivePrice });
    expect(await get(id)).toMatchObject({ drift: false, effectivePrice: first.effectivePrice });
    await world.done('catalog.stock.set', { targetId: variantId ?? productId, stock: 3 });
    await set({ buffer: 5 });
    // Nothing is offered of what is held back, and never less than nothing.
    expect(await get(id)).toMatchObject({ liveStock: 3, buffer: 5, drift: first.pushedStock !== 0 });
    await set({ enabled: false });
    expect(await get(id)).toMatchObject({ drift: false, enabled: false });
  });

  test('a listing that the marketplace has never shown has no mirror and no drift', async () => {
    const { world } = shop;
    const { id: productId } = await world.done('catalog.product.create', { title: 'Fincan', price: 500 });
    const { listings } = await world.done('channel.listing.set', {
      extension: 'trendyol',
      items: [{ productId, remoteBrandId: '77' }],
    });
    expect(await get(listings[0].id)).toMatchObject({
      status: 'unknown',
      mirror: null,
      mirroredAt: null,
      pushedStock: null,
      liveStock: null,
      drift: false,
      effectivePrice: 500,
      mapping: { remoteProductId: null, remoteCategoryId: null, remoteBrandId: '77' },
    });
    expect(await said(get(listings[0].id, 'n11'))).toBe('404 not_found');
    expect(await said(get(listings[0].id, 'trendyol', world.other.owner))).toBe('404 not_found');
    expect(await said(get(newId('lst')))).toBe('404 not_found');
    expect(await said(get(productId))).toBe('400 invalid_request');
  });
});
