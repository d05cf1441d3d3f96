import { type Enclave, openEnclave } from '../../src/enclave';
import { newId } from '../../src/kernel/ids';
import { cancelOverdue } from '../../src/order/worker/overdue';
import checkoutSettings from '../../src/settings/settings.checkout.update';
import { Shopper } from '../../src/simulator/shopper/shopper';
import { address } from '../order/session';
import { company } from '../store/identity';
import { type OwnerSession, openSite, type Site } from '../surfaces/site';
import { undoAll } from '../undo/undo';
import { hookThread } from '../world/hook-thread';
import { noteOpen } from '../world/open-things';
import { lastOf } from '../world/story';

const key = 'k'.repeat(43);
const PRICE = 10_000;
const FEE = 4_990;
const DAY_MS = 24 * 3_600_000;

let site: Site;
let session: OwnerSession;
let enclave: Enclave;
let stop: () => Promise<void>;
let productId: string;
let otherId: string;
let aheadMs = 0;
beforeAll(async () => {
  site = await openSite({
    environment: { TEZGAH_CHECKOUT_PORT: '0', TEZGAH_CHECKOUT_KEY: key, TEZGAH_CHECKOUT_PER_MINUTE: '100000' },
    now: () => new Date(Date.now() + aheadMs),
  });
  const { world } = site;
  enclave = (await openEnclave(world.platform, world.config, world.platform.log, hookThread())) as Enclave;
  stop = noteOpen(() => enclave.stop());
  session = await site.session();
  await world.done('settings.identity.update', company);
  const settings = { shippingFee: FEE, freeShippingFrom: null, cashOnDeliveryFee: 0, cashOnDeliveryCap: null };
  await world.done(
    'settings.checkout.update',
    { ...checkoutSettings.example, ...settings, transferDays: 3 },
    { as: world.owner },
  );
  const product = (title: string, price: number) =>
    world.done('catalog.product.create', { title, price, stock: null, vatRate: 20 });
  productId = (await product('Bakır Cezve', PRICE)).id;
  otherId = (await product('Fincan', 3_333)).id;
});
beforeEach(() => {
  aheadMs = 0;
});
afterAll(async () => {
  await stop();
  await site.close();
});

const call = (method: string, path: string, body?: object, as = session) =>
  site.call(method, `/v1/account${path}`, { session: as, ...(body ? { body } : {}) });
/** A coupon with a code of its own, unless it is stated. */
let made = 0;
async function created(stated: object = {}) {
  made += 1;
  const { status, body } = await call('POST', '/coupons', {
    ...{ code: `KOD-${made}`, title: 'Yaz indirimi', kind: 'percent', percent: 10 },
    ...stated,
  });
  expect([status, body]).toEqual([200, expect.anything()]);
  return body;
}
const get = async (id: string) => (await call('GET', `/coupons/${id}`)).body;
const update = (id: string, body: object, rev?: number) =>
  site.call('POST', `/v1/account/coupons/${id}`, {
    ...{ session, body },
    ...(rev === undefined ? {} : { headers: { 'If-Match': `"${rev}"` } }),
  });

let buyers = 0;
/** A shopper with a filled cart, who still has to place it. @returns the shopper and the session as it is answered */
async function ready(email = '', lines = [{ productId, quantity: 3 }], method = 'cod') {
  buyers += 1;
  const shopper = new Shopper({ url: enclave.url, key, storeId: site.world.storeId });
  await shopper.open(lines);
  const buyer = { name: 'Ayşe Yılmaz', email: email || `alici${buyers}@example.com`, phone: address.phone };
  const { body } = await shopper.fill({ buyer, shippingAddress: address, method });
  return { shopper, body };
}
async function placed(code: string, how: Parameters<typeof ready> = []) {
  const { shopper } = await ready(...how);
  const { body } = await shopper.fill({ coupon: code });
  const order = await shopper.place(body.total);
  expect([order.status, order.body.total]).toEqual([200, body.total]);
  return site.world.read('orders.get', { params: { ord: order.body.id } });
}

