import fc from 'fast-check';
import { Connection } from '../../src/kernel/database/connection';
import { ImportShop, lineOf, packageOf } from '../order/import/shop';
import { orderOf } from '../order/session';
import { type OwnerSession, openSite, type Site } from '../surfaces/site';

// biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
type Any = any;

let site: Site;
let session: OwnerSession;
let market: ImportShop;
beforeAll(async () => {
  site = await openSite();
  session = await site.session();
  market = await ImportShop.in(site.world);
});
afterAll(() => site.close());

const create = async (title: string, more: object = {}): Promise<Any> => {
  const { id } = await site.world.done('catalog.product.create', { title, price: 1_000, stock: 10, ...more });
  return site.world.read('catalog.products.get', { params: { prd: id } });
};

async function get(query: Readonly<Record<string, string>> = {}, path = ''): Promise<Any> {
  const { status, body } = await site.call('GET', `/v1/account/stock${path}?${new URLSearchParams(query)}`, {
    session,
  });
  expect([query, status, body]).toEqual([query, 200, expect.anything()]);
  return body;
}

const named = async (body: object): Promise<Any[]> => {
  const answer = await site.call('POST', '/v1/account/stock/items', { session, body });
  expect(answer.status).toBe(200);
  return answer.body.items;
};

const one = async (id: string): Promise<Any> => (await named({ ids: [id] }))[0];

/** Makes a product as old as it says. */
const aged = (productId: string, days: number) =>
  site.rows(`UPDATE catalog_product SET created_at = now() - $2::float * interval '1 day' WHERE id = $1`, [
    productId,
    days,
  ]);

/** All pages of a list. */
async function walked(query: Readonly<Record<string, string>>): Promise<Any[]> {
  const items: Any[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Any = await get({ ...query, ...(cursor ? { cursor } : {}) });
    items.push(...page.items);
    cursor = page.nextCursor;
  }
  return items;
}

