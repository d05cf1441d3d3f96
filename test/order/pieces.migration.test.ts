import type { QueryRunner } from 'typeorm';
import { PiecesOfOrders1763877000490 } from '../../migrations/1763877000490-pieces-of-orders';
import { said } from '../world/story';
import { createWorld } from '../world/world';
import { returnsIn } from './returns';
import { orderOf } from './session';

test('pieces of orders of before are where they were, and what was refunded before it left stays', async () => {
  const world = await createWorld();
  const in_ = returnsIn(world);
  const { id: productId } = await world.done('catalog.product.create', {
    title: 'Bakır Cezve',
    price: 10_000,
    stock: 100,
  });
  const paid = async (quantity: number) => {
    const { id } = await orderOf(world, [{ productId, quantity }], { terms: { method: 'transfer' } });
    await world.done('order.transfer.confirm', { orderId: id });
    return { id, lineId: (await in_.order(id)).lines[0].id as string };
  };
  const ship = (orderId: string) => world.done('order.ship', { orderId, carrier: 'yurtici' });
  const track = (orderId: string, shipmentId: string, state: string) =>
    world.done('order.shipment.track', { orderId, shipmentId, state });

  const refunded = await paid(2);
  const part = [{ lineId: refunded.lineId, quantity: 1 }];
  const { id: refundId } = await world.done('order.refund.request', {
    orderId: refunded.id,
    lines: part,
    reason: 'Jest',
  });
  await in_.give(refundId);
  await track(refunded.id, (await ship(refunded.id)).id, 'delivered');

  const unsent = await paid(3);
  const returnId = await in_.approved(unsent.id, [{ lineId: unsent.lineId, quantity: 1 }]);
  await in_.receive(returnId, [{ lineId: unsent.lineId, quantity: 1, condition: 'unsent' }]);

  const lost = await paid(2);
  const parcel = await ship(lost.id);
  await track(lost.id, parcel.id, 'lost');

  const migration = new PiecesOfOrders1763877000490();
  const runner = { query: (sql: string) => world.sql(sql) } as unknown as QueryRunner;
  await migration.down(runner);
  // As they were then.
  await world.sql(`
    UPDATE order_line SET unsent = 0 WHERE id = '${refunded.lineId}';
    UPDATE store_order SET fulfilment = 'partially_fulfilled' WHERE id = '${refunded.id}';
    UPDATE store_order SET fulfilment = 'shipped' WHERE id = '${lost.id}'`);
  await migration.up(runner);

  expect(await in_.order(refunded.id)).toMatchObject({
    fulfilment: 'delivered',
    lines: [{ keptUnits: [0], unsent: 0, delivered: 1, unpaidUnits: [] }],
  });
  expect(await said(world.run('order.ship', { orderId: refunded.id, carrier: 'yurtici' }))).toBe('422 nothing_to_ship');
  expect(await in_.order(unsent.id)).toMatchObject({
    fulfilment: 'unfulfilled',
    lines: [{ keptUnits: [0], unsent: 1 }],
  });
  expect(await ship(unsent.id)).toMatchObject({ pieces: [{ quantity: 2 }] });
  expect(await in_.order(lost.id)).toMatchObject({ fulfilment: 'unfulfilled', lines: [{ lost: 2, shipped: 0 }] });
  await track(lost.id, parcel.id, 'delivered');
  expect(await in_.order(lost.id)).toMatchObject({ fulfilment: 'delivered', lines: [{ lost: 0, delivered: 2 }] });
  await world.close();
});
