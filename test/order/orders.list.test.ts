import { said } from '../world/story';
import { createWorld, type World } from '../world/world';
import { orderOf } from './session';

describe('orders.list', () => {
  let world: World;
  let products: { id: string }[];
  beforeAll(async () => {
    world = await createWorld();
    products = [];
    for (const [title, price] of [
      ['Türk Kahvesi', 10_000],
      ['Bakır Cezve', 50_000],
    ] as const)
      products.push(await world.done('catalog.product.create', { title, price, stock: 100 }));
    const [kahve, cezve] = products as [{ id: string }, { id: string }];
    const buyer = (name: string, phone: string) => ({
      buyerName: name,
      buyerEmail: `${phone.slice(1)}@example.com`,
      buyerPhone: phone,
    });
    const isik = buyer('Şule Işık', '+905551112233');
    await orderOf(world, [{ productId: kahve.id }], isik);
    await orderOf(world, [{ productId: cezve.id, quantity: 2 }], { ...isik, terms: { method: 'transfer' } });
    const third = await orderOf(world, [{ productId: kahve.id, quantity: 3 }], buyer('Can Demir', '+905319998877'));
    await world.done('order.ship', { orderId: third.id, carrier: 'yurtici' });
    await orderOf(world, [{ productId: cezve.id }], buyer('Ece Demirci', '+905321110000'));
  });
  afterAll(() => world.close());

  const list = (query: Record<string, unknown> = {}) => world.read('orders.list', { query });
  const numbers = async (query: Record<string, unknown> = {}) =>
    (await list(query)).items.map(({ number }: { number: string }) => number);

  test('shows the newest first, with what people decide by', async () => {
    const { items, nextCursor } = await list();
    expect(items.map(({ number }: { number: string }) => number)).toEqual(['1004', '1003', '1002', '1001']);
    expect(items[1]).toMatchObject({ fulfilment: 'shipped', payment: 'pending_cod', pieces: 3, refund: 'none' });
    expect(items[1]).not.toHaveProperty('shippingAddress');
    expect(nextCursor).toBeNull();
  });

  test('filters by every state and amount that it names', async () => {
    const [kahve] = products as [{ id: string }];
    expect(await numbers({ payment: 'awaiting_transfer' })).toEqual(['1002']);
    expect(await numbers({ fulfilment: 'shipped', payment: 'pending_cod' })).toEqual(['1003']);
    expect(await numbers({ productId: kahve.id })).toEqual(['1003', '1001']);
    expect(await numbers({ minTotal: 30_000, maxTotal: 50_000 })).toEqual(['1004', '1003']);
    expect(await numbers({ channel: 'trendyol' })).toEqual([]);
    const [{ customerId, placedAt }] = (await list({ payment: 'awaiting_transfer' })).items;
    expect(await numbers({ customerId })).toEqual(['1002', '1001']);
    expect(await numbers({ customerId, productId: kahve.id })).toEqual(['1001']);
    expect(await numbers({ placedBefore: placedAt })).toEqual(['1001']);
    expect(await numbers({ placedSince: placedAt, payment: 'pending_cod' })).toEqual(['1004', '1003']);
  });

  test.each([
    ['sule isik', ['1002', '1001']],
    ['0555 111', ['1002', '1001']],
    ['DEMİR', ['1004', '1003']],
    ['cezve', ['1004', '1002']],
    ['1003', ['1003']],
    ['ec', ['1004']],
    ['yok böyle', []],
    ['+905551112233', ['1002', '1001']],
    ['+90 (555) 111 22 33', ['1002', '1001']],
    ['905551112233', ['1002', '1001']],
    ['555 111 22 33', ['1002', '1001']],
  ])('finds by text: %s', async (text, found) => {
    expect(await numbers({ text })).toEqual(found);
  });

  test.each([
    ['placedAt', ['1001', '1002', '1003', '1004']],
    ['total', ['1001', '1003', '1004', '1002']],
    ['-total', ['1002', '1004', '1003', '1001']],
  ])('sorts by %s, also over pages', async (sort, found) => {
    const first = await list({ sort, limit: 3, total: true });
    const rest = await list({ sort, limit: 3, cursor: first.nextCursor });
    expect([...first.items, ...rest.items].map(({ number }) => number)).toEqual(found);
    expect(first.total).toBe(4);
    expect(rest.nextCursor).toBeNull();
  });

  test('refuses a text without a word, and the cursor of another list', async () => {
    await expect(list({ text: '   ' })).rejects.toMatchObject({ code: 'invalid_request' });
    const { nextCursor } = await list({ limit: 1 });
    await expect(list({ limit: 1, sort: 'total', cursor: nextCursor })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });

  test('shows nothing of another store', async () => {
    expect((await world.read('orders.list', { as: world.other.owner })).items).toEqual([]);
    expect(
      await said(world.run('order.cancel', { orderId: 'ord_00000000000000000000000000', reason: 'customer' })),
    ).toBe('404 not_found');
  });
});