describe('account.stock', () => {
  test('lists each variant, and a product without variants, by title and the places of variants', async () => {
    const shirt = await create('Örtü A', {
      sku: 'ORTU',
      variants: [
        { title: 'Büyük', sku: 'ORTU-B', stock: 3, price: 1_500 },
        { title: 'Küçük', sku: 'ORTU-K', barcode: '8690000000017', stock: 4 },
      ],
    });
    const plain = await create('Örtü B', { stock: null });
    const gone = await create('Örtü C');
    await site.world.done('catalog.product.archive', { productId: gone.id });
    const { items, total, nextCursor } = await get({ text: 'ortu', total: 'true' });
    expect({ total, nextCursor }).toEqual({ total: 3, nextCursor: null });
    const [large, small] = shirt.variants;
    const none = { reserved: 0, sold: 0, daysLeft: null, listings: [] };
    expect(items).toEqual([
      {
        ...{ id: large.id, productId: shirt.id, variantId: large.id, title: 'Örtü A', variantTitle: 'Büyük' },
        ...{ sku: 'ORTU-B', barcode: null, price: 1_500, stock: 3, ...none },
      },
      {
        ...{ id: small.id, productId: shirt.id, variantId: small.id, title: 'Örtü A', variantTitle: 'Küçük' },
        ...{ sku: 'ORTU-K', barcode: '8690000000017', price: 1_000, stock: 4, ...none },
      },
      {
        ...{ id: plain.id, productId: plain.id, variantId: null, title: 'Örtü B', variantTitle: null },
        ...{ sku: null, barcode: null, price: 1_000, stock: null, ...none },
      },
    ]);
  });

  test.each([
    ['the barcode of a variant', '8690000000017', ['ORTU-K']],
    ['the SKU of a variant', 'ORTU-B', ['ORTU-B']],
    ['the SKU of a product, which is that of its variants', 'ORTU', ['ORTU-B', 'ORTU-K']],
    ['a part of a code', '869000000001', []],
  ])('finds by %s', async (_, code, skus) => {
    expect((await get({ code })).items.map(({ sku }: Any) => sku)).toEqual(skus);
  });

  test('refuses a text without a word, and a cursor of another sort', async () => {
    const refused = await site.call('GET', '/v1/account/stock?text=%20%20', { session });
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    const { nextCursor } = await get({ limit: '1' });
    const other = await site.call('GET', `/v1/account/stock?limit=1&sort=stock&cursor=${nextCursor}`, { session });
    expect(other).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });

  test('is closed to tokens', async () => {
    const { token } = await site.mint('developer');
    for (const [method, path] of [
      ['GET', '/v1/account/stock'],
      ['POST', '/v1/account/stock/items'],
      ['GET', '/v1/account/stock/movements'],
      ['POST', '/v1/account/stock/reservations'],
    ] as const)
      expect((await site.call(method, path, { token, ...(method === 'POST' ? { body: {} } : {}) })).status).toBe(403);
  });

  test('tells pieces that are sold and still here, pieces sold lately, and the days that are left', async () => {
    const { world } = site;
    const { id: productId } = await create('Semaver', { stock: 40 });
    await aged(productId, 31);
    const first = await orderOf(world, [{ productId, quantity: 6 }]);
    await orderOf(world, [{ productId, quantity: 4 }], { terms: { method: 'transfer' } });
    expect(await one(productId)).toMatchObject({ stock: 30, reserved: 10, sold: 6, daysLeft: 150 });
    await world.done('order.ship', { orderId: first.id, carrier: 'yurtici' });
    expect(await one(productId)).toMatchObject({ stock: 30, reserved: 4, sold: 6, daysLeft: 150 });
    const given = await orderOf(world, [{ productId, quantity: 5 }]);
    await world.done('order.cancel', { orderId: given.id, reason: 'customer' });
    expect(await one(productId)).toMatchObject({ stock: 30, reserved: 4, sold: 6 });
    const kept = await orderOf(world, [{ productId, quantity: 5 }]);
    await world.done('order.cancel', { orderId: kept.id, reason: 'customer', restock: false });
    expect(await one(productId)).toMatchObject({ stock: 25, reserved: 4, sold: 6 });
    // An order of long ago counts no more.
    await site.rows(`UPDATE store_order SET placed_at = placed_at - interval '31 days' WHERE id = $1`, [first.id]);
    expect(await one(productId)).toMatchObject({ sold: 0, daysLeft: null });
  });

  test('what came lately sells by the days since it is there, and so in the filter and the sort', async () => {
    const { world } = site;
    const [old, young, late] = [
      await create('Gong A', { stock: 40 }),
      await create('Gong B', { stock: 40 }),
      await create('Gong C', { variants: [{ title: 'S', stock: 40 }] }),
    ];
    await aged(old.id, 45);
    await aged(young.id, 2.5);
    await aged(late.id, 45);
    const [variant] = late.variants;
    await orderOf(world, [{ productId: old.id, quantity: 10 }]);
    await orderOf(world, [{ productId: young.id, quantity: 10 }]);
    await orderOf(world, [{ productId: late.id, variantId: variant.id, quantity: 10 }]);
    const daysLeft = async () => (await get({ text: 'gong' })).items.map((item: Any) => item.daysLeft);
    // 30 pieces are left of each: 10 went in 30 days, in the third day, and in the first day of the variant.
    expect(await daysLeft()).toEqual([90, 9, 3]);
    expect((await named({ ids: [young.id] }))[0].daysLeft).toBe(9);
    const ids = async (query: Readonly<Record<string, string>>) =>
      (await get({ text: 'gong', ...query })).items.map(({ id }: Any) => id);
    expect(await ids({ sort: 'daysLeft' })).toEqual([variant.id, young.id, old.id]);
    expect(await ids({ lowDays: '9' })).toEqual([young.id, variant.id]);
    expect(await ids({ lowDays: '8' })).toEqual([variant.id]);
    await site.rows(`UPDATE catalog_product SET created_at = now() - interval '10 years' WHERE id = $1`, [young.id]);
    expect(await daysLeft()).toEqual([90, 90, 3]);
  });

  test('counts pieces that a marketplace has not approved as reserved, and shows the stock that it shows', async () => {
    const productId = await market.product('8690000000024', 9);
    const waiting = packageOf('W1', [lineOf('8690000000024', 2)], { state: 'waiting', stateWord: 'Awaiting' });
    await market.upsert('TY-1', waiting);
    await site.world.done('channel.listing.set', { extension: 'trendyol', items: [{ productId, enabled: true }] });
    const [{ listings, ...item }] = await named({ codes: ['8690000000024'] });
    expect(item).toMatchObject({ id: productId, stock: 7, reserved: 2, sold: 0 });
    expect(listings).toEqual([{ id: expect.any(String), extension: 'trendyol', enabled: true, stock: null }]);
  });

  test('filters by what is out, or low by pieces or days, and sorts by each figure', async () => {
    const { world } = site;
    const [out, few, fast, calm] = [
      await create('Zil A', { stock: 0 }),
      await create('Zil B', { stock: 3 }),
      await create('Zil C', { stock: 40 }),
      await create('Zil D', { stock: 40 }),
    ];
    await orderOf(world, [{ productId: fast.id, quantity: 30 }]);
    await orderOf(world, [{ productId: calm.id, quantity: 1 }]);
    const ids = async (query: Readonly<Record<string, string>>) =>
      (await get({ text: 'zil', ...query })).items.map(({ id }: Any) => id);
    for (const { id } of [fast, calm]) await aged(id, 31);
    expect(await ids({ out: 'true' })).toEqual([out.id]);
    expect(await ids({ lowPieces: '3' })).toEqual([out.id, few.id]);
    expect(await ids({ lowDays: '10' })).toEqual([fast.id]);
    expect(await ids({ lowDays: '9' })).toEqual([]);
    expect(await ids({ lowDays: '10', lowPieces: '3' })).toEqual([out.id, few.id, fast.id]);
    expect(await ids({ sort: 'stock' })).toEqual([out.id, few.id, fast.id, calm.id]);
    expect(await ids({ sort: '-stock' })).toEqual([calm.id, fast.id, few.id, out.id]);
    expect((await ids({ sort: '-sold' })).slice(0, 2)).toEqual([fast.id, calm.id]);
    expect((await ids({ sort: 'daysLeft' })).slice(0, 2)).toEqual([fast.id, calm.id]);
  });

  test('a list by any sort has each item once, whatever the length of its pages', async () => {
    for (let nth = 0; nth < 4; nth += 1)
      await create('Kase', { variants: [1, 2, 3].map((size) => ({ title: `No ${size}`, stock: nth % 2 })) });
    for (const sort of ['title', 'stock', '-stock', '-sold', 'daysLeft']) {
      const whole = (await walked({ sort, limit: '250' })).map(({ id }) => id);
      expect(new Set(whole).size).toBe(whole.length);
      for (const limit of ['1', '2', '5']) expect((await walked({ sort, limit })).map(({ id }) => id)).toEqual(whole);
    }
  });

  test('a list asks as many statements for many items as for one', async () => {
    const ask = async (limit: string): Promise<number> => {
      const asked = jest.spyOn(Connection.prototype, 'query');
      await get({ limit });
      const ofList = asked.mock.calls.filter(([text]) =>
        /order_line|order_package|channel_listing|product p/.test(text),
      );
      asked.mockRestore();
      return ofList.length;
    };
    expect(await ask('1')).toBe(5);
    expect(await ask('100')).toBe(5);
  });
});

