import fc from 'fast-check';
import { isNews, piecesTold } from '../../src/order/package/pieces';
import type { BatchItem, RemoteBatch } from '../../src/provider/channel/listing';
import { isPackage, type RemotePackage } from '../../src/provider/channel/package';
import {
  CursorRefused,
  ProviderAnswerInvalid,
  ProviderRefused,
  ProviderThrottled,
  ProviderUnavailable,
} from '../../src/provider/error';
import { minuteOf, msIn, rangesOf } from '../../src/provider/hepsiburada/clock';
import { linesNamed, nameOf, originsOf } from '../../src/provider/hepsiburada/lines';
import { readOrder } from '../../src/provider/hepsiburada/order';
import { hbSkuOf } from '../../src/simulator/hepsiburada/goods';
import { type Answer, account, adapterAt, closeHepsiburada, hepsiburadaThere } from './hepsiburada';

afterEach(closeHepsiburada);

const DAY_MS = 24 * 3_600_000;
const MINUTE_MS = 60_000;
const lately = (ms = 3_600_000) => ({
  from: new Date(Date.now() - ms).toISOString(),
  to: new Date().toISOString(),
});
const failure = (asked: Promise<unknown>) => asked.then(() => undefined).catch((error: unknown) => error);

/** All packages of a window, as a pull reads them. @returns with the number of the pages */
async function pulled(
  { adapter, signal }: Answer,
  window = lately(),
): Promise<{ rows: RemotePackage[]; pages: number }> {
  const rows: RemotePackage[] = [];
  let cursor: string | null = null;
  let pages = 0;
  do {
    const page: Answer = await adapter.packages(window, cursor, signal);
    for (const row of page.rows) {
      if (!isPackage(row)) throw new Error(JSON.stringify(row));
      rows.push(row);
    }
    if (page.next !== null) expect(page.next).not.toBe(cursor);
    cursor = page.next;
    pages += 1;
  } while (cursor !== null);
  return { rows, pages };
}

describe('times and names', () => {
  test('are those of Turkey, unless they say another zone', () => {
    expect(msIn('2026-11-27T12:00:00.5')).toBe(Date.parse('2026-11-27T09:00:00.500Z'));
    expect(msIn('2026-11-27 12:00')).toBe(Date.parse('2026-11-27T09:00:00Z'));
    expect(msIn('2026-11-27T12:00:00Z')).toBe(Date.parse('2026-11-27T12:00:00Z'));
    for (const none of ['yarın', '', null, 7, '0001-01-01T00:00:00']) expect(msIn(none)).toBeUndefined();
    expect(minuteOf(Date.parse('2026-11-27T21:30:59Z'))).toBe('2026-11-28 00:30');
  });

  test('ranges cover a window, and none is longer than a day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40 * DAY_MS }), fc.integer({ min: 0, max: 20 * DAY_MS }), (at, length) => {
        const fromMs = Date.parse('2026-11-01T00:00:00Z') + at;
        const ranges = rangesOf(fromMs, fromMs + length).map(
          ([from, to]) => [msIn(from), msIn(to)] as [number, number],
        );
        expect(ranges[0]?.[0]).toBeLessThanOrEqual(fromMs);
        expect(ranges.at(-1)?.[1]).toBeGreaterThanOrEqual(fromMs + length);
        for (const [place, [from, to]] of ranges.entries()) {
          expect(to - from).toBeLessThanOrEqual(DAY_MS);
          if (place > 0) expect(from).toBeLessThanOrEqual((ranges[place - 1] as [number, number])[1]);
        }
      }),
    );
  });

  test('lines are named whatever their order, and what has fewer of them was made of what has more', () => {
    const all = ['c', 'a', 'b'];
    expect(nameOf('41', ['b', 'a', 'c'], all)).toBe('41');
    expect(nameOf('41', ['b', 'a'], all)).toBe(nameOf('41', ['a', 'b'], all));
    expect(originsOf('41', ['a'], all).toSorted()).toEqual(
      ['41', nameOf('41', ['a', 'b'], all), nameOf('41', ['a', 'c'], all)].toSorted(),
    );
    expect(linesNamed('41', nameOf('41', ['b', 'c'], all), all)?.toSorted()).toEqual(['b', 'c']);
    expect(linesNamed('41', '41-elsewhere', all)).toBeUndefined();
  });
});

