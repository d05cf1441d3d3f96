import { fieldOf, movesMoney, placeOf } from '../../src/kernel/schema/meaning';
import { returnTitles } from '../../src/order/return/store';
import { registry } from '../../src/registry';
import { createWorld, type World } from '../world/world';
import { returnsIn } from './returns';
import { orderOf } from './session';

const SHIPPING = 100;

describe('what a proposed call about an order acts upon', () => {
  let world: World;
  let in_: ReturnType<typeof returnsIn>;
  let cup: string;
  let pot: string;
  beforeAll(async () => {
    world = await createWorld();
    in_ = returnsIn(world);
    cup = (await world.done('catalog.product.create', { title: 'Fincan', price: 2_000, stock: 100 })).id;
    pot = (await world.done('catalog.product.create', { title: 'Cezve', price: 10_000, stock: 100 })).id;
  });
  afterAll(() => world.close());

  const db = () => world.database.reader(world.storeId);
  const facts = async (id: string, payload: object) =>
    (await registry
      .mutation(id)
      ?.actsUpon?.({ db: db(), storeId: world.storeId, payload: payload as never, result: null })) ?? [];
  /** Facts by their English labels, without the order and its buyer. */
  const upon = async (id: string, payload: object): Promise<[label: string, value: unknown][]> => {
    return (await facts(id, payload)).map(({ label: { en }, value }): [string, unknown] => [en, value]).slice(2);
  };
  /** An order of three cups and two pots that is paid, with 1,00 TL of shipping. */
  const ordered = async () => {
    const { id } = await orderOf(
      world,
      [
        { productId: cup, quantity: 3 },
        { productId: pot, quantity: 2 },
      ],
      { terms: { method: 'transfer', rate: { id: 'standart', label: 'Standart', kurus: SHIPPING } } },
    );
    await world.done('order.transfer.confirm', { orderId: id });
    const { lines, total } = await in_.order(id);
    return { id, total, cups: lines[0].id as string, pots: lines[1].id as string };
  };
  const arrived = async () => {
    const order = await ordered();
    const { id: shipmentId } = await world.done('order.ship', { orderId: order.id, carrier: 'yurtici' });
    await world.done('order.shipment.track', { orderId: order.id, shipmentId, state: 'delivered' });
    return order;
  };

  test('is all of the order where it is cancelled', async () => {
    const { id, total } = await ordered();
    const whole = [
      ['Total of the order', total],
      ['Goods', '3 × Fincan'],
      ['Goods', '2 × Cezve'],
    ];
    expect(await upon('order.cancel', { orderId: id })).toEqual(whole);
    const [number] = await facts('order.cancel', { orderId: id });
    expect(number?.value).toBe((await in_.order(id)).number);
  });

  test('is the parcel with its pieces alone', async () => {
    const { id, pots } = await ordered();
    const parcel = { orderId: id, carrier: 'yurtici', trackingNumber: 'T1', lines: [{ lineId: pots, quantity: 1 }] };
    const { id: shipmentId } = await world.done('order.ship', parcel);
    for (const command of ['order.shipment.cancel', 'order.shipment.track', 'orders.shipment.update'])
      expect(await upon(command, { orderId: id, shipmentId, state: 'delivered' })).toEqual([
        ['Carrier', 'yurtici'],
        ['Tracking number', 'T1'],
        ['Money', 10_000],
        ['Goods', '1 × Cezve'],
      ]);
    const stated = { orderId: id, lines: [{ lineId: pots, quantity: 1 }] };
    for (const command of ['orders.cargo.book', 'order.ship', 'order.return.request'])
      expect(await upon(command, stated)).toEqual([
        ['Money', 10_000],
        ['Goods', '1 × Cezve'],
      ]);
    // Without lines it is what may leave still.
    expect(await upon('orders.cargo.book', { orderId: id })).toEqual([
      ['Money', 16_000],
      ['Goods', '3 × Fincan'],
      ['Goods', '1 × Cezve'],
    ]);
  });

  test('is the money of a refund, beside what is captured and what is left', async () => {
    const { id, total, cups } = await arrived();
    await world.done('order.refund.request', { orderId: id, amount: 1_000, reason: 'Özür' });
    const left = total - 1_000;
    const money = (amount: number) => [
      ['To give back', amount],
      ['Captured', total],
      ['Left to give back', left],
    ];
    const all = [
      ['Goods', '3 × Fincan'],
      ['Goods', '2 × Cezve'],
    ];
    for (const command of ['orders.refund', 'order.refund.request']) {
      expect(await upon(command, { orderId: id, amount: 5_000, reason: 'x' })).toEqual([...money(5_000), ...all]);
      expect(await upon(command, { orderId: id, reason: 'x' })).toEqual([...money(left), ...all]);
      const lines = [{ lineId: cups, quantity: 2 }];
      expect(await upon(command, { orderId: id, lines, reason: 'x' })).toEqual([
        ...money(4_000),
        ['Goods', '2 × Fincan'],
      ]);
      // More than is left is shown as it is asked for, beside what is left.
      expect(await upon(command, { orderId: id, amount: total, reason: 'x' })).toEqual([...money(total), ...all]);
    }
    const { id: refundId } = await world.done('order.refund.request', {
      orderId: id,
      lines: [{ lineId: cups, quantity: 1 }],
      reason: 'Kırık',
    });
    expect(await upon('order.refund.record', { refundId, outcome: 'succeeded' })).toEqual([
      ['To give back', 2_000],
      ['Captured', total],
      ['Left to give back', left - 2_000],
      ['Reason', 'Kırık'],
      ['Goods', '1 × Fincan'],
    ]);
  });

  test('marks the money that a call moves, whatever it is called', async () => {
    const { id, cups } = await arrived();
    const lines = [{ lineId: cups, quantity: 1 }];
    const moved = async (command: string, payload: object) =>
      (await facts(command, payload)).filter(({ moves }) => moves).map(({ kind, value }) => [kind, value]);
    for (const command of ['orders.refund', 'order.refund.request'])
      expect(await moved(command, { orderId: id, lines, reason: 'x' })).toEqual([['money', 2_000]]);
    const { id: refundId } = await world.done('order.refund.request', { orderId: id, lines, reason: 'Kırık' });
    expect(await moved('order.refund.record', { refundId, outcome: 'succeeded' })).toEqual([]);
    for (const command of ['order.cancel', 'order.ship']) expect(await moved(command, { orderId: id })).toEqual([]);
    const price = fieldOf(placeOf(registry.mutation('orders.cargo.book')?.payload), 'price');
    expect(movesMoney(price)).toBe(true);
    expect(movesMoney(fieldOf(placeOf(registry.mutation('order.ship')?.payload), 'lines'))).toBe(false);
  });

  test('is the return with its pieces, its worth, the words of its buyer and what came', async () => {
    const { id, total, cups, pots } = await arrived();
    const first = await in_.made(id, [{ lineId: cups, quantity: 2 }], { note: 'Rengi farklı' });
    const second = await in_.made(id, [{ lineId: pots, quantity: 1 }], { kind: 'claim' });
    const titles = await returnTitles(db(), world.storeId, [first, second]);
    const { number } = await in_.order(id);
    expect(titles.map(({ title }) => title).toSorted()).toEqual(
      [`${number} · 2. ürün iadesi`, `${number} · ürün iadesi`].toSorted(),
    );
    const asked = [
      ['Worth of the goods', 4_000],
      ['Note of the buyer', 'Rengi farklı'],
      ['Returned by withdrawal', '2 × Fincan'],
    ];
    for (const command of ['order.return.approve', 'order.return.reject', 'order.return.cancel'])
      expect(await upon(command, { returnId: first })).toEqual(asked);
    expect(await upon('order.return.reject', { returnId: second })).toEqual([
      ['Worth of the goods', 10_000],
      ['Returned as faulty', '1 × Cezve'],
    ]);
    await in_.approve(first);
    const lines = [
      { lineId: cups, quantity: 1, condition: 'saleable' },
      { lineId: cups, quantity: 1, condition: 'missing' },
    ];
    const came = [
      ['Came, saleable', '1 × Fincan'],
      ['Missing', '1 × Fincan'],
    ];
    expect(await upon('order.return.receive', { returnId: first, lines })).toEqual([...asked, ...came]);
    await in_.receive(first, lines);
    const { refundUntil } = await in_.read(first);
    const received = [...asked.slice(0, 2), ['Refund until', refundUntil], asked[2], ...came];
    expect(await upon('order.return.settle', { returnId: first })).toEqual([['Owed', 2_000], ...received]);
    for (const command of ['orders.refund', 'order.refund.request'])
      expect(await upon(command, { orderId: id, returnId: first, reason: 'x' })).toEqual([
        ['To give back', 2_000],
        ['Captured', total],
        ['Left to give back', total],
        ...received,
      ]);
  });

  test('is nothing where there is no such thing', async () => {
    const { id } = await ordered();
    const none = '0'.repeat(26);
    expect(await upon('order.cancel', { orderId: `ord_${none}` })).toEqual([]);
    expect(await upon('order.shipment.cancel', { orderId: id, shipmentId: `shp_${none}` })).toEqual([]);
    expect(await upon('order.return.approve', { returnId: `ret_${none}` })).toEqual([]);
    expect(await upon('order.refund.record', { refundId: `rfn_${none}` })).toEqual([]);
  });
});
