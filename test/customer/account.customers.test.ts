import { NOTES_MAX } from '../../src/customer/note/store';
import { newId } from '../../src/kernel/ids';
import { ImportShop, lineOf, packageOf } from '../order/import/shop';
import { address, orderOf } from '../order/session';
import { type OwnerSession, openSite, type Site } from '../surfaces/site';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly orders: number;
  readonly total: number;
  readonly lastOrder: { readonly number: string };
}

let site: Site;
let session: OwnerSession;
let productId: string;
beforeAll(async () => {
  site = await openSite();
  session = await site.session();
  ({ id: productId } = await site.world.done('catalog.product.create', {
    title: 'Ayşe cezvesi',
    price: 1_000,
    stock: 999,
  }));
});
afterAll(() => site.close());

const call = (method: string, path: string, body?: object, as = session) =>
  site.call(method, `/v1/account/customers${path}`, { session: as, ...(body ? { body } : {}) });
const list = async (query: Readonly<Record<string, string>> = {}, as = session) => {
  const { status, body } = await call('GET', `?${new URLSearchParams(query)}`, undefined, as);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body as { items: Row[]; nextCursor: string | null; total: number | null };
};
const get = async (id: string) => (await call('GET', `/${id}`)).body;

let buyers = 0;
/** Orders of a new buyer, of so many pieces each. @returns the buyer's customer, and the orders */
async function bought(name: string, pieces: readonly number[], more: object = {}) {
  buyers += 1;
  const buyer = {
    buyerName: name,
    buyerEmail: `alici${buyers}@example.com`,
    buyerPhone: `+90532${String(1_000_000 + buyers)}`,
    ...more,
  };
  const orders = [];
  for (const quantity of pieces)
    orders.push(await orderOf(site.world, [{ productId, quantity }], { ...buyer, terms: { method: 'transfer' } }));
  const { customerId } = await site.world.read('orders.get', { params: { ord: orders[0]?.id as string } });
  return { ...buyer, customerId: customerId as string, orders };
}
/** More customers who are called alike, each with an older order of less. */
async function multiplied(customerId: string, times: number): Promise<void> {
  const copied = async (table: string, instead: Readonly<Record<string, string>>, where: string): Promise<void> => {
    const columns = await site.rows<{ name: string }>(
      'SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1',
      [table],
    );
    const values = columns.map(({ name }) => instead[name] ?? `row.${name}`);
    await site.rows(
      `INSERT INTO ${table} (${columns.map(({ name }) => name)}) SELECT ${values} FROM ${table} row, generate_series(1, $2::int) n WHERE ${where} = $1`,
      [customerId, times],
    );
  };
  const customer_id = `'cus_' || lpad(n::text, 26, '0')`;
  await copied('customer', { id: customer_id, name: `'Topluca Biri'`, email_digest: 'NULL' }, 'row.id');
  await copied(
    'store_order',
    {
      ...{ customer_id, id: `'ord_' || lpad(n::text, 26, '0')`, number: `'T' || n`, total: '1', items_total: '1' },
      placed_at: `row.placed_at - n * interval '1 minute'`,
    },
    'row.customer_id',
  );
}
const paid = (...orders: readonly ({ readonly id: string } | undefined)[]) =>
  Promise.all(orders.map((order) => site.world.done('order.transfer.confirm', { orderId: order?.id })));
const paidBack = async (orderId: string, amount: number): Promise<void> => {
  await paid({ id: orderId });
  const { id } = await site.world.done('order.refund.request', { orderId, amount, reason: 'indirim' });
  await site.world.done('order.refund.record', { refundId: id, outcome: 'succeeded', reference: '1' });
};

