import fc from 'fast-check';
import type { Terms } from '../../src/checkout/price/quote';
import { DAY_MS } from '../../src/kernel/shop-time';
import { divisions } from '../../src/report/sales-store';
import { orderOf } from '../order/session';
import { type OwnerSession, openSite, type Site } from '../surfaces/site';
import { runsOf } from '../world/runs';

const DAYS = 6;
/** 00:30 in Turkey: in UTC it is the day before. */
const FIRST = Date.parse('2026-03-09T21:30:00Z');
const SINCE = '2026-03-10';
const UNTIL = '2026-03-12';

let site: Site;
let session: OwnerSession;
const products: { id: string; categoryId: string | null; price: number }[] = [];
beforeAll(async () => {
  site = await openSite();
  session = await site.session();
  const { id: cups } = await site.world.done('catalog.category.create', { name: 'Fincanlar' });
  for (const [nth, vatRate] of [1, 10, 20].entries()) {
    const price = 3_333 + nth * 711;
    const { id } = await site.world.done('catalog.product.create', {
      ...{ title: `Ürün ${nth}`, price, stock: 9_000, vatRate },
      ...(nth < 2 ? { categoryId: cups } : {}),
    });
    products.push({ id, categoryId: nth < 2 ? cups : null, price });
  }
});
afterAll(() => site.close());

const report = async (name: string, query: Readonly<Record<string, string>>, as = session) => {
  const { status, body } = await site.call('GET', `/v1/account/reports/${name}?${new URLSearchParams(query)}`, {
    session: as,
  });
  expect([name, status, body]).toEqual([name, 200, expect.anything()]);
  return body;
};

type Order = Readonly<Record<'id' | 'channel' | 'payment' | 'payment_method', string>> &
  Readonly<Record<'items_total' | 'discount_total' | 'shipping_total' | 'cod_fee' | 'refunded', string>> & {
    readonly placed_at: Date;
  };
interface Line {
  readonly order_id: string;
  readonly product_id: string;
  readonly quantity: number;
  readonly vat_rate: number;
  readonly units: readonly Readonly<Record<'price' | 'discount' | 'shipping' | 'codFee' | 'vat', number>>[];
  /** Places of units that stay here, and of those that did not come to the buyer when the cash was collected. */
  readonly kept_units: readonly number[];
  readonly unpaid_units: readonly number[];
  readonly payment: string;
  readonly id: string;
}
interface Refund {
  readonly order_id: string;
  readonly amount: string;
  readonly settled_at: Date;
  readonly pieces: readonly { readonly lineId: string; readonly units: readonly number[] }[];
}

const FIGURES = ['orders', 'pieces', 'goods', 'discounts', 'delivery', 'total', 'refunds', 'net'] as const;
type Figures = Record<(typeof FIGURES)[number], number>;
const nothing = (): Figures => Object.fromEntries(FIGURES.map((name) => [name, 0])) as Figures;

const dayOf = (at: Date): string => new Date(at.getTime() + 3 * 3_600_000).toISOString().slice(0, 10);
const isWithin = (at: Date): boolean => dayOf(at) >= SINCE && dayOf(at) <= UNTIL;

const isUnpaid = ({ payment, kept_units, unpaid_units }: Line, place: number): boolean =>
  (payment === 'pending_cod' ? kept_units : unpaid_units).includes(place);
const unpaidOf = (line: Line) => line.units.filter((_, place) => isUnpaid(line, place));

const readLines = (): Promise<Line[]> =>
  site.rows<Line>(
    `SELECT l.*, o.payment FROM order_line l JOIN store_order o ON o.store_id = $1 AND o.id = l.order_id WHERE l.store_id = $1`,
    [site.world.storeId],
  );

