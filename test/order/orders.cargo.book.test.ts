import { mintAgent } from '../proposal/agents';
import { eventually } from '../world/eventually';
import { slowCases } from '../world/slow-test';
import { startTestWorker } from '../world/worker';
import { BOOK, type CargoShop, cargoShop } from './parcels';
import { returnsIn } from './returns';

let shop: CargoShop;
beforeEach(async () => {
  shop = await cargoShop();
});
afterEach(() => shop.close());

const say = (body: object, more: object) => expect(body).toMatchObject(more);
/** What a question to carriers is refused with. */
const refusal = (asked: Promise<object>): Promise<{ code?: string }> => asked.catch((error) => error);

describe('orders.cargo.offers', () => {
  test('tells what carriers offer for what may leave, the cheapest first, once all have answered', async () => {
    await shop.close();
    shop = await cargoShop({ offersPerLook: 2 });
    const id = await shop.paid();
    const quoted = await shop.offers(id, { parcel: { lengthCm: 10, widthCm: 10, heightCm: 10, weightGrams: 400 } });
    const { number } = await shop.order(id);
    say(quoted, { extension: 'geliver', completedPercent: 100, unreadable: 0 });
    expect(quoted.reference).toMatch(new RegExp(`^${number}-`));
    expect(quoted.lines.map(({ quantity }: { quantity: number }) => quantity)).toEqual([2, 1]);
    const prices = quoted.offers.map(({ price }: { price: number }) => price);
    expect(prices).toEqual(prices.toSorted((left: number, right: number) => left - right));
    expect(prices.length).toBeGreaterThan(4);
    const [asked] = (await shop.control('GET', '/shipments')) as { recipientAddress: object; weight: string }[];
    say(asked as object, { weight: '0.4', recipientAddress: { cityCode: '34', districtName: 'Kadıköy' } });
    // A parcel without measures is as the shop's settings say; another question is another parcel.
    const again = await shop.offers(id);
    say(again, { parcel: { weightGrams: 1_000 } });
    expect(again.reference).not.toBe(quoted.reference);
  });

  test('says what keeps them away', async () => {
    const id = await shop.paid();
    say(await refusal(shop.offers(id, { lines: [] })), { code: 'invalid_request' });
    shop.simulator.faults.set({ down: true });
    say(await refusal(shop.offers(id)), { code: 'unavailable' });
    shop.simulator.faults.clear();
    await shop.world.done('extension.configure', { extension: 'geliver', config: {} }, { as: shop.world.owner });
    say(await refusal(shop.offers(id)), { code: 'extension_not_ready' });
    await shop.world.done('extension.disable', { extension: 'geliver' }, { as: shop.world.owner });
    say(await refusal(shop.offers(id)), { code: 'extension_not_enabled' });
  });

  test('of an order with cash on delivery are of carriers that collect all of it', async () => {
    const id = await shop.onDelivery();
    const quoted = await shop.offers(id);
    expect(quoted.offers.length).toBeGreaterThan(0);
    const [asked] = (await shop.control('GET', '/shipments')) as object[];
    say(asked as object, { productPaymentOnDelivery: true, order: { totalAmount: '200.00' } });
    const [line] = (await shop.order(id)).lines;
    say(await refusal(shop.offers(id, { lines: [{ lineId: line.id, quantity: 1 }] })), { code: 'invalid_state' });
  });
});

describe('what a courier collects', () => {
  test('is not paid for what was given back before it left', async () => {
    const { world } = shop;
    const id = await shop.onDelivery();
    const [{ id: lineId }] = (await shop.order(id)).lines;
    const in_ = returnsIn(world);
    const returnId = await in_.approved(id, [{ lineId, quantity: 1 }]);
    await in_.receive(returnId, [{ lineId, quantity: 1, condition: 'unsent' }]);
    await shop.offers(id);
    const [asked] = (await shop.control('GET', '/shipments')) as object[];
    say(asked as object, { productPaymentOnDelivery: true, order: { totalAmount: '100.00' } });
  });

  test('is all of it again once the parcel was brought back', async () => {
    const { world } = shop;
    const id = await shop.onDelivery();
    const { id: shipmentId } = await world.done('order.ship', { orderId: id, carrier: 'yurtici' });
    await world.done('order.shipment.track', { orderId: id, shipmentId, state: 'returned' });
    await shop.offers(id);
    const [asked] = (await shop.control('GET', '/shipments')) as object[];
    say(asked as object, { productPaymentOnDelivery: true, order: { totalAmount: '200.00' } });
  });
});

