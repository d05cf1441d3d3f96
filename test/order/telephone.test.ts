import { findSession, keepSession } from '../../src/checkout/session/store';
import type { SessionRow } from '../../src/checkout/session/table';
import type { Principal } from '../../src/kernel/declaration/principal';
import type { Route } from '../../src/kernel/declaration/route';
import { newUlid } from '../../src/kernel/ids';
import { plainOf } from '../../src/kernel/json-text';
import { writtenLetters } from '../../src/mail/letters';
import { company } from '../store/identity';
import { type AttemptShop, attemptShop, PRICE } from './attempts';
import { address } from './session';

const buyer = { name: 'Ayşe Yılmaz', email: 'ayse@example.com', phone: '0532 123 45 67' };
const mute = { name: 'Hasan Demir', email: null, phone: '0533 987 65 43' };

describe('an order on the telephone', () => {
  let shop: AttemptShop;
  beforeAll(async () => {
    shop = await attemptShop();
    await shop.owner('settings.identity.update', company);
  });
  afterAll(() => shop.close());

  const ask = (route: string, input: object = {}) => shop.world.read(`account.telephoneOrders${route}`, input);
  const begin = (quantity = 1, productId = shop.product.id, more: object = {}) =>
    ask('.open', { body: { lines: [{ productId, quantity, ...more }] } });
  const fill = (chs: string, body: object) => ask('.fill', { params: { chs }, body });
  const place = (chs: string, body: object) => ask('.place', { params: { chs }, body: { informed: true, ...body } });
  const filled = async (method: string, more: object = {}, quantity = 1) => {
    const { id } = await begin(quantity);
    return fill(id, { buyer, shippingAddress: { ...address, phone: buyer.phone }, method, ...more });
  };
  const product = (stock: number) =>
    shop.world.done('catalog.product.create', { title: 'Son fincan', price: PRICE, stock });
  const refused = (code: string, more: object = {}) => ({ code, ...more });
  /** Calls one of the commands of links at its door. */
  async function link(id: 'send' | 'cancel', chs: string, body: object = {}, stated: object = {}) {
    const route = shop.world.platform.services.capabilities.accountRoutes.find(
      (each) => each.id === `order.payLink.${id}`,
    );
    const input = { params: { chs }, query: {}, body, ...stated };
    const {
      status,
      body: answer,
      replayed = false,
    } = await shop.world.dispatcher.route(route as Route, shop.world.owner, input);
    return { status, replayed, body: plainOf(answer) as { url: string; linkUntil: string; code?: string } };
  }
  const send = (chs: string, body: object = {}, stated: object = {}) => link('send', chs, body, stated);
  const cancel = (chs: string) => link('cancel', chs);
  const listed = async (id: string) =>
    (await ask('')).items.find((each: { id: string }) => each.id === id) as { state: string; orderId: string | null };
  /** Pays as the page of the link does, by the checkout's own steps. */
  async function pay(sessionId: string, total: number) {
    const shopper = await shop.ready();
    const { one } = shopper;
    one.resume(sessionId);
    const { status, body } = await one.pay(total, 'https://magaza.example/geri');
    return { one, status, body };
  }

  const orderOf = (id: string) => shop.world.read('orders.get', { params: { ord: id } });
  const lettersOf = async (kind: string, about: string) => {
    const db = shop.world.database.reader(shop.world.storeId);
    const mails = await db.query<{ id: string; letter: string; about: string }>(
      'SELECT id, letter, about FROM mail WHERE store_id = $1 AND letter = $2 AND about = $3',
      [shop.world.storeId, kind, about],
    );
    return [...(await writtenLetters(db, shop.world.platform.services, shop.world.storeId, mails)).values()];
  };
  const documentsOf = async (orderId: string) => {
    const db = shop.world.database.reader(shop.world.storeId);
    const rows = await db.query<{ html: string }>(
      'SELECT html FROM order_belge WHERE store_id = $1 AND order_id = $2 ORDER BY kind',
      [shop.world.storeId, orderId],
    );
    return rows.map(({ html }) => html).join('\n');
  };

  test.each([
    ['transfer', 'awaiting_transfer'],
    ['cod', 'pending_cod'],
  ])(
    'paid by %s is made by whoever is on the telephone, with the documents of a contract by telephone',
    async (method, payment) => {
      const shown = await filled(method);
      expect(shown).toMatchObject({ missing: [], notices: [], method, buyer: { phone: '+905321234567' } });
      const form = await ask('.information', { params: { chs: shown.id } });
      expect(form.html).toContain('Ön Bilgilendirme Formu');
      const placed = await place(shown.id, { total: shown.total, expectedRev: shown.rev });
      expect(placed).toMatchObject({ payment, total: shown.total });
      const order = await orderOf(placed.id);
      expect(order).toMatchObject({ paymentMethod: method, buyerEmail: buyer.email, channel: 'store' });
      expect(order.timeline.map(({ kind }: { kind: string }) => kind)).toEqual(
        expect.arrayContaining(['placed', 'telephone']),
      );
      expect((await lettersOf('order.placed', placed.id)).map(({ to }) => to)).toEqual([buyer.email]);
      const said = await documentsOf(placed.id);
      expect(said).toContain('tarihinde telefonda verdiği');
      expect(said).not.toContain('elektronik ortamda onaylamış');
      const { items } = await shop.world.read('audit.list', { query: { entity: placed.id } });
      expect(items[0]).toMatchObject({ command: 'order.create', actor: { kind: 'owner', id: shop.world.owner.id } });
    },
  );

  test('placed twice, also at once, is one order', async () => {
    const shown = await filled('cod');
    const both = await Promise.all([1, 2].map(() => place(shown.id, { total: shown.total })));
    const again = await place(shown.id, { total: shown.total });
    expect(new Set([...both, again].map(({ id }) => id)).size).toBe(1);
  });

  test('of a buyer without an e-mail is made, one customer by the telephone, who is written to by nobody', async () => {
    const orders = [];
    for (const name of ['Hasan Demir', 'Hasan Demir Bey']) {
      const shown = await filled('cod', { buyer: { ...mute, name } });
      expect(shown).toMatchObject({ missing: [], buyer: { email: null } });
      orders.push(await orderOf((await place(shown.id, { total: shown.total })).id));
    }
    const [first, second] = orders;
    expect(first).toMatchObject({ buyerEmail: null, buyerPhone: '+905339876543' });
    expect(second.customerId).toBe(first.customerId);
    expect(await lettersOf('order.placed', first.id)).toEqual([]);
    expect(await documentsOf(first.id)).toContain('Hasan Demir');
    const customer = await shop.world.read('account.customers.get', { params: { cus: first.customerId } });
    expect(customer).toMatchObject({ name: 'Hasan Demir Bey', email: null, phone: '+905339876543' });
  });

  test('of a buyer without an e-mail is forgotten with the carts of the telephone number that have no e-mail, and no others', async () => {
    const known = { name: 'Yusuf Aydın', email: null, phone: '0535 444 55 66' };
    const shown = await filled('cod', { buyer: known, note: 'Zili çalmayın.' });
    const { customerId } = await orderOf((await place(shown.id, { total: shown.total })).id);
    const open = await filled('cod', { buyer: { ...known, name: 'Yusuf Bey' } });
    const mailed = await filled('cod', { buyer: { ...known, email: 'ev@example.com' } });
    const other = await filled('cod', { buyer: { ...known, phone: '0535 444 55 67' } });
    await shop.owner('customer.anonymize', { customerId });
    const { database, storeId } = shop.world;
    const kept = await database.reader(storeId).query<{ id: string; told: boolean }>(
      `SELECT id, num_nonnulls(buyer_name, buyer_phone, shipping_address, note) > 0 AS told FROM checkout_session
       WHERE id = ANY ($1) ORDER BY id`,
      [[shown.id, open.id, mailed.id, other.id]],
    );
    expect(kept).toEqual(
      [
        { id: shown.id, told: false },
        { id: open.id, told: false },
        // A buyer with an address of e-mail is known by that, whoever else has the telephone.
        { id: mailed.id, told: true },
        { id: other.id, told: true },
      ].toSorted((one, two) => (one.id < two.id ? -1 : 1)),
    );
  });

  test('shows a buyer without an e-mail no coupon that was used up by an order before', async () => {
    const body = { code: 'TEL-1', title: 'Telefon', kind: 'percent', percent: 10, customerUsesMax: 1 };
    await shop.world.read('coupon.create', { body });
    const silent = { ...mute, phone: '0534 111 22 33' };
    const first = await filled('cod', { buyer: silent, coupon: 'TEL-1' });
    expect(first.coupon).toMatchObject({ code: 'TEL-1' });
    await place(first.id, { total: first.total });
    await expect(filled('cod', { buyer: silent, coupon: 'TEL-1' })).rejects.toMatchObject(refused('coupon_unusable'));
    const second = await filled('cod', { buyer: silent });
    expect(await place(second.id, { total: second.total })).toMatchObject({ payment: 'pending_cod' });
  });

  test('needs an e-mail to be paid by card', async () => {
    const shown = await filled('card', { buyer: mute });
    expect(shown.missing).toEqual(['buyer']);
    expect((await send(shown.id)).body).toMatchObject(refused('order_rejected'));
  });

  test('is refused without a cart, of a product that is sold by variants, and without the word that its buyer was told', async () => {
    await expect(ask('.open', { body: { lines: [] } })).rejects.toMatchObject(refused('cart_empty'));
    const sorts = await shop.world.done('catalog.product.create', {
      title: 'Kahve',
      price: PRICE,
      variants: [
        { title: '250 g', stock: 3 },
        { title: '1 kg', stock: 0 },
      ],
    });
    const without = await begin(1, sorts.id);
    expect(without.notices).toMatchObject([{ messageCode: 'line_unavailable' }, { messageCode: 'cart_empty' }]);
    const { sku: _, ...other } = sorts.variants[1];
    const gone = await begin(1, sorts.id, { variantId: other.id });
    expect(gone.notices).toMatchObject([{ messageCode: 'out_of_stock' }]);
    const wrong = await begin(1, shop.product.id, { variantId: sorts.variants[0].id });
    expect(wrong.notices).toMatchObject([{ messageCode: 'line_unavailable' }, { messageCode: 'cart_empty' }]);
    const shown = await filled('cod');
    await expect(ask('.place', { params: { chs: shown.id }, body: { total: shown.total } })).rejects.toMatchObject(
      refused('invalid_request'),
    );
    await expect(place(shown.id, { total: shown.total + 1 })).rejects.toMatchObject(refused('amount_mismatch'));
    await expect(place(shown.id, { total: shown.total, expectedRev: shown.rev + 1 })).rejects.toMatchObject(
      refused('rev_conflict'),
    );
    await expect(place((await begin()).id, { total: PRICE })).rejects.toMatchObject(refused('order_rejected'));
  });

  test('leaves the carts of shoppers alone', async () => {
    const { id } = await shop.ready();
    for (const route of ['.get', '.information'])
      await expect(ask(route, { params: { chs: id } })).rejects.toMatchObject(refused('not_found'));
    await expect(fill(id, { note: 'x' })).rejects.toMatchObject(refused('not_found'));
    await expect(place(id, { total: PRICE })).rejects.toMatchObject(refused('not_found'));
    for (const command of [send, cancel]) expect((await command(id)).status).toBe(404);
  });

  test('gets the last piece or tells that it is gone: of twenty at once one is made', async () => {
    const last = await product(1);
    const carts = [];
    for (let nth = 0; nth < 20; nth += 1) {
      const { id } = await begin(1, last.id);
      carts.push(await fill(id, { buyer, shippingAddress: { ...address, phone: buyer.phone }, method: 'transfer' }));
    }
    const ends = await Promise.allSettled(carts.map(({ id, total }) => place(id, { total })));
    const made = ends.filter(({ status }) => status === 'fulfilled');
    const codes = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : []));
    expect([made.length, new Set(codes)]).toEqual([1, new Set(['out_of_stock'])]);
    expect((await shop.world.read('catalog.products.get', { params: { prd: last.id } })).stock).toBe(0);
  });

  describe('order.payLink.send', () => {
    test('waits, is being paid, and becomes an order whose buyer has accepted it on a page', async () => {
      const shown = await filled('card');
      await expect(place(shown.id, { total: shown.total })).rejects.toMatchObject(refused('payment_unavailable'));
      const { status, body } = await send(shown.id);
      const { url, linkUntil } = body;
      expect([status, new URL(url).pathname]).toEqual([200, `/odeme/baglanti/${shown.id}`]);
      expect(Date.parse(linkUntil) - Date.now()).toBeGreaterThan(2.9 * 86_400_000);
      const [letter] = await lettersOf('order.payLink', shown.id);
      expect(letter).toMatchObject({ to: buyer.email, text: expect.stringContaining(url) });
      expect(await listed(shown.id)).toMatchObject({ state: 'waiting', url, total: shown.total });
      await expect(fill(shown.id, { note: 'x' })).rejects.toMatchObject(refused('invalid_state'));
      const paying = await pay(shown.id, shown.total);
      expect(paying.status).toBe(201);
      expect((await listed(shown.id)).state).toBe('paying');
      const brought = (await shop.walk(paying.body.page)) ?? '';
      const back = await shop.comeBack(paying.one, paying.body.payment.id, brought);
      expect(back.body.order).toMatchObject({ payment: 'paid' });
      expect(await listed(shown.id)).toMatchObject({ state: 'paid', orderId: back.body.order.id });
      const said = await documentsOf(back.body.order.id);
      expect(said).toContain('elektronik ortamda onaylamış');
      expect(await lettersOf('order.payLink', shown.id)).toEqual([]);
      expect((await cancel(shown.id)).status).toBe(409);
    });

    test('is not sent for a cart that somebody has changed since it was shown', async () => {
      const shown = await filled('card');
      const { rev } = await fill(shown.id, { note: 'Kapıcıya bırakın.' });
      expect(rev).toBeGreaterThan(shown.rev);
      const late = await send(shown.id, {}, { expectedRev: shown.rev });
      expect([late.status, late.body.code]).toEqual([409, 'rev_conflict']);
      expect(await lettersOf('order.payLink', shown.id)).toEqual([]);
      expect((await send(shown.id, {}, { expectedRev: rev })).status).toBe(200);
      expect(await lettersOf('order.payLink', shown.id)).toHaveLength(1);
    });

    test('leads to a cart that nobody changes, neither the shop nor whoever has its name, nor a step that began before', async () => {
      const shown = await filled('card');
      const { storeId, database } = shop.world;
      const before = await findSession(database.reader(storeId), storeId, shown.id);
      await send(shown.id);
      const { one } = await shop.ready();
      one.resume(shown.id);
      for (const change of [{ note: 'x' }, { method: 'cod' }, { coupon: null }])
        expect((await one.fill(change)).body).toMatchObject(refused('invalid_state', { state: 'linked' }));
      const late = { ...(before as SessionRow), note: 'geç', rev: (before as SessionRow).rev + 1 };
      const isKept = await database.transaction(storeId, async (tx) => ({
        keep: true,
        value: await keepSession(tx, storeId, late, before as SessionRow, new Date()),
      }));
      expect(isKept).toBe(false);
      expect(await ask('.get', { params: { chs: shown.id } })).toMatchObject({ note: null, method: 'card' });
      expect((await pay(shown.id, shown.total)).status).toBe(201);
    });

    test('tells a buyer the total of the letter beside that of now, whoever has looked at the cart meanwhile', async () => {
      const { id: productId } = await product(5);
      const { id } = await begin(1, productId);
      await fill(id, { buyer, shippingAddress: { ...address, phone: buyer.phone }, method: 'card' });
      const shown = await ask('.get', { params: { chs: id } });
      expect(shown.linkTotal).toBeNull();
      await send(id);
      await shop.world.done('catalog.price.set', { targetId: productId, price: PRICE + 500 });
      const { one } = await shop.ready();
      one.resume(id);
      for (const _ of ['somebody looks', 'the buyer looks'])
        expect((await one.show()).body).toMatchObject({ linkTotal: shown.total, total: shown.total + 500 });
      // A letter that is sent anew tells the total of now.
      await send(id);
      const told = await ask('.get', { params: { chs: id } });
      expect(told.linkTotal).toBe(told.total);
    });

    test('is in the history of a token by no name that opens the cart', async () => {
      const shown = await filled('card');
      await send(shown.id);
      const { owner } = shop.world;
      const agent: Principal = { ...shop.world.agent, scopes: new Set([...shop.world.agent.scopes, 'store:admin']) };
      const pageFor = (as: Principal) =>
        shop.world.read('audit.list', { query: { command: 'order.payLink.send', limit: 1 }, as });
      const own = await pageFor(owner);
      expect(Object.keys(own.references)).toContain(shown.id);
      const answer = await pageFor(agent);
      expect(JSON.stringify(answer)).not.toContain(shown.id);
      const [seen] = answer.items;
      // The title of the cart is still found by the name that stands in its rows.
      expect(Object.keys(answer.references)).toContain(seen.entityId);
      expect(seen.payload.sessionId).toMatch(/^chs_[0-9a-f]{26}$/);
      expect(seen.entityId).toBe(seen.payload.sessionId);
    });

    test('is sent once by one key, and anew by another, for as long as is said', async () => {
      const shown = await filled('card');
      const key = newUlid();
      const answers = [
        await send(shown.id, { days: 1 }, { idempotencyKey: key }),
        await send(shown.id, { days: 1 }, { idempotencyKey: key }),
      ];
      expect(answers[1]).toMatchObject({ status: 200, replayed: true });
      expect(await lettersOf('order.payLink', shown.id)).toHaveLength(1);
      expect((await send(shown.id, { days: 7 })).status).toBe(200);
      expect(await lettersOf('order.payLink', shown.id)).toHaveLength(2);
      const { rev } = await ask('.get', { params: { chs: shown.id } });
      expect(rev).toBe(shown.rev);
      await expect(send(shown.id, { days: 8 })).rejects.toMatchObject(refused('invalid_request'));
    });

    test('is over when its time is, and then nobody pays by it', async () => {
      const shown = await filled('card');
      await send(shown.id);
      await shop.world.sql(
        `UPDATE checkout_session SET expires_at = now() - interval '1 s', link_until = now() - interval '1 s' WHERE id = '${shown.id}'`,
      );
      expect((await listed(shown.id)).state).toBe('expired');
      expect((await pay(shown.id, shown.total)).body).toMatchObject(refused('session_expired'));
      expect((await send(shown.id)).status).toBe(410);
    });
  });

  describe('order.payLink.cancel', () => {
    test('is over when it is cancelled: nobody pays by it, and what was taken at that moment goes back', async () => {
      const shown = await filled('card');
      await send(shown.id);
      const paying = await pay(shown.id, shown.total);
      expect((await cancel(shown.id)).status).toBe(200);
      const before = (await shop.orders()).length;
      const brought = (await shop.walk(paying.body.page)) ?? '';
      const back = await shop.comeBack(paying.one, paying.body.payment.id, brought);
      expect(back.body.order).toBeNull();
      await shop.drive(paying.body.payment.id);
      expect((await shop.orders()).length).toBe(before);
      expect((await listed(shown.id)).state).toBe('cancelled');
      expect((await pay(shown.id, shown.total)).body).toMatchObject(refused('session_expired'));
      expect((await send(shown.id)).status).toBe(410);
      expect((await cancel(shown.id)).status).toBe(409);
      expect(await lettersOf('order.payLink', shown.id)).toEqual([]);
    });
  });
});
