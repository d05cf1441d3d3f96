import { said } from '../world/story';
import { connectedMarketplace, type Marketplace } from './marketplace';

const params = { ext: 'trendyol' };
const TREE = 'GET /product/product-categories';
const ATTRIBUTES = 'GET /product/categories/{categoryId}/attributes';
const VALUES = 'GET /product/categories/{categoryId}/attributes/{attributeId}/values';
const HOUR_MS = 60 * 60_000;

/** A shop that has asked nothing yet, and how often its marketplace was asked. */
async function open(): Promise<Marketplace & ReturnType<typeof asking>> {
  const shop = await connectedMarketplace({ products: 0 });
  return { ...shop, ...asking(shop) };
}

const asking = ({ world, simulator }: Marketplace) => ({
  ask: (id: string, query: Record<string, unknown> = {}) => world.read(id, { params, query, as: world.developer }),
  categories: (query: Record<string, unknown> = {}) =>
    world.read('channel.remote.categories', { params, query, as: world.developer }),
  asked: (endpoint: string): number => simulator.stats().endpoints[endpoint]?.processed ?? 0,
  /** Lets what is kept grow old. */
  ages: (ms: number) =>
    world.database
      .writer(world.storeId)
      .query(`UPDATE channel_reference SET as_of = as_of - make_interval(secs => $2) WHERE store_id = $1`, [
        world.storeId,
        ms / 1_000,
      ]),
});

describe('channel.remote.categories', () => {
  let shop: Awaited<ReturnType<typeof open>>;
  beforeEach(async () => {
    shop = await open();
  });
  afterEach(() => shop.close());

  test('finds categories by words of their names and paths, whichever letters they are typed with', async () => {
    const coffee = {
      categoryId: '1011',
      name: 'Türk Kahvesi',
      path: ['Süpermarket'],
      isLeaf: true,
    };
    const found = { items: [coffee], nextCursor: null, total: 1, asOf: expect.stringMatching(/Z$/) };
    for (const search of ['türk kahve', 'KAHVESI turk', 'supermarket kahve'])
      expect(await shop.categories({ search })).toEqual(found);
    expect(await shop.categories({ search: 'yok böyle bir kategori' })).toMatchObject({ items: [], total: 0 });
    const all = await shop.categories({ limit: 100 });
    expect([all.items.length, all.total > 200]).toEqual([100, true]);
    const leaves = await shop.categories({ limit: 100, leaves: true });
    expect(leaves.items.every(({ isLeaf }: { isLeaf: boolean }) => isLeaf)).toBe(true);
    expect(leaves.total).toBeLessThan(all.total);
    expect(shop.asked(TREE)).toBe(1);
  });

  test('goes on where it was, and nowhere else', async () => {
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { items: { categoryId: string }[]; nextCursor: string | null } = await shop.categories({
        limit: 100,
        ...(cursor === null ? {} : { cursor }),
      });
      ids.push(...page.items.map(({ categoryId }) => categoryId));
      cursor = page.nextCursor;
    } while (cursor !== null);
    const { total } = await shop.categories();
    expect([ids.length, new Set(ids).size]).toEqual([total, total]);
    const { nextCursor } = await shop.categories({ limit: 1 });
    expect(await said(shop.categories({ limit: 1, leaves: true, cursor: nextCursor }))).toBe('400 invalid_request');
    for (const wrong of [{ limit: 0 }, { limit: 101 }, { search: '!' }, { leaves: 'perhaps' }])
      expect([wrong, await said(shop.categories(wrong))]).toEqual([wrong, '400 invalid_request']);
  });

  test('is kept for a day, by all processes, and asked for anew when somebody wants that', async () => {
    const { asOf } = await shop.categories();
    await shop.ages(24 * HOUR_MS - 60_000);
    const kept = await shop.categories();
    expect(Date.parse(asOf) - Date.parse(kept.asOf)).toBe(24 * HOUR_MS - 60_000);
    expect(shop.asked(TREE)).toBe(1);
    await shop.ages(60_000);
    expect(Date.parse((await shop.categories()).asOf)).toBeGreaterThanOrEqual(Date.parse(asOf));
    expect(shop.asked(TREE)).toBe(2);
    await shop.categories({ refresh: true });
    expect(shop.asked(TREE)).toBe(3);
  });

  test.each([
    ['away', { down: true }, '503 unavailable'],
    ['failing', { serverError: { rate: 1, status: 502 } }, '503 unavailable'],
    ['throttling', { throttleStorm: { rate: 1 } }, '429 throttled'],
    ['refusing', { hostileRefusal: { rate: 1 } }, '502 provider_refused'],
    ['in maintenance', { malformedBody: { rate: 1 } }, '503 unavailable'],
  ] as const)('a marketplace that is %s is told as such, unless it has once answered', async (_, faults, answer) => {
    shop.simulator.faults.set(faults);
    expect(await said(shop.categories())).toBe(answer);
    shop.simulator.faults.clear();
    await shop.world.sql('DELETE FROM channel_budget_pause');
    const { asOf, items } = await shop.categories();
    await shop.ages(48 * HOUR_MS);
    shop.simulator.faults.set(faults);
    const old = await shop.categories();
    expect(old.items).toEqual(items);
    expect(Date.parse(asOf) - Date.parse(old.asOf)).toBe(48 * HOUR_MS);
    expect((await shop.categories({ refresh: true })).asOf).toBe(old.asOf);
  });

  test('takes of the budget of its store, and needs no enabled extension', async () => {
    await shop.categories();
    const health = await shop.world.read('channel.health.get', { params });
    expect(health.budget).toMatchObject({ requests: 1 });
    await shop.world.done(
      'extension.disable',
      { extension: 'trendyol', disconnect: 'freeze' },
      { as: shop.world.owner },
    );
    expect((await shop.categories()).total).toBeGreaterThan(0);
    expect(await said(shop.world.read('channel.remote.categories', { params: { ext: 'iyzico' } }))).toBe(
      '404 not_found',
    );
  });
});