describe('account.stock.reservations', () => {
  const reserved = async (ids: readonly string[]): Promise<Any> => {
    const answer = await site.call('POST', '/v1/account/stock/reservations', { session, body: { ids } });
    if (answer.status >= 500) throw new Error(JSON.stringify(answer.body));
    return answer.status === 200 ? answer.body.items : answer.body;
  };

  test('names the orders that have pieces of an item and have not sent them, the newest first', async () => {
    const { world } = site;
    const { id: productId } = await create('Havan', { stock: 20 });
    const [shirt, other] = [
      await create('Havan takımı', {
        variants: [
          { title: 'Büyük', stock: 9 },
          { title: 'Küçük', stock: 9 },
        ],
      }),
      await create('Havan kutusu'),
    ];
    const [large] = shirt.variants;
    const first = await orderOf(world, [{ productId, quantity: 2 }]);
    const sent = await orderOf(world, [{ productId, quantity: 3 }]);
    const second = await orderOf(world, [
      { productId, quantity: 4 },
      { productId: shirt.id, variantId: large.id, quantity: 1 },
      { productId: other.id, quantity: 1 },
    ]);
    const given = await orderOf(world, [{ productId, quantity: 5 }]);
    await world.done('order.ship', { orderId: sent.id, carrier: 'yurtici' });
    await world.done('order.cancel', { orderId: given.id, reason: 'customer' });
    const of = ({ id, number }: Any, item: string, pieces: number) => ({
      id: item,
      orderId: id,
      orderNumber: number,
      pieces,
    });
    const items = await reserved([productId, large.id]);
    expect(items.filter(({ id }: Any) => id === productId)).toEqual([
      of(second, productId, 4),
      of(first, productId, 2),
    ]);
    expect(items.filter(({ id }: Any) => id !== productId)).toEqual([of(second, large.id, 1)]);
    expect(await one(productId)).toMatchObject({ reserved: 6 });
  });

  test('has at most twenty orders of an item, none of what is not there, and refuses more items than it takes', async () => {
    const { id: productId } = await create('Tokmak', { stock: 100 });
    const orders = [];
    for (let nth = 0; nth < 21; nth += 1) orders.push(await orderOf(site.world, [{ productId }]));
    const items = await reserved([productId]);
    expect(items.map(({ orderId }: Any) => orderId)).toEqual(
      orders
        .map(({ id }) => id)
        .toReversed()
        .slice(0, 20),
    );
    const absent = (nth: number): string => `prd_${String(nth).padStart(26, '0')}`;
    expect(await reserved([absent(1)])).toEqual([]);
    const many = Array.from({ length: 101 }, (_, nth) => absent(nth));
    expect(await reserved(many)).toMatchObject({ code: 'invalid_request' });
  });
});