describe('listings', () => {
  test('are read page by page, with what the catalog and the listing say of them', async () => {
    const { adapter, signal, simulator } = await hepsiburadaThere({ products: 120 });
    const first = await adapter.products(null, 100, signal);
    expect(first).toMatchObject({ total: 120, next: '50' });
    expect(first.rows).toHaveLength(50);
    const [good] = simulator.goods.all;
    expect(first.rows[0]).toMatchObject({
      remoteId: good?.hbSku,
      title: good?.name,
      images: [expect.stringContaining('/pictures/HBV')],
      variants: [
        { barcode: good?.barcode, sku: good?.merchantSku, price: good?.price, stock: good?.stock, vatRate: 20 },
      ],
    });
    // A smaller page goes on where the one before has ended.
    const seen = new Set(first.rows.map((row) => row.remoteId));
    for (let cursor = first.next, size = 20; cursor !== null; size = 40) {
      const page = await adapter.products(cursor, size, signal);
      for (const row of page.rows) seen.add(row.remoteId);
      cursor = page.next;
    }
    expect(seen.size).toBe(120);
    expect(await failure(adapter.products('elsewhere', 10, signal))).toBeInstanceOf(CursorRefused);
  });

  test('whose stock Hepsiburada keeps are told and not linked', async () => {
    const { adapter, signal, control, barcode } = await hepsiburadaThere({ products: 2 });
    await control('PUT', '/goods', { barcode: barcode(0), isFulfilledByHB: true });
    const { rows } = await adapter.products(null, 10, signal);
    expect(rows[0]).toMatchObject({ message: expect.stringContaining('its own warehouse') });
    expect(rows[1]).toMatchObject({ variants: [expect.anything()] });
    expect(await adapter.offers([{ barcode: barcode(0), variantId: hbSkuOf(0) }], signal)).toEqual([]);
  });

  test('show stock and prices by the code that was seen, else by the seller’s own', async () => {
    const { adapter, signal, control } = await hepsiburadaThere({ products: 2 });
    await control('POST', '/goods', {
      barcode: '8690000000017',
      merchantSku: '8690000000017',
      price: 12_345,
      stock: 3,
    });
    await control('PUT', '/goods', { barcode: '8690000000017', isLocked: true });
    const asked = [
      { barcode: 'mine', variantId: hbSkuOf(1) },
      { barcode: '8690000000017', variantId: null },
      { barcode: 'nowhere', variantId: 'HBV9' },
      { barcode: 'a,b' },
    ];
    expect(await adapter.offers(asked, signal)).toEqual([
      expect.objectContaining({ barcode: 'mine', variantId: hbSkuOf(1) }),
      expect.objectContaining({ barcode: '8690000000017', price: 12_345, stock: 3, status: 'locked' }),
    ]);
  });

  const worked = async ({ adapter, signal }: Answer, batchId: string): Promise<RemoteBatch> => {
    for (;;) {
      const batch = await adapter.batch(batchId, signal);
      if (!batch?.isOpen) return batch;
    }
  };

  test('are told stock and prices, and a result names what has failed', async () => {
    const there = await hepsiburadaThere({ products: 3 });
    const { adapter, signal, simulator, control } = there;
    await control('PUT', '/knobs', { uploadMs: 0 });
    const batchId = await adapter.sendOffers(
      [
        { barcode: 'a', variantId: hbSkuOf(0), stock: 7 },
        { barcode: 'b', variantId: hbSkuOf(1), stock: 0, price: (simulator.goods.all[1]?.price ?? 0) + 5 },
        { barcode: 'c', variantId: 'HBV404', stock: 1 },
      ],
      signal,
    );
    expect(batchId).toMatch(/^stock\.[\w-]+\+price\.[\w-]+$/);
    const items: readonly BatchItem[] = [];
    expect(await worked(there, batchId)).toEqual({
      isOpen: false,
      items,
      failedVariants: [{ variantId: 'HBV404', reasons: ['Listing bulunamadı.'] }],
    });
    expect(simulator.goods.all.slice(0, 2)).toMatchObject([{ stock: 7 }, { stock: 0 }]);
    expect(await adapter.batch('stock.unknown', signal)).toBeNull();
    expect(await failure(adapter.batch('elsewhere', signal))).toBeInstanceOf(CursorRefused);
  });

  test('a sixth upload is not taken, although its status says so', async () => {
    const { adapter, signal, control, simulator } = await hepsiburadaThere({ products: 3 });
    await control('PUT', '/knobs', { uploadMs: 60_000 });
    const send = () => adapter.sendOffers([{ barcode: 'a', variantId: hbSkuOf(0), stock: 1 }], signal);
    for (let upload = 0; upload < 5; upload += 1) await send();
    expect(await failure(send())).toBeInstanceOf(ProviderThrottled);
    expect(simulator.stats()).toMatchObject({ breaches: 1, offersSent: 5 });
    // When the stock was taken and the prices were not, nobody may say that nothing was done.
    await control('PUT', '/knobs', { uploadMs: 0 });
    await adapter.offers([{ barcode: 'a', variantId: hbSkuOf(0) }], signal);
    await control('PUT', '/knobs', { uploadMs: 60_000 });
    for (let upload = 0; upload < 4; upload += 1) await send();
    const both = adapter.sendOffers([{ barcode: 'a', variantId: hbSkuOf(0), stock: 2, price: 500 }], signal);
    expect(await failure(both)).toBeInstanceOf(ProviderUnavailable);
  });

  test('are asked for by who knows key, merchant and integrator', async () => {
    const { adapter, signal, simulator } = await hepsiburadaThere();
    await adapter.test(signal);
    for (const changed of [
      { secrets: { serviceKey: 'wrong' } },
      { config: { ...account.config, integrator: 'tezgah_dev/1.0' } },
    ])
      expect(await failure(adapterAt(simulator.url, changed).test(signal))).toMatchObject({ status: 401 });
  });

  test('a limit is waited for as long as its header says', async () => {
    const { adapter, signal, simulator } = await hepsiburadaThere();
    simulator.faults.set({ throttleStorm: { rate: 1 } });
    expect(await failure(adapter.test(signal))).toMatchObject({ waitMs: 1_000 });
  });
});

