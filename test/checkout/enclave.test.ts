import { loadConfig } from '../../src/config';
import { type Enclave, openEnclave } from '../../src/enclave';
import { newId, newUlid } from '../../src/kernel/ids';
import { endOfNthDay } from '../../src/kernel/shop-time';
import checkoutSettings from '../../src/settings/settings.checkout.update';
import { Shopper, type Wanted } from '../../src/simulator/shopper/shopper';
import { address } from '../order/session';
import { company as seller } from '../store/identity';
import { hookThread } from '../world/hook-thread';
import { noteOpen } from '../world/open-things';
import { createWorld, type World } from '../world/world';

const key = 'k'.repeat(43);
const buyer = { name: 'Ayşe Yılmaz', email: 'ayse@example.com', phone: '+905321234567' };
const settings = { ...checkoutSettings.example, shippingFee: 4_990, freeShippingFrom: 200_000 };

describe('the checkout', () => {
  let world: World;
  let enclave: Enclave;
  let stop: () => Promise<void>;
  let later = 0;
  beforeAll(async () => {
    world = await createWorld({
      environment: { TEZGAH_CHECKOUT_PORT: '0', TEZGAH_CHECKOUT_KEY: key },
      now: () => new Date(Date.now() + later),
    });
    enclave = (await openEnclave(world.platform, world.config, world.platform.log, hookThread())) as Enclave;
    stop = noteOpen(() => enclave.stop());
    await owner('settings.checkout.update', settings);
  });
  afterAll(async () => {
    await stop();
    await world.close();
  });
  beforeEach(() => {
    later = 0;
  });

  const owner = (command: string, payload: object) => world.done(command, payload, { as: world.owner });
  let nth = 0;
  const product = (payload: object = {}) => {
    nth += 1;
    return owner('catalog.product.create', { title: `Cezve ${nth}`, price: 50_000, stock: 10, ...payload });
  };
  const shopper = (more: object = {}) => new Shopper({ url: enclave.url, key, storeId: world.storeId, ...more });
  const filling = { buyer, shippingAddress: address, method: 'cod' };
  /** Who has filled in everything and has been shown the total. */
  const ready = async (wanted: readonly Wanted[], more: object = {}) => {
    const one = shopper();
    const opened = await one.open(wanted);
    const { body } = await one.fill({ ...filling, ...more });
    return { one, id: opened.body.id as string, shown: body };
  };
  const extend = async (extension: string, config: object) => {
    await owner('extension.install', { extension });
    await owner('extension.configure', { extension, config });
    await owner('extension.enable', { extension });
    return async () => {
      await owner('extension.disable', { extension });
      await owner('extension.uninstall', { extension });
    };
  };

  test('a shopper comes from a cart to an order', async () => {
    const { id } = await product();
    const one = shopper();
    const opened = await one.open([{ productId: id, quantity: 2 }]);
    expect(opened).toMatchObject({
      status: 201,
      body: {
        lines: [{ key: 'l1', title: expect.stringMatching(/^Cezve/), quantity: 2, unitPrice: 50_000 }],
        rates: [{ id: 'standart', labelTR: 'Standart kargo', kurus: 4_990, etaDays: [1, 3] }],
        rate: 'standart',
        methods: [
          { id: 'cod', labelTR: 'Kapıda ödeme', maxTaksit: 1 },
          { id: 'transfer', labelTR: 'Havale veya EFT', maxTaksit: 1 },
        ],
        method: null,
        total: null,
        missing: ['buyer', 'shippingAddress', 'method'],
        notices: [],
      },
    });
    expect((await one.place(1)).body).toMatchObject({ code: 'order_rejected', missing: opened.body.missing });
    const filled = await one.fill(filling);
    expect(filled.body).toMatchObject({ method: 'cod', codFee: 2_990, total: 107_980, missing: [], notices: [] });
    expect((await one.validate()).status).toBe(200);
    const placed = await one.place(107_980);
    expect(placed).toMatchObject({ status: 200, body: { payment: 'pending_cod', total: 107_980, transfer: null } });
    expect((await one.place(107_980)).body).toMatchObject({ id: placed.body.id });
    const order = await world.read('orders.get', { params: { ord: placed.body.id } });
    expect(order).toMatchObject({ buyerName: buyer.name, shippingTotal: 4_990, codFee: 2_990 });
  });

  test('who pays by transfer is shown for how long it is awaited, and the order waits as long', async () => {
    const { id } = await product();
    const { one, shown } = await ready([{ productId: id, quantity: 1 }], { method: 'transfer' });
    expect(shown).toMatchObject({ method: 'transfer', transferDays: 3 });
    expect((await one.fill({ method: 'cod' })).body).toMatchObject({ method: 'cod', transferDays: null });
    const { body } = await one.fill({ method: 'transfer' });
    const placed = await one.place(body.total);
    const { placedAt, transferUntil } = await world.read('orders.get', { params: { ord: placed.body.id } });
    expect(transferUntil).toBe(endOfNthDay(placedAt, 3));
    expect(placed.body.transfer).toEqual({ accounts: settings.bankAccounts, until: transferUntil });
    expect((await one.place(body.total)).body).toEqual(placed.body);
    // What the shop says later is of later orders.
    await owner('settings.checkout.update', { ...settings, transferDays: null });
    expect((await world.read('orders.get', { params: { ord: placed.body.id } })).transferUntil).toBe(transferUntil);
    expect((await ready([{ productId: id, quantity: 1 }], { method: 'transfer' })).shown).toMatchObject({
      transferDays: null,
    });
    await owner('settings.checkout.update', settings);
  });

  test('a shopper states the national id for the invoice, which is shown to the owner alone', async () => {
    const { id } = await product();
    const number = '10000000146';
    const { one, id: session, shown } = await ready([{ productId: id, quantity: 1 }], { identityNumber: number });
    expect(JSON.stringify(shown)).not.toContain(number);
    expect(await one.fill({ identityNumber: '10000000147' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', errors: [{ pointer: '/identityNumber' }] },
    });
    const stated = 'SELECT id FROM buyer_identity WHERE store_id = $1 AND session_id = $2';
    expect(await world.database.reader(world.storeId).query(stated, [world.storeId, session])).toHaveLength(1);
    const placed = await one.place(shown.total);
    expect(placed.status).toBe(200);
    // What has become an order stays as it was ordered.
    expect(await one.fill({ identityNumber: null })).toMatchObject({ status: 409, body: { code: 'invalid_state' } });
    const reveal = await world.read('orders.identity.reveal', { as: world.owner, params: { ord: placed.body.id } });
    expect(reveal).toEqual({ identityNumber: number });
    const other = await ready([{ productId: id, quantity: 1 }], { identityNumber: number });
    await other.one.fill({ identityNumber: null });
    const without = await other.one.place(other.shown.total);
    expect(await world.read('orders.get', { params: { ord: without.body.id } })).toMatchObject({
      identityStated: false,
    });
  });

  describe('is strict about what a shopper states', () => {
    const refusedAt = (said: { status: number; body: { errors?: object[] } }) => [said.status, said.body.errors];
    const opened = async () => {
      const one = shopper();
      await one.open([{ productId: (await product()).id, quantity: 1 }]);
      return one;
    };

    test('a way to pay that there is not is refused with those that there are', async () => {
      const one = await opened();
      expect(refusedAt(await one.fill({ method: 'iyzico' }))).toEqual([
        400,
        [{ pointer: '/method', message: 'must be one of card, cod, transfer, free' }],
      ]);
      // One that this shop does not offer is no mistake of the program.
      expect(await one.fill({ method: 'card' })).toMatchObject({
        status: 200,
        body: { method: null, notices: [{ code: 'payment_unavailable' }] },
      });
    });

    test.each([
      ['0532 123 45 67', '+905321234567'],
      ['(0532) 123-45-67', '+905321234567'],
      ['532.123.4567', '+905321234567'],
      ['+90 (0) 532 123 45 67', '+905321234567'],
      ['0090 532 123 45 67', '+905321234567'],
      ['+49 170 1234567', '+491701234567'],
      ['0049 170 1234567', '+491701234567'],
    ])('the telephone %s is kept as %s', async (phone, kept) => {
      const one = await opened();
      const { body } = await one.fill({
        ...filling,
        buyer: { ...buyer, phone },
        shippingAddress: { ...address, phone },
      });
      const { body: placed } = await one.place(body.total);
      expect(await world.read('orders.get', { params: { ord: placed.id } })).toMatchObject({
        buyerPhone: kept,
        shippingAddress: { phone: kept },
      });
    });

    test('a telephone that is none is refused where it stands', async () => {
      const one = await opened();
      const wrong = { buyer: { ...buyer, phone: '0532 123' }, shippingAddress: { ...address, phone: '+0 12345678' } };
      const [status, errors] = refusedAt(await one.fill(wrong));
      expect([status, errors]).toMatchObject([
        400,
        [{ pointer: '/buyer/phone' }, { pointer: '/shippingAddress/phone' }],
      ]);
      expect((await one.fill({ buyer: { ...buyer, phone: 'yok' } })).body.errors[0].message).toMatch(/0532 123 45 67/);
    });

    const firm = {
      kind: 'company',
      title: 'Kanarya A.Ş.',
      taxOffice: 'Kadıköy',
      taxNumber: '1234567890',
      address: 'Moda Cad. No: 12',
      district: 'Kadıköy',
      province: 'İstanbul',
    };
    const at = '/billing/taxNumber';

    test('the tax number of a company has to be there, and its check digit has to fit', async () => {
      const one = await opened();
      expect((await one.fill({ billing: firm })).status).toBe(200);
      for (const taxNumber of ['1234567891', '0000000000'])
        expect(refusedAt(await one.fill({ billing: { ...firm, taxNumber } }))).toEqual([
          400,
          [{ pointer: at, message: 'has other check digits than it would have' }],
        ]);
      expect(refusedAt(await one.fill({ billing: { ...firm, taxNumber: null } }))).toMatchObject([
        400,
        [{ pointer: at, message: expect.stringContaining('is needed of a company') }],
      ]);
      expect((await one.fill({ billing: { ...firm, kind: 'person', taxNumber: null } })).status).toBe(200);
    });

    test('a sole trader who states the TCKN there is told where it goes', async () => {
      const one = await opened();
      const [status, errors] = refusedAt(await one.fill({ billing: { ...firm, taxNumber: '10000000146' } }));
      expect([status, errors]).toMatchObject([
        400,
        [
          {
            pointer: at,
            message: expect.stringMatching(/sole trader is billed as a person, with the TCKN as identityNumber/),
          },
        ],
      ]);
      const { status: taken } = await one.fill({
        billing: { ...firm, kind: 'person', taxNumber: null },
        identityNumber: '10000000146',
      });
      expect(taken).toBe(200);
    });
  });

  test('the information form can be had before the order, and says what the order would', async () => {
    const { id } = await product({ vatRate: 10 });
    const { one, shown } = await ready([{ productId: id, quantity: 2 }], { method: 'transfer' });
    // Nobody has stated who sells.
    expect(await one.information()).toMatchObject({ status: 409, body: { code: 'invalid_state' } });
    await owner('settings.identity.update', seller);
    const { html } = (await one.information()).body;
    for (const told of ['Ön Bilgilendirme Formu', seller.title, buyer.name, '1.049,90 ₺', 'Havale veya EFT'])
      expect(html).toContain(told);
    for (const ordered of ['Sipariş no', 'numaralı sipariş', 'null', 'undefined', 'okuduğunu bildirmiştir'])
      expect(html).not.toContain(ordered);
    const early = shopper();
    await early.open([{ productId: id, quantity: 1 }]);
    expect(await early.information()).toMatchObject({
      status: 422,
      body: { code: 'order_rejected', missing: ['buyer', 'shippingAddress', 'method'] },
    });
    expect((await one.place(shown.total)).status).toBe(200);
    expect(await one.information()).toMatchObject({ status: 409, body: { state: 'placed' } });
  });

  test('an order is of what its shopper was shown, where the storefront says which that was', async () => {
    const { id } = await product();
    const { one, shown } = await ready([{ productId: id, quantity: 1 }]);
    const { rev: expectedRev, total } = shown;
    expect(shown).toMatchObject({ buyer, shippingAddress: address, billing: null, note: null });
    expect((await one.show()).body.rev).toBe(expectedRev);
    expect((await one.validate()).body.rev).toBe(expectedRev);
    for (const changed of [
      { shippingAddress: { ...address, address: 'Başka Sok. No: 1' } },
      { buyer: { ...buyer, email: 'baska@example.com' } },
      { note: 'Kapıya bırakın.' },
      { identityNumber: '10000000146' },
    ]) {
      const { rev: seen } = (await one.show()).body;
      const { rev: currentRev } = (await one.fill(changed)).body;
      for (const stale of [
        await one.place(total, { expectedRev: seen }),
        await one.pay(total, 'https://m.example/', { expectedRev: seen }),
      ])
        expect([changed, stale]).toMatchObject([changed, { status: 409, body: { code: 'rev_conflict', currentRev } }]);
    }
    const { rev } = (await one.show()).body;
    expect((await one.pay(total, 'https://m.example/', { expectedRev: rev })).body.code).toBe('payment_unavailable');
    const placed = await one.place(total, { expectedRev: rev });
    expect(placed.status).toBe(200);
    expect((await one.place(total, { expectedRev: rev })).body.id).toBe(placed.body.id);
    expect((await one.place(total, { expectedRev })).body.code).toBe('rev_conflict');
    expect((await one.place(total)).body.id).toBe(placed.body.id);
  });

  test('placed many times at once it is one order', async () => {
    const { id } = await product();
    const { one, shown } = await ready([{ productId: id, quantity: 1 }]);
    const placed = await Promise.all(Array.from({ length: 6 }, () => one.place(shown.total)));
    expect(new Set(placed.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect((await world.read('catalog.products.get', { params: { prd: id } })).stock).toBe(9);
  });

  test('nobody is let in without the service key, with a token of the API neither', async () => {
    for (const wrong of ['', 'k'.repeat(42), 'tzg_dev_x'])
      expect(await shopper({ key: wrong }).open([])).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    const { id } = await product();
    const { id: session } = await ready([{ productId: id, quantity: 1 }]);
    const stranger = shopper({ storeId: world.other.storeId });
    stranger.resume(session);
    expect((await stranger.show()).body.code).toBe('not_found');
  });

  test('no identifier that somebody knows leads to the session of somebody else', async () => {
    const { id } = await product();
    const open = async () => (await shopper().open([{ productId: id, quantity: 1 }])).body.id as string;
    // Identifiers that count up go on from the last one, whoever it was for.
    const last = newUlid(Date.now() + 1_000);
    const sessions = [await open(), await open()].map((each) => each.slice('chs_'.length));
    for (const session of sessions) expect(session.slice(0, -6)).not.toBe(last.slice(0, -6));
    expect(sessions[0]?.slice(10, -6)).not.toBe(sessions[1]?.slice(10, -6));
  });

  test('the session after one that is over is one for a key, and another one for everybody without it', async () => {
    const { id } = await product();
    const lines = [{ productId: id, quantity: 1 }];
    const over = await shopper().open(lines);
    const after = over.body.id as string;
    later = 3_700_000;
    const [key, otherKey] = ['a'.repeat(22), 'b'.repeat(22)];
    const open = async (before: object) => (await shopper().open(lines, { after, ...before })).body;
    const own = await Promise.all([1, 2, 3].map(() => open({ afterKey: key })));
    const others = [await open({}), await open({}), await open({ afterKey: otherKey })];
    expect(new Set(own.map((each) => each.id)).size).toBe(1);
    expect(new Set([after, own[0].id, ...others.map((each) => each.id)]).size).toBe(5);
    const one = shopper();
    one.resume(own[0].id);
    await one.fill({ buyer });
    expect(await open({ afterKey: key })).toMatchObject({ id: own[0].id, buyer });
    later += 11 * 60_000;
    const late = await open({ afterKey: key });
    expect([late.buyer, late.id === own[0].id]).toEqual([null, false]);
    for (const afterKey of ['', 'a'.repeat(21), 'a'.repeat(65), `${'a'.repeat(21)}/`])
      expect(await open({ afterKey })).toMatchObject({ code: 'invalid_request' });
  });

  describe('says in the words of the contract', () => {
    const refused = (code: string, message: string) => ({ code, message });

    test('that a cart is empty', async () => {
      expect((await shopper().open([])).body).toMatchObject(refused('cart_empty', 'Sepetin boş.'));
    });

    test('that a shop does not sell yet', async () => {
      const one = shopper({ storeId: world.other.storeId });
      const { body } = await one.open([{ productId: newId('prd'), quantity: 1 }]);
      expect(body).toMatchObject(refused('checkout_disabled', 'Bu mağazada ödeme yakında açılıyor.'));
    });

    test('that there is no stock, or too little', async () => {
      const { id } = await product({ stock: 1 });
      const { one, shown } = await ready([{ productId: id, quantity: 2 }]);
      const little = refused('insufficient_stock', 'Stok, istediğin adet için yeterli değil.');
      expect(shown.notices).toMatchObject([{ ...little, line: 'l1' }]);
      expect((await one.place(shown.total)).body).toMatchObject({ ...little, line: 'l1' });
      await owner('catalog.stock.set', { targetId: id, stock: 0 });
      expect((await one.place(shown.total)).body).toMatchObject(refused('out_of_stock', 'Üründe yeterli stok yok.'));
    });

    test('that a price is another one, once', async () => {
      const { id } = await product();
      const { one, shown } = await ready([{ productId: id, quantity: 1 }]);
      await owner('catalog.price.set', { targetId: id, price: 51_000 });
      expect((await one.place(shown.total)).body).toMatchObject({
        ...refused('price_changed', 'Fiyat güncellendi: lütfen yeni tutarı kontrol et.'),
        line: 'l1',
      });
      expect((await one.place(shown.total + 1_000)).status).toBe(200);
    });

    test('that something is sold no more, and takes it out', async () => {
      const [gone, kept] = [await product(), await product()];
      const { one, shown } = await ready([gone, kept].map(({ id }) => ({ productId: id, quantity: 1 })));
      await owner('catalog.product.archive', { productId: gone.id });
      const away = refused('line_unavailable', 'Ürün artık satışta değil ve sepetten çıkarıldı.');
      expect((await one.place(shown.total)).body).toMatchObject({ ...away, line: 'l1' });
      expect((await one.show()).body).toMatchObject({ lines: [{ key: 'l2' }], notices: [] });
    });

    test('that another amount was agreed to', async () => {
      const { id } = await product();
      const { one, shown } = await ready([{ productId: id, quantity: 1 }]);
      expect((await one.place(shown.total - 1)).body).toMatchObject(
        refused(
          'amount_mismatch',
          'Ödeme tutarı doğrulanamadı: sipariş oluşturulmadı, kartından çekim yapıldıysa iade edilir.',
        ),
      );
    });

    test('that a session has expired', async () => {
      const { id } = await product();
      const { one } = await ready([{ productId: id, quantity: 1 }]);
      later = 59 * 60_000;
      expect((await one.show()).status).toBe(200);
      later = 2 * 3_600_000;
      expect(await one.show()).toMatchObject({
        status: 410,
        body: refused('session_expired', 'Oturumun zaman aşımına uğradı.'),
      });
    });
  });

  test('what nobody can store, or go to, is refused before anything is begun', async () => {
    const { id } = await product();
    const { one, shown } = await ready([{ productId: id, quantity: 1 }]);
    const district = (text: string) => ({ shippingAddress: { ...address, district: text } });
    const refused = async (
      said: Promise<{ status: number; body: { code: string; errors?: { pointer: string }[] } }>,
    ) => {
      const { status, body } = await said;
      return [status, body.code, body.errors?.[0]?.pointer];
    };
    for (const text of ['a\ud800b', 'a\u0000b'])
      expect(await refused(one.fill(district(text)))).toEqual([400, 'invalid_request', '/shippingAddress/district']);
    for (const url of [
      'https://[bad',
      'https://:@',
      'https://a:99999/',
      'https://magaza.example/\u202e',
      'https:\\\\a',
    ])
      expect(await refused(one.pay(shown.total, url))).toEqual([400, 'invalid_request', '/returnUrl']);
    for (const session of ['chs_%00', '%00']) {
      one.resume(session);
      expect(await refused(one.show())).toEqual([400, 'invalid_request', '/sessionId']);
    }
    expect((await shopper({ storeId: '%00' }).open([{ productId: id, quantity: 1 }])).status).toBe(400);
  });

  test('a total beyond all amounts is refused, and shown as none', async () => {
    const { id } = await product({ price: 10_000_000_000_000, stock: null });
    const lines = Array.from({ length: 100 }, () => ({ productId: id, quantity: 99 }));
    const { one, shown } = await ready(lines);
    const beyond = { messageCode: 'order_rejected', message: 'Sipariş şu anda oluşturulamıyor.' };
    expect(shown).toMatchObject({ total: null, methods: [], notices: [beyond] });
    expect((await one.place(10_000_000_000_000)).body).toMatchObject({ code: 'order_rejected' });
    // With what it costs to be sent.
    const { shown: almost } = await ready([{ productId: id, quantity: 1 }]);
    expect(almost.total === null || almost.total <= 10_000_000_000_000).toBe(true);
  });

  test('who only looks again makes nothing be written, until the session would end earlier by that', async () => {
    const { id } = await product();
    const { one, id: session } = await ready([{ productId: id, quantity: 1 }]);
    const written = () =>
      world.database
        .reader(world.storeId)
        .query('SELECT xmin::text, expires_at AS "expiresAt" FROM checkout_session WHERE store_id = $1 AND id = $2', [
          world.storeId,
          session,
        ]);
    const before = await written();
    expect([(await one.show()).status, (await one.fill(filling)).status, (await one.validate()).status]).toEqual([
      200, 200, 200,
    ]);
    expect(await written()).toEqual(before);
    later = 50 * 60_000;
    await one.show();
    expect(await written()).not.toEqual(before);
    later = 100 * 60_000;
    expect((await one.show()).status).toBe(200);
    await one.fill({ note: 'Zile basmayın.' });
    expect(await one.show()).toMatchObject({ status: 200, body: { id: session } });
  });

  describe('hooks decide along the way', () => {
    test('a campaign takes its share off', async () => {
      const remove = await extend('campaign', { percent: 10, from: 60_000, label: 'Sezon indirimi' });
      const { id } = await product();
      const few = await ready([{ productId: id, quantity: 1 }]);
      expect(few.shown.discounts).toEqual([]);
      const { one, shown } = await ready([{ productId: id, quantity: 2 }]);
      expect(shown.discounts).toEqual([{ label: 'Sezon indirimi', kurus: 10_000, line: null }]);
      const placed = await one.place(shown.total);
      expect(await world.read('orders.get', { params: { ord: placed.body.id } })).toMatchObject({
        discountTotal: 10_000,
        total: 97_980,
      });
      await remove();
    });

    test('digital goods are not paid for at the door, and large totals neither', async () => {
      const remove = await extend('cash-rules', { totalMax: 120_000 });
      const { id } = await product({ requiresShipping: false });
      await owner('catalog.product.setDigital', {
        productId: id,
        digital: { kind: 'link', url: 'https://indir.example/kurs' },
      });
      const { one, shown } = await ready([{ productId: id, quantity: 1 }]);
      const closed = {
        code: 'digital_kapida_disallowed',
        message: 'Dijital ürünler kapıda ödeme ile satın alınamaz.',
      };
      expect(shown).toMatchObject({ methods: [{ id: 'transfer' }], method: null, total: null, notices: [closed] });
      expect(await one.place(50_000)).toMatchObject({ status: 422, body: closed });
      const paid = await one.fill({ method: 'transfer' });
      expect((await one.place(paid.body.total)).body).toMatchObject({ payment: 'awaiting_transfer' });
      const { id: dear } = await product({ price: 130_000 });
      const large = await ready([{ productId: dear, quantity: 1 }]);
      expect(large.shown).toMatchObject({ methods: [{ id: 'transfer' }], method: null });
      expect(large.shown.notices).toMatchObject([
        { messageCode: 'payment_unavailable', message: 'Şu anda ödeme alınamıyor: lütfen daha sonra tekrar dene.' },
      ]);
      await remove();
    });
  });
});

test('the checkout is opened with a key alone', () => {
  expect(() => loadConfig({ TEZGAH_CHECKOUT_PORT: '0' })).toThrow('TEZGAH_CHECKOUT_KEY must be set');
  expect(() => loadConfig({ TEZGAH_CHECKOUT_URL: 'http://api:4001' })).toThrow('TEZGAH_CHECKOUT_KEY must be set');
  expect(() => loadConfig({ TEZGAH_CHECKOUT_PORT: '0', TEZGAH_CHECKOUT_KEY: 'short' })).toThrow('32 characters');
});