/** The acts that an item may meet. */
type Step = { readonly kind: 'sell' | 'ship' | 'cancel' | 'set' | 'adjust'; readonly pieces: number };

const step = fc.record({
  kind: fc.constantFrom<Step['kind'][]>('sell', 'ship', 'cancel', 'set', 'adjust'),
  pieces: fc.integer({ min: 1, max: 4 }),
});

describe('account.stock.items', () => {
  test('whatever happens, the shelf has the stock and what is reserved, and the ledger adds up to the stock', async () => {
    const { world } = site;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const { id: productId } = await create('Tas', { stock: 20 });
        // The shelf of the model: only a parcel that leaves, and a count, change it.
        let shelf = 20;
        let sold = 0;
        const open: { id: string; pieces: number }[] = [];
        for (const { kind, pieces } of steps) {
          const reserved = open.reduce((sum, each) => sum + each.pieces, 0);
          if (kind === 'sell' && shelf - reserved >= pieces) {
            open.push({ id: (await orderOf(world, [{ productId, quantity: pieces }])).id, pieces });
            sold += pieces;
          } else if (kind === 'ship' && open.length > 0) {
            const order = open.shift() as (typeof open)[number];
            await world.done('order.ship', { orderId: order.id, carrier: 'yurtici' });
            shelf -= order.pieces;
          } else if (kind === 'cancel' && open.length > 0) {
            const order = open.pop() as (typeof open)[number];
            await world.done('order.cancel', { orderId: order.id, reason: 'customer' });
            sold -= order.pieces;
          } else if (kind === 'set') {
            await world.done('catalog.stock.set', { targetId: productId, stock: pieces * 5 });
            shelf = reserved + pieces * 5;
          } else if (kind === 'adjust') {
            await world.done('catalog.stock.adjust', { targetId: productId, delta: pieces });
            shelf += pieces;
          }
        }
        const item = await one(productId);
        expect({ shelf: item.stock + item.reserved, sold: item.sold }).toEqual({ shelf, sold });
        expect((await market.ledger(productId)).sum).toBe(item.stock);
      }),
      { numRuns: 12 },
    );
  });

  test('answers by identifiers and codes together, each item once', async () => {
    const { variants } = await create('Sahan', { variants: [{ title: 'Tek', sku: 'SAHAN', stock: 1 }] });
    const found = await named({ ids: [variants[0].id], codes: ['SAHAN', 'nothing'] });
    expect(found.map(({ id }) => id)).toEqual([variants[0].id]);
    expect(await named({})).toEqual([]);
  });
});

