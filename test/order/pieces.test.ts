import { said } from '../world/story';
import { createWorld, type World } from '../world/world';
import { setRestocking } from './restocking';
import { returnsIn } from './returns';
import { orderOf } from './session';

let world: World;
let productId: string;
let in_: ReturnType<typeof returnsIn>;
beforeEach(async () => {
  world = await createWorld();
  in_ = returnsIn(world);
  productId = (await world.done('catalog.product.create', { title: 'Bakır Cezve', price: 10_000, stock: 100 })).id;
});
afterEach(() => world.close());

const stock = async () => (await world.read('catalog.products.get', { params: { prd: productId } })).stock;
const SHIPPING = 100;

async function ordered(method: 'cod' | 'transfer', quantity: number) {
  const rate = { id: 'standart', label: 'Standart', kurus: SHIPPING };
  const { id } = await orderOf(world, [{ productId, quantity }], { terms: { method, rate } });
  if (method === 'transfer') await world.done('order.transfer.confirm', { orderId: id });
  const [{ id: lineId }] = (await in_.order(id)).lines;
  const pieces = (count: number) => ({ lines: [{ lineId, quantity: count }] });
  return {
    id,
    read: () => in_.order(id),
    line: async () => (await in_.order(id)).lines[0],
    ship: (count?: number, more: object = {}) =>
      world.run('order.ship', { orderId: id, carrier: 'yurtici', ...(count ? pieces(count) : {}), ...more }),
    sent: (count?: number): Promise<{ id: string }> =>
      world.done('order.ship', { orderId: id, carrier: 'yurtici', ...(count ? pieces(count) : {}) }),
    track: (shipmentId: string, state: string) =>
      world.done('order.shipment.track', { orderId: id, shipmentId, state }),
    refund: (of: object): Promise<{ id: string; amount: number }> =>
      world.done('order.refund.request', { orderId: id, reason: 'Jest', ...of }),
    refundPieces: (count: number): Promise<{ id: string; amount: number }> =>
      world.done('order.refund.request', { orderId: id, reason: 'Jest', ...pieces(count) }),
    collect: () => world.run('order.cod.collect', { orderId: id }),
    collected: () => world.done('order.cod.collect', { orderId: id }),
    cancel: () => world.run('order.cancel', { orderId: id, reason: 'customer' }),
    back: async (quantity: number, condition: string) => {
      const returnId = await in_.approved(id, [{ lineId, quantity }]);
      await in_.receive(returnId, [{ lineId, quantity, condition }]);
      return returnId;
    },
  };
}

const reservedBy = async (returnId: string): Promise<number> => (await in_.repaid(returnId)).reserved;

describe('the rev of an order', () => {
  test('is new whenever a piece has moved, so who states an old one is told', async () => {
    const { ship, read, back } = await ordered('transfer', 4);
    const { rev } = await read();
    expect(await said(ship(1, { expectedRev: rev }))).toBe('200');
    expect(await read()).toMatchObject({ rev: rev + 1, fulfilment: 'partially_fulfilled' });
    expect(await said(ship(1, { expectedRev: rev }))).toBe('409 rev_conflict');
    // What the order itself tells stays as it was.
    expect(await said(ship(1, { expectedRev: rev + 1 }))).toBe('200');
    expect(await read()).toMatchObject({ rev: rev + 2, fulfilment: 'partially_fulfilled' });
    await back(1, 'damaged');
    expect(await read()).toMatchObject({ rev: rev + 3, fulfilment: 'partially_fulfilled' });
  });
});

