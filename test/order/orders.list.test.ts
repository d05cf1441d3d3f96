import { Client } from 'pg';
import { listOrders } from '../../src/order/answer/list-store';
import { said } from '../world/story';
import { createWorld, type World } from '../world/world';
import { orderOf } from './session';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Subplan Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

const within = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(within)];

/** How Postgres finds a page where it may sort nothing that has an order already. */
async function planOfPage(world: World, how: Parameters<typeof listOrders>[2]): Promise<PlanNode[]> {
  const asked: { text: string; values: unknown[] }[] = [];
  const query = async (text: string, values: unknown[] = []) => {
    asked.push({ text, values });
    return [];
  };
  await listOrders({ query } as never, world.storeId, how, null, 20);
  const client = new Client({ connectionString: world.superuserUrl });
  await client.connect();
  try {
    await client.query('SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_sort = off');
    const [{ text, values }] = asked as [{ text: string; values: unknown[] }];
    const { rows } = await client.query(`EXPLAIN (FORMAT JSON) ${text}`, values);
    const nodes = within(rows[0]['QUERY PLAN'][0].Plan);
    return within(nodes.find((node) => node['Subplan Name'] === 'CTE page') as PlanNode);
  } finally {
    await client.end();
  }
}

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
    await world.done('order.ship', { orderId: third.id, carrier: 'yurtici', trackingNumber: '88-01-77' });
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
    ['ec 1003', []],
    ['ec 1004', ['1004']],
    ['иван', []],
    ['yok böyle', []],
    ['+905551112233', ['1002', '1001']],
    ['+90 (555) 111 22 33', ['1002', '1001']],
    ['905551112233', ['1002', '1001']],
    ['555 111 22 33', ['1002', '1001']],
  ])('finds by text: %s', async (text, found) => {
    expect(await numbers({ text })).toEqual(found);
  });

  test('finds by the tracking number of a parcel, written whole', async () => {
    expect(await numbers({ text: ' 88-01-77' })).toEqual(['1003']);
    expect(await numbers({ text: '88-01-77', channel: 'trendyol' })).toEqual([]);
    for (const text of ['88-01', '8801977']) expect(await numbers({ text })).toEqual([]);
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

  describe('by the carrier of its parcels', () => {
    let shop: World;
    let ids: string[];
    beforeAll(async () => {
      shop = await createWorld();
      const { id: productId } = await shop.done('catalog.product.create', { title: 'Fincan', price: 1_000, stock: 99 });
      const ship = (orderId: string, carrier: string, lines?: object[]) =>
        shop.done('order.ship', { orderId, carrier, ...(lines ? { lines } : {}) });
      ids = [];
      for (const quantity of [3, 2, 5, 4, 6, 1]) {
        const method = quantity === 4 ? 'transfer' : 'cod';
        const { id } = await orderOf(shop, [{ productId, quantity }], { terms: { method } });
        ids.push(id);
      }
      const [whole, both, twice, unpaid, cancelled] = ids as [string, string, string, string, string];
      const pieces = async (id: string, quantity: number) => {
        const { lines } = await shop.read('orders.get', { params: { ord: id } });
        return [{ lineId: lines[0].id, quantity }];
      };
      await ship(whole, 'yurtici');
      await ship(both, 'aras', await pieces(both, 1));
      await ship(both, 'yurtici');
      for (const quantity of [2, 2, 1]) await ship(twice, 'yurtici', await pieces(twice, quantity));
      await shop.done('order.transfer.confirm', { orderId: unpaid });
      await ship(unpaid, 'yurtici');
      const { id: shipmentId } = await ship(cancelled, 'yurtici');
      await shop.done('order.shipment.cancel', { orderId: cancelled, shipmentId });
      await ship(cancelled, 'aras');
    });
    afterAll(() => shop.close());

    /** The orders by their places, page by page. */
    async function placesOf(query: Record<string, unknown>, limit = 1): Promise<number[]> {
      const places: number[] = [];
      for (let cursor: string | undefined; ; ) {
        const page = await shop.read('orders.list', { query: { ...query, limit, ...(cursor ? { cursor } : {}) } });
        expect(page.items.length).toBeLessThanOrEqual(limit);
        places.push(...page.items.map(({ id }: { id: string }) => ids.indexOf(id)));
        if (page.nextCursor === null) return places;
        cursor = page.nextCursor;
      }
    }

    test.each([
      ['-placedAt', [3, 2, 1, 0]],
      ['placedAt', [0, 1, 2, 3]],
      ['-total', [2, 3, 0, 1]],
      ['total', [1, 0, 3, 2]],
    ])('in the order of %s, each once, over pages', async (sort, found) => {
      expect(await placesOf({ carrier: 'yurtici', sort })).toEqual(found);
      expect(await placesOf({ carrier: 'yurtici', sort }, 20)).toEqual(found);
    });

    test('without those whose parcel is cancelled, and beside every other filter', async () => {
      expect(await placesOf({ carrier: 'aras' })).toEqual([4, 1]);
      expect(await placesOf({ carrier: 'surat' })).toEqual([]);
      expect(await placesOf({ carrier: 'yurtici', payment: 'paid' })).toEqual([3]);
      expect(await placesOf({ carrier: 'yurtici', minTotal: 3_000, maxTotal: 4_500 })).toEqual([3, 0]);
      expect(await placesOf({ carrier: 'yurtici', text: 'fincan' })).toEqual([3, 2, 1, 0]);
      const { total } = await shop.read('orders.list', { query: { carrier: 'yurtici', limit: 1, total: true } });
      expect(total).toBe(4);
      await expect(placesOf({ carrier: 'yok' })).rejects.toMatchObject({ code: 'invalid_request' });
      const others = await shop.read('orders.list', { as: shop.other.owner, query: { carrier: 'yurtici' } });
      expect(others.items).toEqual([]);
    });

    test.each(['-placedAt', 'placedAt', '-total', 'total'] as const)(
      'by the index of that order (%s), a page at a time',
      async (sort) => {
        const nodes = await planOfPage(shop, { filter: { carrier: 'yurtici' }, sort });
        const indexes = nodes.flatMap(({ 'Index Name': name }) => name ?? []);
        expect(indexes).toContain(
          sort.endsWith('total') ? 'order_shipment_carrier_total' : 'order_shipment_carrier_placed',
        );
        // Whatever is sorted is read to its end, however many there are.
        expect(nodes.map((node) => node['Node Type'])).not.toContain('Sort');
      },
    );
  });

  test('shows nothing of another store', async () => {
    expect((await world.read('orders.list', { as: world.other.owner })).items).toEqual([]);
    expect(
      await said(world.run('order.cancel', { orderId: 'ord_00000000000000000000000000', reason: 'customer' })),
    ).toBe('404 not_found');
  });

  test('filters by what of the money was given back', async () => {
    const one = await orderOf(world, [{ productId: (products[0] as { id: string }).id }], {
      terms: { method: 'transfer' },
    });
    await world.done('order.transfer.confirm', { orderId: one.id });
    const give = async (amount: number) => {
      const { id } = await world.done('order.refund.request', { orderId: one.id, amount, reason: 'Jest' });
      expect(await numbers({ refund: 'full' })).toEqual([]);
      await world.done('order.refund.record', { refundId: id, outcome: 'succeeded' });
    };
    await give(4_000);
    expect(await numbers({ refund: 'partial' })).toEqual([one.number]);
    await give(one.total - 4_000);
    expect(await numbers({ refund: 'full' })).toEqual([one.number]);
    expect(await numbers({ refund: 'partial' })).toEqual([]);
    expect(await numbers({ refund: 'none', payment: 'paid' })).toEqual([]);
    expect(await numbers({ refund: 'none' })).toEqual(['1004', '1003', '1002', '1001']);
  });
});
