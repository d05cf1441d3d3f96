import { type OwnerSession, openSite, type Site } from '../surfaces/site';
import { orderOf } from './session';

const NEW = {
  name: 'Zeynep Ay',
  phone: '+905551112233',
  address: 'Moda Caddesi 4/2',
  district: 'Kadıköy',
  province: 'İstanbul',
  postalCode: null,
};

describe('order.address.set', () => {
  let site: Site;
  let session: OwnerSession;
  let productId: string;
  beforeEach(async () => {
    site = await openSite();
    session = await site.session();
    const product = { title: 'Bakır Cezve', price: 54_900, stock: 10 };
    productId = (await site.world.done('catalog.product.create', product)).id;
  });
  afterEach(() => site.close());

  const ordered = (method: 'cod' | 'transfer' = 'cod') =>
    orderOf(site.world, [{ productId, quantity: 2 }], { terms: { method } });
  const set = (id: string, { address = NEW, rev, dryRun = false }: Asked = {}) =>
    site.call('POST', `/v1/account/orders/${id}/address`, {
      session,
      body: { shippingAddress: address },
      headers: {
        ...(rev === undefined ? {} : { 'If-Match': `"${rev}"` }),
        ...(dryRun ? { 'Dry-Run': 'true' } : {}),
      },
    });
  interface Asked {
    readonly address?: object;
    readonly rev?: number;
    readonly dryRun?: boolean;
  }
  const read = (id: string) => site.world.read('orders.get', { params: { ord: id } });

  test('sends the goods elsewhere, and leaves the invoice, the prices and the documents as they were agreed on', async () => {
    const { id } = await ordered();
    const before = await read(id);
    expect((await set(id, { dryRun: true })).status).toBe(200);
    expect((await read(id)).shippingAddress).toEqual(before.shippingAddress);
    const { status, body } = await set(id, { rev: before.rev });
    expect([status, body.rev]).toEqual([200, before.rev + 1]);
    const after = await read(id);
    expect(after).toMatchObject({ shippingAddress: NEW, billing: before.billing, total: before.total });
    expect(after.timeline.map(({ kind }: { kind: string }) => kind)).toEqual(['placed', 'readdressed']);
  });

  test('writes to the buyer, without the address itself', async () => {
    const { id } = await ordered();
    await set(id);
    const [letter] = await site.rows<{ letter: string }>(`SELECT letter FROM mail WHERE letter = 'order.readdressed'`);
    expect(letter).toBeDefined();
    const kind = site.world.platform.services.letters.find((each) => each.kind === 'order.readdressed');
    const db = site.world.database.reader(site.world.storeId);
    const written = await kind?.write(db, site.world.storeId, [id], site.world.platform.services);
    expect(JSON.stringify([...(written?.values() ?? [])])).not.toContain('Moda');
  });

  test('is refused once a parcel was made, after a cancellation, for a rev that is over and for what is no address', async () => {
    const [sent, gone, moved] = [await ordered(), await ordered('transfer'), await ordered()];
    await site.world.done('order.ship', { orderId: sent.id, carrier: 'yurtici' });
    expect((await set(sent.id)).body).toMatchObject({ code: 'invalid_state', state: 'shipped' });
    await site.world.done('order.cancel', { orderId: gone.id, reason: 'customer' });
    expect((await set(gone.id)).body).toMatchObject({ code: 'invalid_state', state: 'cancelled' });
    expect((await set(moved.id, { rev: 7 })).body.code).toBe('rev_conflict');
    expect((await set(moved.id, { address: { ...NEW, phone: '0555' } })).body).toMatchObject({
      code: 'invalid_request',
      errors: [{ pointer: '/shippingAddress/phone' }],
    });
    expect((await set('ord_00000000000000000000000000')).status).toBe(404);
    const { token } = await site.mint('developer', ['orders:write']);
    const path = `/v1/account/orders/${moved.id}/address`;
    expect((await site.call('POST', path, { token, body: { shippingAddress: NEW } })).body.code).toBe('owner_only');
  });

  test('the trail tells of it, sealed for its customer', async () => {
    const { id } = await ordered();
    await set(id);
    const { items } = await site.world.read('audit.list', { query: { entity: id } });
    expect(items[0].command).toBe('order.address.set');
    const [{ text } = { text: '' }] = await site.rows<{ text: string }>(
      `SELECT string_agg(a::text, '') AS text FROM audit_row a WHERE command = 'order.address.set'`,
    );
    expect(text).not.toContain('Moda');
  });
});