describe('coupon.create', () => {
  test('keeps a code as any keyboard types it, and gives it to no other coupon', async () => {
    const { id, ...coupon } = await created({ code: 'indirim-10' });
    expect(coupon).toMatchObject({ code: 'INDIRIM-10', active: true, minimum: 0, uses: 0, given: 0, usesMax: null });
    const again = { code: 'İNDİRİM-10', title: 'Bir daha', kind: 'delivery' };
    expect((await call('POST', '/coupons', again)).body.code).toBe('coupon_code_taken');
    await update(id, { active: false });
    expect((await call('POST', '/coupons', again)).body.code).toBe('coupon_code_taken');
  });

  test.each([
    [{ code: 'a!' }, '/code'],
    [{ percent: null }, '/percent'],
    [{ amount: 100 }, '/amount'],
    [{ kind: 'delivery' }, '/percent'],
    [{ kind: 'amount', percent: null }, '/amount'],
    [{ percent: 101 }, '/percent'],
    [{ startsAt: '2026-12-02T00:00:00Z', endsAt: '2026-12-01T00:00:00Z' }, '/endsAt'],
  ])('refuses %j by its field', async (stated, pointer) => {
    const { status, body } = await call('POST', '/coupons', {
      ...{ code: 'GECERSIZ', title: 'Yaz', kind: 'percent', percent: 10 },
      ...stated,
    });
    expect([status, body.errors[0].pointer]).toEqual([400, pointer]);
  });

  test('refuses a collection of another store, tokens, and the twenty-first discount without a code', async () => {
    const { id: collectionId } = await site.world.done(
      'catalog.collection.create',
      { title: 'Öteki' },
      { as: site.world.other.developer },
    );
    const stated = { title: 'Yaz', kind: 'percent', percent: 10 };
    expect((await call('POST', '/coupons', { ...stated, collectionId })).body.code).toBe('not_found');
    const { token } = await site.mint('developer');
    const { body } = await site.call('POST', '/v1/account/coupons', { token, body: stated });
    expect(body.code).toBe('owner_only');
    // None of them fits a cart of this file.
    const on = [];
    for (let nth = 0; nth < 20; nth += 1) on.push(await created({ code: null, minimum: 1_000_000_000 }));
    expect((await call('POST', '/coupons', stated)).body.code).toBe('limit_exceeded');
    const off = await created({ code: null, active: false });
    expect((await update(off.id, { active: true })).body.code).toBe('limit_exceeded');
    for (const { id } of on) await update(id, { active: false });
  });
});

describe('coupon.update', () => {
  test('changes a coupon under its rev, and can be undone', async () => {
    const { id, rev } = await created({ minimum: 500 });
    expect((await update(id, { percent: 20 }, rev)).body).toMatchObject({ percent: 20, minimum: 500 });
    expect((await update(id, { percent: 30 }, rev)).body.code).toBe('rev_conflict');
    expect((await update(id, { percent: null })).body.errors[0].pointer).toBe('/percent');
    expect((await update(newId('cpn'), { active: false })).status).toBe(404);
    const { world } = site;
    expect(await undoAll(world, [await lastOf(world, id)], world.owner)).toEqual(['undone']);
    expect(await get(id)).toMatchObject({ percent: 10, active: true });
  });
});

describe('account.coupons', () => {
  test('lists the coupons of the store alone, newest first, by state and by the beginning of the code', async () => {
    const first = await created({ code: 'liste-1' });
    const second = await created({ code: 'liste-2', active: false });
    const ids = async (query: string, as = session) =>
      (await call('GET', `/coupons?${query}`, undefined, as)).body.items.map(({ id }: { id: string }) => id);
    expect(await ids('code=Liste')).toEqual([second.id, first.id]);
    expect(await ids('code=liste&active=true')).toEqual([first.id]);
    expect(await ids('code=liste', await site.session(site.world.other))).toEqual([]);
  });
});

describe('account.coupons.get', () => {
  test('shows one, and none of another store', async () => {
    const { id } = await created();
    expect(await get(id)).toMatchObject({ id, title: 'Yaz indirimi' });
    expect((await call('GET', `/coupons/${id}`, undefined, await site.session(site.world.other))).status).toBe(404);
  });
});

