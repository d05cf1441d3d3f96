import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { blankerOf } from '../../src/provider/discreet';
import {
  CursorRefused,
  ProviderAnswerInvalid,
  ProviderThrottled,
  ProviderUnavailable,
  ProviderUnclear,
} from '../../src/provider/error';
import { kurusIn } from '../../src/provider/lira';
import { type ChannelAdapter, channelTelling } from '../../src/provider/port';
import { trendyol } from '../../src/provider/trendyol/provider';
import { tiles } from '../../src/simulator/kit/tiles';
import { startTrendyolSimulator, type TrendyolSimulator } from '../../src/simulator/trendyol/server';
import { eventually } from '../world/eventually';
import { adapterAt, coffee, stays } from './trendyol';

const running: { close(): unknown }[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.close()));
});

/** A server that gives one answer to all that is asked, and keeps what that was. */
async function answering(status: number, answer: string | Buffer) {
  const asked: { method: string; url: string; body: string }[] = [];
  const server = createServer(async ({ method = '', url = '' }, response) => {
    asked.push({ method, url, body: '' });
    response.writeHead(status, { 'content-type': 'application/json' }).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  running.push({ close: () => void server.close() });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const hostile = async (answer: unknown, status = 200): Promise<ChannelAdapter> =>
  adapterAt((await answering(status, typeof answer === 'string' ? answer : JSON.stringify(answer))).url);

async function open(): Promise<{
  simulator: TrendyolSimulator;
  adapter: ChannelAdapter;
  picture: string;
  turn(knobs: object): Promise<void>;
}> {
  const simulator = await startTrendyolSimulator({ requestsPer10s: 0, products: 60 });
  running.push(simulator);
  const picture = await answering(
    200,
    tiles(5, [
      [0, 0, 0],
      [255, 255, 255],
    ]),
  );
  const turn = async (knobs: object): Promise<void> => {
    const url = `${new URL(simulator.url).origin}/__simulator/listings`;
    expect((await fetch(url, { method: 'PUT', body: JSON.stringify(knobs) })).status).toBe(200);
  };
  await turn({ batchMs: 0, approvalMs: 0 });
  return { simulator, adapter: adapterAt(simulator.url), picture: `${picture.url}/1.png`, turn };
}

/** Items that were never seen there. */
const named = (...barcodes: string[]) => barcodes.map((barcode) => ({ barcode }));

describe('categories', () => {
  test.each([{ treeAs: 'object' }, { treeAs: 'array' }])(
    'come flat, parents first, with their paths: %p',
    async (knobs) => {
      const { adapter, turn } = await open();
      await turn(knobs);
      const categories = await adapter.categories(stays);
      expect(categories.length).toBeGreaterThan(200);
      const seen = new Map<string, string>();
      for (const { categoryId, name, path } of categories) {
        if (path.length > 0) expect([...seen.values()]).toContain(path.join(' > '));
        seen.set(categoryId, [...path, name].join(' > '));
      }
      expect(categories.find(({ categoryId }) => categoryId === '1011')).toEqual({
        categoryId: '1011',
        name: 'Türk Kahvesi',
        path: ['Süpermarket'],
        isLeaf: true,
      });
    },
  );

  test('have attributes and values, in pages', async () => {
    const { adapter, turn } = await open();
    expect(await adapter.attributes('10101', stays)).toContainEqual({
      attributeId: '47',
      name: 'Renk',
      required: false,
      allowsCustom: true,
      allowsMany: false,
      isVariantAxis: false,
      isSlicer: true,
    });
    const of = { categoryId: '10101', attributeId: '1196' };
    const sizes: number[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<ChannelAdapter['attributeValues']>> = await adapter.attributeValues(
        of,
        cursor,
        stays,
      );
      expect(page.total).toBe(2_400);
      sizes.push(page.values.length);
      cursor = page.next;
    } while (cursor !== null);
    expect(sizes).toEqual([1_000, 1_000, 400]);
    await turn({ valueNamed: 'attributeValueName' });
    const { values } = await adapter.attributeValues({ categoryId: '1011', attributeId: '1158' }, null, stays);
    expect(values).toContainEqual({ valueId: '101101', name: '250 g' });
    await expect(adapter.attributeValues(of, 'x', stays)).rejects.toBeInstanceOf(CursorRefused);
    await expect(adapter.attributes('1000', stays)).rejects.toMatchObject({ status: 404 });
  });

  const nested = (depth: number): object => ({
    id: depth,
    name: 'a',
    subCategories: depth === 0 ? [] : [nested(depth - 1)],
  });
  test.each([
    ['no list', { categories: {} }],
    ['another thing', 7],
    ['a category without a name', [{ id: 1 }]],
    ['an id that is a text', [{ id: '1', name: 'a' }]],
    ['an id beyond what a number holds', '[{"id": 12345678901234567890, "name": "a"}]'],
    ['a category twice', [{ id: 1, name: 'a', subCategories: [{ id: 1, name: 'b' }] }]],
    ['null below a category', [{ id: 1, name: 'a', subCategories: [null] }]],
    ['a chain without end', [nested(500)]],
    ['more than there can be', Array.from({ length: 50_001 }, (_, id) => ({ id, name: 'a' }))],
  ])('that come as %s are no answer', async (_, answer) => {
    await expect((await hostile(answer)).categories(stays)).rejects.toBeInstanceOf(ProviderAnswerInvalid);
  });

  test('lose what Postgres cannot store', async () => {
    const adapter = await hostile('[{"id": 1, "name": "Ka\\u0000hve \\ud83d", "subCategories": null}]');
    expect(await adapter.categories(stays)).toEqual([{ categoryId: '1', name: 'Kahve �', path: [], isLeaf: true }]);
  });

  test.each([
    ['attributes', { categoryAttributes: [{ attribute: null }] }],
    ['attributes', { categoryAttributes: [{ attribute: { id: 1, name: 'a' }, required: 'yes' }] }],
    ['attributes', '<html>'.repeat(3)],
    ['attributeValues', { totalElements: -1, content: [] }],
    ['attributeValues', { totalElements: 1, content: [{ attributeValueId: 2 ** 53 }] }],
    ['attributeValues', { totalElements: 1, content: Array.from({ length: 1_001 }, () => ({ attributeValueId: 1 })) }],
  ] as const)('%s of a hostile marketplace end in an error of the port: %#', async (operation, answer) => {
    const adapter = await hostile(answer);
    const asked =
      operation === 'attributes'
        ? adapter.attributes('1', stays)
        : adapter.attributeValues({ categoryId: '1', attributeId: '2' }, null, stays);
    await expect(asked).rejects.toBeInstanceOf(
      typeof answer === 'string' ? ProviderUnavailable : ProviderAnswerInvalid,
    );
  });
});

describe('listings', () => {
  test('are sent, waited for, rejected or approved, and offered', async () => {
    const { simulator, adapter, picture, turn } = await open();
    await turn({ reject: { 'KAHVE-2': 'Marka belgesi gereklidir.' } });
    const items = [coffee('KAHVE-1', picture), coffee('KAHVE-2', picture), coffee('KAHVE-3', picture, { vatRate: 18 })];
    const batchId = await adapter.sendListings(items, stays);
    expect(await adapter.batch(batchId, stays)).toEqual({
      isOpen: false,
      items: [
        { barcode: 'KAHVE-1', outcome: 'done', reasons: [] },
        { barcode: 'KAHVE-2', outcome: 'done', reasons: [] },
        { barcode: 'KAHVE-3', outcome: 'failed', reasons: [expect.stringContaining('KDV')] },
      ],
    });
    const { rows, next } = await eventually(async () => {
      const page = await adapter.unapproved(null, stays);
      return page.rows.some(({ state }) => state === 'pending_approval') ? undefined : page;
    });
    expect(next).toBeNull();
    expect(rows).toEqual([
      { barcode: 'KAHVE-2', state: 'rejected', reasons: ['Satış Kurallarına Aykırı Ürün: Marka belgesi gereklidir.'] },
    ]);
    expect(await adapter.offers(named('KAHVE-1', 'KAHVE-2', 'a,b', ' '), stays)).toEqual([
      {
        archivedAt: null,
        barcode: 'KAHVE-1',
        productId: expect.stringMatching(/^\d+$/),
        variantId: expect.stringMatching(/^\d+$/),
        stock: 12,
        price: 18_990,
        isLocked: false,
        listPrice: 21_990,
        status: 'on_sale',
        url: expect.stringContaining('https://'),
      },
    ]);
    const second = await adapter.sendOffers(
      [
        { barcode: 'KAHVE-1', stock: 0, price: 12_345, listPrice: 12_345 },
        { barcode: 'KAHVE-2', stock: 1 },
      ],
      stays,
    );
    expect(await adapter.batch(second, stays)).toMatchObject({
      isOpen: false,
      items: [{ outcome: 'done' }, { barcode: 'KAHVE-2', outcome: 'failed', reasons: [expect.any(String)] }],
    });
    expect(await adapter.offers(named('KAHVE-1'), stays)).toMatchObject([
      { stock: 0, price: 12_345, listPrice: null, status: 'off_sale' },
    ]);
    expect(simulator.stats()).toMatchObject({ listingsSent: 3, offersSent: 2, picturesFetched: 2 });
  });

  test('state values of attributes as one, as several and as a text', async () => {
    const { adapter, picture } = await open();
    const batchId = await adapter.sendListings(
      [
        coffee('KILIF-1', picture, {
          categoryId: '10101',
          vatRate: 20,
          deci: null,
          attributes: [
            { attributeId: '338', valueIds: ['1010100'] },
            { attributeId: '47', text: 'Gece Mavisi' },
            { attributeId: '348', valueIds: ['2882'] },
            { attributeId: '1196', valueIds: ['40000', '40007'] },
          ],
        }),
      ],
      stays,
    );
    expect(await adapter.batch(batchId, stays)).toEqual({
      isOpen: false,
      items: [{ barcode: 'KILIF-1', outcome: 'done', reasons: [] }],
    });
  });

  test('unapproved ones come in pages of a thousand', async () => {
    const { adapter, picture, turn } = await open();
    await turn({ approvalMs: 600_000, fetchesPictures: false });
    const send = (from: number, count: number) =>
      adapter.sendListings(
        Array.from({ length: count }, (_, at) => coffee(`K-${from + at}`, picture)),
        stays,
      );
    await send(0, 1_000);
    await send(1_000, 5);
    const first = await adapter.unapproved(null, stays);
    expect(first.rows).toHaveLength(1_000);
    const second = await adapter.unapproved(first.next, stays);
    expect([second.rows.length, second.next]).toEqual([5, null]);
    expect(second.rows[0]).toEqual({ barcode: 'K-1000', state: 'pending_approval', reasons: [] });
  });

  test('sent twice are refused in the words of the marketplace, and a batch that is over is none', async () => {
    const { adapter, turn } = await open();
    const offers = [{ barcode: 'yok', stock: 1 }];
    const batchId = await adapter.sendOffers(offers, stays);
    await expect(adapter.sendOffers(offers, stays)).rejects.toMatchObject({
      status: 400,
      code: 'repeated.request',
      message: expect.stringContaining('15 dakika'),
    });
    expect(await adapter.batch(batchId, stays)).toMatchObject({ isOpen: false });
    await turn({ batchMs: 60_000 });
    const waiting = await adapter.sendOffers([{ barcode: 'yok', stock: 2 }], stays);
    expect(await adapter.batch(waiting, stays)).toEqual({
      isOpen: true,
      items: [{ barcode: 'yok', outcome: 'open', reasons: [] }],
    });
    await turn({ batchLifeMs: 0 });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await adapter.batch(batchId, stays)).toBeNull();
    await turn({ batchOver: 'empty' });
    expect(await adapter.batch(batchId, stays)).toBeNull();
    expect(await adapter.batch('a/b', stays)).toBeNull();
  });

  test('keep amounts to the kuruş, there and back', async () => {
    const { adapter, simulator } = await open();
    const barcodes = (await adapter.products(null, 100, stays)).rows.flatMap((row) =>
      'variants' in row ? row.variants.map(({ barcode }) => barcode as string) : [],
    );
    const [barcode = ''] = barcodes;
    const amounts = [1, 5, 29, 99, 100, 101, 1_005, 28_999, 115_000_001, 999_999_999_999];
    for (const price of amounts) {
      await adapter.sendOffers([{ barcode, price, listPrice: price + 1 }], stays);
      expect(await adapter.offers(named(barcode), stays)).toMatchObject([{ price, listPrice: price + 1 }]);
    }
    expect(simulator.catalog.shelf.history(barcode).map(({ salePrice }) => salePrice)).toEqual(amounts);
  });

  test('amounts are written and read without loss', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000_000_000 }), (kurus) => {
        const written = JSON.stringify(kurus / 100);
        expect(written).toMatch(/^\d+(\.\d{1,2})?$/);
        expect(kurusIn(JSON.parse(written) as number)).toBe(kurus);
      }),
    );
  });
});