describe('orders', () => {
  const LINES = 3;
  const placed = async (there: Answer, more: object = {}) =>
    there.control('POST', '/orders', {
      lines: Array.from({ length: LINES }, (_, at) => ({
        barcode: there.barcode(at),
        quantity: at + 1,
        priceKurus: 1_000 + at,
      })),
      ...more,
    });

  test('are one package while their lines stand together, open or packed', async () => {
    const there = await hepsiburadaThere();
    const { orderNumber, lineIds } = await placed(there);
    const { rows } = await pulled(there);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      packageId: orderNumber,
      orderNumber,
      originPackageIds: [],
      state: 'created',
      stateWord: 'Open',
      total: 1_000 + 2 * 1_001 + 3 * 1_002,
      currency: 'TRY',
      trackingNumber: null,
      lines: lineIds.map((lineId: string, at: number) => ({
        lineId,
        barcode: there.barcode(at),
        quantity: at + 1,
        unitPrices: Array(at + 1).fill(1_000 + at),
        vatRate: 20,
        commissionPercent: 15,
      })),
    });
    const [{ orderedAt }] = rows as [RemotePackage];
    expect(Math.abs(Date.parse(orderedAt) - Date.now())).toBeLessThan(MINUTE_MS);
    const lines = rows[0]?.lines ?? [];
    await there.adapter.actOnPackage(orderNumber, { act: 'preparing', lines }, there.signal);
    const [packed, ...others] = (await pulled(there)).rows;
    expect(packed).toMatchObject({
      packageId: orderNumber,
      state: 'preparing',
      trackingNumber: expect.stringMatching(/^1000/),
    });
    expect(others).toEqual([]);
    expect(await there.control('GET', '/orders/statistics')).toMatchObject({ operations: { pack: 1 } });
  });

  test('whose lines part are a package each, made of the whole, and each list tells its own', async () => {
    const there = await hepsiburadaThere();
    const { orderNumber, lineIds } = await placed(there);
    const lineOf = (at: number) => [{ lineId: lineIds[at], quantity: at + 1 }];
    await there.adapter.actOnPackage(
      orderNumber,
      { act: 'unsupplied', lines: lineOf(0), reason: 'defective' },
      there.signal,
    );
    await there.control('PUT', '/orders/pack', { orderNumber, lines: [{ lineId: lineIds[1] }] });
    const { rows, pages } = await pulled(there);
    const states = new Map(rows.map(({ state, lines, originPackageIds }) => [state, { lines, originPackageIds }]));
    expect([...states.keys()].toSorted()).toEqual(['created', 'preparing', 'unpacked', 'unsupplied']);
    expect(states.get('unpacked')?.lines).toHaveLength(LINES);
    for (const state of ['created', 'preparing', 'unsupplied'] as const) {
      expect(states.get(state)?.lines).toHaveLength(1);
      expect(states.get(state)?.originPackageIds).toContain(orderNumber);
    }
    // Each order is told once, although it stands in three lists.
    expect(pages).toBe(2);
    const ofOrder = await there.adapter.packagesOfOrder(orderNumber, there.signal);
    expect(ofOrder).toHaveLength(4);
    const ids = ofOrder.flatMap((row) => (isPackage(row) ? row.packageId : []));
    expect(await there.adapter.packagesById([...ids, '4155999999', '../7'], there.signal)).toEqual(ofOrder);
  });

  test('whose lines stood otherwise before are told as they stand now', async () => {
    const there = await hepsiburadaThere();
    const { orderNumber, lineIds } = await placed(there);
    const { packageNumber } = await there.control('PUT', '/orders/pack', {
      orderNumber,
      lines: [{ lineId: lineIds[0] }],
    });
    const apart = await there.adapter.packagesOfOrder(orderNumber, there.signal);
    await there.control('PUT', '/orders/unpack', { packageNumber });
    const [whole, ...others] = await there.adapter.packagesOfOrder(orderNumber, there.signal);
    expect([whole, others]).toMatchObject([{ packageId: orderNumber, state: 'created' }, []]);
    const ids = apart.flatMap((row) => (isPackage(row) ? row.packageId : []));
    const now = await there.adapter.packagesById(ids, there.signal);
    expect(now).toMatchObject([{ state: 'created' }, { state: 'unpacked' }, { state: 'unpacked' }]);
  });

  test('are acted upon as Hepsiburada knows it, and refused in words otherwise', async () => {
    const there = await hepsiburadaThere();
    const { adapter, signal, control } = there;
    const { orderNumber, lineIds } = await placed(there);
    const lines = lineIds.map((lineId: string, at: number) => ({ lineId, quantity: at + 1 }));
    const act = (what: Answer) => adapter.actOnPackage(orderNumber, what, signal);
    const unsupplied = (named: Answer) => ({ act: 'unsupplied', lines: named, reason: 'out_of_stock' });
    const link = { act: 'invoice_link', url: 'https://fatura.example/1.pdf', invoiceNumber: 'A-1', invoicedAt: null };
    const refused = async (what: Answer, message: string) => {
      const error = await failure(act(what));
      expect(error).toBeInstanceOf(ProviderRefused);
      expect((error as Error).message).toContain(message);
    };
    await refused(unsupplied(lines), 'one line at a time');
    await refused(unsupplied([{ ...lines[1], quantity: 1 }]), 'whole lines: this one has 2');
    await refused(link, 'has not packed');
    await refused({ act: 'split', groups: [] }, 'no such act');
    await act({ act: 'preparing', lines });
    await refused({ act: 'preparing', lines }, 'line item is Packaged');
    await refused(unsupplied([lines[0]]), 'only open line items');
    await act(link);
    await refused(link, 'fatura eklenmiş');
    expect(await control('GET', '/orders/statistics')).toMatchObject({ operations: { pack: 1, invoice: 1 } });
  });

  test('a hundred lines may be cancelled in a day, and no more', async () => {
    const there = await hepsiburadaThere();
    const lines = Array.from({ length: 101 }, () => ({ barcode: there.barcode(0) }));
    const { orderNumber, lineIds } = await there.control('POST', '/orders', { lines });
    const cancel = (lineId: string) => {
      const act = { act: 'unsupplied', lines: [{ lineId, quantity: 1 }], reason: 'out_of_stock' } as const;
      return there.adapter.actOnPackage(orderNumber, act, there.signal);
    };
    for (const lineId of lineIds.slice(0, 100)) await cancel(lineId);
    expect(await failure(cancel(lineIds[100]))).toMatchObject({ code: '1009' });
    expect(there.simulator.stats().breaches).toBe(1);
  });

  test.each(['newest', 'oldest'])(
    'are followed by lists that begin with the %s row and take no range',
    async (feedOrder) => {
      const there = await hepsiburadaThere();
      await there.control('PUT', '/knobs', { feedOrder });
      const numbers: string[] = [];
      for (let at = 0; at < 60; at += 1) {
        const { orderNumber } = await there.control('POST', '/orders', { lines: [{ barcode: there.barcode(0) }] });
        const { packageNumber } = await there.control('PUT', '/orders/pack', { orderNumber });
        await there.control('PUT', '/orders/move', { packageNumber, to: at % 2 === 0 ? 'Delivered' : 'InTransit' });
        numbers.push(orderNumber);
      }
      const { rows } = await pulled(there);
      expect(rows.map(({ orderNumber }) => orderNumber).toSorted()).toEqual(numbers.toSorted());
      expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['shipped', 'delivered']));
      // Of a window that nothing happened in nothing is asked for but the lists.
      const before = there.simulator.stats().requests;
      const then = {
        from: new Date(Date.now() + DAY_MS).toISOString(),
        to: new Date(Date.now() + DAY_MS + 1).toISOString(),
      };
      expect((await pulled(there, then)).rows).toEqual([]);
      expect(there.simulator.stats().requests - before).toBeLessThan(12);
    },
  );

  test('of days ago are found, a day at a time', async () => {
    const there = await hepsiburadaThere();
    const numbers: string[] = [];
    for (const days of [0, 0.99, 1, 2.5, 6, 13]) {
      const lines = [{ barcode: there.barcode(1) }];
      numbers.push((await there.control('POST', '/orders', { lines, agoMs: days * DAY_MS })).orderNumber);
    }
    const { rows } = await pulled(there, lately(13 * DAY_MS + MINUTE_MS));
    expect(rows.map(({ orderNumber }) => orderNumber).toSorted()).toEqual(numbers);
  });

  const ORDERS = 110;
  const many = async (there: Answer, count: number): Promise<string[]> => {
    const numbers: string[] = [];
    for (let at = 0; at < count; at += 1) {
      const lines = [{ barcode: there.barcode(at % 30) }];
      numbers.push((await there.control('POST', '/orders', { lines })).orderNumber);
    }
    return numbers;
  };

  test('are all told although some leave their list while its pages are turned', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        async (leaving, isStepwise) => {
          const there = await hepsiburadaThere();
          const numbers = await many(there, ORDERS);
          // The next window tells the packages that are packed behind the end of this one, so this one outlasts the case.
          const window = { ...lately(), to: new Date(Date.now() + 10 * MINUTE_MS).toISOString() };
          const told = new Set<string>();
          const packed: string[] = [];
          let cursor: string | null = null;
          let turned = 0;
          do {
            // The next step of a pull has an adapter of its own, which remembers nothing.
            const adapter = isStepwise ? adapterAt(there.simulator.url) : there.adapter;
            const page: Answer = await adapter.packages(window, cursor, there.signal);
            for (const row of page.rows) told.add(row.orderNumber);
            for (let left = leaving[turned++] ?? 0; left > 0 && packed.length < ORDERS - 10; left -= 1) {
              const orderNumber = numbers[packed.length] as string;
              await there.control('PUT', '/orders/pack', { orderNumber });
              packed.push(orderNumber);
            }
            cursor = page.next;
          } while (cursor !== null);
          // Orders that left are read in the list to which they went.
          expect([...told].toSorted()).toEqual(numbers.toSorted());
          await closeHepsiburada();
        },
      ),
      {
        numRuns: 8,
        examples: [
          [[30], false],
          [[60, 40], true],
        ],
      },
    );
  }, 120_000);

  test.each(['newest', 'oldest'])(
    'are all told of a list that begins with its %s row, and tells no total',
    async (feedOrder) => {
      const there = await hepsiburadaThere();
      const numbers = await many(there, 60);
      for (const orderNumber of numbers) {
        const { packageNumber } = await there.control('PUT', '/orders/pack', { orderNumber });
        await there.control('PUT', '/orders/move', { packageNumber, to: 'InTransit' });
      }
      await there.control('PUT', '/knobs', { feedOrder, tellsTotal: false });
      const { rows } = await pulled(there);
      expect([...new Set(rows.map(({ orderNumber }) => orderNumber))].toSorted()).toEqual(numbers.toSorted());
    },
  );

  test('that are not paid for only wait', async () => {
    const there = await hepsiburadaThere();
    const { orderNumber } = await placed(there, { isPaid: false });
    expect((await pulled(there)).rows).toMatchObject([{ packageId: orderNumber, state: 'waiting' }]);
    await there.control('PUT', '/orders/pay', { orderNumber });
    expect((await pulled(there)).rows).toMatchObject([{ packageId: orderNumber, state: 'created' }]);
  });

  test('have labels in the form that is asked for, once they are packed', async () => {
    const there = await hepsiburadaThere();
    const { orderNumber } = await placed(there);
    const labels = (format: 'pdf' | 'png' | 'zpl') =>
      there.adapter.labels({ packageId: orderNumber, trackingNumber: '1', boxes: 1, format }, there.signal);
    expect(await failure(labels('pdf'))).toMatchObject({ code: 'not.packed' });
    await there.control('PUT', '/orders/pack', { orderNumber });
    for (const format of ['pdf', 'png', 'zpl'] as const) {
      const [label, ...others] = await labels(format);
      expect([label?.format, others]).toEqual([format, []]);
    }
    for (const label of ['html', 'none']) {
      await there.control('PUT', '/knobs', { label });
      expect(await failure(labels('pdf'))).toBeInstanceOf(ProviderAnswerInvalid);
    }
  });

  test('of hostile answers none but errors of the port come', async () => {
    const there = await hepsiburadaThere();
    await placed(there);
    const asked = [
      () => there.adapter.products(null, 10, there.signal),
      () => there.adapter.offers([{ barcode: 'a', variantId: hbSkuOf(0) }], there.signal),
      () => there.adapter.packages(lately(), null, there.signal),
    ];
    for (const kind of ['nul', 'nullRow', 'noRows', 'textForNumber', 'repeatedLine', 'tooMany'] as const) {
      there.simulator.faults.set({ hostilePage: { rate: 1, kind } });
      for (const ask of asked) {
        const error = await failure(ask());
        if (error !== undefined) expect([kind, error]).toEqual([kind, expect.any(ProviderAnswerInvalid)]);
      }
    }
    there.simulator.faults.set({ hostileRefusal: { rate: 1 } });
    for (const ask of [...asked, ...asked]) expect(await failure(ask())).toMatchObject({ status: 400 });
  });
});

