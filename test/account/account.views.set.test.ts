import { newId } from '../../src/kernel/ids';
import { type OwnerSession, openSite, type Site } from '../surfaces/site';

let site: Site;
let session: OwnerSession;
beforeEach(async () => {
  site = await openSite();
  session = await site.session();
});
afterEach(() => site.close());

const none = { views: [], columns: null };
const toShip = { name: 'Gönderilecek', filter: { payment: 'paid', fulfilment: 'unfulfilled', sort: 'placedAt' } };
const read = async (as = session) => (await site.call('GET', '/v1/account/views', { session: as })).body;
const set = (list: string, body: object, as = session) =>
  site.call('PUT', `/v1/account/views/${list}`, { session: as, body });
/** Faults of each field that was refused. */
const faultsOf = ({ status, body }: Awaited<ReturnType<typeof set>>) => [
  status,
  (body.errors ?? []).map(({ pointer }: { pointer: string }) => pointer),
];

/** A packer of the same store, with an open session. */
async function packer(): Promise<OwnerSession> {
  const id = newId('own');
  await site.rows(
    `WITH made AS (INSERT INTO login (id, password_hash, password_set_at)
       SELECT $1, l.password_hash, now() FROM login l JOIN owner_account o ON o.login_id = l.id WHERE o.id = $3 RETURNING id)
     INSERT INTO owner_account (id, store_id, email, joined_at, role, login_id)
     SELECT $1, $2, $4, now(), 'packer', id FROM made RETURNING id`,
    [id, site.world.storeId, site.world.owner.id, `${id}@example.com`],
  );
  return site.session({ ...site.world, owner: { ...site.world.owner, id } });
}

describe('account.views.set', () => {
  test('keeps views in their order and columns, of each list apart', async () => {
    expect(await read()).toEqual({ orders: none, products: none });
    const views = [toShip, { name: 'Havale', filter: { payment: 'awaiting_transfer' } }];
    const answer = await set('orders', { views, columns: ['buyer', 'total'] });
    expect([answer.status, answer.body]).toEqual([200, { views, columns: ['buyer', 'total'] }]);
    const products = { views: [{ name: 'Kahveler', filter: { text: 'kahve', stock: 'out' } }], columns: null };
    expect((await set('products', products)).status).toBe(200);
    expect(await read()).toEqual({ orders: { views, columns: ['buyer', 'total'] }, products });
    const turned = { views: views.toReversed(), columns: null };
    await set('orders', turned);
    expect(await read()).toEqual({ orders: turned, products });
    await set('orders', none);
    expect(await read()).toEqual({ orders: none, products });
  });

  test('are those of one person in one store', async () => {
    const other = await packer();
    const foreign = await site.session(site.world.other);
    await set('orders', { views: [toShip], columns: null });
    expect([await read(other), await read(foreign)]).toEqual([
      { orders: none, products: none },
      { orders: none, products: none },
    ]);
    const own = { views: [], columns: ['total'] };
    expect((await set('orders', own, other)).status).toBe(200);
    expect((await read()).orders).toEqual({ views: [toShip], columns: null });
    expect((await read(other)).orders).toEqual(own);
  });

  test('holds twenty views of a list, and says what is too much', async () => {
    const views = Array.from({ length: 20 }, (_, nth) => ({ name: `Görünüm ${nth}`, filter: { sort: 'placedAt' } }));
    expect((await set('orders', { views, columns: null })).status).toBe(200);
    const more = [...views, toShip];
    expect(faultsOf(await set('orders', { views: more, columns: null }))).toEqual([400, ['/views']]);
    expect(faultsOf(await set('orders', { views: [{ ...toShip, name: 'a'.repeat(41) }], columns: null }))).toEqual([
      400,
      ['/views/0/name'],
    ]);
    expect((await read()).orders.views).toHaveLength(20);
  });

  test('refuses two views of one name, whatever keyboard typed it, and a list that it does not know', async () => {
    const twins = [toShip, { name: 'GONDERILECEK', filter: { payment: 'paid' } }];
    expect(faultsOf(await set('orders', { views: twins, columns: null }))).toEqual([400, ['/views/1/name']]);
    expect((await set('customers', none)).status).toBe(400);
    expect((await set('orders', { views: [{ name: 'Boş', filter: {} }], columns: null })).status).toBe(400);
  });

  test('keeps nothing that names a person: neither what is looked for in orders nor a customer', async () => {
    const texts = [{ name: 'Ayşe', filter: { text: 'ayse@example.com' } }];
    expect(faultsOf(await set('orders', { views: texts, columns: null }))).toEqual([400, ['/views/0/filter/text']]);
    const of = [{ name: 'Ayşe', filter: { customerId: newId('cus') } }];
    expect((await set('orders', { views: of, columns: null })).status).toBe(400);
    const foreign = [{ name: 'Kargo', filter: { carrier: 'aras' } }];
    expect(faultsOf(await set('products', { views: foreign, columns: null }))).toEqual([
      400,
      ['/views/0/filter/carrier'],
    ]);
    expect(await read()).toEqual({ orders: none, products: none });
  });

  test('is for a session alone: tokens have no views', async () => {
    const { token } = await site.mint('developer');
    expect((await site.call('GET', '/v1/account/views', { token })).status).toBe(403);
    expect((await site.call('PUT', '/v1/account/views/orders', { token, body: none })).status).toBe(403);
  });
});