describe('a hostile marketplace', () => {
  const variant = { variantId: 1, barcode: 'K-1', price: { salePrice: 10, listPrice: 10 }, stock: { quantity: 1 } };
  const offer = (more: object) => ({ content: [{ contentId: 1, variants: [{ ...variant, ...more }] }] });
  const cases: [string, (adapter: ChannelAdapter) => Promise<unknown>, unknown][] = [
    ['a batch without an id', (adapter) => adapter.sendOffers([{ barcode: 'a', stock: 1 }], stays), {}],
    ['an id of a batch that is a path', (adapter) => adapter.sendListings([], stays), { batchRequestId: '../../x' }],
    ['success that says no', (adapter) => adapter.sendOffers([], stays), { success: false }],
    ['items that are none', (adapter) => adapter.batch('a', stays), { items: { length: 1 } }],
    ['null for an item', (adapter) => adapter.batch('a', stays), { items: [null] }],
    ['a status that is a number', (adapter) => adapter.batch('a', stays), { status: 5 }],
    ['no content', (adapter) => adapter.offers(named('K-1'), stays), { content: null }],
    ['stock below zero', (adapter) => adapter.offers(named('K-1'), stays), offer({ stock: { quantity: -1 } })],
    ['parts of a kuruş', (adapter) => adapter.offers(named('K-1'), stays), offer({ price: { salePrice: 1.005 } })],
    [
      'a barcode twice',
      (adapter) => adapter.offers(named('K-1'), stays),
      { content: [{ contentId: 1, variants: [variant, variant] }] },
    ],
    ['a token that is none', (adapter) => adapter.unapproved(null, stays), { content: [], nextPageToken: 'a b' }],
    [
      'more rows than were asked for',
      (adapter) => adapter.unapproved(null, stays),
      { content: Array.from({ length: 1_001 }, () => ({})) },
    ],
  ];
  test.each(cases)('that answers %s answers nothing', async (_, ask, answer) => {
    await expect(ask(await hostile(answer))).rejects.toBeInstanceOf(ProviderAnswerInvalid);
  });

  test('that has words of its own for what is not approved has the item all the same', async () => {
    const content = ['inReview', null, 'constructor', 'pendingApproval'].map((status, at) => ({
      ...{ barcode: `K-${at}`, status, rejectReasonDetails: [{ rejectReason: 'a' }] },
    }));
    const adapter = await hostile({ content });
    const { rows } = await adapter.unapproved(null, stays);
    expect(rows.map(({ state, reasons }) => [state, reasons])).toEqual([
      ...Array.from({ length: 3 }, () => ['unknown', []]),
      ['pending_approval', []],
    ]);
    expect(await adapter.unapprovedAmong(named('K-0', 'K-9'), stays)).toMatchObject([{ barcode: 'K-0' }]);
  });

  test('leaves unnamed items out, cuts words, and its unknown words are open', async () => {
    const adapter = await hostile({
      itemCount: 4,
      items: [
        { status: 'FAILED', failureReasons: ['a'] },
        { requestItem: { barcode: 'K-1' }, status: 'FAILED', failureReasons: ['ka\0hve', 7, '', 'x'.repeat(900)] },
        { requestItem: { product: { barcode: 'K-2' } }, status: 'THINKING', failureReasons: null },
        { requestItem: { barcode: 'K-3' }, status: 'SUCCESS' },
      ],
    });
    expect(await adapter.batch('a', stays)).toEqual({
      isOpen: true,
      items: [
        { barcode: 'K-1', outcome: 'failed', reasons: ['kahve', 'x'.repeat(500)] },
        { barcode: 'K-2', outcome: 'open', reasons: [] },
        { barcode: 'K-3', outcome: 'done', reasons: [] },
      ],
    });
  });

  test('is not heard where it names others than were asked for', async () => {
    const adapter = await hostile({ content: [{ contentId: 1, variants: [{ ...variant, barcode: 'other' }] }] });
    expect(await adapter.offers(named('K-1'), stays)).toEqual([]);
  });

  test('does not get the secrets of a store said', () => {
    const blank = blankerOf(['gizli-anahtar']);
    const reasons = ['Anahtar gizli-anahtar geçersiz'];
    const said = ['Anahtar ••• geçersiz'];
    expect(
      channelTelling.batch?.({ isOpen: false, items: [{ barcode: 'a', outcome: 'failed', reasons }] }, blank),
    ).toEqual({
      isOpen: false,
      items: [{ barcode: 'a', outcome: 'failed', reasons: said }],
    });
    expect(channelTelling.batch?.(null, blank)).toBeNull();
    expect(
      channelTelling.unapproved?.({ rows: [{ barcode: 'a', state: 'rejected', reasons }], next: null }, blank),
    ).toEqual({ rows: [{ barcode: 'a', state: 'rejected', reasons: said }], next: null });
  });

  test.each([
    ['throttling', { throttleStorm: { rate: 1 } }, ProviderThrottled],
    ['away', { down: true }, ProviderUnavailable],
    ['losing the answer', { lostAnswer: { rate: 1 } }, ProviderUnavailable],
    ['failing', { serverError: { rate: 1, status: 503 as const } }, ProviderUnavailable],
    ['in maintenance', { malformedBody: { rate: 1 } }, ProviderUnavailable],
    ['refusing', { hostileRefusal: { rate: 1 } }, ProviderUnclear],
  ])('that is %s is told as such by each call', async (_, faults, error) => {
    const { simulator, adapter } = await open();
    const calls: ((adapter: ChannelAdapter) => Promise<unknown>)[] = [
      (it) => it.categories(stays),
      (it) => it.attributes('1011', stays),
      (it) => it.attributeValues({ categoryId: '1011', attributeId: '1158' }, null, stays),
      (it) => it.sendListings([coffee('K', 'https://a.example/1.jpg')], stays),
      (it) => it.sendOffers([{ barcode: 'K', stock: 1 }], stays),
      (it) => it.offers(named('K'), stays),
      (it) => it.unapproved(null, stays),
    ];
    for (const call of calls) {
      simulator.faults.set(faults);
      await expect(call(adapter)).rejects.toBeInstanceOf(error);
    }
  });
});

test('every operation is in one group of requests, and each group has a limit', () => {
  const { channel } = trendyol;
  const groups = channel?.groups?.({}) ?? [];
  const grouped = groups.flatMap(({ operations }) => operations);
  expect(new Set(grouped).size).toBe(grouped.length);
  expect(channel?.operations.filter((operation) => !grouped.includes(operation))).toEqual([]);
  expect(groups.every(({ perMinute }) => perMinute !== null && perMinute > 0)).toBe(true);
});