describe('order.cod.collect', () => {
  test('is of what has come: what was given back before it left is not paid for, and not owed', async () => {
    const { read, line, sent, back, collected } = await ordered('cod', 3);
    const returnId = await back(2, 'unsent');
    await sent();
    expect(await collected()).toMatchObject({ payment: 'paid', captured: 10_000 + SHIPPING });
    expect(await line()).toMatchObject({ unpaidUnits: [0, 1], keptUnits: [0, 1] });
    expect(await reservedBy(returnId)).toBe(0);
    expect(await in_.read(returnId)).toMatchObject({ state: 'refunded' });
    // Of the last piece all that was paid is owed, delivery too, and no more.
    expect(await reservedBy(await back(1, 'saleable'))).toBe(10_000 + SHIPPING);
    expect(await read()).toMatchObject({ refundReserved: 10_100 });
  });

  test('is not of what its carrier has brought back, which is neither owed nor sent any more', async () => {
    const { read, sent, track, back, collected, ship, refund } = await ordered('cod', 2);
    const [came, bounced] = [await sent(1), await sent(1)];
    await track(came.id, 'delivered');
    await track(bounced.id, 'returned');
    expect(await collected()).toMatchObject({ captured: 10_000 + SHIPPING, fulfilment: 'delivered' });
    expect(await said(ship())).toBe('422 nothing_to_ship');
    expect(await reservedBy(await back(1, 'saleable'))).toBe(10_000 + SHIPPING);
    expect(await read()).toMatchObject({ captured: 10_100, refundReserved: 10_100 });
    await expect(refund({})).rejects.toThrow();
  });

  test('waits for what is still to be sent, and is refused where all was lost', async () => {
    const part = await ordered('cod', 2);
    const { id: shipmentId } = await part.sent(1);
    await part.track(shipmentId, 'delivered');
    expect(await said(part.collect())).toBe('409 invalid_state');
    const lost = await ordered('cod', 2);
    await lost.track((await lost.sent()).id, 'lost');
    expect(await said(lost.collect())).toBe('409 invalid_state');
  });
});

describe('money that is all given back', () => {
  test('keeps the goods here, however its amount was stated', async () => {
    const { read, ship } = await ordered('transfer', 2);
    const { id, total } = await read();
    const asked = await world.done('order.refund.request', { orderId: id, amount: total, reason: 'Jest' });
    expect(asked.pieces).toMatchObject([{ units: [0, 1] }]);
    expect(await said(ship())).toBe('409 invalid_state');
    await in_.give(asked.id, 'failed');
    expect(await said(ship(1))).toBe('200');
    const again = await world.done('order.refund.request', { orderId: id, amount: total, reason: 'Jest' });
    await in_.give(again.id);
    expect(await read()).toMatchObject({ refund: 'full' });
    expect(await said(ship())).toBe('409 invalid_state');
  });

  test('also in two amounts, neither of which is all', async () => {
    const { refund, ship, line } = await ordered('transfer', 2);
    await refund({ amount: 15_000 });
    expect(await line()).toMatchObject({ refundedUnits: [], keptUnits: [] });
    await refund({ amount: 5_000 + SHIPPING });
    expect(await line()).toMatchObject({ refundedUnits: [0, 1], keptUnits: [0, 1] });
    expect(await said(ship())).toBe('409 invalid_state');
  });
});

describe('a piece that is refunded before it left', () => {
  test('stays, goes back to stock, and the rest is the whole order', async () => {
    const { refundPieces, line, read, sent, track, id } = await ordered('transfer', 2);
    const { id: refundId } = await refundPieces(1);
    expect(await line()).toMatchObject({ refundedUnits: [0], keptUnits: [0], unsent: 0 });
    expect(await stock()).toBe(98);
    await in_.give(refundId);
    expect(await line()).toMatchObject({ unsent: 1, restocked: 1 });
    expect(await stock()).toBe(99);
    await track((await sent()).id, 'delivered');
    expect(await read()).toMatchObject({ fulfilment: 'delivered', lines: [{ delivered: 1 }] });
    const [{ id: lineId }] = (await read()).lines;
    const returnId = await in_.made(id, [{ lineId, quantity: 1 }]);
    expect(await in_.read(returnId)).toMatchObject({
      deliveredAt: expect.any(String),
      withdrawalUntil: expect.any(String),
      pieces: [{ units: [1] }],
    });
    // It is not with the buyer, so he cannot give it back.
    expect(await said(in_.request(id, [{ lineId, quantity: 1 }]))).toBe('422 more_than_left');
    await in_.approve(returnId);
    await in_.receive(returnId, [{ lineId, quantity: 1, condition: 'saleable' }]);
    // Nothing of the order is left with the buyer: its delivery is owed as well.
    expect(await reservedBy(returnId)).toBe(10_000 + SHIPPING);
  });

  test('goes to stock as the settings say, and leaves after all where the refund has failed', async () => {
    await setRestocking(world, { restockOnReturn: false });
    const { refundPieces, line, read, ship } = await ordered('transfer', 2);
    await in_.give((await refundPieces(1)).id);
    expect(await stock()).toBe(98);
    const { id } = await refundPieces(1);
    expect(await said(ship())).toBe('422 nothing_to_ship');
    await in_.give(id, 'failed');
    expect(await line()).toMatchObject({ refundedUnits: [0], keptUnits: [0] });
    expect(await said(ship())).toBe('200');
    expect(await read()).toMatchObject({ fulfilment: 'shipped' });
  });

  test('that a return awaits goes to stock once, when it is received', async () => {
    const { id, refundPieces, line } = await ordered('transfer', 1);
    const lines = [{ lineId: (await line()).id, quantity: 1 }];
    const returnId = await in_.approved(id, lines);
    await in_.give((await refundPieces(1)).id);
    expect(await stock()).toBe(99);
    await in_.receive(returnId, [{ ...lines[0], condition: 'unsent' }]);
    expect(await line()).toMatchObject({ unsent: 1, restocked: 1, keptUnits: [0] });
    expect(await stock()).toBe(100);
  });
});