describe('account.customers', () => {
  test('lists who bought last first, or whoever has paid most: a transfer that has not come adds nothing to the sum', async () => {
    const ayse = await bought('Ayşe Yılmaz', [1, 2, 4]);
    const [first, second, third] = ayse.orders;
    await paid(third);
    await site.world.done('order.cancel', { orderId: second?.id, reason: 'customer' });
    await paidBack(first?.id as string, 300);
    const mehmet = await bought('Mehmet Öztürk', [3, 9]);
    await paid(mehmet.orders[0]);
    const later = await orderOf(site.world, [{ productId }], { buyerEmail: ayse.buyerEmail, buyerName: 'Ayşe Yılmaz' });
    const { items } = await list({ limit: '2' });
    expect(items).toMatchObject([
      {
        id: ayse.customerId,
        name: 'Ayşe Yılmaz',
        orders: 3,
        unpaid: 0,
        total: 5_700,
        lastOrder: { number: later.number },
      },
      { id: mehmet.customerId, orders: 2, unpaid: 1, total: 3_000, phone: mehmet.buyerPhone, email: mehmet.buyerEmail },
    ]);
    const fatma = await bought('Fatma Kaya', [5]);
    await paid(...fatma.orders);
    const sorted = (await list({ sort: '-total' })).items;
    expect(sorted.map(({ id }) => id)).toEqual([ayse.customerId, fatma.customerId, mehmet.customerId]);
    expect((await list()).items.map(({ id }) => id)).toEqual([fatma.customerId, ayse.customerId, mehmet.customerId]);
  });

  test.each(['-lastOrderAt', '-total'])('comes in pages that miss nobody and show nobody twice: %s', async (sort) => {
    for (let nth = 0; nth < 5; nth += 1) await bought(`Sayfa ${nth}`, nth % 2 ? [2] : [1, 1]);
    const whole = await list({ sort, limit: '100', total: 'true' });
    expect(whole.total).toBe(whole.items.length);
    for (const text of [undefined, 'sayfa', 'ay']) {
      const asked = { sort, ...(text ? { text } : {}) };
      const all = (await list({ ...asked, limit: '100' })).items;
      expect(all.length).toBeGreaterThan(4);
      const paged: Row[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page = await list({ ...asked, limit: '2', ...(cursor ? { cursor } : {}) });
        paged.push(...page.items);
        cursor = page.nextCursor;
      }
      expect(paged).toEqual(all);
    }
  });

  test.each(['-lastOrderAt', '-total'])('finds a word that thousands have as it finds a rare one: %s', async (sort) => {
    const { customerId, orders } = await bought('Topluca Alan', [7]);
    await paid(...orders);
    await multiplied(customerId, 2_100);
    const [first, ...others] = (await list({ sort, text: 'topluca', limit: '100' })).items;
    expect([first?.id, others.map(({ name }) => name)]).toEqual([customerId, Array(99).fill('Topluca Biri')]);
    await site.rows(`DELETE FROM store_order WHERE number LIKE 'T%'`);
    await site.rows(`DELETE FROM customer WHERE name = 'Topluca Biri'`);
    await site.world.done('customer.anonymize', { customerId }, { as: site.world.owner });
  });

  test('finds by name, e-mail and telephone, and by no product', async () => {
    const { customerId, buyerEmail } = await bought('Şule Işıkçı', [1], { buyerPhone: '+905551112233' });
    for (const text of [
      'sule isikci',
      'ŞULE',
      'şu iş',
      buyerEmail,
      '0555 111 22 33',
      '+90 555 111 22 33',
      '5551112233',
    ])
      expect([text, (await list({ text })).items.map(({ id }) => id)]).toEqual([text, [customerId]]);
    for (const text of ['cezvesi', 'yok böyle biri', '%', '_', "' OR 1=1 --", 'иван'])
      expect([text, (await list({ text })).items]).toEqual([text, []]);
    const { status, body } = await call('GET', '?text=%20');
    expect([status, body.code]).toEqual([400, 'invalid_request']);
  });

  test('finds a customer by the name that was stated last', async () => {
    const { customerId, buyerEmail } = await bought('Kızlık Soyadı', [1]);
    await orderOf(site.world, [{ productId }], { buyerEmail, buyerName: 'Evli Soyadı' });
    expect((await list({ text: 'evli' })).items.map(({ id }) => id)).toEqual([customerId]);
    expect((await list({ text: 'kızlık' })).items).toEqual([]);
  });

  test('shows a buyer of a marketplace as the marketplace names him', async () => {
    const market = await ImportShop.in(site.world);
    await market.upsert('TY-900100', packageOf('P1', [lineOf(null, 1)]));
    const { items } = await list({ text: 'derya' });
    expect(items).toMatchObject([
      { name: 'Derya Aksoy', email: null, phone: null, lastOrder: { channel: 'trendyol' } },
    ]);
  });

  test('has no forgotten customer, however asked', async () => {
    const who = await bought('Nedim Unutulur', [9_0]);
    expect((await list({ text: 'nedim' })).items).toHaveLength(1);
    await site.world.done('customer.anonymize', { customerId: who.customerId }, { as: site.world.owner });
    for (const query of [{ text: 'nedim' }, { text: who.buyerEmail }, { text: 'ne' }, {}, { sort: '-total' }]) {
      const { items } = await list({ ...query, limit: '100' });
      expect(JSON.stringify(items)).not.toContain('Nedim');
      expect(items.map(({ id }) => id)).not.toContain(who.customerId);
    }
  });

  test('is of the own store, and for owners alone', async () => {
    const other = await site.session(site.world.other);
    expect((await list({}, other)).items).toEqual([]);
    const { token } = await site.mint('developer');
    expect((await site.call('GET', '/v1/account/customers', { token })).status).toBe(403);
    expect((await site.call('GET', '/v1/account/customers')).status).toBe(401);
  });
});

