import { systemPrincipal } from '../../src/kernel/declaration/principal';
import { newUlid } from '../../src/kernel/ids';
import recordShipment from '../../src/order/order.shipment.record';
import { shipmentTracking } from '../../src/order/tracking/contract';
import { lookSettles } from '../../src/order/tracking/settles';
import { demoSenderId, demoShipmentId, booked as offered, underWay } from '../../src/provider/geliver/demo';
import { startGeliverSimulator } from '../../src/simulator/geliver/server';
import { eventually } from '../world/eventually';
import { startTestWorker } from '../world/worker';
import { CANCEL, type CargoShop, cargoShop } from './parcels';

let shop: CargoShop;
beforeEach(async () => {
  shop = await cargoShop();
});
afterEach(() => shop.close());

const say = (body: object, more: object) => expect(body).toMatchObject(more);

/** A parcel that is booked. */
async function booked() {
  const id = await shop.paid();
  const { id: shipmentId } = await shop.book(id);
  await shop.stepBooking(shipmentId);
  const [{ id: remoteId }] = (await shop.control('GET', '/shipments')) as [{ id: string }];
  return {
    id,
    shipmentId,
    params: { ord: id, shp: shipmentId },
    moveTo: (stop: number, journey = 'delivered') =>
      shop.control('PUT', '/shipments', { shipmentId: remoteId, journey, at: stop }),
  };
}

const mails = async (): Promise<string[]> => {
  const { world } = shop;
  const sent = await world.database
    .reader(world.storeId)
    .query<{ letter: string }>(`SELECT letter FROM mail WHERE letter LIKE 'shipment.%' ORDER BY id`);
  return sent.map(({ letter }) => letter);
};

describe('a booked shipment', () => {
  test.each([
    [9, 'delivered'],
    [9, 'returned'],
  ] as const)('that is first heard of when it has come (%s, %s) was dispatched too', async (stop, journey) => {
    const { id, shipmentId, moveTo } = await booked();
    await moveTo(stop, journey);
    say(await shop.stepTracking(shipmentId), { state: journey });
    const { forward, stateAt } = await shop.shipmentOf(id);
    expect(forward.dispatchedAt).toBe(stateAt);
  });

  test.each(['returned', 'cancelled'] as const)(
    'that is cancelled there when its carrier has the goods is unknown, until its owner says that it is %s',
    async (end) => {
      const { id, shipmentId, moveTo } = await booked();
      await moveTo(3);
      say(await shop.stepTracking(shipmentId), { state: 'in_transit' });
      await moveTo(4, 'cancelled');
      say(await shop.stepTracking(shipmentId), { state: 'unknown', waitMs: null });
      say(await shop.shipmentOf(id), { state: 'unknown', failure: expect.stringContaining('cancelled it') });
      // What is in it is not sent twice as long as nobody knows.
      say(await shop.order(id), { lines: [{ booked: 2 }, { booked: 1 }] });
      const left = { orderId: id, shipmentId };
      if (end === 'cancelled') await shop.world.done('order.shipment.cancel', left);
      else await shop.world.done('order.shipment.track', { ...left, state: end });
      const counted = { booked: 0, shipped: 0 };
      say(await shop.order(id), { shipments: [{ state: end }], lines: [counted, counted] });
      say(await shop.offers(id), { lines: [{ quantity: 2 }, { quantity: 1 }] });
    },
  );

  test('that its owner has found again is not lost again, and its buyer is told once that it is on its way', async () => {
    const { id, shipmentId, moveTo } = await booked();
    await moveTo(3);
    say(await shop.stepTracking(shipmentId), { state: 'in_transit' });
    const letters = await mails();
    await moveTo(4, 'cancelled');
    say(await shop.stepTracking(shipmentId), { state: 'unknown' });
    const record = () =>
      shop.world.bus.execute({
        principal: systemPrincipal(shop.world.storeId, 'cargo'),
        mutation: recordShipment as never,
        payload: { shipmentId, state: 'cancelled' },
        key: newUlid(),
      });
    // Whoever had asked at the same time frees nothing.
    say(await record(), { status: 409, body: { code: 'invalid_state' } });
    await shop.world.done('order.shipment.track', { orderId: id, shipmentId, state: 'in_transit' });
    expect(await mails()).toEqual(letters);
    say(await shop.stepTracking(shipmentId), { state: 'in_transit', waitMs: expect.any(Number) });
    say(await record(), { status: 409 });
    await shop.world.done('order.shipment.track', { orderId: id, shipmentId, state: 'delivered' });
    say(await shop.order(id), { shipments: [{ state: 'delivered' }] });
  });

  test('goes on as its carrier says, and its buyer is told when it leaves and when it has come', async () => {
    const { id, shipmentId, moveTo } = await booked();
    say(await shop.stepTracking(shipmentId), { state: 'booked' });
    expect(await mails()).toEqual([]);
    await moveTo(3);
    say(await shop.stepTracking(shipmentId), { state: 'in_transit', waitMs: 600_000 });
    const [shipment] = (await shop.order(id)).shipments;
    say(shipment, {
      state: 'in_transit',
      trackingNumber: expect.stringMatching(/^\d+$/),
      trackingUrl: expect.stringContaining('app.geliver.io/tracking'),
      forward: { dispatchedAt: expect.stringContaining('T') },
    });
    say(await shop.order(id), { fulfilment: 'shipped' });
    expect(await mails()).toEqual(['shipment.sent']);
    await moveTo(9);
    say(await shop.stepTracking(shipmentId), { state: 'delivered', waitMs: null });
    say(await shop.order(id), { fulfilment: 'delivered' });
    expect(await mails()).toEqual(['shipment.sent', 'shipment.delivered']);
  });

  test('is asked for less often the longer it stands, and waits for a provider that is away', async () => {
    const { id, shipmentId } = await booked();
    await shop.later(24 * 3_600);
    const { waitMs } = await shop.stepTracking(shipmentId);
    expect(Math.round((waitMs ?? 0) / 60_000)).toBe(4 * 60);
    shop.simulator.faults.set({ down: true });
    say(await shop.stepTracking(shipmentId), { state: 'booked' });
    say(await shop.shipmentOf(id), { waitingFor: expect.stringContaining('Geliver') });
    shop.simulator.faults.clear();
    await shop.later(60 * 24 * 3_600);
    say(await shop.stepTracking(shipmentId), { state: 'booked', waitMs: null });
  });
});

