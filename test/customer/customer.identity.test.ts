import { orderOf } from '../order/session';
import { lastOf, said } from '../world/story';
import { createWorld, type World } from '../world/world';

let world: World;
let productId: string;
beforeEach(async () => {
  world = await createWorld();
  productId = (await world.done('catalog.product.create', { title: 'Cezve', price: 9_000, stock: 50 })).id;
});
afterEach(() => world.close());

const ordered = (buyerEmail = 'ayse@example.com') => orderOf(world, [{ productId }], { buyerEmail });
const attach = (orderId: string, identityId: string) =>
  world.run('customer.identity.attach', { orderId, identityId }, { as: world.owner });
/** As the owner does it in the panel: nobody else attaches. */
const takeBack = (inverse: Awaited<ReturnType<typeof lastOf>>['inverse']) =>
  world.done(inverse?.command as string, inverse?.payload, { as: world.owner });
const linked = async (): Promise<string[]> => {
  const rows = await world.database
    .reader(world.storeId)
    .query<{ id: string }>(
      'SELECT email AS id FROM customer WHERE store_id = $1 AND identity_id IS NOT NULL ORDER BY 1',
      [world.storeId],
    );
  return rows.map(({ id }) => id);
};

describe('customer.identity.attach', () => {
  test('ties the customer of an order to who asks for it, once, and is taken back', async () => {
    const { id } = await ordered();
    const { body } = await attach(id, 'kimlik-1');
    const { id: customerId } = (body as { result: { id: string } }).result;
    expect(await linked()).toEqual(['ayse@example.com']);
    const { inverse } = await lastOf(world, customerId);
    expect(await said(attach(id, 'kimlik-1'))).toBe('200');
    // Whoever knows an order of somebody must not take the customer over.
    expect(await said(attach(id, 'kimlik-2'))).toBe('409 invalid_state');
    await takeBack(inverse);
    expect(await linked()).toEqual([]);
    expect(await said(attach(id, 'kimlik-2'))).toBe('200');
  });

  test('is for no token, and for no order of another store', async () => {
    const { id } = await ordered();
    const payload = { orderId: id, identityId: 'kimlik-1' };
    for (const as of [world.developer, world.agent])
      expect(await said(world.run('customer.identity.attach', payload, { as }))).toBe('403 owner_only');
    expect(await said(world.run('customer.identity.attach', payload, { as: world.other.owner }))).toBe('404 not_found');
  });

  test('is told of sealed', async () => {
    const { id } = await ordered();
    await attach(id, 'kimlik-cok-gizli');
    const [audit] = await world.database
      .reader(world.storeId)
      .query<{ text: string }>('SELECT string_agg(a::text, chr(10)) AS text FROM audit_row a');
    expect(audit?.text).not.toContain('kimlik-cok-gizli');
  });
});

describe('customer.identity.unlink', () => {
  const unlink = (payload: object) => world.run('customer.identity.unlink', payload);

  test('clears the pointer of all customers of the identity, of one alone, or of none', async () => {
    for (const email of ['ayse@example.com', 'ayse@is.example', 'baska@example.com']) {
      const { id } = await ordered(email);
      await attach(id, email.startsWith('ayse') ? 'kimlik-1' : 'kimlik-2');
    }
    const { body } = await unlink({ identityId: 'kimlik-1' });
    expect((body as { result: { customers: unknown[] } }).result.customers).toHaveLength(2);
    expect(await linked()).toEqual(['baska@example.com']);
    expect(await said(unlink({ identityId: 'kimlik-1' }))).toBe('404 not_found');
    expect(await said(unlink({ identityId: 'kimlik-2', customerId: 'cus_00000000000000000000000000' }))).toBe(
      '404 not_found',
    );
    expect(await linked()).toEqual(['baska@example.com']);
  });

  test('of one customer needs no identity, which no order tells, and of nobody is refused', async () => {
    const { id } = await ordered();
    await attach(id, 'kimlik-1');
    const order = await world.read('orders.get', { params: { ord: id } });
    expect(order.customer).toMatchObject({ identityAttached: true });
    expect(JSON.stringify(order)).not.toContain('kimlik-1');
    expect(await said(unlink({}))).toBe('400 invalid_request');
    expect(await linked()).toEqual(['ayse@example.com']);
    expect(await said(unlink({ customerId: order.customerId }))).toBe('200');
    expect(await linked()).toEqual([]);
    expect(await said(unlink({ customerId: order.customerId }))).toBe('404 not_found');
    expect((await world.read('orders.get', { params: { ord: id } })).customer).toMatchObject({
      identityAttached: false,
    });
    await takeBack((await lastOf(world, order.customerId)).inverse);
    expect(await linked()).toEqual(['ayse@example.com']);
  });

  test('of one customer is taken back', async () => {
    const { id } = await ordered();
    await attach(id, 'kimlik-1');
    const { body } = await unlink({ identityId: 'kimlik-1' });
    const [only] = (body as { result: { customers: { id: string }[] } }).result.customers;
    await takeBack((await lastOf(world, only?.id as string)).inverse);
    expect(await linked()).toEqual(['ayse@example.com']);
  });
});
