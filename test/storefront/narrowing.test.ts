import fc from 'fast-check';
import { LIST_ROWS } from '../../src/storefront/read/asks';
import { type Narrowing, narrowingIn, narrowingParams, sortNames } from '../../src/storefront/read/narrowing';
import { company } from '../store/identity';
import { openShops, publish, type Shops, skeletonBody } from './shops';

test('an address says how a list is narrowed, and is read as that again', () => {
  const lira = fc.integer({ min: 0, max: 99_999_999 }).map((value) => value * 100);
  const narrowings = fc.record(
    { sort: fc.constantFrom(...sortNames), inStock: fc.constant(true as const), least: lira, greatest: lira },
    { requiredKeys: [] },
  ) as fc.Arbitrary<Narrowing>;
  fc.assert(
    fc.property(narrowings, (narrowing) => {
      const params = new URLSearchParams(Object.fromEntries(narrowingParams(narrowing)));
      expect(narrowingIn(params)).toEqual(narrowing);
    }),
  );
  for (const junk of [
    'sirala=x&stok=2&enaz=-1&encok=1e9',
    'sirala=__proto__&enaz=999999999&encok=%00',
    'enaz=1,5&stok=',
  ])
    expect([junk, narrowingIn(new URLSearchParams(junk))]).toEqual([junk, {}]);
});

describe('lists of a shop', () => {
  let shops: Shops;
  let category: string;
  const PRICES = 60;
  beforeAll(async () => {
    shops = await openShops();
    await done('settings.identity.update', company);
    ({ id: category } = await done('catalog.category.create', { name: 'Kahve', taksitCap: 3 }));
    const ids: string[] = [];
    for (let nth = 0; nth < PRICES; nth += 1) {
      // Several cost the same: their order is stable all the same.
      const price = 1_000 * (1 + ((nth * 7) % 20));
      const { id } = await done('catalog.product.create', {
        title: `Kahve ${String(nth).padStart(2, '0')}`,
        categoryId: category,
        price,
        ...(nth % 3 === 0
          ? {
              variants: [
                { title: 'S', stock: 0, price: price + 500 },
                { title: 'M', stock: nth % 2 },
              ],
            }
          : { stock: nth % 5 }),
      });
      ids.push(id);
    }
    const { id } = await done('catalog.collection.create', { title: 'Hepsi' });
    await done('catalog.collection.setProducts', { collectionId: id, productIds: ids });
    await publish(shops.world, skeletonBody());
  }, 300_000);
  afterAll(() => shops.close());

  const done = (command: string, payload: object) => shops.world.done(command, payload, { as: shops.world.owner });

  const cardsIn = (html: string) =>
    [...html.matchAll(/<article data-el="product-card">(.*?)<\/article>/g)].map(([, card = '']) => ({
      title: /data-part="title"[^>]*>([^<]+)</.exec(card)?.[1] ?? '',
      lira: Number(/data-shown[^>]*>([\d.]+),(\d\d) TL/.exec(card)?.[1]?.replaceAll('.', '') ?? Number.NaN),
      isGone: card.includes('Tükendi'),
    }));

  /** All cards of a list, page by page, as its own links lead through it. */
  const walk = async (path: string) => {
    const cards: ReturnType<typeof cardsIn> = [];
    const seen: string[] = [];
    for (let next: string | undefined = path; next !== undefined; ) {
      const { status, text } = await shops.get(next);
      expect([next, status]).toEqual([next, 200]);
      seen.push(text);
      cards.push(...cardsIn(text));
      next = /rel="next" href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
    }
    return { cards, seen };
  };

  const lists = () => [`/kategori/kahve-${category}`, '/koleksiyon/hepsi', '/ara', '/ara?q=kahve'];
  const withQuery = (path: string, query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`;

  test('are sorted by price and by age, over all of their pages, and none is lost or doubled', async () => {
    for (const list of lists()) {
      for (const [word, rank] of [
        ['ucuz', 1],
        ['pahali', -1],
      ] as const) {
        const { cards, seen } = await walk(withQuery(list, `sirala=${word}`));
        expect([list, word, new Set(cards.map(({ title }) => title)).size, cards.length]).toEqual([
          ...[list, word, PRICES, PRICES],
        ]);
        const prices = cards.map(({ lira }) => lira);
        expect([list, prices]).toEqual([list, prices.toSorted((one, other) => rank * (one - other))]);
        expect(seen.length).toBe(Math.ceil(PRICES / LIST_ROWS));
        // What only orders a list otherwise is in no index.
        for (const text of seen) expect(text).toContain('<meta name="robots" content="noindex">');
      }
      const { cards } = await walk(withQuery(list, 'sirala=yeni'));
      const titles = cards.map(({ title }) => title);
      expect([list, titles]).toEqual([list, titles.toSorted().toReversed()]);
    }
  });

  test('are narrowed to what is there and to what costs so much', async () => {
    for (const list of lists()) {
      const all = (await walk(list)).cards;
      expect(all.length).toBe(PRICES);
      const there = (await walk(withQuery(list, 'stok=1'))).cards;
      expect([list, there.map(({ isGone }) => isGone)]).toEqual([list, there.map(() => false)]);
      expect(there.length).toBe(all.filter(({ isGone }) => !isGone).length);
      const between = (await walk(withQuery(list, 'enaz=50&encok=90&sirala=ucuz'))).cards;
      expect([list, between.length]).toEqual([list, all.filter(({ lira }) => lira >= 50 && lira <= 90).length]);
      expect(between.every(({ lira }) => lira >= 50 && lira <= 90)).toBe(true);
      const none = await shops.get(withQuery(list, 'enaz=9&encok=1'));
      expect([none.status, none.text.includes('Seçtiğiniz koşullara uyan ürün yok.')]).toEqual([200, true]);
      expect(none.text).toContain('Temizle');
    }
  });

  test('are shown whatever an address asks of them', async () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom('ucuz', '999999', '99999999', '-1', '1e9', "'", 'a'.repeat(4_000)),
    );
    const query = fc.dictionary(fc.constantFrom('sirala', 'stok', 'enaz', 'encok', 'sonra', 'q'), value, {
      maxKeys: 3,
    });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...lists()), query, async (list, fields) => {
        const search = new URLSearchParams(
          Object.entries(fields).map(([name, text]): [string, string] => [name, text.toWellFormed()]),
        );
        expect((await shops.get(withQuery(list, String(search)))).status).toBe(200);
      }),
      { numRuns: 60 },
    );
  });

  test('follow a price that changes, and stock that goes', async () => {
    const { id, rev } = await done('catalog.product.create', {
      title: 'Zamlı',
      price: 1,
      stock: 1,
      categoryId: category,
    });
    const first = async () => cardsIn((await shops.get(`/kategori/kahve-${category}?sirala=ucuz`)).text)[0]?.title;
    expect(await first()).toBe('Zamlı');
    await done('catalog.price.set', { targetId: id, price: 900_000, expectedRev: rev });
    expect(await first()).not.toBe('Zamlı');
    await done('catalog.stock.set', { targetId: id, stock: 0 });
    const dear = (await shops.get(`/kategori/kahve-${category}?sirala=pahali&stok=1`)).text;
    expect(cardsIn(dear).map(({ title }) => title)).not.toContain('Zamlı');
    await done('catalog.product.archive', { productId: id });
  });
});