describe('orders.shipment.update', () => {
  test('has the tracking number that its provider says it has', async () => {
    const { id, shipmentId, moveTo } = await booked();
    await moveTo(3);
    await shop.stepTracking(shipmentId);
    const payload = { orderId: id, shipmentId, state: 'out_for_delivery', trackingNumber: '1' };
    expect(await shop.world.run('order.shipment.track', payload)).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/payload/trackingNumber' }] },
    });
  });

  test('asks the provider, and has its answer when the caller waits', async () => {
    const { id, params, moveTo } = await booked();
    const worker = await startTestWorker(shop.world);
    try {
      await eventually(async () => (await shop.shipmentOf(id)).lookedAt);
      const { lookedAt } = await shop.shipmentOf(id);
      await moveTo(4);
      const asked = await shop.world.read('orders.shipment.update', { as: shop.world.developer, params });
      say(asked, { id: params.shp });
      await eventually(async () => (await shop.shipmentOf(id)).state === 'out_for_delivery');
      await eventually(async () => (await shop.shipmentOf(id)).lookedAt > lookedAt);
    } finally {
      await worker.stop();
    }
  });

  test('is done when the parcel has come, whoever said so', async () => {
    const { id, shipmentId, params } = await booked();
    const { world } = shop;
    await world.read('orders.shipment.update', { as: world.developer, params });
    const look = async () =>
      lookSettles.look(
        world.database.reader(world.storeId),
        world.storeId,
        await shop.shipmentOf(id),
        world.platform.services,
      );
    say(await look(), { state: 'open' });
    await world.done('order.shipment.track', { orderId: id, shipmentId, state: 'delivered' });
    await shop.stepTracking(shipmentId);
    await world.sql(`UPDATE order_shipment SET look_wanted_at = look_wanted_at - interval '1 hour'`);
    say(await look(), { state: 'done' });
  });

  test('is not left to the next look of a parcel that nobody asks for when a call is in vain', async () => {
    const { id, shipmentId, params, moveTo } = await booked();
    const { world } = shop;
    await moveTo(4);
    await world.read('orders.shipment.update', { as: world.developer, params });
    shop.simulator.faults.set({ down: true });
    const { waitMs } = await shop.stepTracking(shipmentId);
    expect(waitMs).toBeGreaterThanOrEqual(2_000);
    expect(waitMs).toBeLessThanOrEqual(90_000);
    say(await shop.shipmentOf(id), { state: 'booked', waitingFor: expect.stringContaining('Geliver') });
    shop.simulator.faults.set({ throttleStorm: { rate: 1 } });
    const throttled = await shop.stepTracking(shipmentId);
    expect(throttled.waitMs).toBeGreaterThanOrEqual(60_000);
    expect(throttled.waitMs).toBeLessThanOrEqual(90_000);
    shop.simulator.faults.clear();
    say(await shop.stepTracking(shipmentId), { state: 'out_for_delivery', waitMs: 600_000 });
  });

  test('asks of a parcel that has stood still for long, once', async () => {
    const { id, shipmentId, params } = await booked();
    const { world } = shop;
    await shop.later(60 * 24 * 3_600);
    await world.read('orders.shipment.update', { as: world.developer, params });
    say(await shop.stepTracking(shipmentId), { state: 'booked', waitMs: null });
    expect((await shop.shipmentOf(id)).lookedAt).not.toBeNull();
    const look = lookSettles.look(
      world.database.reader(world.storeId),
      world.storeId,
      await shop.shipmentOf(id),
      world.platform.services,
    );
    say(await look, { state: 'done' });
  });

  test('is refused of a shipment that no provider carries', async () => {
    const id = await shop.paid();
    const { id: shp } = await shop.world.done('order.ship', { orderId: id, carrier: 'yurtici' });
    const asked = await shop.world.read('orders.shipment.update', {
      as: shop.world.developer,
      params: { ord: id, shp },
    });
    say(asked, { code: 'invalid_state' });
  });
});