describe('account.customers.get', () => {
  test('tells person, addresses, orders, returns, sums and notes', async () => {
    const { customerId, buyerEmail, buyerName, buyerPhone, orders } = await bought('Elif Demir', [1, 2]);
    const [first] = orders;
    const home = { ...address, name: 'Elif Demir', address: 'Ev Sokak 1' };
    const last = await orderOf(site.world, [{ productId }], {
      buyerName,
      buyerEmail,
      buyerPhone,
      shippingAddress: home,
    });
    const { lines } = await site.world.read('orders.get', { params: { ord: first?.id as string } });
    await site.world.done('order.transfer.confirm', { orderId: first?.id });
    const withdrawal = { orderId: first?.id, kind: 'withdrawal', lines: [{ lineId: lines[0].id, quantity: 1 }] };
    await site.world.done('order.return.request', withdrawal, { as: site.world.owner });
    await call('POST', `/${customerId}/notes`, { text: 'Hediye paketi ister.' });
    expect(await get(customerId)).toMatchObject({
      ...{ id: customerId, name: buyerName, email: buyerEmail, phone: buyerPhone, anonymizedAt: null },
      ...{ orders: 3, unpaid: 1, cancelled: 0, total: 2_000, returns: 1 },
      addresses: [{ address: 'Ev Sokak 1' }, { address: address.address }],
      lastOrders: [{ id: last.id }, { total: 2_000 }, { number: first?.number, payment: 'paid' }],
      lastReturns: [{ orderId: first?.id, number: first?.number, kind: 'withdrawal', state: 'requested' }],
      notes: [{ text: 'Hediye paketi ister.' }],
    });
  });

  test('of a forgotten customer has orders and returns, and nothing of the person', async () => {
    const { customerId, buyerEmail, orders } = await bought('Selim Silinir', [1]);
    await call('POST', `/${customerId}/notes`, { text: 'Selim kapıcıya bırakılsın ister.' });
    await site.world.done('customer.anonymize', { customerId }, { as: site.world.owner });
    const found = await get(customerId);
    expect(found).toMatchObject({ name: null, email: null, phone: null, anonymizedAt: expect.any(String), orders: 1 });
    expect(found).toMatchObject({ addresses: [], notes: [], lastOrders: [{ id: orders[0]?.id }] });
    for (const said of ['Selim', buyerEmail, address.address, '+90']) expect(JSON.stringify(found)).not.toContain(said);
    const { status, body } = await call('POST', `/${customerId}/notes`, { text: 'Selim döndü' });
    expect([status, body.code]).toEqual([409, 'invalid_state']);
  });

  test('has no customer of another store', async () => {
    const { customerId } = await bought('Yabancı Biri', [1]);
    const other = await site.session(site.world.other);
    const asked = (id: string, as = session) => call('GET', `/${id}`, undefined, as);
    expect((await asked(customerId, other)).body.code).toBe('not_found');
    expect((await asked(newId('cus'))).body.code).toBe('not_found');
  });
});

