import { newUlid } from '../../src/kernel/ids';
import { EACH_MAX } from '../../src/search/account.search';
import { ImportShop, lineOf, packageOf } from '../order/import/shop';
import { orderOf } from '../order/session';
import { mintAgent } from '../proposal/agents';
import { personOf } from '../store/person';
import { type OwnerSession, openSite, type Site } from '../surfaces/site';

describe('account.search', () => {
  let site: Site;
  let session: OwnerSession;
  let shawl: string;
  let plain: string;
  beforeAll(async () => {
    site = await openSite();
    session = await site.session();
    const { world } = site;
    ({ id: shawl } = await world.done('catalog.product.create', {
      title: 'Işıltılı Şal',
      sku: 'SAL-1',
      barcode: '8690001112223',
      price: 30_000,
      stock: 500,
      variants: [{ title: 'Kırmızı', sku: 'SAL-KIRMIZI', barcode: '8690001112224', stock: 300 }],
    }));
    ({ id: plain } = await world.done('catalog.product.create', { title: 'Keçe', price: 100, stock: 50 }));
    const buyer = { buyerName: 'Şule Işık', buyerEmail: 'sule@example.com', buyerPhone: '+905551112233' };
    const [variant] = (await world.read('catalog.products.get', { params: { prd: shawl } })).variants;
    const sold = await orderOf(world, [{ productId: shawl, variantId: variant.id }], {
      ...buyer,
      terms: { method: 'cod' },
    });
    await world.done('order.ship', { orderId: sold.id, carrier: 'yurtici', trackingNumber: '88-01-77' });
    const market = await ImportShop.in(world);
    await market.upsert(
      'TY-900100',
      packageOf('P1-3310012346', [lineOf(null, 1)], { trackingNumber: '7280012345678901' }),
    );
    const created = await site.call('POST', '/v1/account/coupons', {
      session,
      body: { code: 'IŞIK10', title: 'On lira', kind: 'amount', amount: 1_000 },
    });
    expect(created.status).toBe(200);
    const agent = await mintAgent(world, { label: 'Bahar ajanı' });
    const { body } = await world.run('catalog.price.set', { targetId: shawl, price: 31_000 }, { as: agent });
    const { proposalId } = body as { proposalId: string };
    await world.done('proposal.submit', { proposalId, note: 'Şallara küçük bir zam' }, { as: agent });
  });
  afterAll(() => site.close());

  const answered = (text: string, as = session) =>
    site.call('GET', `/v1/account/search?${new URLSearchParams({ text })}`, { session: as });
  const search = async (text: string, as = session) => {
    const { status, body } = await answered(text, as);
    expect([text, status, body]).toEqual([text, 200, expect.anything()]);
    return body;
  };
  const found = async (text: string) => {
    const { products, orders, customers, coupons, proposals } = await search(text);
    return {
      coupons: coupons.map(({ code }: { code: string }) => code),
      products: products.map(({ title }: { title: string }) => title),
      orders: orders.map(({ number, externalNumber }: Record<string, string>) => externalNumber ?? number),
      customers: customers.map(({ name }: { name: string }) => name),
      proposals: proposals.map(({ note }: { note: string }) => note),
    };
  };
  const nothing = { products: [], orders: [], customers: [], coupons: [], proposals: [] };
  const product = ['Işıltılı Şal'];
  const proposal = ['Şallara küçük bir zam'];

  test.each([
    ['a title, without its marks', 'isiltili', { products: product, orders: ['1001'] }],
    ['a SKU', 'SAL-1', { products: product }],
    ['the SKU of a variant', 'sal-kirmizi', { products: product }],
    ['a barcode', '8690001112223', { products: product }],
    ['the barcode of a variant', '8690001112224', { products: product }],
    ['a number of an order', '1001', { orders: ['1001'] }],
    ['a name', 'ŞULE ışık', { orders: ['1001'], customers: ['Şule Işık'] }],
    ['an address of e-mail', 'sule@example.com', { orders: ['1001'], customers: ['Şule Işık'] }],
    ['a telephone number', '0555 111 22 33', { orders: ['1001'], customers: ['Şule Işık'] }],
    ['a telephone number from abroad', '+90 555 111 22 33', { orders: ['1001'], customers: ['Şule Işık'] }],
    ['a tracking number', '88-01-77', { orders: ['1001'] }],
    ['a package', 'P1-3310012346', { orders: ['TY-900100'] }],
    ['the barcode of a label of the marketplace', '7280012345678901', { orders: ['TY-900100'] }],
    ['a number of the marketplace', 'ty-900100', { orders: ['TY-900100'] }],
    ['a buyer of the marketplace', 'derya', { orders: ['TY-900100'], customers: ['Derya Aksoy'] }],
    ['the note of a proposal', 'kucuk zam', { proposals: proposal }],
    ['the token of a proposal', 'bahar', { proposals: proposal }],
    ['the code of a coupon', 'ISIK10', { coupons: ['ISIK10'] }],
    ['how the code of a coupon begins, as a Turkish keyboard types it', 'ışık1', { coupons: ['ISIK10'] }],
    ['two letters', 'şa', { products: product, orders: ['1001'], proposals: proposal }],
    ['what nobody has', 'yok böyle', {}],
    ['letters of no key', 'иван', {}],
  ])('finds by %s', async (_, text, wanted) => {
    expect(await found(text)).toEqual({ ...nothing, ...wanted });
  });

  test('puts the thing of that very code first, and archived products last', async () => {
    const { world } = site;
    const create = async (more: object) =>
      (await world.done('catalog.product.create', { title: 'Kilim dokuma', price: 100, ...more })).id;
    const exact = await create({ sku: 'kilim' });
    const old = await create({ title: 'Kilim eski' });
    await world.done('catalog.product.archive', { productId: old });
    const fresh = await create({ title: 'Kilim yeni' });
    const { products } = await search('kilim');
    expect(products.map(({ id }: { id: string }) => id)).toEqual([exact, fresh, old]);
    expect(products[2]).toEqual({ id: old, title: 'Kilim eski', sku: null, status: 'archived', price: 100 });
  });

  test('puts the coupon of that very code first, tells of one that is off, and answers a few', async () => {
    const create = async (code: string, more: object = {}) => {
      const body = { code, title: code, kind: 'percent', percent: 5, ...more };
      expect((await site.call('POST', '/v1/account/coupons', { session, body })).status).toBe(200);
    };
    for (let nth = 9; nth >= 0; nth -= 1) await create(`BAYRAM-${nth}`);
    await create('BAYRAM', { active: false });
    const { coupons } = await search('bayram');
    expect(coupons[0]).toEqual({ id: expect.any(String), code: 'BAYRAM', title: 'BAYRAM', active: false });
    expect(coupons).toHaveLength(EACH_MAX);
    const { session: manager } = await personOf(site, 'manager');
    expect((await search('bayram', manager)).coupons).toEqual(coupons);
    for (const text of ['%', '_', 'BAYRAM%']) expect((await answered(text)).body.coupons ?? []).toEqual([]);
  });

  test('answers a few of each kind, however many there are', async () => {
    const { world } = site;
    for (let nth = 0; nth < EACH_MAX + 2; nth += 1) {
      const { id } = await world.done('catalog.product.create', { title: `Sepet ${nth}`, price: 100, stock: 5 });
      const buyer = { buyerName: `Nur Sepetçi ${nth}`, buyerEmail: `nur${nth}@example.com` };
      await orderOf(world, [{ productId: id }], { ...buyer, terms: { method: 'cod' } });
    }
    const { products, orders, customers } = await search('sepet');
    expect([products, orders, customers].map(({ length }) => length)).toEqual([EACH_MAX, EACH_MAX, EACH_MAX]);
    expect(products[0].title).toBe(`Sepet ${EACH_MAX + 1}`);
  });

  test('finds no forgotten customer by what he was called', async () => {
    const { world } = site;
    const buyer = { buyerName: 'Nedim Unutulur', buyerEmail: 'nedim@example.com', buyerPhone: '+905321119988' };
    const { id } = await orderOf(world, [{ productId: plain }], { ...buyer, terms: { method: 'cod' } });
    const { customerId } = await world.read('orders.get', { params: { ord: id } });
    const words = ['nedim', 'nedim@example.com', '05321119988'];
    for (const text of words) expect((await search(text)).customers).toMatchObject([{ id: customerId }]);
    await world.done('customer.anonymize', { customerId }, { as: world.owner });
    for (const text of words) expect([text, await search(text)]).toEqual([text, nothing]);
  });

  test('finds a packer orders alone, by what stands on slips and labels', async () => {
    const { session: packer } = await personOf(site, 'packer');
    const ordersOf = async (text: string) => {
      const { orders, ...others } = await search(text, packer);
      expect([text, others]).toEqual([text, { products: [], customers: [], coupons: [], proposals: [] }]);
      return orders.map(({ number, externalNumber }: Record<string, string>) => externalNumber ?? number);
    };
    for (const text of ['1001', '88-01-77']) expect([text, await ordersOf(text)]).toEqual([text, ['1001']]);
    for (const text of ['TY-900100', 'P1-3310012346', '7280012345678901'])
      expect([text, await ordersOf(text)]).toEqual([text, ['TY-900100']]);
    for (const text of ['8690001112223', 'bahar', 'isik10']) expect([text, await ordersOf(text)]).toEqual([text, []]);
  });

  test('finds nothing of another store', async () => {
    const other = await site.session(site.world.other);
    for (const text of [
      'şal',
      'sal-1',
      '8690001112223',
      '1001',
      'şule',
      '88-01-77',
      'TY-900100',
      'P1-3310012346',
      '7280012345678901',
      'bahar',
      'zam',
      'isik10',
      'e',
    ])
      expect([text, await search(text, other)]).toEqual([text, nothing]);
  });

  test.each([
    ['no word', '   '],
    ['nothing', ''],
    ['more than a hundred characters', 'a'.repeat(101)],
  ])('refuses %s', async (_, text) => {
    const { status, body } = await answered(text);
    expect([status, body.code]).toEqual([400, 'invalid_request']);
  });

  test('is for people alone', async () => {
    const { token } = await site.mint('developer');
    expect((await site.call('GET', '/v1/account/search?text=sal', { token })).status).toBe(403);
    expect((await site.call('GET', '/v1/account/search?text=sal')).status).toBe(401);
  });

  test.each([
    '%',
    '_',
    '\\',
    "' OR 1=1 --",
    '{a,b}',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '😀😀',
    '٣٤٥',
    '\u0301\u0301',
    '\u202e\u200b',
    '($1)::int',
    '+90'.repeat(30),
    '😀'.repeat(50),
    `${newUlid()} `.repeat(3),
  ])('bears %j', async (text) => {
    const { status, body } = await answered(text);
    expect([text, [200, 400].includes(status)]).toEqual([text, true]);
    if (status === 200) expect(body).toEqual(nothing);
    for (const query of ['', '?text', '?text=%ff', '?text=a&text=b', '?text[]=a', '?text=a&more=1', '?text=%00']) {
      const { status: refused } = await site.call('GET', `/v1/account/search${query}`, { session });
      expect([query, refused < 500]).toEqual([query, true]);
    }
  });

  test('a product of the whole name is first among its likes, then those that begin so', async () => {
    const { world } = site;
    const create = (title: string) => world.done('catalog.product.create', { title, price: 100, stock: 1 });
    await create('Çini Tabak');
    await create('Çini Tabak Seti');
    for (let nth = 1; nth <= EACH_MAX; nth += 1) await create(`Askılı Çini Tabak ${nth}`);
    const { products } = await found('cini tabak');
    expect(products.slice(0, 3)).toEqual(['Çini Tabak', 'Çini Tabak Seti', `Askılı Çini Tabak ${EACH_MAX}`]);
  });
});