describe('orders.shipment.cancel', () => {
  const cancel = (params: { ord: string; shp: string }) =>
    shop.world.read('orders.shipment.cancel', { as: shop.world.developer, params });

  test('of what is booked asks the provider first, and ends its tracking', async () => {
    const { id, shipmentId, params } = await booked();
    const worker = await startTestWorker(shop.world);
    try {
      await eventually(async () => (await shop.shipmentOf(id)).lookedAt);
      const reply = await shop.world.run('order.shipment.cancel', { orderId: params.ord, shipmentId });
      say(reply, { status: 202, body: { result: { state: 'cancelling' } } });
      say(await shop.ended(id), { state: 'cancelled' });
      say(await shop.order(id), { fulfilment: 'unfulfilled', lines: [{ booked: 0 }, { booked: 0 }] });
      const [{ statusCode }] = (await shop.control('GET', '/shipments')) as [{ statusCode: string }];
      expect(statusCode).toBe('CANCELED');
      const handle = shop.world.platform.temporal.workflow.getHandle(shipmentTracking.workflowId(shipmentId));
      await eventually(async () => (await handle.describe()).status.name !== 'RUNNING');
    } finally {
      await worker.stop();
    }
  });

  test.each(['lostAnswer', 'malformedBody', 'hostileRefusal'] as const)(
    'whose answer is lost (%s) is read back',
    async (fault) => {
      const { id, shipmentId, params } = await booked();
      say(await cancel(params), { state: 'cancelling' });
      shop.simulator.faults.set({ [fault]: { rate: 1 }, endpoint: CANCEL });
      say(await shop.stepCancelling(shipmentId), { state: 'cancelling' });
      shop.simulator.faults.clear();
      say(await shop.stepCancelling(shipmentId), { state: 'cancelled', waitMs: null });
      say(await shop.shipmentOf(id), { state: 'cancelled' });
    },
  );

  test('that comes too late leaves the parcel with its carrier', async () => {
    const { id, shipmentId, params, moveTo } = await booked();
    say(await cancel(params), { state: 'cancelling' });
    say(await cancel(params), { code: 'invalid_state' });
    await moveTo(2);
    say(await shop.stepCancelling(shipmentId), { state: 'picked_up' });
    say(await shop.order(id), { fulfilment: 'shipped', shipments: [{ failure: expect.stringContaining('teslim') }] });
    say(await cancel(params), { code: 'invalid_state' });
  });

  test('of which the provider says nothing for a day is unknown, and somebody says what it is', async () => {
    const { id, shipmentId, params } = await booked();
    await cancel(params);
    shop.simulator.faults.set({ down: true });
    say(await shop.stepCancelling(shipmentId), { state: 'cancelling' });
    await shop.later(2 * 24 * 3_600);
    say(await shop.stepCancelling(shipmentId), { state: 'unknown' });
    await shop.world.done('order.shipment.track', { orderId: id, shipmentId, state: 'in_transit' });
    say(await shop.order(id), { fulfilment: 'shipped' });
  });
});