describe('pieces of an order', () => {
  interface Line {
    id: string;
    barcode: string;
    quantity: number;
    status: string;
    packageNumber: string | null;
    at: number;
  }

  const told = (lines: readonly Line[]) => {
    const read = readOrder({
      orderNumber: '4155000001',
      orderDate: '2026-11-27T10:00:00',
      items: lines.map(({ at, barcode, ...line }) => ({
        ...line,
        lastStatusUpdateDate: new Date(Date.parse('2026-11-27T10:00:00Z') + at * 1_000).toISOString().slice(0, 23),
        productBarcode: barcode,
        totalPrice: { amount: line.quantity, currency: 'TRY' },
      })),
    });
    if (!('packages' in read)) throw new Error(read.message);
    return read;
  };

  const event = fc.record({
    what: fc.constantFrom('pack', 'cancel', 'unpack', 'deliver'),
    chosen: fc.integer({ min: 0, max: 127 }),
    isHeard: fc.boolean(),
  });

  test('are those of its lines, however they are packed and cancelled, and whatever of it is heard', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 7 }),
        fc.array(event, { maxLength: 8 }),
        (quantities, events) => {
          const lines = quantities.map((quantity, at): Line => {
            return { id: `l${at}`, barcode: `b${at}`, quantity, status: 'Open', packageNumber: null, at: 0 };
          });
          const known = new Map<string, RemotePackage>();
          const hear = (rows: readonly RemotePackage[]) => {
            for (const row of rows) {
              const before = known.get(row.packageId);
              if (!before || isNews(before, row)) known.set(row.packageId, row);
            }
            for (const [key, { total }] of piecesTold([...known.values()])) {
              expect(total).toBeLessThanOrEqual(quantities[Number(key.slice(3))] ?? 0);
            }
          };
          for (const [at, { what, chosen, isHeard }] of events.entries()) {
            const picked = lines.filter((_, place) => (chosen >> place) & 1);
            const change = (some: readonly Line[], status: string, packageNumber?: string | null) => {
              for (const line of some) {
                line.status = status;
                line.at = at + 1;
                if (packageNumber !== undefined) line.packageNumber = packageNumber;
              }
            };
            const open = picked.filter(({ status }) => status === 'Open');
            const packed = picked.find(({ status }) => status === 'Packaged')?.packageNumber;
            const together = lines.filter(({ packageNumber }) => packed && packageNumber === packed);
            if (what === 'pack') change(open, 'Packaged', `p${at}`);
            else if (what === 'cancel') change(open.slice(0, 1), 'CancelledByCustomer');
            else if (what === 'unpack') change(together, 'Open', null);
            else change(together, 'Delivered');
            if (isHeard) hear(told(lines).packages);
          }
          const now = told(lines);
          hear(now.packages);
          hear(
            [...known.keys()].flatMap((id) =>
              now.packages.some((row) => row.packageId === id) ? [] : (now.past(id) ?? []),
            ),
          );
          const pieces = piecesTold([...known.values()]);
          for (const [at, total] of quantities.entries()) {
            const gone = lines.filter(({ barcode, status }) => barcode === `b${at}` && status.startsWith('Cancelled'));
            const count = gone.reduce((sum, { quantity }) => sum + quantity, 0);
            expect([at, pieces.get(`b:b${at}`)]).toMatchObject([at, { total, gone: count }]);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