describe('account.coupons.ofOrder', () => {
  test('tells what an order was placed with, and letters and documents tell the same', async () => {
    const coupon = await created({ code: 'MEKTUP', title: 'Mektup indirimi' });
    const order = await placed('mektup');
    expect(order).toMatchObject({ itemsTotal: 30_000, discountTotal: 3_000, total: 27_000 + FEE });
    expect((await call('GET', `/orders/${order.id}/coupons`)).body.items).toEqual([
      {
        ...{ id: expect.anything(), couponId: coupon.id, title: 'Mektup indirimi', code: 'MEKTUP' },
        ...{ takenOff: 'goods', kurus: 3_000 },
      },
    ]);
    const other = await site.session(site.world.other);
    expect((await call('GET', `/orders/${order.id}/coupons`, undefined, other)).body.items).toEqual([]);
    const { services, database } = site.world.platform;
    const kind = services.letters.find((each) => each.kind === 'order.placed');
    const { storeId } = site.world;
    const written = await kind?.write(database.reader(storeId), storeId, [order.id], services);
    expect(JSON.stringify([...(written?.values() ?? [])])).toContain('İndirim (Mektup indirimi, MEKTUP)');
    const [{ said }] = (await site.rows<{ said: string }>(
      `SELECT string_agg(row_to_json(b)::text, ' ') AS said FROM order_belge b WHERE order_id = $1`,
      [order.id],
    )) as [{ said: string }];
    expect(said).toContain('İndirim (Mektup indirimi, MEKTUP)');
  });
});

describe('the code of a session', () => {
  test('takes something off what its shopper is shown, stays with the cart, and can be taken away', async () => {
    await created({ code: 'SEPET', minimum: 20_000 });
    const { shopper, body: before } = await ready();
    expect(before).toMatchObject({ coupon: null, total: 30_000 + FEE });
    const { body } = await shopper.fill({ coupon: ' sepet ' });
    expect(body).toMatchObject({ coupon: { code: 'SEPET', state: 'applied' }, total: 27_000 + FEE, notices: [] });
    const small = await shopper.fill({ lines: [{ productId, quantity: 1 }] });
    expect(small.body).toMatchObject({ coupon: { state: 'below_minimum' }, total: 10_000 + FEE, discounts: [] });
    const large = await shopper.fill({ lines: [{ productId, quantity: 5 }] });
    expect(large.body).toMatchObject({ coupon: { state: 'applied' }, total: 45_000 + FEE });
    expect((await shopper.fill({ coupon: null })).body).toMatchObject({ coupon: null, total: 50_000 + FEE });
  });

  test('is refused where nobody can use it, and the session stays as it was', async () => {
    await created({ code: 'GECERLI' });
    const ended = await created({ endsAt: new Date(Date.now() + DAY_MS).toISOString() });
    const later = await created({ startsAt: new Date(Date.now() + 3 * DAY_MS).toISOString() });
    const off = await created({ active: false });
    const used = await created({ usesMax: 1 });
    await placed(used.code);
    const { shopper } = await ready();
    const total = (await shopper.fill({ coupon: 'gecerli' })).body.total;
    aheadMs = DAY_MS;
    shopper.resume((await shopper.open([{ productId, quantity: 3 }])).body.id);
    await shopper.fill({ coupon: 'gecerli', shippingAddress: address, method: 'cod' });
    const reasons = [];
    for (const code of [ended.code, later.code, off.code, used.code, 'YOKTUR', 'a!', 'x'.repeat(64)]) {
      const { status, body } = await shopper.fill({ coupon: code });
      reasons.push([status, body.code, body.reason]);
    }
    const refused = (reason: string) => [422, 'coupon_unusable', reason];
    expect(reasons).toEqual(
      ['ended', 'unknown', 'unknown', 'used_up', 'unknown', 'unknown', 'unknown'].map((reason) => refused(reason)),
    );
    expect((await shopper.show()).body).toMatchObject({ coupon: { code: 'GECERLI', state: 'applied' }, total });
  });

  test('of another store takes nothing off', async () => {
    const body = { code: 'KOMSU', title: 'Komşu', kind: 'percent', percent: 50 };
    expect((await call('POST', '/coupons', body, await site.session(site.world.other))).status).toBe(200);
    const { shopper } = await ready();
    expect((await shopper.fill({ coupon: 'KOMSU' })).body.reason).toBe('unknown');
  });

  test('of a collection is for its goods alone', async () => {
    const { id: collectionId } = await site.world.done('catalog.collection.create', { title: 'Fincanlar' });
    await site.world.done('catalog.collection.setProducts', { collectionId, productIds: [otherId] });
    const { code } = await created({ collectionId, kind: 'amount', percent: null, amount: 1_000 });
    const { shopper } = await ready();
    expect((await shopper.fill({ coupon: code })).body).toMatchObject({ coupon: { state: 'no_goods' }, discounts: [] });
    const lines = [
      { productId, quantity: 1 },
      { productId: otherId, quantity: 3 },
    ];
    const { body } = await shopper.fill({ lines });
    expect(body.discounts).toEqual([{ label: 'Yaz indirimi', kurus: 1_000, line: 'l2' }]);
    const { body: order } = await shopper.place(body.total);
    const { lines: sold } = await site.world.read('orders.get', { params: { ord: order.id } });
    const discounts = sold.map(({ units }: { units: { discount: number }[] }) => units.map((unit) => unit.discount));
    expect(discounts).toEqual([[0], [334, 333, 333]]);
  });

  test('that makes the delivery free leaves nothing of it to pay, or to give back', async () => {
    const { code, id } = await created({ kind: 'delivery', percent: null });
    const order = await placed(code);
    expect(order).toMatchObject({ shippingTotal: 0, discountTotal: 0, total: 30_000 });
    expect(await get(id)).toMatchObject({ uses: 1, given: FEE });
  });

  test('that pays for all of it makes an order of nothing to pay', async () => {
    const { code } = await created({ percent: 100 });
    const { code: delivery } = await created({ code: null, kind: 'delivery', percent: null });
    expect(delivery).toBeNull();
    const { shopper } = await ready();
    const { body } = await shopper.fill({ coupon: code, method: 'free' });
    expect(body).toMatchObject({ total: 0, method: 'free', missing: [] });
    expect((await shopper.place(0)).body).toMatchObject({ payment: 'paid', total: 0 });
    const { items } = (await call('GET', '/coupons?active=true')).body;
    for (const each of items) if (each.code === null) await update(each.id, { active: false });
  });
});