test('what the demo names is what the simulator has before it begins', async () => {
  const simulator = await startGeliverSimulator({ asked: [offered.reference, underWay.reference] });
  const answer = await fetch(`${new URL(simulator.url).origin}/__simulator/shipments`);
  const all = (await answer.json()) as Record<string, never>[];
  await simulator.close();
  const [parcel, asked] = all as [object, { offers: { list: { id: string; totalAmount: string }[] } }];
  say(parcel, { id: demoShipmentId, senderAddressID: demoSenderId, acceptedOfferID: underWay.offerId });
  const offer = asked.offers.list.find(({ id }) => id === offered.offerId);
  say(offer as object, { providerCode: offered.carrier, totalAmount: (offered.price / 100).toFixed(4) });
});

describe('orders.shipment.label', () => {
  test('is the file that the carrier has made, and of nothing else', async () => {
    const { params } = await booked();
    const label = await shop.world.read('orders.shipment.label', { params });
    expect(label.type).toMatch(/^(application\/(pdf|zpl)|image\/(png|jpeg))$/);
    expect(label.size).toBeGreaterThan(50);
    expect(label.name).toMatch(/^shp_\w+\.(pdf|zpl|png|jpg)$/);
    const own = await shop.paid();
    const { id: shp } = await shop.world.done('order.ship', { orderId: own, carrier: 'yurtici', trackingNumber: '1' });
    const refused = shop.world.read('orders.shipment.label', { params: { ord: own, shp } });
    await expect(refused).rejects.toMatchObject({ code: 'invalid_state' });
    const elsewhere = shop.world.read('orders.shipment.label', { params: { ...params, ord: own } });
    await expect(elsewhere).rejects.toMatchObject({ code: 'not_found' });
    shop.simulator.faults.set({ down: true });
    await expect(shop.world.read('orders.shipment.label', { params })).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('a webhook of the provider', () => {
  const SECRET = 'webhook-secret-of-a-test';
  const body = (id: string) =>
    Buffer.from(JSON.stringify({ event: 'TRACK_UPDATED', data: { id, statusCode: 'DELIVERED' } }));
  const tell = (behind: string, id: string) =>
    shop.world.platform.webhooks.take(
      { storeId: shop.world.storeId, ext: 'geliver', secret: '' },
      { headers: {}, body: body(id), behind },
    );

  test('has the parcel looked for, and nothing of what it says is believed', async () => {
    const { id, moveTo } = await booked();
    const [{ id: remoteId }] = (await shop.control('GET', '/shipments')) as [{ id: string }];
    const worker = await startTestWorker(shop.world);
    try {
      await eventually(async () => (await shop.shipmentOf(id)).lookedAt);
      await moveTo(3);
      say(await tell(SECRET, remoteId), { status: 200 });
      await eventually(async () => (await shop.shipmentOf(id)).state === 'in_transit');
    } finally {
      await worker.stop();
    }
  });

  test('of whoever does not know the secret is refused', async () => {
    const { id } = await booked();
    say(await tell('guessed', 'x'), { status: 401 });
    say(await tell('', 'x'), { status: 401 });
    say(await shop.shipmentOf(id), { state: 'booked' });
  });
});