describe('orders.cargo.book', () => {
  test('books with the provider, once, and keeps what it says', async () => {
    const id = await shop.paid();
    const made = await shop.book(id);
    say(made, { state: 'booking', extension: 'geliver', trackingNumber: null, forward: { dispatchedAt: null } });
    say(await shop.order(id), { fulfilment: 'fulfilled', lines: [{ booked: 2 }, { booked: 1 }] });
    say(await shop.stepBooking(made.id), { state: 'booked', waitMs: null });
    say(await shop.shipmentOf(id), { state: 'booked', failure: null });
    expect([shop.asks(), shop.bookedAt()]).toEqual([1, 1]);
    say(await shop.stepBooking(made.id), { state: 'booked', waitMs: null });
    expect(shop.asks()).toBe(1);
    const { items } = await shop.world.read('audit.list', { query: { entity: made.id } });
    expect(items.map(({ command }: { command: string }) => command)).toEqual([
      'order.shipment.record',
      'orders.cargo.book',
    ]);
  });

  test('is refused of offers of another order, of what was accepted already, and of what has left', async () => {
    const [id, other] = [await shop.paid(), await shop.paid()];
    const { reference } = await shop.offers(other);
    say(await shop.book(id, { reference }), { code: 'invalid_request' });
    const first = await shop.book(id);
    say(await refusal(shop.book(id)), { code: 'nothing_to_ship' });
    await shop.stepBooking(first.id);
    say(await shop.world.run('order.cancel', { orderId: id, reason: 'merchant' }).then(({ body }) => body as object), {
      code: 'invalid_state',
    });
  });

  test('is refused of other lines than were offered for', async () => {
    const id = await shop.paid();
    const [cup, pot] = (await shop.order(id)).lines;
    const quoted = await shop.offers(id, { lines: [{ lineId: cup.id, quantity: 1 }] });
    const [{ offerId, carrier, service, price }] = quoted.offers;
    const accept = (lines?: readonly { readonly lineId: string; readonly quantity: number }[]) =>
      shop.world.read('orders.cargo.book', {
        as: shop.world.developer,
        params: { ord: id },
        body: {
          ...{ extension: 'geliver', reference: quoted.reference, offerId, carrier, service, price },
          ...(lines ? { lines } : {}),
        },
      });
    say(await accept([{ lineId: cup.id, quantity: 2 }]), { code: 'invalid_request' });
    say(await accept([{ lineId: pot.id, quantity: 1 }]), { code: 'invalid_request' });
    say(await accept(), { code: 'invalid_request' });
    const made = await accept(quoted.lines);
    say(made, { state: 'booking' });
    say(await shop.stepBooking(made.id), { state: 'booked' });
  });

  test('that is said to be booked says under which id, and is cancelled there under it', async () => {
    const id = await shop.paid();
    const { id: shipmentId } = await shop.book(id);
    shop.simulator.faults.set({ lostAnswer: { rate: 1 }, endpoint: BOOK });
    await shop.stepBooking(shipmentId);
    shop.simulator.faults.set({ down: true });
    await shop.later(2 * 24 * 3_600);
    say(await shop.stepBooking(shipmentId), { state: 'unknown' });
    shop.simulator.faults.clear();
    say(await shop.shipmentOf(id), { waitingFor: null });
    const track = async (more: object = {}) =>
      (await shop.world.run('order.shipment.track', { orderId: id, shipmentId, state: 'booked', ...more }))
        .body as object;
    say(await track(), { code: 'invalid_request' });
    const [{ id: remoteId }] = (await shop.control('GET', '/shipments')) as [{ id: string }];
    say(await track({ remoteId }), { result: { state: 'booked', remoteId } });
    say(await shop.stepTracking(shipmentId), { state: 'booked' });
    const params = { ord: id, shp: shipmentId };
    await shop.world.read('orders.shipment.cancel', { as: shop.world.developer, params });
    say(await shop.stepCancelling(shipmentId), { state: 'cancelled' });
  });

  test('of which no id is known is cancelled by hand, and never asked for by none', async () => {
    const id = await shop.paid();
    const { id: shipmentId } = await shop.book(id);
    await shop.world.sql(`UPDATE order_shipment SET state = 'booked'`);
    const cancel = () => shop.world.run('order.shipment.cancel', { orderId: id, shipmentId });
    await shop.world.sql(`UPDATE order_shipment SET state = 'cancelling'`);
    say(await shop.stepCancelling(shipmentId), { state: 'unknown', waitMs: null });
    say((await cancel()).body as object, { result: { state: 'cancelled' } });
  });

  test('that the provider refuses has failed, and frees the pieces', async () => {
    const id = await shop.paid();
    await shop.control('PUT', '/balance', { kurus: 0 });
    const { id: shipmentId } = await shop.book(id);
    say(await shop.stepBooking(shipmentId), { state: 'failed' });
    say(await shop.order(id), {
      fulfilment: 'unfulfilled',
      lines: [{ booked: 0 }, { booked: 0 }],
      shipments: [{ state: 'failed', failure: expect.stringContaining('Bakiyeniz') }],
    });
    await shop.control('PUT', '/balance', { kurus: 1_000_000 });
    const { id: next } = await shop.book(id);
    say(await shop.stepBooking(next), { state: 'booked' });
  });

  test('of an offer that costs more by now, or is another, has failed before it was accepted', async () => {
    const id = await shop.paid();
    const quoted = await shop.offers(id);
    const [{ price }] = quoted.offers;
    const { id: dearer } = await shop.book(id, { price: price - 1 });
    say(await shop.stepBooking(dearer), { state: 'failed' });
    const { id: other } = await shop.book(id, { service: 'ARAS_HIZLI' });
    say(await shop.stepBooking(other), { state: 'failed' });
    // Its end tells what was quoted, its beginning when.
    const reference = quoted.reference.replace(/(?<=-.{10}).{4}/, '0000');
    const { id: unknown } = await shop.book(id, { reference });
    say(await shop.stepBooking(unknown), { state: 'booking' });
    await shop.later(120);
    say(await shop.stepBooking(unknown), { state: 'failed' });
    expect(shop.asks()).toBe(0);
  });

  test.each(['lostAnswer', 'malformedBody', 'hostileRefusal', ...slowCases('silence' as const)] as const)(
    'whose answer is lost (%s) is read back and not asked for again',
    async (fault) => {
      const id = await shop.paid();
      const { id: shipmentId } = await shop.book(id);
      shop.simulator.faults.set({ [fault]: { rate: 1 }, endpoint: BOOK });
      say(await shop.stepBooking(shipmentId), { state: 'booking' });
      shop.simulator.faults.clear();
      say(await shop.shipmentOf(id), { state: 'booking', waitingFor: expect.stringMatching(/Geliver/) });
      say(await shop.stepBooking(shipmentId), { state: 'booked' });
      expect([shop.asks(), shop.bookedAt()]).toEqual([1, 1]);
    },
  );

  test('is asked for again only behind the time in which the first request may still come, and then once', async () => {
    const id = await shop.paid();
    const { id: shipmentId } = await shop.book(id);
    shop.simulator.faults.set({ serverError: { rate: 1, status: 502 }, endpoint: BOOK });
    await shop.stepBooking(shipmentId);
    shop.simulator.faults.clear();
    const early = await shop.stepBooking(shipmentId);
    expect([early.state, (early.waitMs ?? 0) > 5_000]).toEqual(['booking', true]);
    expect(shop.asks()).toBe(0);
    await shop.later(60);
    say(await shop.stepBooking(shipmentId), { state: 'booked' });
    expect([shop.asks(), shop.bookedAt()]).toEqual([1, 1]);
  });

  test('that could not be asked for within a day has failed, and is not asked for then', async () => {
    const id = await shop.paid();
    const { id: shipmentId } = await shop.book(id);
    await shop.later(2 * 24 * 3_600);
    shop.simulator.faults.set({ lostAnswer: { rate: 1 }, endpoint: BOOK });
    say(await shop.stepBooking(shipmentId), { state: 'failed' });
    expect(shop.bookedAt()).toBe(0);
    say(await shop.order(id), { fulfilment: 'unfulfilled', lines: [{ booked: 0 }, { booked: 0 }] });
  });

  test('that was asked for before the shop was restored from a backup is found and not asked for again', async () => {
    const id = await shop.paid();
    const { id: shipmentId } = await shop.book(id);
    shop.simulator.faults.set({ lostAnswer: { rate: 1 }, endpoint: BOOK });
    await shop.stepBooking(shipmentId);
    shop.simulator.faults.clear();
    await shop.world.sql('UPDATE order_shipment SET asked = 0, asked_at = NULL');
    say(await shop.stepBooking(shipmentId), { state: 'booked' });
    expect([shop.asks(), shop.bookedAt()]).toEqual([1, 1]);
  });

  test('of which the provider says nothing any more is unknown, keeps its pieces, and is left by hand', async () => {
    const id = await shop.paid();
    const { id: shipmentId } = await shop.book(id);
    const params = { ord: id, shp: shipmentId };
    const cancel = () => shop.world.read('orders.shipment.cancel', { as: shop.world.developer, params });
    say(await cancel(), { code: 'invalid_state' });
    shop.simulator.faults.set({ lostAnswer: { rate: 1 }, endpoint: BOOK });
    await shop.stepBooking(shipmentId);
    shop.simulator.faults.set({ down: true });
    await shop.later(2 * 24 * 3_600);
    say(await shop.stepBooking(shipmentId), { state: 'unknown', waitMs: null });
    say(await shop.order(id), { fulfilment: 'fulfilled', lines: [{ booked: 2 }, { booked: 1 }] });
    say(await cancel(), { state: 'cancelled' });
    say(await shop.order(id), { fulfilment: 'unfulfilled', lines: [{ booked: 0 }, { booked: 0 }] });
  });

  test('is done once by two that take the same step', async () => {
    const id = await shop.paid();
    const { id: shipmentId } = await shop.book(id);
    await Promise.all(Array.from({ length: 4 }, () => shop.stepBooking(shipmentId)));
    say(await shop.stepBooking(shipmentId), { state: 'booked' });
    expect([shop.asks(), shop.bookedAt()]).toEqual([1, 1]);
  });

  test('that is proposed is applied when the parcel is booked, and not before', async () => {
    const { world, simulator } = shop;
    const id = await shop.paid();
    const agent = await mintAgent(world, { scopes: ['orders:read', 'orders:write', 'proposals:write'] });
    const { proposalId } = await shop.book(id, {}, agent);
    await world.done('proposal.submit', { proposalId }, { as: agent });
    const proposal = () => world.read('proposals.get', { params: { prp: proposalId } });
    const { hash } = await proposal();
    simulator.faults.set({ slowAnswer: { rate: 1, delayMs: 4_000 }, endpoint: BOOK });
    const worker = await startTestWorker(world);
    try {
      await world.done('proposal.approve', { proposalId, hash }, { as: world.owner });
      await eventually(() => shop.asks() > 0);
      expect((await proposal()).state).toBe('applying');
      await eventually(async () => (await proposal()).state === 'applied');
      say(await shop.shipmentOf(id), { state: 'booked' });
    } finally {
      await worker.stop();
    }
  });

  test('raced by others, by shipping and by cancelling comes to one end', async () => {
    const { world } = shop;
    const id = await shop.onDelivery();
    const worker = await startTestWorker(world);
    try {
      const quoted = await Promise.all(Array.from({ length: 3 }, () => shop.offers(id)));
      const bookings = quoted.map(({ reference, offers: [{ offerId, carrier, service, price }] }) =>
        world.read('orders.cargo.book', {
          as: world.developer,
          params: { ord: id },
          body: { extension: 'geliver', reference, offerId, carrier, service, price },
        }),
      );
      const others = [
        world.run('order.ship', { orderId: id, carrier: 'yurtici' }),
        world.run('order.cancel', { orderId: id, reason: 'merchant' }),
      ].map(async (each) => (await each).body as { code?: string });
      const answers = await Promise.all([...bookings, ...others]);
      const refusals = answers.flatMap(({ code }) => code ?? []);
      expect(refusals.filter((code) => !['nothing_to_ship', 'invalid_state'].includes(code))).toEqual([]);
      expect(refusals).toHaveLength(4);
      const isOver = async () => {
        const { shipments } = await shop.order(id);
        return shipments.every(({ state }: { state: string }) => state !== 'booking');
      };
      await eventually(isOver);
      const { payment, shipments, lines } = await shop.order(id);
      const [shipment] = shipments;
      expect(shipments).toHaveLength(payment === 'cancelled' ? 0 : 1);
      expect(lines[0].booked + lines[0].shipped).toBe(payment === 'cancelled' ? 0 : 2);
      expect(shop.bookedAt()).toBe(shipment?.extension ? 1 : 0);
    } finally {
      await worker.stop();
    }
  });
});