/** Adds up rows one by one, as somebody would with a pencil. */
async function addedUp(by: (typeof divisions)[number] | 'whole'): Promise<Readonly<Record<string, Figures>>> {
  const { storeId } = site.world;
  const orders = await site.rows<Order>('SELECT * FROM store_order WHERE store_id = $1', [storeId]);
  const lines = await readLines();
  const refunds = await site.rows<Refund>(`SELECT * FROM order_refund WHERE store_id = $1 AND state = 'succeeded'`, [
    storeId,
  ]);
  const sums: Record<string, Figures> = {};
  const add = (key: string, figures: Partial<Figures>): void => {
    const into = sums[key] ?? nothing();
    sums[key] = into;
    for (const [name, value] of Object.entries(figures)) into[name as keyof Figures] += value;
    into.total = into.goods - into.discounts + into.delivery;
    into.net = into.total - into.refunds;
  };
  const keyOf = (order: Order, at: Date): string =>
    ({ day: dayOf(at), channel: order.channel, payment: order.payment_method })[by as 'day'] ?? '';
  const goodsKey = ({ product_id }: Line): string =>
    by === 'product' ? product_id : (products.find(({ id }) => id === product_id)?.categoryId ?? 'null');
  const isOfGoods = by === 'product' || by === 'category';
  for (const order of orders.filter(({ payment }) => ['paid', 'pending_cod'].includes(payment))) {
    const own = lines.filter(({ order_id }) => order_id === order.id);
    if (isWithin(order.placed_at)) {
      if (!isOfGoods)
        add(keyOf(order, order.placed_at), {
          orders: 1,
          goods: Number(order.items_total),
          discounts: Number(order.discount_total),
          delivery: Number(order.shipping_total) + Number(order.cod_fee),
        });
      for (const line of own)
        if (isOfGoods)
          for (const [place, { price, discount }] of line.units.entries())
            add(goodsKey(line), isUnpaid(line, place) ? {} : { pieces: 1, goods: price, discounts: discount });
        else {
          add(keyOf(order, order.placed_at), { pieces: line.quantity });
          for (const { price, discount } of unpaidOf(line))
            add(keyOf(order, order.placed_at), { pieces: -1, goods: -price, discounts: -discount });
        }
      if (isOfGoods) for (const key of new Set(own.map(goodsKey))) add(key, { orders: 1 });
    }
    for (const refund of refunds.filter(({ order_id, settled_at }) => order_id === order.id && isWithin(settled_at))) {
      if (!isOfGoods) add(keyOf(order, refund.settled_at), { refunds: Number(refund.amount) });
      else
        for (const piece of refund.pieces) {
          const line = own.find(({ id }) => id === piece.lineId) as Line;
          for (const place of piece.units) {
            const { price = 0, discount = 0 } = line.units[place] ?? {};
            add(goodsKey(line), { refunds: price - discount });
          }
        }
    }
  }
  return sums;
}

interface Rate {
  readonly vatRate: number;
  readonly gross: number;
  readonly vat: number;
}

/** Reads all pages of the money that was given back. */
async function readRefunds(query: Readonly<Record<string, string>>) {
  const refunds: { id: string; orderId: string; number: string; amount: number; settledAt: string; rates: Rate[] }[] =
    [];
  for (let cursor: string | null = null; ; ) {
    const page = await report('refunds', { ...query, limit: '3', ...(cursor === null ? {} : { cursor }) });
    refunds.push(...page.items);
    cursor = page.nextCursor;
    if (cursor === null) return refunds;
  }
}