describe('channel.remote.attributes', () => {
  let shop: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    shop = await open();
  });
  afterEach(async () => {
    shop.simulator.faults.clear();
    // A marketplace that throttles is left alone for a while.
    await shop.world.sql('DELETE FROM channel_budget_pause');
  });
  afterAll(() => shop.close());
  const attributes = (query: Record<string, unknown>) => shop.ask('channel.remote.attributes', query);

  test('tells what products of a leaf have', async () => {
    const answer = await attributes({ categoryId: '10101' });
    expect(answer).toEqual({ items: expect.any(Array), asOf: expect.any(String) });
    expect(answer.items).toContainEqual({
      attributeId: '338',
      name: 'Beden',
      required: true,
      allowsCustom: false,
      allowsMany: false,
      isVariantAxis: true,
      isSlicer: false,
    });
    expect(await attributes({ categoryId: '10101' })).toEqual(answer);
    expect([shop.asked(ATTRIBUTES), shop.asked(TREE)]).toEqual([1, 1]);
  });

  test('says of a category that there is none, or that it is no leaf, and asks no more for that than it must', async () => {
    expect(await said(attributes({ categoryId: '99' }))).toBe('404 not_found');
    expect(await said(attributes({ categoryId: '1000' }))).toBe('400 invalid_request');
    expect(await said(attributes({ categoryId: '1000' }))).toBe('400 invalid_request');
    expect(await said(attributes({}))).toBe('400 invalid_request');
    for (const wrong of ['', 'a/b', '../x', 'ç'.repeat(3)])
      expect([wrong, await said(attributes({ categoryId: wrong }))]).toEqual([wrong, '400 invalid_request']);
    expect(shop.asked(TREE)).toBe(1);
    await shop.ages(HOUR_MS);
    expect(await said(attributes({ categoryId: '99' }))).toBe('404 not_found');
    expect(shop.asked(TREE)).toBe(2);
  });
});

describe('channel.remote.attributeValues', () => {
  let shop: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    shop = await open();
  });
  afterEach(() => shop.simulator.faults.clear());
  afterAll(() => shop.close());
  const values = (query: Record<string, unknown>) => shop.ask('channel.remote.attributeValues', query);
  const models = { categoryId: '10101', attributeId: '1196' };

  test('brings all pages of the marketplace, and searches in them', async () => {
    const first = await values({ ...models, limit: 2 });
    expect(first).toEqual({
      items: [
        { valueId: '40000', name: 'Model 1' },
        { valueId: '40001', name: 'Model 2' },
      ],
      nextCursor: expect.any(String),
      total: 2_400,
      isWhole: true,
      asOf: expect.any(String),
    });
    expect(await values({ ...models, limit: 2, cursor: first.nextCursor })).toMatchObject({
      items: [{ name: 'Model 3' }, { name: 'Model 4' }],
    });
    expect(await values({ ...models, search: 'model 2399' })).toMatchObject({
      items: [{ valueId: '42398', name: 'Model 2399' }],
      total: 1,
    });
    expect(shop.asked(VALUES)).toBe(3);
    const other = { categoryId: '1011', attributeId: '1158' };
    expect(await said(values({ ...other, limit: 2, cursor: first.nextCursor }))).toBe('400 invalid_request');
  });

  test('says of an attribute that the category has none', async () => {
    expect(await said(values({ categoryId: '1011', attributeId: '1196' }))).toBe('404 not_found');
    expect(await said(values({ categoryId: '99', attributeId: '1' }))).toBe('404 not_found');
    expect(await said(values({ categoryId: '1011' }))).toBe('400 invalid_request');
  });

  test('ends at a marketplace whose pages repeat or have no end', async () => {
    const page = (from: number) => ({
      totalElements: 5_000_000,
      content: Array.from({ length: 1_000 }, (_, at) => ({ attributeValueId: from + at, attributeValue: `D ${at}` })),
    });
    const fetched = jest.spyOn(globalThis, 'fetch');
    const axis = { categoryId: '10101', attributeId: '338', refresh: true };
    try {
      await values({ categoryId: '10101', attributeId: '348' });
      fetched.mockClear();
      fetched.mockImplementation(async () => new Response(JSON.stringify(page(0))));
      expect(await said(values(axis))).toBe('502 provider_answer_invalid');
      expect(fetched).toHaveBeenCalledTimes(2);
      let pages = 0;
      fetched.mockImplementation(async () => new Response(JSON.stringify(page(1_000 * pages++))));
      expect(await values(axis)).toMatchObject({ total: 10_000, isWhole: false });
      expect(pages).toBe(10);
    } finally {
      fetched.mockRestore();
    }
  });

  test('takes its time from the budget of the store', async () => {
    const narrow = await connectedMarketplace({ products: 0 }, 2);
    try {
      const ask = () =>
        narrow.world.read('channel.remote.attributeValues', { params, query: models, as: narrow.world.developer });
      expect(await said(ask())).toBe('429 throttled');
      expect(narrow.simulator.stats().requests).toBe(2);
    } finally {
      await narrow.close();
    }
  });
});