const said = async (answer: ReturnType<typeof call>) => {
  const { status, body } = await answer;
  return body.code ? `${status} ${body.code}` : String(status);
};
const trail = async (entity: string) =>
  (await site.call('GET', `/v1/audit?entity=${entity}`, { session })).body.items as {
    command: string;
    inverse: { command: string; payload: object } | null;
  }[];

describe('customer.note.add', () => {
  test('keeps a note that the trail tells of, and is taken back', async () => {
    const { customerId } = await bought('Not Alan', [1]);
    const { body } = await call('POST', `/${customerId}/notes`, { text: 'Faturayı şirkete ister.' });
    expect((await get(customerId)).notes).toEqual([body]);
    const [row] = await trail(customerId);
    expect(row).toMatchObject({
      command: 'customer.note.add',
      inverse: { command: 'customer.note.remove', payload: { noteId: body.id } },
    });
  });

  test.each([
    ['nothing', ''],
    ['blanks', '  '],
    ['more than a note has', 'a'.repeat(2_001)],
  ])('refuses %s', async (_, text) => {
    const { customerId } = await bought('Boş Not', [1]);
    expect(await said(call('POST', `/${customerId}/notes`, { text }))).toBe('400 invalid_request');
  });

  test('refuses whom it does not know, and more notes than people read', async () => {
    const { customerId } = await bought('Çok Notlu', [1]);
    expect(await said(call('POST', `/${newId('cus')}/notes`, { text: 'Kim bu?' }))).toBe('404 not_found');
    await site.rows(
      `INSERT INTO customer_note SELECT store_id, 'cno_' || lpad(n::text, 26, '0'), id, 'not', now()
       FROM customer, generate_series(1, $2::int) n WHERE id = $1`,
      [customerId, NOTES_MAX],
    );
    expect(await said(call('POST', `/${customerId}/notes`, { text: 'Bir daha' }))).toBe('422 limit_exceeded');
    await site.rows('DELETE FROM customer_note WHERE customer_id = $1', [customerId]);
  });
});

describe('customer.note.remove', () => {
  test('takes one note away, once, and none of another store', async () => {
    const { customerId } = await bought('Not Silen', [1]);
    const [first, second] = [
      await call('POST', `/${customerId}/notes`, { text: 'Bir' }),
      await call('POST', `/${customerId}/notes`, { text: 'İki' }),
    ];
    const remove = (id: string, as = session) => call('DELETE', `/notes/${id}`, undefined, as);
    expect(await said(remove(first.body.id, await site.session(site.world.other)))).toBe('404 not_found');
    expect(await said(remove(first.body.id))).toBe('200');
    expect(await said(remove(first.body.id))).toBe('404 not_found');
    expect((await get(customerId)).notes).toMatchObject([{ id: second.body.id, text: 'İki' }]);
    const [row] = await trail(customerId);
    expect(row?.inverse).toMatchObject({ command: 'customer.note.add', payload: { customerId, text: 'Bir' } });
  });
});