describe('a piece that did not come', () => {
  test('is sent again once its carrier has brought it back', async () => {
    const { read, line, sent, track, ship } = await ordered('transfer', 2);
    const { id } = await sent();
    await track(id, 'returned');
    expect(await read()).toMatchObject({ fulfilment: 'returned_to_sender', lines: [{ bounced: 2 }] });
    const again = await sent(1);
    expect(await line()).toMatchObject({ bounced: 1, shipped: 1 });
    await track(again.id, 'delivered');
    await track((await sent()).id, 'delivered');
    expect(await read()).toMatchObject({ fulfilment: 'delivered', lines: [{ bounced: 0, delivered: 2 }] });
    expect(await said(ship())).toBe('422 nothing_to_ship');
  });

  test('is with its carrier still where it was said to be back by mistake', async () => {
    const { id, line, sent, track } = await ordered('transfer', 3);
    const { id: shipmentId } = await sent();
    await track(shipmentId, 'returned');
    await sent(1);
    const again = { orderId: id, shipmentId, state: 'in_transit' };
    expect(await said(world.run('order.shipment.track', again))).toBe('409 invalid_state');
    await world.done('order.shipment.track', { ...again, reason: 'Yanlış işaretlendi' });
    expect(await line()).toMatchObject({ bounced: 0, shipped: 3 });
  });

  test('is not sent again where a return has taken it in, or its money is given back', async () => {
    const { line, sent, track, ship, back, refundPieces } = await ordered('transfer', 3);
    await track((await sent()).id, 'returned');
    await back(1, 'damaged');
    await refundPieces(2);
    expect(await said(ship(2))).toBe('422 more_than_left');
    expect(await said(ship())).toBe('200');
    expect(await line()).toMatchObject({ bounced: 2, shipped: 1, returned: 1 });
  });

  test('is sent again in place of what was lost, which may be found', async () => {
    const { read, line, sent, track } = await ordered('transfer', 2);
    const { id: lost } = await sent();
    await track(lost, 'lost');
    expect(await read()).toMatchObject({ fulfilment: 'unfulfilled', lines: [{ lost: 2, shipped: 0 }] });
    const { id: instead } = await sent(1);
    expect(await line()).toMatchObject({ lost: 1, shipped: 1 });
    await track(lost, 'delivered');
    expect(await line()).toMatchObject({ lost: 0, shipped: 1, delivered: 1 });
    await track(instead, 'delivered');
    expect(await read()).toMatchObject({ fulfilment: 'delivered', lines: [{ delivered: 2 }] });
  });

  test('of cash on delivery is cancelled; what was lost does not go back to stock', async () => {
    const { sent, track, cancel } = await ordered('cod', 3);
    await track((await sent(2)).id, 'lost');
    expect((await cancel()).body).toMatchObject({ result: { payment: 'cancelled', restocked: 1 } });
    expect(await stock()).toBe(98);
  });
});

