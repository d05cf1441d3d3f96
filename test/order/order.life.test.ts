import { said } from '../world/story';
import { createWorld, type World } from '../world/world';
import { setRestocking } from './restocking';
import { orderOf } from './session';

let world: World;
let productId: string;
beforeEach(async () => {
  world = await createWorld();
  productId = (await world.done('catalog.product.create', { title: 'Bakır Cezve', price: 54_900, stock: 10 })).id;
});
afterEach(() => world.close());

const read = (id: string) => world.read('orders.get', { params: { ord: id } });
const stock = async () => (await world.read('catalog.products.get', { params: { prd: productId } })).stock;
const ordered = (method: 'cod' | 'transfer' = 'cod', quantity = 3) =>
  orderOf(world, [{ productId, quantity }], { terms: { method } });
const ship = (orderId: string, more: object = {}) => world.done('order.ship', { orderId, carrier: 'yurtici', ...more });
const track = (orderId: string, shipmentId: string, state: string, more: object = {}) =>
  world.run('order.shipment.track', { orderId, shipmentId, state, ...more });
const kinds = async (id: string) => (await read(id)).timeline.map(({ kind }: { kind: string }) => kind);

describe('orders.get', () => {
  test('shows all of an order, of one moment, and nothing of another store', async () => {
    const { id, rev, number } = await ordered('cod', 2);
    const order = await read(id);
    expect(order).toMatchObject({
      id,
      rev,
      number,
      refund: 'none',
      lines: [{ productId, quantity: 2 }],
      shipments: [],
    });
    expect(order.lines[0].units).toHaveLength(2);
    const elsewhere = world.read('orders.get', { params: { ord: id }, as: world.other.owner });
    await expect(elsewhere).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('order.note.add', () => {
  test('adds a line to the timeline that the audit log tells of, sealed for its customer', async () => {
    const { id } = await ordered();
    const note = await world.done('order.note.add', { orderId: id, text: 'Kapıcıya bırakılacak.' });
    expect(note).toMatchObject({ kind: 'note', text: 'Kapıcıya bırakılacak.', actor: 'developer' });
    expect((await read(id)).timeline).toMatchObject([{ kind: 'placed' }, note]);
    const { items } = await world.read('audit.list', { query: { entity: id } });
    expect(items[0]).toMatchObject({ command: 'order.note.add', payload: { text: 'Kapıcıya bırakılacak.' } });
    expect(await said(world.run('order.note.add', { orderId: 'ord_00000000000000000000000000', text: 'x' }))).toBe(
      '404 not_found',
    );
  });
});

describe('order.transfer.confirm', () => {
  test('makes an order paid whose transfer has arrived, once', async () => {
    const { id, total } = await ordered('transfer');
    expect(await world.done('order.transfer.confirm', { orderId: id, expectedRev: 1 })).toMatchObject({
      payment: 'paid',
      captured: total,
      rev: 2,
    });
    expect(await said(world.run('order.transfer.confirm', { orderId: id }))).toBe('409 invalid_state');
    expect(await said(world.run('order.transfer.confirm', { orderId: id, expectedRev: 1 }))).toBe('409 rev_conflict');
    expect(await kinds(id)).toEqual(['placed', 'paid']);
  });

  test('is of transfers alone', async () => {
    const { id } = await ordered('cod');
    expect(await said(world.run('order.transfer.confirm', { orderId: id }))).toBe('409 invalid_state');
  });
});

describe('order.cod.collect', () => {
  test('comes with goods that have left', async () => {
    const { id, total } = await ordered();
    const collect = () => world.run('order.cod.collect', { orderId: id });
    expect((await collect()).body).toMatchObject({ code: 'invalid_state', state: 'unfulfilled' });
    await ship(id);
    expect((await read(id)).shipments[0].forward.paidAt).toBeNull();
    expect((await collect()).body).toMatchObject({ result: { payment: 'paid', captured: total } });
    expect((await collect()).body).toMatchObject({ code: 'invalid_state', state: 'paid' });
    // The invoice names the day of the payment, which is known by now.
    const { paidAt, shipments } = await read(id);
    expect(paidAt).not.toBeNull();
    expect(shipments[0].forward).toMatchObject({ paidAt, carrierTaxNumber: '9860008925' });
  });
});

describe('order.cancel', () => {
  test('brings back what was taken, and nothing twice', async () => {
    const { id } = await ordered();
    expect(await stock()).toBe(7);
    expect(await world.done('order.cancel', { orderId: id, reason: 'customer' })).toMatchObject({
      payment: 'cancelled',
      restocked: 3,
    });
    expect(await stock()).toBe(10);
    expect(await said(world.run('order.cancel', { orderId: id, reason: 'merchant' }))).toBe('409 invalid_state');
    expect((await read(id)).lines[0]).toMatchObject({ stockTaken: 3, restocked: 3 });
    const { items } = await world.read('catalog.stockMovements.list', { query: { targetId: productId } });
    expect(items[0]).toMatchObject({ kind: 'restocked', delta: 3, orderId: id });
  });

  test('leaves the stock alone where that is stated, or where the shop says so', async () => {
    const one = await ordered();
    await world.done('order.cancel', { orderId: one.id, reason: 'customer', restock: false });
    expect(await stock()).toBe(7);
    await setRestocking(world, { restockOnCancel: false });
    const other = await ordered();
    expect(await world.done('order.cancel', { orderId: other.id, reason: 'customer' })).toMatchObject({ restocked: 0 });
    const third = await ordered();
    await world.done('order.cancel', { orderId: third.id, reason: 'customer', restock: true });
    expect(await stock()).toBe(4);
  });

  test('is refused of what is paid, on its way, or of no marketplace', async () => {
    const paid = await ordered('transfer');
    await world.done('order.transfer.confirm', { orderId: paid.id });
    expect(await said(world.run('order.cancel', { orderId: paid.id, reason: 'merchant' }))).toBe('409 invalid_state');
    expect(await said(world.run('order.cancel', { orderId: paid.id, reason: 'marketplace' }))).toBe(
      '409 invalid_state',
    );
    const sent = await ordered();
    const { id: shipmentId } = await ship(sent.id);
    expect(await said(world.run('order.cancel', { orderId: sent.id, reason: 'merchant' }))).toBe('409 invalid_state');
    await track(sent.id, shipmentId, 'returning');
    await track(sent.id, shipmentId, 'returned');
    expect(await read(sent.id)).toMatchObject({ fulfilment: 'returned_to_sender' });
    await world.done('order.cancel', { orderId: sent.id, reason: 'customer' });
    expect(await stock()).toBe(7);
  });

  test('against a shipment of the same order: one of both', async () => {
    for (let turn = 0; turn < 4; turn++) {
      const { id } = await ordered('cod', 1);
      const both = await Promise.all([
        said(world.run('order.cancel', { orderId: id, reason: 'customer' })),
        said(world.run('order.ship', { orderId: id, carrier: 'yurtici' })),
      ]);
      expect(both.toSorted()).toEqual(['200', '409 invalid_state']);
    }
  });
});

describe('order.ship', () => {
  test('sends all that may leave, and says what the invoice has to name', async () => {
    const { id } = await ordered();
    const shipment = await ship(id, { trackingNumber: '1234 5678' });
    expect(shipment).toMatchObject({
      state: 'in_transit',
      trackingUrl: expect.stringContaining('1234%205678'),
      pieces: [{ quantity: 3 }],
      forward: {
        webAddress: 'http://kahve-dukkani.localhost:4200',
        paymentMethod: 'cod',
        paidAt: null,
        carrierTaxNumber: '9860008925',
      },
    });
    expect(await read(id)).toMatchObject({
      fulfilment: 'shipped',
      lines: [{ shipped: 3 }],
      shipments: [shipment],
      timeline: [{ kind: 'placed' }, { kind: 'shipment', subjectId: shipment.id }],
    });
    expect(await said(world.run('order.ship', { orderId: id, carrier: 'yurtici' }))).toBe('422 nothing_to_ship');
  });

  test('sends an order in parts, no piece twice', async () => {
    const { id } = await ordered();
    const [line] = (await read(id)).lines;
    const lines = (quantity: number) => ({ lines: [{ lineId: line.id, quantity }] });
    await ship(id, lines(2));
    expect(await read(id)).toMatchObject({ fulfilment: 'partially_fulfilled' });
    const { body } = await world.run('order.ship', { orderId: id, carrier: 'yurtici', ...lines(2) });
    expect(body).toMatchObject({
      code: 'more_than_left',
      errors: [{ pointer: '/payload/lines/0/quantity', facts: { left: 1 } }],
    });
    await ship(id, lines(1));
    expect(await read(id)).toMatchObject({ fulfilment: 'shipped' });
    const raced = await ordered('cod', 1);
    const both = await Promise.all(
      [1, 2].map(() => said(world.run('order.ship', { orderId: raced.id, carrier: 'yurtici' }))),
    );
    expect(both.toSorted()).toEqual(['200', '422 nothing_to_ship']);
  });

  test('is refused of an order that awaits its transfer, of an unknown carrier, and of a line of another order', async () => {
    const waiting = await ordered('transfer');
    expect(await said(world.run('order.ship', { orderId: waiting.id, carrier: 'yurtici' }))).toBe('409 invalid_state');
    const { id } = await ordered();
    expect(await said(world.run('order.ship', { orderId: id, carrier: 'posta-guvercini' }))).toBe(
      '422 carrier_unknown',
    );
    const [line] = (await read(waiting.id)).lines;
    const lines = [{ lineId: line.id, quantity: 1 }];
    expect(await said(world.run('order.ship', { orderId: id, carrier: 'yurtici', lines }))).toBe('422 line_unknown');
  });
});

describe('order.shipment.track', () => {
  test('goes forward, and its order with it', async () => {
    const { id } = await ordered();
    const { id: shipmentId } = await ship(id);
    await track(id, shipmentId, 'out_for_delivery');
    await track(id, shipmentId, 'attempt_failed');
    await track(id, shipmentId, 'out_for_delivery');
    const { body } = await track(id, shipmentId, 'delivered');
    expect(body).toMatchObject({ result: { state: 'delivered' } });
    expect(await read(id)).toMatchObject({ fulfilment: 'delivered', lines: [{ shipped: 0, delivered: 3 }] });
    expect(await said(track(id, shipmentId, 'picked_up'))).toBe('409 invalid_state');
    expect(await said(track(id, shipmentId, 'in_transit'))).toBe('409 invalid_state');
    expect(await said(track(id, shipmentId, 'in_transit', { reason: 'Yanlış işaretlendi' }))).toBe('200');
    expect(await read(id)).toMatchObject({ fulfilment: 'shipped' });
  });

  test('takes another tracking number on the way, and its buyer is told', async () => {
    const { id } = await ordered();
    const { id: shipmentId } = await ship(id, { trackingNumber: '111' });
    const letters = async (): Promise<string[]> => {
      const sent = await world.database
        .reader(world.storeId)
        .query<{ letter: string }>(`SELECT letter FROM mail WHERE letter LIKE 'shipment.%' ORDER BY id`);
      return sent.map(({ letter }) => letter);
    };
    expect(await said(track(id, shipmentId, 'in_transit'))).toBe('409 invalid_state');
    expect(await said(track(id, shipmentId, 'in_transit', { trackingNumber: '111' }))).toBe('400 invalid_request');
    expect(await said(track(id, shipmentId, 'lost', { trackingNumber: '222' }))).toBe('409 invalid_state');
    const corrected = { trackingNumber: '222', expectedRev: 1, reason: 'Yanlış yazılmış' };
    const { body } = await track(id, shipmentId, 'in_transit', corrected);
    expect(body).toMatchObject({
      result: { state: 'in_transit', rev: 2, trackingNumber: '222', trackingUrl: expect.stringContaining('222') },
    });
    expect(await letters()).toEqual(['shipment.sent', 'shipment.numbered']);
    const { items } = await world.read('audit.list', {
      query: { entity: shipmentId, command: 'order.shipment.track' },
    });
    expect(items[0].changes).toMatchObject([
      { entity: 'shipment', before: { trackingNumber: '111' }, after: { trackingNumber: '222' } },
    ]);
    expect((await read(id)).timeline.at(-1)).toMatchObject({ kind: 'renumbered', text: 'Yanlış yazılmış' });
    // With a move that its buyer is not told of otherwise.
    await track(id, shipmentId, 'out_for_delivery', { trackingNumber: '333' });
    expect((await read(id)).shipments).toMatchObject([{ state: 'out_for_delivery', trackingNumber: '333' }]);
    expect(await letters()).toEqual(['shipment.sent', 'shipment.numbered', 'shipment.numbered']);
    await track(id, shipmentId, 'delivered');
    expect(await said(track(id, shipmentId, 'delivered', { trackingNumber: '444' }))).toBe('409 invalid_state');
    expect((await world.read('orders.list', { query: { text: '333' } })).items).toMatchObject([{ id }]);
  });

  test('is found under its order alone', async () => {
    const [one, other] = [await ordered(), await ordered()];
    const { id: shipmentId } = await ship(one.id);
    expect(await said(track(other.id, shipmentId, 'delivered'))).toBe('404 not_found');
  });
});

describe('order.shipment.cancel', () => {
  test('frees what was in it, and its order is unfulfilled again', async () => {
    const { id } = await ordered();
    const { id: shipmentId } = await ship(id);
    const cancel = () => world.run('order.shipment.cancel', { orderId: id, shipmentId });
    // No provider carries it: there is nothing to wait for.
    expect(await cancel()).toMatchObject({ status: 200, body: { result: { state: 'cancelled' } } });
    expect(await read(id)).toMatchObject({ fulfilment: 'unfulfilled', lines: [{ shipped: 0, booked: 0 }] });
    expect(await said(cancel())).toBe('409 invalid_state');
    await ship(id);
    expect(await kinds(id)).toEqual(['placed', 'shipment', 'shipment_cancelled', 'shipment']);
  });

  test('is what takes a shipment back, and is refused once the parcel is further', async () => {
    const { id } = await ordered();
    const { id: shipmentId } = await ship(id);
    const { items } = await world.read('audit.list', { query: { entity: shipmentId } });
    expect(items[0].inverse).toMatchObject({ command: 'order.shipment.cancel', payload: { shipmentId } });
    await track(id, shipmentId, 'delivered');
    expect(await said(world.run('order.shipment.cancel', { orderId: id, shipmentId }))).toBe('409 invalid_state');
  });
});