/** Each refund is divided to the kuruş, and the report of VAT has the sums of all. */
async function assertRefundsAdd(total: number, rates: readonly (Rate & { refunded: number; refundedVat: number })[]) {
  const { storeId } = site.world;
  const lines = await readLines();
  const kept = await site.rows<Refund & { id: string }>('SELECT * FROM order_refund WHERE store_id = $1', [storeId]);
  const refunds = await readRefunds({ since: '2026-03-01', until: '2026-04-01' });
  expect(refunds.map(({ settledAt }) => settledAt)).toEqual(refunds.map(({ settledAt }) => settledAt).toSorted());
  expect(refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(total);
  for (const { id, amount, rates: divided } of refunds) {
    expect([id, divided.reduce((sum, { gross }) => sum + gross, 0)]).toEqual([id, amount]);
    const { pieces } = kept.find((refund) => refund.id === id) as Refund;
    const units = pieces.flatMap(({ lineId, units: places }) => {
      const line = lines.find((each) => each.id === lineId) as Line;
      return places.map((place) => ({ rate: line.vat_rate, ...(line.units[place] as Line['units'][number]) }));
    });
    const paid = units.reduce((sum, unit) => sum + unit.price - unit.discount + unit.shipping + unit.codFee, 0);
    // A refund of all that was paid for pieces gives back their stored tax, and no other.
    if (paid === amount)
      for (const { vatRate, vat } of divided)
        expect([id, vat]).toEqual([
          id,
          units.filter(({ rate }) => rate === vatRate).reduce((sum, unit) => sum + unit.vat, 0),
        ]);
    for (const { vatRate, gross, vat } of divided)
      expect(Math.abs(vat - (gross * vatRate) / (100 + vatRate))).toBeLessThanOrEqual(6);
  }
  for (const { vatRate, refunded, refundedVat } of rates) {
    const own = refunds.flatMap((refund) => refund.rates.filter((rate) => rate.vatRate === vatRate));
    const sumOf = (of: (rate: Rate) => number): number => own.reduce((sum, rate) => sum + of(rate), 0);
    expect([vatRate, refunded, refundedVat]).toEqual([vatRate, sumOf(({ gross }) => gross), sumOf(({ vat }) => vat)]);
  }
}

const shown = (row: Figures): Figures => Object.fromEntries(FIGURES.map((name) => [name, row[name]])) as Figures;

/** Takes a piece out of an order at the door, where something is left of the order. */
async function removePiece(orderId: string): Promise<void> {
  const { lines } = await site.world.read('orders.get', { params: { ord: orderId } });
  const path = `/v1/account/orders/${orderId}/removed-pieces`;
  const pieces = lines.reduce((sum: number, { quantity }: { quantity: number }) => sum + quantity, 0);
  const { status } = await site.call('POST', path, {
    session,
    body: { lines: [{ lineId: lines[0].id, quantity: 1 }] },
  });
  expect(status).toBe(pieces > 1 ? 200 : 409);
}

/** Sends all of an order in parcels of a piece, of which the first is lost and the others arrive, and notes the cash that came. */
async function collectRest(orderId: string): Promise<void> {
  const { world } = site;
  const { lines } = await world.read('orders.get', { params: { ord: orderId } });
  const pieces = lines.flatMap(({ id, quantity }: { id: string; quantity: number }) => Array(quantity).fill(id));
  for (const [place, lineId] of pieces.entries()) {
    const { id } = await world.done('order.ship', { orderId, carrier: 'yurtici', lines: [{ lineId, quantity: 1 }] });
    const state = place === 0 && pieces.length > 1 ? 'lost' : 'delivered';
    await world.done('order.shipment.track', { orderId, shipmentId: id, state });
  }
  await world.done('order.cod.collect', { orderId });
}

/** What the accountant's table of orders sums up, with the sums of customers: both are of the money that is due. */
async function assertSameElsewhere(): Promise<void> {
  const all: Awaited<ReturnType<typeof report>>[] = [];
  for (let cursor: string | null = null; ; ) {
    const query = new URLSearchParams({ limit: '50', ...(cursor === null ? {} : { cursor }) });
    const { body } = await site.call('GET', `/v1/account/orders?${query}`, { session });
    all.push(...body.items);
    cursor = body.nextCursor;
    if (cursor === null) break;
  }
  for (const order of all) {
    const { itemsTotal, discountTotal, shippingTotal, codFee, total, vatTotal, rates, number } = order;
    expect([number, itemsTotal - discountTotal + shippingTotal + codFee]).toEqual([number, total]);
    const sumOf = (of: 'gross' | 'vat') =>
      rates.reduce((sum: number, rate: Record<string, number>) => sum + (rate[of] as number), 0);
    expect([number, sumOf('gross'), sumOf('vat')]).toEqual([number, total, vatTotal]);
  }
  const sold = all.filter(({ payment }) => ['paid', 'pending_cod'].includes(payment));
  const { totals } = await report('sales', { since: '2026-03-01', until: '2026-04-01', by: 'payment' });
  const { rates } = await report('vat', { since: '2026-03-01', until: '2026-04-01' });
  expect([
    sold.reduce((sum, { total }) => sum + total, 0),
    sold.reduce((sum, { total, refunded }) => sum + total - refunded, 0),
    sold.reduce((sum, { vatTotal }) => sum + vatTotal, 0),
  ]).toEqual([totals.total, totals.net, rates.reduce((sum: number, { vat }: { vat: number }) => sum + vat, 0)]);
  const { body } = await site.call('GET', '/v1/account/customers?limit=100&sort=-total', { session });
  const ofCustomers = body.items.reduce((sum: number, { total }: { total: number }) => sum + total, 0);
  expect(ofCustomers).toBe(totals.net);
}

/** The price of the goods for which no cash comes, in kuruş, and the tax within it: delivery is paid all the same. */
async function unpaidSums() {
  const units = (await readLines())
    .filter(({ payment }) => ['paid', 'pending_cod'].includes(payment))
    .flatMap(unpaidOf);
  return {
    goods: units.reduce((sum, { price, discount }) => sum + price - discount, 0),
    vat: units.reduce((sum, { price, discount, shipping, codFee, vat }) => {
      const delivery = shipping + codFee;
      const paid = price - discount + delivery;
      return sum + vat - (paid === 0 ? 0 : Math.round((vat * delivery) / paid));
    }, 0),
  };
}

describe('account.reports.sales', () => {
  const piece = fc.record({ product: fc.nat({ max: 2 }), quantity: fc.integer({ min: 1, max: 4 }) });
  const sold = fc.record({
    cart: fc.uniqueArray(piece, { minLength: 1, maxLength: 3, selector: ({ product }) => product }),
    discount: fc.nat({ max: 3_000 }),
    shipping: fc.nat({ max: 9_999 }),
    codFee: fc.nat({ max: 2_999 }),
    method: fc.constantFrom('cod' as const, 'transfer' as const),
    day: fc.nat({ max: DAYS }),
    end: fc.constantFrom('waits', 'paid', 'cancelled', 'amount', 'pieces', 'twice', 'whole', 'removed', 'came'),
    refundDay: fc.nat({ max: DAYS }),
    part: fc.integer({ min: 1, max: 3_000 }),
  });

  test('has the sums of orders and refunds to the kuruş, however divided', async () => {
    const { world } = site;
    await fc.assert(
      fc.asyncProperty(fc.array(sold, { minLength: 1, maxLength: 4 }), async (orders) => {
        for (const { cart, discount, shipping, codFee, method, day, end, refundDay, part } of orders) {
          const terms: Partial<Terms> = {
            method,
            codFee: method === 'cod' ? codFee : 0,
            discounts: discount === 0 ? [] : [{ label: 'İndirim', kurus: discount, line: null }],
            rate: { id: 'standart', label: 'Standart', kurus: shipping },
          };
          const lines = cart.map(({ product, quantity }) => ({ productId: products[product]?.id as string, quantity }));
          const { id } = await orderOf(world, lines, { terms });
          const placedAt = new Date(FIRST + day * DAY_MS);
          await site.rows('UPDATE store_order SET placed_at = $2 WHERE id = $1', [id, placedAt]);
          if (end === 'waits') continue;
          if (end === 'cancelled') {
            await world.done('order.cancel', { orderId: id, reason: 'customer' });
            continue;
          }
          if (method === 'cod') {
            if (end === 'removed') await removePiece(id);
            if (end === 'came') await collectRest(id);
            continue;
          }
          await world.done('order.transfer.confirm', { orderId: id });
          if (end === 'paid') continue;
          const order = await world.read('orders.get', { params: { ord: id } });
          const [first] = order.lines;
          const wanted =
            end === 'pieces'
              ? [{ lines: [{ lineId: first.id, quantity: 1 }] }]
              : end === 'amount'
                ? [{ amount: Math.min(part, order.total) }]
                : end === 'twice'
                  ? [{ amount: Math.min(part, order.total - 1) }, {}]
                  : [{}];
          for (const each of wanted) {
            const { id: refundId } = await world.done('order.refund.request', { orderId: id, reason: 'iade', ...each });
            await world.done('order.refund.record', { refundId, outcome: 'succeeded', reference: '1' });
            const settledAt = new Date(FIRST + refundDay * DAY_MS + DAY_MS / 2);
            await site.rows('UPDATE order_refund SET settled_at = $2 WHERE id = $1', [refundId, settledAt]);
          }
        }
        const { '': whole = nothing() } = await addedUp('whole');
        for (const by of divisions) {
          const { totals, rows, rest } = await report('sales', { since: SINCE, until: UNTIL, by });
          expect([by, shown(totals)]).toEqual([by, whole]);
          const found = Object.fromEntries(rows.map((row: Figures & { key: string | null }) => [row.key, shown(row)]));
          expect([by, found]).toEqual([by, await addedUp(by)]);
          for (const name of ['total', 'refunds', 'net', 'pieces'] as const) {
            const sum = rows.reduce((all: number, row: Figures) => all + row[name], rest[name]);
            expect([by, name, sum]).toEqual([by, name, whole[name]]);
          }
        }
        const everything = await report('sales', { since: '2026-03-01', until: '2026-04-01', by: 'payment' });
        const [known] = await site.rows<Record<string, string>>(
          `SELECT coalesce(sum(total), 0) AS total, coalesce(sum(total - refunded), 0) AS net FROM store_order
           WHERE store_id = $1 AND payment IN ('paid', 'pending_cod')`,
          [world.storeId],
        );
        const unpaid = await unpaidSums();
        expect([everything.totals.total, everything.totals.net]).toEqual([
          Number(known?.total) - unpaid.goods,
          Number(known?.net) - unpaid.goods,
        ]);
        const { rates } = await report('vat', { since: '2026-03-01', until: '2026-04-01' });
        const vat = rates.reduce((sum: number, rate: { vat: number }) => sum + rate.vat, 0);
        const gross = rates.reduce((sum: number, rate: { gross: number }) => sum + rate.gross, 0);
        const [taxed] = await site.rows<{ vat: string }>(
          `SELECT coalesce(sum(vat_total), 0) AS vat FROM store_order WHERE store_id = $1 AND payment IN ('paid', 'pending_cod')`,
          [world.storeId],
        );
        expect([gross, vat]).toEqual([everything.totals.total, Number(taxed?.vat) - unpaid.vat]);
        await assertRefundsAdd(everything.totals.refunds, rates);
        await assertSameElsewhere();
      }),
      { numRuns: runsOf(12) },
    );
  }, 600_000);

  test('stands beside the days before, or the same days of the year before', async () => {
    const { before, since, until } = await report('sales', { since: '2026-03-13', until: '2026-03-15', by: 'day' });
    expect([since, until]).toEqual(['2026-03-12T21:00:00.000Z', '2026-03-15T21:00:00.000Z']);
    const alone = await report('sales', { since: '2026-03-10', until: '2026-03-12', by: 'day' });
    expect([before.totals, before.rows]).toEqual([alone.totals, alone.rows]);
    const year = await report('sales', { since: '2027-03-10', until: '2027-03-12', by: 'channel', compare: 'year' });
    expect(year.before).toMatchObject({ since: alone.since, until: alone.until, totals: alone.totals });
    expect(year.totals).toMatchObject({ orders: 0, total: 0, refunds: 0, returns: 0 });
  });

  test('counts returns by the day on which they were asked for', async () => {
    const { world } = site;
    const { id } = await orderOf(world, [{ productId: products[0]?.id as string, quantity: 2 }], {
      terms: { method: 'transfer' },
    });
    await world.done('order.transfer.confirm', { orderId: id });
    const { lines } = await world.read('orders.get', { params: { ord: id } });
    const withdrawal = { orderId: id, kind: 'withdrawal', lines: [{ lineId: lines[0].id, quantity: 1 }] };
    await world.done('order.return.request', withdrawal, { as: world.owner });
    await site.rows(`UPDATE order_return SET noticed_at = '2025-05-05T22:00:00Z' WHERE order_id = $1`, [id]);
    for (const [by, key] of [
      ['day', '2025-05-06'],
      ['product', products[0]?.id],
      ['category', products[0]?.categoryId],
    ] as const) {
      const { rows } = await report('sales', { since: '2025-05-06', until: '2025-05-06', by });
      expect(rows).toMatchObject([{ key, orders: 0, returns: 1 }]);
    }
  });

  test('has as many rows as are asked for, and says what they leave out', async () => {
    const query = { since: '2026-03-01', until: '2026-04-01', by: 'product' };
    const all = await report('sales', query);
    expect([all.rows.length, all.more]).toEqual([3, false]);
    const first = await report('sales', { ...query, rows: '1' });
    expect([first.rows, first.more]).toEqual([all.rows.slice(0, 1), true]);
    expect(first.rest.pieces).toBe(all.totals.pieces - all.rows[0].pieces);
    const days = await report('sales', { ...query, by: 'day', rows: '10000' });
    expect(days.totals).toEqual(all.totals);
    const { status } = await site.call(
      'GET',
      `/v1/account/reports/sales?${new URLSearchParams({ ...query, rows: '10001' })}`,
      {
        session,
      },
    );
    expect(status).toBe(400);
    await aged();
    expect((await report('stock', { rows: '1' })).items).toHaveLength(1);
  });

  test.each([
    ['ends before it begins', '2026-03-12', '2026-03-10'],
    ['has more days than a year', '2025-01-01', '2026-06-01'],
  ])('refuses a period that %s', async (_, since, until) => {
    const query = new URLSearchParams({ since, until, by: 'day' });
    const { status, body } = await site.call('GET', `/v1/account/reports/sales?${query}`, { session });
    expect([status, body.code]).toEqual([400, 'invalid_request']);
  });

  test('is of the own store, and for owners alone', async () => {
    const query = { since: '2026-03-01', until: '2026-04-01', by: 'product' };
    const { totals, rows } = await report('sales', query, await site.session(site.world.other));
    expect([totals.orders, rows]).toEqual([0, []]);
    const { token } = await site.mint('developer');
    const path = `/v1/account/reports/sales?${new URLSearchParams(query)}`;
    expect((await site.call('GET', path, { token })).status).toBe(403);
  });
});

describe('account.reports.vat', () => {
  test('tells the rates of the orders', async () => {
    const { rates } = await report('vat', { since: '2026-03-01', until: '2026-04-01' });
    expect(rates.map(({ vatRate }: { vatRate: number }) => vatRate)).toEqual([1, 10, 20]);
  });
});

/** Makes all goods older than any period. The identifier of a variant tells when it came. */
async function aged(): Promise<void> {
  await site.rows(`UPDATE catalog_product SET created_at = created_at - interval '1 year'`);
  await site.rows(`UPDATE catalog_variant SET id = left(id, 4) || '00000' || substr(id, 10)`);
}

describe('account.reports.stock', () => {
  test('values the stock at the prices of now, and names what nobody has bought', async () => {
    const other = site.world.other;
    const create = (payload: object) => site.world.done('catalog.product.create', payload, { as: other.owner });
    const { id: plain } = await create({ title: 'Sade', price: 1_000, stock: 3 });
    await create({ title: 'Sayılmayan', price: 5_000 });
    await create({ title: 'Biten', price: 5_000, stock: 0 });
    const { id: parent } = await create({
      title: 'Seçenekli',
      price: 700,
      variants: [
        { title: 'S', stock: 2 },
        { title: 'M', stock: 4, price: 900 },
      ],
    });
    const session = await site.session(other);
    const fresh = await report('stock', {}, session);
    expect([fresh.dead, fresh.items]).toEqual([{ items: 0, pieces: 0, value: 0 }, []]);
    await site.rows(`UPDATE catalog_product SET created_at = created_at - interval '1 year'`);
    expect((await report('stock', {}, session)).dead).toEqual({ items: 1, pieces: 3, value: 3_000 });
    await aged();
    const { all, dead, items } = await report('stock', {}, session);
    expect([all, dead]).toEqual([
      { items: 3, pieces: 9, value: 8_000 },
      { items: 3, pieces: 9, value: 8_000 },
    ]);
    expect(items).toMatchObject([
      { productId: parent, variantTitle: 'M', stock: 4, price: 900, value: 3_600 },
      { productId: plain, variantTitle: null, value: 3_000 },
      { productId: parent, variantTitle: 'S', value: 1_400 },
    ]);
  });

  test('counts nothing as dead that was sold', async () => {
    await aged();
    const before = await report('stock', {});
    const { id } = await site.world.done('catalog.product.create', { title: 'Yeni', price: 500, stock: 10 });
    await aged();
    const added = await report('stock', {});
    expect(added.dead.pieces - before.dead.pieces).toBe(10);
    await orderOf(site.world, [{ productId: id }], { terms: { method: 'cod' } });
    const after = await report('stock', {});
    expect(after.dead).toEqual(before.dead);
    expect(after.all.value - before.all.value).toBe(9 * 500);
  });

  test('counts as dead what is ordered, as long as nobody has paid for it', async () => {
    const { id } = await site.world.done('catalog.product.create', { title: 'Havale', price: 500, stock: 10 });
    await aged();
    const before = await report('stock', {});
    const { id: orderId } = await orderOf(site.world, [{ productId: id }], { terms: { method: 'transfer' } });
    expect((await report('stock', {})).dead.pieces).toBe(before.dead.pieces - 1);
    await site.world.done('order.transfer.confirm', { orderId });
    expect((await report('stock', {})).dead.pieces).toBe(before.dead.pieces - 10);
  });
});
