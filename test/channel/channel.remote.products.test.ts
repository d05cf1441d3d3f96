import { said } from '../world/story';
import { connectedMarketplace, type Marketplace } from './marketplace';

const params = { ext: 'trendyol' };
const PRODUCTS = 7;

describe('channel.remote.products', () => {
  let shop: Marketplace;
  beforeAll(async () => {
    shop = await connectedMarketplace({ products: PRODUCTS });
  });
  afterEach(async () => {
    shop.simulator.faults.clear();
    // A marketplace that throttles is left alone for a while.
    await shop.world.sql('DELETE FROM channel_budget_pause');
  });
  afterAll(() => shop.close());

  const ask = (query: object = {}, as = shop.world.developer) =>
    shop.world.read('channel.remote.products', { params, query: query as never, as });

  test('shows page by page what the seller has there, each product once', async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    for (let pages = 0; pages < PRODUCTS; pages += 1) {
      const page = await ask({ limit: 3, ...(cursor ? { cursor } : {}) });
      expect(page).toMatchObject({ total: PRODUCTS, unreadable: [] });
      seen.push(...page.items.map(({ remoteId }: { remoteId: string }) => remoteId));
      cursor = page.nextCursor;
      if (cursor === null) break;
    }
    expect([seen.length, new Set(seen).size, cursor]).toEqual([PRODUCTS, PRODUCTS, null]);
    const [first] = (await ask({ limit: 1 })).items;
    expect(first).toMatchObject({
      title: expect.any(String),
      variants: [{ price: expect.any(Number), stock: expect.any(Number) }],
    });
    expect(first.variants.every(({ price }: { price: number }) => Number.isInteger(price))).toBe(true);
  });

  test('a page that ends exactly with the last product leads to an empty one at most', async () => {
    const page = await ask({ limit: PRODUCTS });
    expect(page.items).toHaveLength(PRODUCTS);
    if (page.nextCursor !== null)
      expect(await ask({ limit: PRODUCTS, cursor: page.nextCursor })).toMatchObject({ items: [], nextCursor: null });
    expect((await ask({ limit: PRODUCTS + 1 })).nextCursor).toBeNull();
  });

  test('imports nothing: it is a look', async () => {
    await ask();
    expect(await shop.count('catalog_product')).toBe(0);
    expect(await shop.count('channel_listing')).toBe(0);
  });

  test('a place that the marketplace does not know is the caller’s mistake', async () => {
    expect(await said(ask({ cursor: 'bilinmeyen' }))).toBe('400 invalid_request');
    for (const wrong of [{ limit: 0 }, { limit: 101 }, { cursor: '' }, { cursor: 'a b' }, { cursor: 'x'.repeat(513) }])
      expect([wrong, await said(ask(wrong))]).toEqual([wrong, '400 invalid_request']);
  });

  test.each([
    ['away', { down: true }, '503 unavailable'],
    ['failing', { serverError: { rate: 1, status: 502 } }, '503 unavailable'],
    ['throttling', { throttleStorm: { rate: 1 } }, '429 throttled'],
    ['refusing', { hostileRefusal: { rate: 1 } }, '502 provider_refused'],
    ['answering nonsense', { hostilePage: { rate: 1, kind: 'noContent' } }, '502 provider_answer_invalid'],
    ['answering without end', { hostilePage: { rate: 1, kind: 'immensePage' } }, '502 provider_answer_invalid'],
  ] as const)('a marketplace that is %s is told as such', async (_, faults, answer) => {
    shop.simulator.faults.set(faults);
    expect(await said(ask())).toBe(answer);
  });

  test('a row that cannot be read stands beside those that can', async () => {
    shop.simulator.faults.set({ hostilePage: { rate: 1, kind: 'nullVariant' } });
    const { items, unreadable } = await ask();
    expect(items).toHaveLength(PRODUCTS - 1);
    expect(unreadable).toEqual([
      { remoteId: expect.any(String), title: expect.any(String), message: expect.any(String) },
    ]);
  });
});
