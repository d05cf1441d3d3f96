import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tiles } from '../../src/simulator/kit/tiles';
import { startTrendyolSimulator, type TrendyolSimulatorOptions } from '../../src/simulator/trendyol/server';
import { eventually } from '../world/eventually';

const HEADERS = {
  authorization: `Basic ${Buffer.from('demo-key:demo-secret').toString('base64')}`,
  'user-agent': '424242 - SelfIntegration',
  'content-type': 'application/json',
};
const SELLER = '/product/sellers/424242';
const INVENTORY = '/inventory/sellers/424242/products/price-and-inventory';
const MINUTE_MS = 60_000;

type Json = Record<string, unknown>;

const running: { close(): unknown }[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.close()));
});

/** A shop whose clock stands still until a test moves it. */
async function open(options: TrendyolSimulatorOptions = {}) {
  let nowMs = Date.UTC(2026, 10, 21, 12);
  const simulator = await startTrendyolSimulator({ requestsPer10s: 0, products: 40, now: () => nowMs, ...options });
  running.push(simulator);
  const ask = async (method: string, path: string, body?: unknown): Promise<{ status: number; body: Json }> => {
    const sent = typeof body === 'string' ? body : JSON.stringify(body);
    const init = body === undefined ? { method, headers: HEADERS } : { method, headers: HEADERS, body: sent };
    const response = await fetch(simulator.url + path, init);
    return { status: response.status, body: (await response.json()) as Json };
  };
  const control = async (method: string, resource: string, body?: unknown): Promise<Json> => {
    const response = await fetch(`${new URL(simulator.url).origin}/__simulator/${resource}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await response.json()) as Json;
  };
  const passes = (ms: number): void => {
    nowMs += ms;
  };
  const asked = async (method: string, path: string, body: unknown): Promise<string> => {
    const { status, body: answer } = await ask(method, path, body);
    expect([status, answer]).toEqual([200, { batchRequestId: expect.any(String) }]);
    return answer.batchRequestId as string;
  };
  const result = (id: string) => ask('GET', `${SELLER}/products/batch-requests/${id}`);
  /** Asks for something and waits for its result. */
  const done = async (method: string, path: string, body: unknown): Promise<[string, string[]][]> => {
    const id = await asked(method, path, body);
    passes(1_000);
    const { items } = (await result(id)).body as { items: { status: string; failureReasons: string[] }[] };
    return items.map(({ status, failureReasons }) => [status, failureReasons]);
  };
  const offered = (items: Json[]) => done('POST', INVENTORY, { items });
  const created = (items: Json[]) => done('POST', `${SELLER}/v2/products`, { items });
  const rows = async (list: string, query = ''): Promise<Json[]> =>
    ((await ask('GET', `${SELLER}/products/${list}?${query}`)).body as { content: Json[] }).content;
  const barcodes = async (): Promise<string[]> =>
    (await rows('approved', 'size=100')).flatMap(({ variants }) =>
      (variants as { barcode: string }[]).map(({ barcode }) => barcode),
    );
  return { simulator, ask, asked, control, passes, result, done, offered, created, rows, barcodes };
}

type Shop = Awaited<ReturnType<typeof open>>;

const SUCCESS = ['SUCCESS', []];
const failed = (reason: RegExp) => ['FAILED', [expect.stringMatching(reason)]];

/** Serves a picture, a page and nothing. */
async function pictures(): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const picture = tiles(3, [
    [10, 20, 30],
    [250, 240, 230],
  ]);
  const server: Server = createServer(({ url = '' }, response) => {
    asked.push(url);
    if (url.startsWith('/missing')) response.writeHead(404).end();
    else response.end(url.startsWith('/page') ? '<html></html>' : picture);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  running.push({ close: () => void server.close() });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const item = (barcode: string, picture: string, more: Json = {}): Json => ({
  barcode,
  title: 'Közde Türk Kahvesi',
  productMainId: `M-${barcode}`,
  brandId: 10001,
  categoryId: 1011,
  quantity: 12,
  stockCode: `S-${barcode}`,
  description: '<p>Taze.</p>',
  origin: 'TR',
  listPrice: 219.9,
  salePrice: 189.9,
  vatRate: 1,
  images: [{ url: picture }],
  attributes: [{ attributeId: 1158, attributeValueId: 101101 }],
  ...more,
});

describe('categories and attributes', () => {
  test('there are some hundreds, and each leaf has attributes, of which one makes variants', async () => {
    const { ask } = await open();
    interface Node {
      id: number;
      subCategories: Node[];
    }
    const { categories } = (await ask('GET', '/product/product-categories')).body as { categories: Node[] };
    const all = (nodes: Node[]): Node[] => nodes.flatMap((node) => [node, ...all(node.subCategories)]);
    const nodes = all(categories);
    expect(nodes.length).toBeGreaterThan(200);
    expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
    for (const { id } of nodes.filter(({ subCategories }) => subCategories.length === 0)) {
      const { body } = await ask('GET', `/product/categories/${id}/attributes`);
      const { categoryAttributes } = body as {
        categoryAttributes: { varianter: boolean; attribute: { id: number } }[];
      };
      expect([id, categoryAttributes.filter(({ varianter }) => varianter).length]).toEqual([id, 1]);
      expect(new Set(categoryAttributes.map(({ attribute }) => attribute.id)).size).toBe(categoryAttributes.length);
    }
    expect(await ask('GET', '/product/categories/1000/attributes')).toMatchObject({ status: 404 });
    expect(await ask('GET', '/product/categories/99/attributes')).toMatchObject({ status: 404 });
  });

  test('values come in pages of a thousand at most', async () => {
    const { ask } = await open();
    const values = '/product/categories/10101/attributes/1196/values';
    const page = async (nth: number) =>
      (await ask('GET', `${values}?page=${nth}&size=1000`)).body as { content: Json[]; totalElements: number };
    const pages = [await page(0), await page(1), await page(2), await page(3)];
    expect(pages.map(({ content, totalElements }) => [content.length, totalElements])).toEqual([
      [1000, 2400],
      [1000, 2400],
      [400, 2400],
      [0, 2400],
    ]);
    expect(new Set(pages.flatMap(({ content }) => content.map((row) => row.attributeValueId))).size).toBe(2400);
    expect(await ask('GET', `${values}?size=1001`)).toMatchObject({ status: 400 });
    expect(await ask('GET', '/product/categories/10101/attributes/7/values')).toMatchObject({ status: 404 });
  });

  test('comes in the other forms that are documented', async () => {
    const { ask, control } = await open();
    await control('PUT', 'listings', { treeAs: 'array', valueNamed: 'attributeValueName' });
    expect((await ask('GET', '/product/product-categories')).body).toEqual(expect.any(Array));
    const { body } = await ask('GET', '/product/categories/1011/attributes/1158/values');
    expect(body.content).toContainEqual({ attributeValueId: 101101, attributeValueName: '250 g' });
  });
});

describe('stock and prices', () => {
  test('are shown once their batch is worked through, which tells the states of its items alone', async () => {
    const { asked, result, passes, rows, barcodes, control } = await open();
    const [first = '', second = ''] = await barcodes();
    const items = [
      { barcode: first, quantity: 7, salePrice: 10.99, listPrice: 12.05 },
      { barcode: second, quantity: 3 },
    ];
    const id = await asked('POST', INVENTORY, { items });
    const { body: begun } = await result(id);
    expect(begun).toMatchObject({ batchRequestType: 'ProductInventoryUpdate', itemCount: 2, failedItemCount: 0 });
    expect(begun).not.toHaveProperty('status');
    expect((begun.items as Json[]).map(({ status }) => status)).toEqual(['IN_PROGRESS', 'IN_PROGRESS']);
    passes(200);
    expect(((await result(id)).body.items as Json[]).map(({ status }) => status)).toEqual(['SUCCESS', 'IN_PROGRESS']);
    passes(200);
    expect(((await result(id)).body.items as Json[]).map(({ status }) => status)).toEqual(['SUCCESS', 'SUCCESS']);
    const variants = (await rows('approved', `barcodes=${first},${second}`)).flatMap((row) => row.variants as Json[]);
    expect(variants.find(({ barcode }) => barcode === first)).toMatchObject({
      stock: { quantity: 7 },
      price: { salePrice: 10.99, listPrice: 12.05 },
    });
    expect(await control('GET', 'stock')).toMatchObject({
      [first]: {
        quantity: 7,
        history: [
          { by: 'seller', quantity: 7 },
          { salePrice: 1099, listPrice: 1205 },
        ],
      },
      [second]: { quantity: 3 },
    });
  });

  test('of an item that is none, or beyond the bounds, fail with a reason', async () => {
    const { offered, barcodes } = await open();
    const [barcode = ''] = await barcodes();
    expect(
      await offered([
        { barcode: 'yok', quantity: 1 },
        { barcode, quantity: 20_001 },
        { barcode, quantity: 1.5 },
        { barcode },
        { barcode, salePrice: 10, listPrice: 9.99 },
        { barcode, salePrice: 9.999, listPrice: 10 },
        { barcode, quantity: 20_000 },
      ]),
    ).toEqual([
      failed(/onaylı değil/),
      failed(/20000/),
      failed(/20000/),
      failed(/gönderilmelidir/),
      failed(/küçük olamaz/),
      failed(/ondalıklı/),
      SUCCESS,
    ]);
  });

  test('of a request that is none, or too long, are refused', async () => {
    const { ask, barcodes } = await open();
    const [barcode = ''] = await barcodes();
    const many = (count: number) => ({
      items: Array.from({ length: count }, (_, quantity) => ({ barcode, quantity })),
    });
    for (const body of ['{', '[]', { items: [] }, { items: [7] }, many(1001)])
      expect(await ask('POST', INVENTORY, body)).toMatchObject({ status: 400 });
    expect(await ask('POST', INVENTORY, many(1000))).toMatchObject({ status: 200 });
  });

  test('are refused when the same request comes again within a quarter of an hour, and counted', async () => {
    const { ask, passes, barcodes, control, simulator } = await open();
    const [barcode = ''] = await barcodes();
    const body = { items: [{ barcode, quantity: 4 }] };
    const post = async (sent: unknown) => (await ask('POST', INVENTORY, sent)).status;
    expect(await post(body)).toBe(200);
    passes(15 * MINUTE_MS - 1);
    expect(await ask('POST', INVENTORY, body)).toMatchObject({
      status: 400,
      body: { errors: [{ message: '15 dakika boyunca aynı isteği tekrarlı olarak atamazsınız!' }] },
    });
    expect(await post({ items: [{ barcode, quantity: 5 }] })).toBe(200);
    passes(1);
    expect(await post(body)).toBe(200);
    expect(simulator.stats()).toMatchObject({ repeatedRequests: 1, offersSent: 3 });
    expect(await control('GET', 'bodies')).toContainEqual(expect.objectContaining({ accepted: 2, refused: 1 }));
    await control('PUT', 'listings', { scale: 900, repeatStatus: 409 });
    passes(999);
    expect(await post(body)).toBe(409);
    passes(1);
    expect(await post(body)).toBe(200);
  });

  test('may be judged by the item', async () => {
    const { offered, barcodes, control } = await open();
    const [first = '', second = ''] = await barcodes();
    await control('PUT', 'listings', { repeatBy: 'item' });
    expect(await offered([{ barcode: first, quantity: 4 }])).toEqual([SUCCESS]);
    expect(
      await offered([
        { barcode: first, quantity: 4 },
        { barcode: second, quantity: 4 },
      ]),
    ).toEqual([failed(/aynı isteği/), SUCCESS]);
  });

  test('change a price thirty times a minute at most', async () => {
    const { offered, barcodes, passes } = await open();
    const [barcode = ''] = await barcodes();
    const prices = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => ({ barcode, salePrice: from + at, listPrice: 5_000 }));
    const answers = await offered(prices(1, 31));
    expect(answers.filter(([status]) => status === 'SUCCESS')).toHaveLength(30);
    expect(answers[30]).toEqual(failed(/30 fiyat/));
    passes(MINUTE_MS);
    expect(await offered(prices(100, 1))).toEqual([SUCCESS]);
  });

  test('are one truth with what orders take', async () => {
    const { simulator, offered, barcodes, rows, control } = await open();
    const [barcode = ''] = await barcodes();
    const shown = async () =>
      (await rows('approved', `barcodes=${barcode}`))
        .flatMap(({ variants }) => variants as { barcode: string; stock: { quantity: number } }[])
        .find((variant) => variant.barcode === barcode)?.stock.quantity;
    await offered([{ barcode, quantity: 3 }]);
    expect(simulator.catalog.take(barcode, 2)).toBe(0);
    expect(await shown()).toBe(1);
    expect(simulator.catalog.take(barcode, 3)).toBe(2);
    expect(await shown()).toBe(0);
    expect(simulator.stats().oversoldPieces).toBe(2);
    simulator.catalog.give(barcode, 5);
    expect(await shown()).toBe(5);
    expect(simulator.catalog.take('yok', 2)).toBe(2);
    await control('PUT', 'stock', { barcode, quantity: 9 });
    expect(await shown()).toBe(9);
    expect(await control('PUT', 'stock', { barcode, take: 10 })).toMatchObject({ shortfall: 1, quantity: 0 });
    await control('PUT', 'catalog', { stockChange: { everyNth: 1, quantity: 6 } });
    expect(await shown()).toBe(6);
    await offered([{ barcode, quantity: 8 }]);
    expect(await shown()).toBe(8);
  });

  test('are accepted without effect where a test says so', async () => {
    const { offered, barcodes, control } = await open();
    const [barcode = ''] = await barcodes();
    await control('PUT', 'listings', { ignored: [barcode] });
    expect(await offered([{ barcode, quantity: 2 }])).toEqual([SUCCESS]);
    expect(await control('GET', 'stock')).toEqual({});
  });
});

describe('a batch', () => {
  test('is over after four hours, in either way', async () => {
    const { asked, result, passes, barcodes, control } = await open();
    const [barcode = ''] = await barcodes();
    const id = await asked('POST', INVENTORY, { items: [{ barcode, quantity: 4 }] });
    passes(240 * MINUTE_MS);
    expect((await result(id)).status).toBe(200);
    passes(1);
    expect((await result(id)).status).toBe(404);
    await control('PUT', 'listings', { batchOver: 'empty' });
    expect(await result(id)).toEqual({ status: 200, body: { batchRequestId: id, items: [] } });
    expect((await result('none')).status).toBe(404);
  });
});

describe('a new product', () => {
  /** Lets what was asked for be decided on. */
  const decided = async ({ passes, control }: Shop): Promise<void> => {
    passes(2_000);
    await eventually(async () => (await control('GET', 'queue')).pending === 0 || undefined);
  };

  test('waits for approval, is approved, and can be offered then', async () => {
    const shop = await open();
    const { created, offered, rows, simulator } = shop;
    const { url, asked } = await pictures();
    const id = await shop.asked('POST', `${SELLER}/v2/products`, { items: [item('KAHVE-1', `${url}/1.png`)] });
    expect((await shop.result(id)).body).toMatchObject({
      status: 'IN_PROGRESS',
      batchRequestType: 'ProductV2OnBoarding',
      items: [{ requestItem: { barcode: 'KAHVE-1', product: { barcode: 'KAHVE-1' } }, status: 'IN_PROGRESS' }],
    });
    shop.passes(1_000);
    expect((await shop.result(id)).body).toMatchObject({ status: 'COMPLETED', failedItemCount: 0 });
    expect(await rows('unapproved')).toEqual([
      expect.objectContaining({ barcode: 'KAHVE-1', status: 'pendingApproval', rejectReasonDetails: [] }),
    ]);
    expect(await offered([{ barcode: 'KAHVE-1', quantity: 5 }])).toEqual([failed(/onaylı değil/)]);
    await decided(shop);
    expect(asked).toEqual(['/1.png']);
    expect(simulator.stats()).toMatchObject({ picturesFetched: 1, listingsSent: 1 });
    expect(await rows('unapproved')).toEqual([]);
    const [content] = await rows('approved', 'barcodes=KAHVE-1');
    expect(content).toMatchObject({
      title: 'Közde Türk Kahvesi',
      brand: { id: 10001 },
      category: { id: 1011, name: 'Türk Kahvesi' },
      images: [{ url: `${url}/1.png` }],
      variants: [
        {
          barcode: 'KAHVE-1',
          stock: { quantity: 12 },
          price: { salePrice: 189.9, listPrice: 219.9 },
          onSale: true,
          vatRate: 1,
          origin: 'TR',
        },
      ],
    });
    expect(await offered([{ barcode: 'KAHVE-1', quantity: 5, salePrice: 150.05, listPrice: 150.05 }])).toEqual([
      SUCCESS,
    ]);
    expect(await rows('approved/inventory-and-price', 'barcodes=KAHVE-1')).toMatchObject([
      { variants: [{ barcode: 'KAHVE-1', quantity: 5, salePrice: 150.05, listPrice: 150.05 }] },
    ]);
    expect(await created([item('KAHVE-1', `${url}/1.png`)])).toEqual([failed(/zaten var/)]);
    expect(await shop.barcodes()).toContain('KAHVE-1');
  });

  test('is one content with those of its model and slice', async () => {
    const shop = await open();
    const { url } = await pictures();
    const of = (barcode: string, value: number) =>
      item(barcode, `${url}/1.png`, {
        productMainId: 'M',
        attributes: [{ attributeId: 1158, attributeValueId: value }],
      });
    expect(await shop.created([of('A-1', 101100), of('A-2', 101101)])).toEqual([SUCCESS, SUCCESS]);
    await decided(shop);
    const contents = await shop.rows('approved', 'productMainId=M');
    expect(contents.map(({ variants }) => (variants as Json[]).map(({ barcode }) => barcode))).toEqual([
      ['A-1', 'A-2'],
    ]);
    const ids = ((contents[0]?.variants ?? []) as Json[]).map(({ variantId }) => variantId);
    expect(new Set(ids).size).toBe(2);
  });

  const faults: [string, Json, RegExp][] = [
    ['a long barcode', { barcode: 'x'.repeat(41) }, /Barkod/],
    ['another character in its barcode', { barcode: 'a/b' }, /Barkod/],
    ['a long title', { title: 'x'.repeat(101) }, /100 karakter/],
    ['no description', { description: ' ' }, /açıklaması/],
    ['a long model', { productMainId: 'x'.repeat(41) }, /Model/],
    ['no origin', { origin: undefined }, /Menşei/],
    ['an old VAT rate', { vatRate: 18 }, /KDV/],
    ['too much stock', { quantity: 20_001 }, /20000/],
    ['an unknown brand', { brandId: 5 }, /Marka/],
    ['a category that is no leaf', { categoryId: 1000 }, /Kategori/],
    ['a list price below its price', { listPrice: 100 }, /küçük olamaz/],
    ['a price with parts of a kuruş', { salePrice: 1.005 }, /ondalıklı/],
    ['no picture', { images: [] }, /görsel/],
    ['nine pictures', { images: Array.from({ length: 9 }, () => ({ url: 'https://a.example/1.jpg' })) }, /görsel/],
    ['a picture without TLS', { images: [{ url: 'http://a.example/1.jpg' }] }, /görsel/],
    ['a required attribute left out', { attributes: [] }, /Zorunlu kategori özelliği eksik: Gramaj/],
    ['a value of another attribute', { attributes: [{ attributeId: 1158, attributeValueId: 5 }] }, /Gramaj/],
    [
      'a text of its own where none is allowed',
      { attributes: [{ attributeId: 1158, customAttributeValue: '3 kg' }] },
      /Gramaj/,
    ],
    [
      'two values where one is allowed',
      { attributes: [{ attributeId: 1158, attributeValueIds: [101100, 101101] }] },
      /Gramaj/,
    ],
  ];
  test.each(faults)('with %s fails', async (_, more, reason) => {
    const { created, rows } = await open();
    const [[status, reasons] = ['', []]] = await created([item('K-1', 'https://a.example/1.jpg', more)]);
    expect([status, reasons.join(' ')]).toEqual(['FAILED', expect.stringMatching(reason)]);
    expect(await rows('unapproved')).toEqual([]);
  });

  test('is rejected for its pictures, by a test, and may be sent anew', async () => {
    const shop = await open();
    const { created, control, rows } = shop;
    const { url } = await pictures();
    await control('PUT', 'listings', { reject: { 'K-3': 'Marka belgesi gereklidir.' } });
    const sent = [item('K-1', `${url}/missing`), item('K-2', `${url}/page`), item('K-3', `${url}/1.png`)];
    expect(await created([...sent, sent[2] as Json])).toEqual([SUCCESS, SUCCESS, SUCCESS, failed(/aynı istekte/)]);
    await decided(shop);
    const reasons = (await rows('unapproved', 'status=rejected')).map(({ barcode, rejectReasonDetails }) => [
      barcode,
      (rejectReasonDetails as { rejectReasonDetail: string }[]).map(({ rejectReasonDetail }) => rejectReasonDetail),
    ]);
    expect(reasons).toEqual([
      ['K-1', [expect.stringContaining('indirilemedi (404)')]],
      ['K-2', [expect.stringContaining('JPEG veya PNG')]],
      ['K-3', ['Marka belgesi gereklidir.']],
    ]);
    expect(await rows('unapproved', 'status=pendingApproval')).toEqual([]);
    expect(await created([item('K-1', `${url}/1.png`)])).toEqual([SUCCESS]);
    await decided(shop);
    expect(await rows('approved', 'barcodes=K-1')).toHaveLength(1);
  });

  test('is archived, deleted when that was long enough ago, and listed anew', async () => {
    const shop = await open();
    const { created, done, rows, passes } = shop;
    const { url } = await pictures();
    const items = [{ barcode: 'K-1' }];
    const remove = () => done('DELETE', `${SELLER}/products`, { items });
    await created([item('K-1', `${url}/1.png`)]);
    expect(await remove()).toEqual([SUCCESS]);
    await created([item('K-1', `${url}/1.png`)]);
    await decided(shop);
    expect(await remove()).toEqual([failed(/arşivde/)]);
    const archive = (archived: unknown) =>
      done('PUT', `${SELLER}/products/archive-state`, { items: [{ barcode: 'K-1', archived }] });
    expect(await archive('yes')).toEqual([failed(/archived/)]);
    expect(await archive(true)).toEqual([SUCCESS]);
    expect(await rows('approved', 'barcodes=K-1&status=archived')).toMatchObject([
      { variants: [{ archived: true, archivedDate: expect.any(Number), onSale: false }] },
    ]);
    expect(await remove()).toEqual([failed(/arşivde/)]);
    passes(24 * 60 * MINUTE_MS);
    expect(await remove()).toEqual([SUCCESS]);
    expect(await rows('approved', 'barcodes=K-1')).toEqual([]);
    expect(await shop.barcodes()).not.toContain('K-1');
    await created([item('K-1', `${url}/1.png`)]);
    await decided(shop);
    expect(await rows('approved', 'barcodes=K-1')).toMatchObject([{ variants: [{ archived: false }] }]);
  });

  test('that is locked can be unlocked', async () => {
    const { rows, done } = await open({ products: 2_000 });
    const [locked] = (await rows('approved', 'status=locked&size=1')).flatMap(({ variants }) =>
      (variants as { barcode: string; locked: boolean }[]).filter((variant) => variant.locked),
    );
    const items = [{ barcode: locked?.barcode }];
    expect(await done('PUT', `${SELLER}/products/unlock`, { items })).toEqual([SUCCESS]);
    expect(await done('PUT', `${SELLER}/products/unlock`, { items })).toEqual([failed(/kilitli değil/)]);
  });
});

describe('limits of groups', () => {
  test('hold for all endpoints of a group together, and breaches are counted', async () => {
    const { ask, passes, control, simulator } = await open({ requestsPer10s: 150 });
    const body = { items: [{ barcode: 'yok', archived: true }] };
    const write = async (nth: number) => {
      const path = nth % 2 === 0 ? 'archive-state' : 'unlock';
      return (await ask('PUT', `${SELLER}/products/${path}`, body)).status;
    };
    const statuses: number[] = [];
    for (let nth = 0; nth < 205; nth++) statuses.push(await write(nth));
    expect(statuses.filter((status) => status === 200)).toHaveLength(200);
    expect(statuses.slice(200)).toEqual([429, 429, 429, 429, 429]);
    expect((await ask('GET', `${SELLER}/products/unapproved`)).status).toBe(200);
    expect(simulator.stats().breaches).toBe(5);
    expect(await control('GET', 'limits')).toEqual({ tier: '50K', breaches: { productWrite: 5 } });
    await control('PUT', 'limits', { tier: '75K' });
    expect(await write(0)).toBe(200);
    passes(MINUTE_MS);
    expect(await write(1)).toBe(200);
  });
});

test('knobs take nothing else', async () => {
  const { control } = await open();
  for (const wrong of [
    { scale: 0 },
    { batchMs: -1 },
    { repeatBy: 'x' },
    { reject: { a: 1 } },
    { ignored: [1] },
    { no: 1 },
  ])
    expect(await control('PUT', 'listings', wrong)).toEqual({ error: expect.any(String) });
});