describe('a discount without a code', () => {
  test('is taken off every cart that fits, unless a code takes off more', async () => {
    const automatic = await created({ code: null, title: 'Kampanya', minimum: 20_000 });
    const [less, more] = [await created({ percent: 5 }), await created({ percent: 20 })];
    const { shopper, body } = await ready();
    expect(body.discounts).toEqual([{ label: 'Kampanya', kurus: 3_000, line: null }]);
    expect((await shopper.fill({ coupon: less.code })).body).toMatchObject({
      coupon: { state: 'outdone' },
      total: 27_000 + FEE,
    });
    const { body: best } = await shopper.fill({ coupon: more.code });
    expect(best).toMatchObject({ coupon: { state: 'applied' }, total: 24_000 + FEE });
    await shopper.place(best.total);
    expect([await get(automatic.id), await get(less.id), await get(more.id)].map(({ uses }) => uses)).toEqual([
      0, 0, 1,
    ]);
    await update(automatic.id, { active: false });
  });
});

describe('the uses of a coupon', () => {
  test('are never more than they may be: of 50 carts at once, one gets the last', async () => {
    const { id, code } = await created({ usesMax: 3 });
    await placed(code);
    await placed(code);
    const carts = [];
    for (let nth = 0; nth < 50; nth += 1) {
      // Goods of its own: whoever buys the same goods waits for those already.
      const own = await site.world.done('catalog.product.create', { title: `Tepsi ${nth}`, price: PRICE, stock: 9 });
      const { shopper } = await ready('', [{ productId: own.id, quantity: 3 }]);
      const { body } = await shopper.fill({ coupon: code });
      expect(body.coupon.state).toBe('applied');
      carts.push({ shopper, total: body.total });
    }
    const answers = await Promise.all(carts.map(({ shopper, total }) => shopper.place(total)));
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    const lost = answers.filter(({ status }) => status !== 200).map(({ body }) => body.code);
    expect([...new Set(lost)]).toEqual(['amount_mismatch']);
    expect(await get(id)).toMatchObject({ uses: 3, given: 9_000 });
    // Nothing of the cart is lost, and it is shown at what it costs now.
    const [{ shopper }] = carts.filter((_, nth) => answers[nth]?.status !== 200) as [(typeof carts)[number]];
    const { body } = await shopper.show();
    expect(body).toMatchObject({ coupon: { code, state: 'used_up' }, total: 30_000 + FEE, missing: [] });
    expect((await shopper.place(body.total)).status).toBe(200);
  });

  test('of one customer are counted by the address of e-mail, also of orders at once', async () => {
    const { code } = await created({ customerUsesMax: 1 });
    const email = 'Tekrar@example.com';
    const [one, two] = [await ready(email), await ready(email.toLowerCase())];
    const totals = [await one.shopper.fill({ coupon: code }), await two.shopper.fill({ coupon: code })];
    const answers = await Promise.all([
      one.shopper.place(totals[0]?.body.total),
      two.shopper.place(totals[1]?.body.total),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    const third = await ready(email);
    expect((await third.shopper.fill({ coupon: code })).body.reason).toBe('used_up');
    const other = await ready();
    expect((await other.shopper.fill({ coupon: code })).body.coupon.state).toBe('applied');
    // A shopper who states the address behind the code is told so, and pays the price of the goods.
    const buyer = { name: 'Ayşe', email, phone: address.phone };
    expect((await other.shopper.fill({ buyer })).body).toMatchObject({
      coupon: { state: 'used_up' },
      total: 30_000 + FEE,
    });
  });

  test('come back with an order that is cancelled, also for want of its transfer, once', async () => {
    const { id, code } = await created({ usesMax: 1, customerUsesMax: 1 });
    const email = 'geri@example.com';
    const order = await placed(code, [email]);
    expect(await get(id)).toMatchObject({ uses: 1, given: 3_000 });
    const cancelled = { orderId: order.id, reason: 'customer' };
    await site.world.run('order.cancel', cancelled, { dryRun: true });
    expect(await get(id)).toMatchObject({ uses: 1 });
    await site.world.done('order.cancel', cancelled);
    expect((await site.world.run('order.cancel', cancelled)).status).toBe(409);
    expect(await get(id)).toMatchObject({ uses: 0, given: 0 });
    const unpaid = await placed(code, [email, undefined, 'transfer']);
    for (let halves = 0; halves < 20; halves += 1) {
      await cancelOverdue(site.world.platform, new AbortController().signal);
      aheadMs += DAY_MS / 2;
    }
    expect((await site.world.read('orders.get', { params: { ord: unpaid.id } })).payment).toBe('cancelled');
    expect(await get(id)).toMatchObject({ uses: 0, given: 0 });
    // The coupons of an order stay as the buyer was shown them.
    expect((await call('GET', `/orders/${order.id}/coupons`)).body.items).toHaveLength(1);
  });

  test('stay used where the money of the order is given back, piece by piece, to the kuruş that was paid', async () => {
    const { id, code } = await created({ kind: 'amount', percent: null, amount: 1_000 });
    const order = await placed(code, ['', [{ productId: otherId, quantity: 3 }], 'transfer']);
    await site.world.done('order.transfer.confirm', { orderId: order.id });
    const { id: lineId } = order.lines[0];
    const amounts = [];
    for (let nth = 0; nth < 3; nth += 1) {
      const refund = await site.world.done('order.refund.request', {
        ...{ orderId: order.id, lines: [{ lineId, quantity: 1 }], delivery: true, reason: 'iade' },
      });
      amounts.push(refund.amount);
      await site.world.done('order.refund.record', { refundId: refund.id, outcome: 'succeeded', reference: '1' });
    }
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(order.total);
    expect(order.total).toBe(3 * 3_333 - 1_000 + FEE);
    expect((await get(id)).uses).toBe(1);
  });
});