describe('a refund of a piece that has come', () => {
  test('keeps none of those that have not left', async () => {
    const { refundPieces, line, sent, track, read } = await ordered('transfer', 3);
    await track((await sent(1)).id, 'delivered');
    await in_.give((await refundPieces(1)).id);
    expect(await line()).toMatchObject({ refundedUnits: [0], keptUnits: [], unsent: 0 });
    await track((await sent(2)).id, 'delivered');
    expect(await read()).toMatchObject({ fulfilment: 'delivered' });
  });

  test('keeps one here once its parcel was cancelled', async () => {
    const { id, refundPieces, line, sent, ship } = await ordered('transfer', 2);
    const { id: shipmentId } = await sent();
    await refundPieces(1);
    expect(await line()).toMatchObject({ keptUnits: [] });
    await world.done('order.shipment.cancel', { orderId: id, shipmentId });
    expect(await line()).toMatchObject({ keptUnits: [0] });
    expect(await said(ship(2))).toBe('422 more_than_left');
  });
});

describe('a piece that is refunded while its parcel waits', () => {
  test('is back in stock once the parcel is cancelled, whichever of the two comes first', async () => {
    const recall = (order: { id: string }, shipmentId: string) =>
      world.done('order.shipment.cancel', { orderId: order.id, shipmentId });
    const [early, late] = [await ordered('transfer', 1), await ordered('transfer', 1)];
    for (const order of [early, late]) {
      const { id: shipmentId } = await order.sent();
      const { id: refundId } = await order.refundPieces(1);
      if (order === early) await recall(order, shipmentId);
      await in_.give(refundId);
      if (order === late) {
        expect(await order.line()).toMatchObject({ keptUnits: [], unsent: 0, restocked: 0 });
        await recall(order, shipmentId);
      }
      expect(await order.line()).toMatchObject({ keptUnits: [0], unsent: 1, restocked: 1 });
    }
    expect(await stock()).toBe(100);
  });

  test('stays out of stock once the parcel is cancelled where the settings say so, or its refund is under way', async () => {
    const { id, sent, refundPieces, line } = await ordered('transfer', 2);
    const { id: shipmentId } = await sent();
    await in_.give((await refundPieces(1)).id);
    const { id: failing } = await refundPieces(1);
    await setRestocking(world, { restockOnReturn: false });
    await world.done('order.shipment.cancel', { orderId: id, shipmentId });
    expect(await line()).toMatchObject({ keptUnits: [0, 1], unsent: 1, restocked: 0 });
    await in_.give(failing, 'failed');
    expect(await line()).toMatchObject({ keptUnits: [0], unsent: 1, restocked: 0 });
    expect(await stock()).toBe(98);
  });
});

