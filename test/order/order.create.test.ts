import { newUlid } from '../../src/kernel/ids';
import { said } from '../world/story';
import { createWorld, type World } from '../world/world';
import { completeSession, orderOf } from './session';

describe('order.create', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
  });
  afterEach(() => world.close());

  const product = (payload: object = {}) =>
    world.done('catalog.product.create', { title: 'Bakır Cezve', price: 54_900, stock: 3, ...payload });
  const stockOf = async (id: string) => (await world.read('catalog.products.get', { params: { prd: id } })).stock;
  const create = (sessionId: string, more: object = {}) =>
    world.run('order.create', { sessionId }, { as: world.owner, ...more });
  const read = (id: string) => world.read('orders.get', { params: { ord: id } });

  test('makes an order of what its shopper has agreed to, and takes its stock', async () => {
    const cezve = await product();
    const kahve = await product({ title: 'Türk Kahvesi', price: 14_990, stock: null, vatRate: 1 });
    const made = await orderOf(world, [{ productId: cezve.id, quantity: 2 }, { productId: kahve.id }], {
      terms: { codFee: 2_990, rate: { id: 'hizli', label: 'Hızlı', kurus: 4_900 } },
    });
    expect(made).toMatchObject({ number: '1001', payment: 'pending_cod', fulfilment: 'unfulfilled', refund: 'none' });
    expect(made.total).toBe(2 * 54_900 + 14_990 + 2_990 + 4_900);
    expect(await stockOf(cezve.id)).toBe(1);
    const order = await read(made.id);
    expect(order).toMatchObject({
      buyerName: 'Ayşe Yılmaz',
      shippingAddress: { district: 'Kadıköy' },
      itemsTotal: 124_790,
      shippingTotal: 4_900,
      codFee: 2_990,
      captured: 0,
      timeline: [{ kind: 'placed' }],
      lines: [
        { title: 'Bakır Cezve', quantity: 2, unitPrice: 54_900, stockTaken: 2, vatRate: 20 },
        { title: 'Türk Kahvesi', quantity: 1, stockTaken: 0, vatRate: 1 },
      ],
    });
    const paid = order.lines.flatMap(({ units }: { units: Record<string, number>[] }) =>
      units.map(({ price = 0, discount = 0, shipping = 0, codFee = 0 }) => price - discount + shipping + codFee),
    );
    expect(paid.reduce((sum: number, each: number) => sum + each, 0)).toBe(made.total);
    const { items } = await world.read('catalog.stockMovements.list', { query: { targetId: cezve.id } });
    expect(items[0]).toMatchObject({ kind: 'sold', delta: -2, before: 3, after: 1, orderId: made.id });
    expect((await orderOf(world, [{ productId: kahve.id }])).number).toBe('1002');
  });

  test('placed twice is one order, under one key and under two', async () => {
    const { id } = await product();
    const sessionId = await completeSession(world, [{ productId: id }]);
    const key = newUlid();
    const [first, again] = [await create(sessionId, { key }), await create(sessionId, { key })];
    expect(again).toMatchObject({ status: 200, body: first.body, replayed: true });
    const other = await create(sessionId);
    expect(other.body).toMatchObject({ result: { id: (first.body as { result: { id: string } }).result.id } });
    const both = await completeSession(world, [{ productId: id }]);
    const raced = await Promise.all([create(both), create(both), create(both)]);
    expect(new Set(raced.map(({ body }) => (body as { result: { id: string } }).result.id)).size).toBe(1);
    expect(await stockOf(id)).toBe(1);
  });

  test('sells the last piece once, whoever comes first', async () => {
    const [one, other] = [await product({ stock: 4 }), await product({ title: 'Fincan', stock: 4 })];
    const sessions = await Promise.all(
      Array.from({ length: 8 }, (_, turn) => {
        const lines = [{ productId: one.id }, { productId: other.id }];
        return completeSession(world, turn % 2 ? lines : lines.toReversed());
      }),
    );
    const replies = await Promise.all(sessions.map((session) => said(create(session))));
    expect(replies.filter((reply) => reply === '200')).toHaveLength(4);
    expect(replies.filter((reply) => reply !== '200')).toEqual(Array(4).fill('422 out_of_stock'));
    expect([await stockOf(one.id), await stockOf(other.id)]).toEqual([0, 0]);
  });

  test('two lines of one item take from one stock', async () => {
    const { id } = await product({ stock: 3 });
    const session = await completeSession(world, [
      { productId: id, quantity: 2 },
      { productId: id, quantity: 2 },
    ]);
    expect((await create(session)).body).toMatchObject({ code: 'insufficient_stock', line: 'l2', stock: 1 });
    expect(await stockOf(id)).toBe(3);
  });

  test('is refused when the shop is not what the shopper was shown any more', async () => {
    const { id } = await product();
    const session = await completeSession(world, [{ productId: id }]);
    await world.done('catalog.price.set', { targetId: id, price: 59_900 });
    expect((await create(session)).body).toMatchObject({ code: 'price_changed', line: 'l1', price: 59_900 });
    await world.done('catalog.price.set', { targetId: id, price: 54_900 });
    expect(await said(create(session))).toBe('200');
    const another = await completeSession(world, [{ productId: id }]);
    await world.done('catalog.product.archive', { productId: id });
    expect(await said(create(another))).toBe('422 line_unavailable');
    expect(await stockOf(id)).toBe(2);
  });

  test('is refused of a session that has expired, is empty, not filled in, or adds up otherwise', async () => {
    const { id } = await product();
    const wanted = [{ productId: id }];
    const expiresAt = new Date(Date.now() - 1_000).toISOString();
    expect(await said(create(await completeSession(world, wanted, { expiresAt })))).toBe('410 session_expired');
    expect(await said(create(await completeSession(world, wanted, { cart: [] })))).toBe('422 cart_empty');
    expect(await said(create(await completeSession(world, wanted, { quote: null })))).toBe('422 order_rejected');
    const quote = {
      lines: [{ key: 'l1', productId: id, variantId: null, quantity: 1, unitPrice: 54_900 }],
      discounts: [],
      rate: null,
      method: 'cod' as const,
      codFee: 0,
      total: 54_899,
    };
    expect(await said(create(await completeSession(world, wanted, { quote })))).toBe('422 amount_mismatch');
    expect(
      await said(world.run('order.create', { sessionId: 'chs_00000000000000000000000000' }, { as: world.owner })),
    ).toBe('404 not_found');
    expect(await stockOf(id)).toBe(3);
  });

  test('knows a buyer again by the address of e-mail', async () => {
    const { id } = await product();
    const first = await read((await orderOf(world, [{ productId: id }])).id);
    const more = { buyerName: 'Ayşe Kaya', buyerEmail: 'AYSE@example.com' };
    const second = await read((await orderOf(world, [{ productId: id }], more)).id);
    expect(second.customerId).toBe(first.customerId);
    expect(first.buyerName).toBe('Ayşe Yılmaz');
    expect(second.buyerName).toBe('Ayşe Kaya');
  });

  test('sells a variant at its own price, from its own stock', async () => {
    const made = await product({
      variants: [
        { title: 'Küçük', stock: 2, price: 39_900 },
        { title: 'Büyük', stock: 1 },
      ],
    });
    const [small, big] = made.variants;
    const order = await orderOf(world, [
      { productId: made.id, variantId: small.id, quantity: 2 },
      { productId: made.id, variantId: big.id },
    ]);
    expect(order.total).toBe(2 * 39_900 + 54_900);
    const { variants } = await world.read('catalog.products.get', { params: { prd: made.id } });
    expect(variants.map(({ stock }: { stock: number }) => stock)).toEqual([0, 0]);
    const session = await completeSession(world, [{ productId: made.id }]);
    expect(await said(create(session))).toBe('422 line_unavailable');
  });
});
