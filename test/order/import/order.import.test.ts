import fc from 'fast-check';
import { noteTried, unmappedOrders } from '../../../src/channel/package/seen-store';
import { unmappedLines } from '../../../src/order/import/store';
import { createWorld, type World } from '../../world/world';
import { histories, type News, shuffled } from './histories';
import { headOf, ImportShop, later, lineOf, packageOf } from './shop';

// biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
type Any = any;

describe('order.import', () => {
  let world: World;
  let shop: ImportShop;
  beforeAll(async () => {
    world = await createWorld();
    shop = await ImportShop.in(world);
  });
  afterAll(() => world.close());

  let count = 0;
  const fresh = (): { readonly number: string; readonly barcode: string; readonly pack: string } => {
    count += 1;
    return { number: `N${count}`, barcode: `86900000${String(count).padStart(5, '0')}`, pack: `P${count}` };
  };

  test('an order is paid, takes its stock, and is one however often it comes', async () => {
    const { number, barcode, pack } = fresh();
    const product = await shop.product(barcode, 5);
    const told = [packageOf(pack, [lineOf(barcode, 2)])];
    const { order, isNew, oversold, unmapped } = await shop.import(number, told);
    expect({ isNew, oversold, unmapped }).toEqual({ isNew: true, oversold: 0, unmapped: 0 });
    expect(await shop.import(number, told)).toMatchObject({ order: { id: order.id, rev: order.rev }, isNew: false });
    expect(await shop.order(order.id)).toMatchObject({
      channel: 'trendyol',
      externalNumber: number,
      payment: 'paid',
      paymentMethod: 'marketplace',
      total: 20_000,
      captured: 20_000,
      documents: [],
      lines: [{ productId: product, quantity: 2, stockTaken: 2, oversold: 0 }],
      packages: [{ packageId: pack, state: 'created', stillOpenThere: false }],
      shipments: [],
    });
    expect(await shop.stock(product)).toBe(3);
  });

  test('an order of thousands of pieces is taken up whole, and one of more is refused', async () => {
    const { number, barcode, pack } = fresh();
    const product = await shop.product(barcode, 6_000);
    const lines = (pieces: number) =>
      Array.from({ length: pieces / 100 }, (_, at) => lineOf(barcode, 100, { lineId: `L${at}` }));
    const packs = (pieces: number) =>
      [0, 1].map((at) =>
        packageOf(
          `${pack}-${at}`,
          lines(pieces / 2).map((line) => ({ ...line, lineId: `${line.lineId}-${at}` })),
        ),
      );
    const call = (pieces: number) => ({ ...headOf(number), packages: packs(pieces) });
    expect((await world.run('order.import', call(5_200))).body).toMatchObject({
      code: 'invalid_request',
      errors: [{ pointer: '/payload/packages' }],
    });
    await world.done('order.import', call(5_000));
    expect(await shop.stock(product)).toBe(1_000);
  });

  test('news of a time to come is refused: it would hold back all that follows', async () => {
    const { number, barcode, pack } = fresh();
    await shop.product(barcode, 5);
    const ahead = new Date(Date.now() + 3_600_000).toISOString();
    const told = packageOf(pack, [lineOf(barcode, 2)]);
    const refused = async (head: object, packages: object[]) =>
      (await world.run('order.import', { ...headOf(number), ...head, packages })).body;
    expect(await refused({}, [told, { ...told, packageId: 'other', modifiedAt: ahead }])).toMatchObject({
      code: 'invalid_request',
      errors: [{ pointer: '/payload/packages/1/modifiedAt' }],
    });
    expect(await refused({ orderedAt: ahead }, [told])).toMatchObject({ errors: [{ pointer: '/payload/orderedAt' }] });
  });

  test('twenty imports of one number at once are one order', async () => {
    const { number, barcode, pack } = fresh();
    const product = await shop.product(barcode, 5);
    const told = [packageOf(pack, [lineOf(barcode, 1)])];
    const all = await Promise.all(Array.from({ length: 20 }, () => shop.import(number, told)));
    expect(new Set(all.map(({ order }) => order.id)).size).toBe(1);
    expect(all.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(await shop.ledger(product)).toEqual({ sum: 4, kinds: ['initial 5', 'sold -1'] });
  });

  test('what is not there is sold nevertheless, and told', async () => {
    const { number, barcode, pack } = fresh();
    const product = await shop.product(barcode, 1);
    const { order, oversold } = await shop.import(number, [packageOf(pack, [lineOf(barcode, 3)])]);
    expect(oversold).toBe(2);
    expect(await shop.stock(product)).toBe(-2);
    const shown = await shop.order(order.id);
    expect(shown).toMatchObject({ oversold: 2, lines: [{ oversold: 2, stockTaken: 3 }] });
    expect(shown.timeline).toContainEqual(expect.objectContaining({ kind: 'oversold', state: '2' }));
    expect(await world.read('catalog.products.get', { params: { prd: product } })).toMatchObject({ stock: 0 });
    const { oversold: waiting } = await world.read('account.today');
    expect(waiting.first).toContainEqual({ id: order.id, number: shown.number });
    const { items } = await world.read('orders.list', { query: { text: number } });
    expect(items).toMatchObject([{ id: order.id, externalNumber: number, oversold: 2, unmapped: 0, packages: 1 }]);
    const lower = await world.run('catalog.stock.adjust', { targetId: product, delta: -1 });
    expect(lower).toMatchObject({ status: 422, body: { code: 'stock_out_of_range' } });
    expect(await world.done('catalog.stock.adjust', { targetId: product, delta: 1 })).toMatchObject({ stock: -1 });
    expect(await world.done('catalog.stock.set', { targetId: product, stock: 4, expectedStock: 0 })).toMatchObject({
      stock: 4,
    });
    expect((await shop.order(order.id)).oversold).toBe(2);
  });

  test('an unknown barcode is a line without product, which is mapped once something carries it', async () => {
    const { number, barcode, pack } = fresh();
    const told = packageOf(pack, [lineOf(barcode, 2)]);
    const { order, unmapped } = await shop.upsert(number, told);
    expect(unmapped).toBe(2);
    const waiting = await unmappedLines(world.database.reader(world.storeId), world.storeId, '', 10);
    expect(waiting).toContainEqual({ barcode, extension: 'trendyol', externalNumber: number });
    const product = await shop.product(barcode, 10);
    expect(await shop.upsert(number, told)).toMatchObject({ unmapped: 0 });
    const shown = await shop.order(order.id);
    expect(shown.lines).toMatchObject([{ productId: product, stockTaken: 2 }]);
    expect(shown.timeline).toContainEqual(expect.objectContaining({ kind: 'mapped' }));
    expect(await shop.stock(product)).toBe(8);
  });

  test('amounts in another currency are kept and told, and counted as no kuruş', async () => {
    const { number, barcode, pack } = fresh();
    const product = await shop.product(barcode, 9);
    const told = packageOf(pack, [lineOf(barcode, 2)], { currency: 'EUR' });
    const { order } = await shop.import(number, [told]);
    const shown = await shop.order(order.id);
    expect(shown).toMatchObject({
      ...{ payment: 'paid', total: 0, captured: 0 },
      lines: [{ quantity: 2, unitPrice: 0, stockTaken: 2 }],
      packages: [{ total: 20_000, currency: 'EUR' }],
    });
    const kinds = (of: Any) => of.timeline.map(({ kind }: Any) => kind);
    expect(kinds(shown)).toContain('other_currency');
    expect(kinds(shown)).not.toContain('amounts_differ');
    const gone = { ...told, state: 'cancelled', stateWord: 'Cancelled', modifiedAt: later(1) };
    await shop.upsert(number, gone);
    expect(kinds(await shop.order(order.id)).filter((kind: string) => kind === 'other_currency')).toHaveLength(1);
    expect(await shop.stock(product)).toBe(9);
  });

  test('orders with unmapped lines, and those with oversold pieces, are found by filters', async () => {
    const [none, short, whole] = [fresh(), fresh(), fresh()];
    const { order: unknown } = await shop.import(none.number, [packageOf(none.pack, [lineOf(none.barcode, 1)])]);
    await shop.product(short.barcode, 1);
    const { order: oversold } = await shop.import(short.number, [packageOf(short.pack, [lineOf(short.barcode, 3)])]);
    await shop.product(whole.barcode, 9);
    const { order: sound } = await shop.import(whole.number, [packageOf(whole.pack, [lineOf(whole.barcode, 3)])]);
    const found = async (query: object) => {
      const ids: string[] = [];
      for (let cursor: string | null = null; ; ) {
        const asked = { channel: 'trendyol', limit: 2, ...query, ...(cursor === null ? {} : { cursor }) };
        const page: Any = await world.read('orders.list', { query: asked });
        ids.push(...page.items.map(({ id }: Any) => id));
        cursor = page.nextCursor;
        if (cursor === null) break;
      }
      return [unknown, oversold, sound].map(({ id }) => ids.filter((each) => each === id).length);
    };
    expect(await found({ unmapped: true })).toEqual([1, 0, 0]);
    expect(await found({ unmapped: false })).toEqual([0, 1, 1]);
    expect(await found({ oversold: true })).toEqual([0, 1, 0]);
    expect(await found({ oversold: false })).toEqual([1, 0, 1]);
    expect(await found({ oversold: false, unmapped: false })).toEqual([0, 0, 1]);
    expect(await found({ oversold: true, unmapped: true })).toEqual([0, 0, 0]);
  });

  test('pieces that the marketplace has cancelled are neither oversold nor unmapped', async () => {
    const { number, barcode, pack } = fresh();
    const { barcode: unknown } = fresh();
    await shop.product(barcode, 1);
    const three = packageOf(`${pack}-1`, [lineOf(barcode, 2)]);
    const other = packageOf(`${pack}-2`, [lineOf(unknown, 1)]);
    const last = packageOf(`${pack}-3`, [lineOf(barcode, 1, { lineId: 'L-3' })]);
    const before = await amiss();
    const { order } = await shop.import(number, [three, other, last]);
    expect(await told(order.id, before)).toEqual({
      ...{ oversold: 2, unmapped: 1, listed: [2, 1], today: [true, true], found: [true, true] },
      ...{ oversoldOrders: 1, oversoldPieces: 2, unmappedOrders: 1, askedFor: true, linesWait: true },
    });
    // A pull has asked for it meanwhile, and nothing came.
    await world.bus.inTransaction(world.storeId, async (tx) => {
      noteTried(tx, world.storeId, 'trendyol', [number]);
      return { keep: true, value: undefined };
    });
    const gone = (state: string) => ({ state, modifiedAt: later(5) });
    expect(await shop.import(number, [{ ...other, ...gone('cancelled') }])).toMatchObject({ oversold: 2, unmapped: 0 });
    const receipt = await shop.import(number, [{ ...three, ...gone('unsupplied') }]);
    expect(receipt).toMatchObject({ oversold: 1, unmapped: 0 });
    expect(await told(order.id, before)).toEqual({
      ...{ oversold: 1, unmapped: 0, listed: [1, 0], today: [true, false], found: [true, false] },
      ...{ oversoldOrders: 1, oversoldPieces: 1, unmappedOrders: 0, askedFor: false, linesWait: false },
    });
    // A piece that goes on after all is waited for again.
    await shop.import(number, [{ ...other, modifiedAt: later(9) }]);
    expect(await told(order.id, before)).toMatchObject({ unmapped: 1, unmappedOrders: 1, askedFor: true });
  });

  test('an order that is cancelled here is asked for no more, though its product is unknown', async () => {
    const { number, barcode, pack } = fresh();
    const { order } = await shop.import(number, [packageOf(pack, [lineOf(barcode, 1)])]);
    await world.bus.inTransaction(world.storeId, async (tx) => {
      noteTried(tx, world.storeId, 'trendyol', [number]);
      return { keep: true, value: undefined };
    });
    expect(await asksFor(number)).toBe(true);
    await world.sql(`UPDATE store_order SET payment = 'cancelled' WHERE id = '${order.id}'`);
    expect(await asksFor(number)).toBe(false);
  });

  const amiss = async (): Promise<Any> => {
    const {
      oversoldOrders,
      oversoldPieces,
      unmappedOrders: orders,
    } = await world.read('channel.health.get', {
      params: { ext: 'trendyol' },
    });
    return { oversoldOrders, oversoldPieces, unmappedOrders: orders };
  };
  const asksFor = async (number: string): Promise<boolean> => {
    const orders = await unmappedOrders(world.database.reader(world.storeId), world.storeId, 'trendyol', {
      restMs: 0,
      limit: 100,
    });
    return orders.some(({ orderNumber }) => orderNumber === number);
  };
  /** Everything that tells of an order with which something is amiss; counts of the channel since before. */
  const told = async (id: string, before: Any): Promise<Any> => {
    const { oversold, unmapped, number, externalNumber } = await shop.order(id);
    const today = await world.read('account.today');
    const has = ({ first }: Any): boolean => first.some((each: Any) => each.number === number);
    const found = async (query: object): Promise<Any> =>
      (await world.read('orders.list', { query: { text: externalNumber, ...query } })).items[0];
    const listed = await found({});
    const now = await amiss();
    const lines = await unmappedLines(world.database.reader(world.storeId), world.storeId, '', 100);
    return {
      ...Object.fromEntries(Object.entries(now).map(([key, value]) => [key, (value as number) - before[key]])),
      ...{ oversold, unmapped, listed: [listed.oversold, listed.unmapped] },
      today: [has(today.oversold), has(today.unmapped)],
      found: [
        (await found({ oversold: true })) !== undefined && (await found({ oversold: false })) === undefined,
        (await found({ unmapped: true, payment: 'paid' })) !== undefined &&
          (await found({ unmapped: false })) === undefined,
      ],
      askedFor: await asksFor(externalNumber),
      linesWait: lines.some((line) => line.externalNumber === externalNumber),
    };
  };

  test('more than 99 pieces are several lines, and one parcel', async () => {
    const { number, barcode, pack } = fresh();
    const product = await shop.product(barcode, 300);
    const { order } = await shop.import(number, [packageOf(pack, [lineOf(barcode, 250)], { state: 'preparing' })]);
    const shown = await shop.order(order.id);
    expect(shown.lines.map(({ quantity }: { quantity: number }) => quantity)).toEqual([99, 99, 52]);
    expect(shown).toMatchObject({ total: 2_500_000, fulfilment: 'fulfilled', shipments: [{ packageId: pack }] });
    expect(await shop.stock(product)).toBe(50);
  });

  describe('channel.package.upsert', () => {
    test('a package goes its way, and nothing else moves its parcel', async () => {
      const { number, barcode, pack } = fresh();
      await shop.product(barcode, 5);
      const lines = [lineOf(barcode, 1)];
      const say = (state: string, minutes: number, more: object = {}) =>
        shop.upsert(number, packageOf(pack, lines, { state, stateWord: state, modifiedAt: later(minutes), ...more }));
      const { order } = await say('created', 0);
      expect(order.fulfilment).toBe('unfulfilled');
      await say('preparing', 1);
      const shipped = await say('shipped', 3, { carrier: 'Aras', trackingNumber: '7280012345678901' });
      expect(shipped.order.fulfilment).toBe('shipped');
      expect((await say('invoiced', 2)).order.rev).toBe(shipped.order.rev);
      const [parcel] = (await shop.order(order.id)).shipments;
      expect(parcel).toMatchObject({ state: 'in_transit', extension: 'trendyol', trackingNumber: '7280012345678901' });
      for (const [command, payload] of [
        ['order.ship', { orderId: order.id, carrier: 'yurtici' }],
        ['order.shipment.cancel', { orderId: order.id, shipmentId: parcel.id }],
        ['order.shipment.track', { orderId: order.id, shipmentId: parcel.id, state: 'delivered' }],
        ['order.refund.request', { orderId: order.id, amount: 100, reason: 'x' }],
      ] as const)
        expect([command, await world.run(command, payload, { as: world.owner })]).toMatchObject([
          command,
          { status: 409, body: { code: 'marketplace_order' } },
        ]);
      const body = { amount: 100, reason: 'x' };
      const refused = await world.read('orders.refund', { params: { ord: order.id }, body });
      expect(refused).toMatchObject({ status: 409, code: 'marketplace_order' });
      expect((await say('delivered', 9)).order.fulfilment).toBe('delivered');
      const unknown = await say('unknown', 10, { stateWord: 'Repack' });
      expect(unknown.order.fulfilment).toBe('delivered');
      expect((await shop.order(order.id)).packages).toMatchObject([{ state: 'unknown', stateWord: 'Repack' }]);
    });

    test('a cancelled package gives its pieces and its money back, once', async () => {
      const { number, barcode, pack } = fresh();
      const product = await shop.product(barcode, 1);
      const told = packageOf(pack, [lineOf(barcode, 3)]);
      const { order } = await shop.upsert(number, told);
      expect(await shop.stock(product)).toBe(-2);
      const gone = { ...told, state: 'cancelled', stateWord: 'Cancelled', modifiedAt: later(5) };
      await Promise.all([shop.upsert(number, gone), shop.upsert(number, gone), shop.import(number, [gone])]);
      expect(await shop.order(order.id)).toMatchObject({
        refunded: 30_000,
        refund: 'full',
        lines: [{ unsent: 3, restocked: 3, oversold: 2 }],
        refunds: [{ method: 'marketplace', state: 'succeeded', amount: 30_000 }],
      });
      expect(await shop.ledger(product)).toEqual({ sum: 1, kinds: ['initial 1', 'sold -3', 'restocked 3'] });
    });

    const kindsOf = ({ timeline }: Any): string[] => timeline.map(({ kind }: Any) => kind);
    const found = async (number: string, query: object) =>
      (await world.read('orders.list', { query: { text: number, ...query } })).items.length;

    test.each(['cancelled', 'unsupplied'])(
      'what was first seen %s is a cancelled order, and moves neither stock nor money',
      async (state) => {
        const { number, barcode, pack } = fresh();
        const product = await shop.product(barcode, 5);
        const told = packageOf(pack, [lineOf(barcode, 2)], { state, modifiedAt: later(7) });
        const { order } = await shop.upsert(number, told);
        const shown = await shop.order(order.id);
        expect(shown).toMatchObject({
          ...{ payment: 'cancelled', cancelReason: 'marketplace', paidAt: null, captured: 0, refunded: 0, refunds: [] },
          lines: [{ unsent: 2, stockTaken: 0 }],
        });
        expect(Date.parse(shown.cancelledAt)).toBe(Date.parse(later(7)));
        expect(kindsOf(shown)).toEqual(expect.arrayContaining(['placed', 'cancelled']));
        expect(kindsOf(shown)).not.toContain('paid');
        expect(await shop.ledger(product)).toEqual({ sum: 5, kinds: ['initial 5'] });
        expect(await shop.upsert(number, told)).toMatchObject({ order: { rev: order.rev } });
      },
    );

    test('what is cancelled there whole, in part unsupplied, leaves what waits, and is cancelled once', async () => {
      const { number, barcode, pack } = fresh();
      const product = await shop.product(barcode, 5);
      const [one, other] = [
        packageOf(pack, [lineOf(barcode, 1)]),
        packageOf(`${pack}x`, [lineOf(barcode, 2, { lineId: 'X' })]),
      ];
      const { order } = await shop.import(number, [one, other]);
      const waits = async () => [
        await found(number, { fulfilment: 'unfulfilled' }),
        await found(number, { payment: 'paid', fulfilment: 'unfulfilled' }),
        (await world.read('account.today')).toShip.first.filter(({ id }: Any) => id === order.id).length,
      ];
      await shop.upsert(number, { ...one, state: 'cancelled', modifiedAt: later(1) });
      expect(await shop.order(order.id)).toMatchObject({ payment: 'paid', cancelledAt: null, refunded: 10_000 });
      expect(await waits()).toEqual([1, 1, 1]);
      await shop.upsert(number, { ...other, state: 'unsupplied', modifiedAt: later(3) });
      await shop.upsert(number, { ...one, state: 'cancelled', modifiedAt: later(5) });
      const shown = await shop.order(order.id);
      expect(shown).toMatchObject({
        ...{ payment: 'cancelled', cancelReason: 'marketplace', captured: 30_000, refunded: 30_000 },
        lines: [{ quantity: 3, unsent: 3, stockTaken: 3, restocked: 3 }],
      });
      expect(Date.parse(shown.cancelledAt)).toBe(Date.parse(later(3)));
      expect(kindsOf(shown).filter((kind) => kind === 'cancelled')).toHaveLength(1);
      expect(await waits()).toEqual([0, 0, 0]);
      expect(await found(number, { fulfilment: 'unfulfilled', payment: 'cancelled' })).toBe(1);
      expect(await shop.stock(product)).toBe(5);
    });

    test('a cancelled order of which a piece turns out to live goes on, and gives back what stays cancelled', async () => {
      const { number, barcode, pack } = fresh();
      const product = await shop.product(barcode, 5);
      const gone = packageOf(pack, [lineOf(barcode, 3)], { state: 'cancelled' });
      const { order } = await shop.upsert(number, gone);
      const child = packageOf(`${pack}a`, [lineOf(barcode, 2, { lineId: 'X' })], { originPackageIds: [pack] });
      await shop.upsert(number, { ...child, modifiedAt: later(1) });
      const shown = await shop.order(order.id);
      expect(shown).toMatchObject({
        ...{ payment: 'paid', cancelReason: null, cancelledAt: null, captured: 30_000, refunded: 10_000 },
        refunds: [{ state: 'succeeded', method: 'marketplace', amount: 10_000 }],
        lines: [{ quantity: 3, unsent: 1, stockTaken: 2 }],
      });
      expect(Date.parse(shown.paidAt)).toBe(Date.parse(shown.placedAt));
      expect(kindsOf(shown)).toEqual(expect.arrayContaining(['goes_on', 'paid']));
      expect(await shop.stock(product)).toBe(3);
    });

    test('a package that waits holds stock and is no order; what was held is sold without moving again', async () => {
      const { number, barcode, pack } = fresh();
      const product = await shop.product(barcode, 2);
      const told = packageOf(pack, [lineOf(barcode, 3)], { state: 'waiting', stateWord: 'Awaiting' });
      expect(await shop.upsert(number, told)).toMatchObject({ order: null, packages: [{ orderId: null }] });
      const { oversold, order } = await shop.upsert(number, { ...told, state: 'created', modifiedAt: later(1) });
      expect(oversold).toBe(1);
      expect(await shop.ledger(product)).toEqual({ sum: -1, kinds: ['initial 2', 'held -3', 'sold 0'] });
      expect((await shop.order(order.id)).lines).toMatchObject([{ stockTaken: 3, oversold: 1 }]);

      const other = fresh();
      const held = await shop.product(other.barcode, 2);
      const wait = packageOf(other.pack, [lineOf(other.barcode, 2)], { state: 'waiting' });
      await shop.upsert(other.number, wait);
      await shop.upsert(other.number, { ...wait, state: 'cancelled', modifiedAt: later(1) });
      expect(await shop.ledger(held)).toEqual({ sum: 2, kinds: ['initial 2', 'held -2', 'released 2'] });
    });

    test.each(['parent first', 'children first'])('children of a split add nothing: %s', async (order) => {
      const { number, barcode, pack } = fresh();
      const product = await shop.product(barcode, 10);
      const parent = packageOf(pack, [lineOf(barcode, 3)], { state: 'preparing' });
      const child = (name: string, quantity: number) =>
        packageOf(`${pack}${name}`, [lineOf(barcode, quantity, { lineId: `X${pack}${name}` })], {
          originPackageIds: [pack],
          state: 'preparing',
          modifiedAt: later(5),
        });
      const told = [parent, child('a', 2), child('b', 1)];
      let last: { order: { id: string } } | undefined;
      for (const each of order === 'parent first' ? told : told.toReversed()) last = await shop.upsert(number, each);
      const shown = await shop.order(last?.order.id as string);
      expect(shown).toMatchObject({ total: 30_000, fulfilment: 'fulfilled', lines: [{ quantity: 3, booked: 3 }] });
      const live = shown.shipments.filter(({ state }: { state: string }) => state !== 'cancelled');
      expect(live.map(({ packageId }: { packageId: string }) => packageId).sort()).toEqual([`${pack}a`, `${pack}b`]);
      expect(await shop.stock(product)).toBe(7);
    });

    test('a cancellation by a person stands; what goes on there is shown', async () => {
      const { number, barcode, pack } = fresh();
      const product = await shop.product(barcode, 5);
      const told = packageOf(pack, [lineOf(barcode, 2)]);
      const { order } = await shop.upsert(number, told);
      await world.done('order.cancel', { orderId: order.id, reason: 'marketplace' });
      await shop.upsert(number, { ...told, state: 'preparing', modifiedAt: later(5) });
      const shown = await shop.order(order.id);
      expect(shown).toMatchObject({ payment: 'cancelled', packages: [{ state: 'preparing', stillOpenThere: true }] });
      expect(shown.timeline).toContainEqual(expect.objectContaining({ kind: 'still_open_there', state: 'preparing' }));
      expect(await shop.stock(product)).toBe(5);
    });
  });

  test('prices of pieces that do not add up are spread, and told', async () => {
    const { number, barcode, pack } = fresh();
    await shop.product(barcode, 5);
    const { order } = await shop.import(number, [packageOf(pack, [lineOf(barcode, 3)], { total: 29_999 })]);
    const shown = await shop.order(order.id);
    expect(shown.total).toBe(29_999);
    expect(shown.lines[0].units.map(({ price }: { price: number }) => price)).toEqual([10_000, 10_000, 9_999]);
    expect(shown.timeline.filter(({ kind }: { kind: string }) => kind === 'amounts_differ')).toHaveLength(1);
  });

  test('an address comes later, foreign or without telephone; an identity number is sealed', async () => {
    const { number, barcode, pack } = fresh();
    const told = packageOf(pack, [lineOf(barcode, 1)]);
    const address = {
      name: 'Derya Aksoy',
      company: null,
      line: 'Hauptstraße 1',
      district: null,
      city: 'Köln',
      postalCode: '50667',
      country: 'DE',
      phone: null,
    };
    const customer = { remoteId: 'c2', name: 'Derya Aksoy', email: null, identityNumber: '17291716060' };
    const stated = await shop.import(`${number}x`, [packageOf(`${pack}x`, [lineOf(barcode, 1)])], { customer });
    expect(await shop.order(stated.order.id)).toMatchObject({ identityStated: true });
    const { order } = await shop.upsert(number, told);
    expect(await shop.order(order.id)).toMatchObject({ shippingAddress: null, identityStated: false });
    await shop.upsert(number, { ...told, modifiedAt: later(1) }, { shippingAddress: address, customer });
    expect(await shop.order(order.id)).toMatchObject({
      buyerPhone: null,
      shippingAddress: { province: 'Köln', country: 'DE', phone: null, district: null },
      identityStated: true,
    });
    const revealed = await world.read('orders.identity.reveal', { params: { ord: order.id }, as: world.owner });
    expect(revealed).toEqual({ identityNumber: '17291716060' });
  });

  test('a package of another order, and prices that are not as many as the pieces, are refused', async () => {
    const { number, barcode, pack } = fresh();
    const told = packageOf(pack, [lineOf(barcode, 1)]);
    await shop.upsert(number, told);
    await expect(shop.import(fresh().number, [told])).rejects.toThrow('invalid_state');
    const odd = packageOf(`${pack}x`, [lineOf(barcode, 2, { unitPrices: [1] })]);
    await expect(shop.import(number, [odd])).rejects.toThrow('invalid_request');
    await expect(shop.import(number, [told], { extension: 'nobody' })).rejects.toThrow('extension_unknown');
  });

  test('whatever comes first: the same order, every piece once, and opening and ledger are the stock', async () => {
    await fc.assert(
      fc.asyncProperty(
        histories,
        fc.array(fc.nat(1_000), { minLength: 60, maxLength: 60 }),
        async (news: readonly News[], seed: readonly number[]) => {
          const ends = [];
          for (const heard of [news, shuffled([...news, ...news.slice(0, 4)], seed)]) {
            const { number } = fresh();
            const products = new Map<string, string>();
            for (const name of ['A', 'B']) products.set(name, await shop.product(`${number}${name}`, 3));
            let id = '';
            for (const each of heard) {
              const { order } = await shop.upsert(number, here(number, each));
              id = order.id;
            }
            const { lines, total, captured, refunded, payment, fulfilment, refunds } = await shop.order(id);
            const stock: number[] = [];
            for (const product of products.values()) {
              stock.push(await shop.stock(product));
              expect((await shop.ledger(product)).sum).toBe(stock.at(-1));
            }
            const given = refunds.filter(({ state }: Any) => state === 'succeeded');
            expect(given.reduce((sum: number, { amount }: Any) => sum + amount, 0)).toBe(refunded);
            const places = ['quantity', 'unsent', 'booked', 'shipped', 'delivered', 'bounced'];
            const counts = places.map((place) => lines.reduce((sum: number, line: Any) => sum + line[place], 0));
            // An order that was first seen cancelled has brought no money; what was paid and goes back comes to the same.
            ends.push({ total, kept: captured - refunded, payment, fulfilment, counts, stock });
          }
          expect(ends[1]).toEqual(ends[0]);
        },
      ),
      { numRuns: 6 },
    );
  });

  /** News as it is told of an order of its own. */
  const here = (number: string, { lines, packageId, originPackageIds, ...more }: News) => ({
    ...packageOf(`${number}${packageId}`, []),
    ...more,
    stateWord: more.state,
    originPackageIds: originPackageIds.map((origin) => `${number}${origin}`),
    lines: lines.map((line) => ({
      ...line,
      barcode: `${number}${line.barcode}`,
      title: 'Ürün',
      vatRate: 20,
      commissionPercent: null,
    })),
  });
});