describe('account.stock.movements', () => {
  test('tells what moved the stock, by whom, and for which order, newest first and by pages', async () => {
    const { world } = site;
    const { id: targetId } = await create('Güğüm', { stock: 8 });
    const order = await orderOf(world, [{ productId: targetId, quantity: 2 }]);
    await world.done('catalog.stock.set', { targetId, stock: 5, reason: 'Sayım' }, { as: world.owner });
    const { items } = await get({ targetId }, '/movements');
    const owner = { kind: 'owner', id: world.owner.id };
    expect(items).toMatchObject([
      { kind: 'set', delta: -1, before: 6, after: 5, reason: 'Sayım', actor: owner, command: 'catalog.stock.set' },
      { kind: 'sold', delta: -2, orderId: order.id, orderNumber: order.number, command: 'order.create' },
      { kind: 'initial', delta: 8, orderId: null, orderNumber: null, command: 'catalog.product.create' },
    ]);
    expect(items.every(({ actor }: Any) => actor !== null)).toBe(true);
    const first = await get({ targetId, limit: '2' }, '/movements');
    const rest = await get({ targetId, limit: '2', cursor: first.nextCursor }, '/movements');
    expect([...first.items, ...rest.items]).toEqual(items);
  });

  test('tells those of a variant alone, and knows no other thing', async () => {
    const { id, variants } = await create('Maşrapa', {
      stock: null,
      variants: [
        { title: 'A', stock: 1 },
        { title: 'B', stock: 2 },
      ],
    });
    const deltas = async (targetId: string) =>
      (await get({ targetId }, '/movements')).items.map(({ delta }: Any) => delta).toSorted();
    expect(await deltas(variants[0].id)).toEqual([1]);
    expect(await deltas(id)).toEqual([1, 2]);
    const unknown = variants[0].id.replace(/.{4}$/, '0000');
    const answer = await site.call('GET', `/v1/account/stock/movements?targetId=${unknown}`, { session });
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

describe('account.stock by a text', () => {
  test('begins with what is named so or has that code, then what begins so, page by page', async () => {
    await create('Yelpaze Kutusu ve Ipek Yelpaze 20 g');
    await create('İpek Yelpaze 20 g ve Kılıf');
    const named20 = await create('İpek Yelpaze', {
      variants: [
        { title: '20 g', stock: 1 },
        { title: '5 g', stock: 1, sku: 'IPEK-5' },
      ],
    });
    const titles = (items: Any[]) =>
      items.map(({ title, variantTitle }) => [title, variantTitle].filter(Boolean).join(' '));
    const all = [
      'İpek Yelpaze 20 g',
      'İpek Yelpaze 20 g ve Kılıf',
      'İpek Yelpaze 5 g',
      'Yelpaze Kutusu ve Ipek Yelpaze 20 g',
    ];
    expect(named20.variants).toHaveLength(2);
    expect(titles((await get({ text: 'ipek yelpaze 20 g' })).items)).toEqual(all);
    expect(titles(await walked({ text: 'ipek yelpaze 20 g', limit: '1' }))).toEqual(all);
    expect(titles((await get({ text: 'IPEK-5' })).items)[0]).toBe('İpek Yelpaze 5 g');
  });
});