describe('a piece that is refunded while a return awaits it', () => {
  test('is back in stock once its buyer withdraws the return, of several pieces', async () => {
    const { id, refundPieces, line } = await ordered('transfer', 2);
    const [returnId, refunded] = [
      await in_.approved(id, [{ lineId: (await line()).id, quantity: 2 }]),
      await refundPieces(1),
    ];
    await in_.give(refunded.id);
    expect(await line()).toMatchObject({ keptUnits: [0], unsent: 0 });
    expect(await said(in_.cancel(returnId))).toBe('200');
    expect(await line()).toMatchObject({ keptUnits: [0], unsent: 1, restocked: 1 });
    expect(await stock()).toBe(99);
  });

  test('is back in stock once the shop rejects the return', async () => {
    const { id, refundPieces, line } = await ordered('transfer', 2);
    const returnId = await in_.made(id, [{ lineId: (await line()).id, quantity: 2 }], { kind: 'claim' });
    await in_.give((await refundPieces(1)).id);
    expect(await said(in_.reject(returnId, 'unfounded'))).toBe('200');
    expect(await line()).toMatchObject({ unsent: 1, restocked: 1 });
  });

  test('is back in stock once the return is settled for what did not come', async () => {
    const { id, sent, track, refundPieces, line } = await ordered('transfer', 2);
    const { id: lineId } = await line();
    const returnId = await in_.approved(id, [{ lineId, quantity: 2 }]);
    await in_.give((await refundPieces(1)).id);
    await track((await sent()).id, 'delivered');
    await in_.receive(returnId, [{ lineId, quantity: 1, condition: 'missing' }]);
    await in_.receive(returnId, [{ lineId, quantity: 1, condition: 'damaged' }]);
    expect(await line()).toMatchObject({ keptUnits: [0], unsent: 0 });
    await reservedBy(returnId);
    await in_.give((await in_.read(returnId)).refunds[0]);
    expect(await in_.read(returnId)).toMatchObject({ state: 'refunded' });
    expect(await line()).toMatchObject({ keptUnits: [0], unsent: 1, restocked: 1 });
  });

  test('is not offered to another return once it is back in stock, though one of its line was brought back', async () => {
    const { id, sent, track, refundPieces, line } = await ordered('transfer', 2);
    await in_.give((await refundPieces(1)).id);
    await track((await sent()).id, 'returned');
    await refundPieces(1);
    const { id: lineId, ...counts } = await line();
    expect(counts).toMatchObject({ keptUnits: [0, 1], unsent: 1, bounced: 1 });
    expect(await said(in_.request(id, [{ lineId, quantity: 2 }]))).toBe('422 more_than_left');
    const returnId = await in_.made(id, [{ lineId, quantity: 1 }]);
    expect(await in_.read(returnId)).toMatchObject({ pieces: [{ units: [1] }] });
  });
});

describe('a refund that fails', () => {
  test('once another one was given back and a lost parcel was found leaves what is back in stock there', async () => {
    const { line, read, sent, track, refundPieces, ship } = await ordered('transfer', 2);
    const { id: lost } = await sent(1);
    await track(lost, 'lost');
    const failing = await refundPieces(1);
    await in_.give((await refundPieces(1)).id);
    expect(await line()).toMatchObject({ keptUnits: [0, 1], unsent: 1, restocked: 1 });
    await track(lost, 'delivered');
    expect(await line()).toMatchObject({ keptUnits: [1], unsent: 1 });
    expect(await said(in_.give(failing.id, 'failed'))).toBe('200');
    expect(await line()).toMatchObject({ refundedUnits: [1], keptUnits: [1], unsent: 1 });
    expect(await read()).toMatchObject({ refundReserved: 0, fulfilment: 'delivered' });
    expect(await said(ship())).toBe('422 nothing_to_ship');
  });

  test('once a return has found another piece here leaves that one there', async () => {
    const { id, line, read, sent, refundPieces } = await ordered('transfer', 2);
    const { id: lineId } = await line();
    const failing = await refundPieces(1);
    const returnId = await in_.approved(id, [{ lineId, quantity: 1 }]);
    await sent(1);
    const other = await refundPieces(1);
    await in_.receive(returnId, [{ lineId, quantity: 1, condition: 'unsent' }]);
    expect(await line()).toMatchObject({ keptUnits: [1], unsent: 1, restocked: 1 });
    expect(await said(in_.give(failing.id, 'failed'))).toBe('200');
    expect(await said(in_.give(other.id, 'failed'))).toBe('200');
    expect(await line()).toMatchObject({ refundedUnits: [], keptUnits: [1], unsent: 1 });
    expect(await read()).toMatchObject({ refundReserved: 0 });
  });
});

describe('the refund of a transfer that came when its order was cancelled', () => {
  test('leaves the stock as the cancellation has said', async () => {
    const refunded = async (restock: boolean) => {
      const { id } = await orderOf(world, [{ productId, quantity: 2 }], { terms: { method: 'transfer' } });
      await world.done('order.cancel', { orderId: id, reason: 'customer', restock });
      await world.done('order.transfer.confirm', { orderId: id });
      await in_.give((await world.done('order.refund.request', { orderId: id, reason: 'Jest' })).id);
      return (await in_.order(id)).lines[0];
    };
    expect(await refunded(true)).toMatchObject({ restocked: 2 });
    expect(await stock()).toBe(100);
    expect(await refunded(false)).toMatchObject({ restocked: 0 });
    expect(await stock()).toBe(98);
  });
});
