import { newId } from '../../src/kernel/ids';
import { newReference } from '../provider/payments';
import { type OwnerSession, openSite, type Site } from '../surfaces/site';
import type { World } from '../world/world';
import { keepPayment } from './card';
import { returnsIn } from './returns';
import { orderOf } from './session';

const PRICE = 10_000;

describe('account.today', () => {
  let site: Site;
  let session: OwnerSession;
  let world: World;
  let productId: string;
  beforeEach(async () => {
    site = await openSite();
    session = await site.session();
    ({ world } = site);
    ({ id: productId } = await world.done('catalog.product.create', { title: 'Fincan', price: PRICE, stock: 500 }));
  });
  afterEach(() => site.close());

  const today = async () => (await site.call('GET', '/v1/account/today', { session })).body;
  const placed = (method: 'cod' | 'transfer', quantity = 1) =>
    orderOf(world, [{ productId, quantity }], { terms: { method } });
  const paid = async (quantity = 1) => {
    const order = await placed('transfer', quantity);
    await world.done('order.transfer.confirm', { orderId: order.id });
    return order;
  };
  const ship = (orderId: string, lines?: object[]) =>
    world.done('order.ship', { orderId, carrier: 'yurtici', ...(lines ? { lines } : {}) });
  const track = (orderId: string, shipmentId: string, state: string) =>
    world.done('order.shipment.track', { orderId, shipmentId, state });
  const lineOf = async (ord: string) => (await world.read('orders.get', { params: { ord } })).lines[0].id as string;
  const numbers = ({ first }: { first: { number: string }[] }) => first.map(({ number }) => number);

  test('tells what is to be shipped as order.ship has it, whatever became of the pieces', async () => {
    const lives: Record<string, string> = {};
    const untouched = await paid();
    const cod = await placed('cod');
    await placed('transfer');
    const half = await paid(2);
    await ship(half.id, [{ lineId: await lineOf(half.id), quantity: 1 }]);
    const gone = await paid();
    const { id: parcel } = await ship(gone.id);
    await track(gone.id, parcel, 'delivered');
    const back = await paid(2);
    await ship(back.id, [{ lineId: await lineOf(back.id), quantity: 1 }]);
    const { id: bounced } = await ship(back.id);
    await track(back.id, bounced, 'returned');
    const lost = await placed('cod');
    await track(lost.id, (await ship(lost.id)).id, 'lost');
    const cancelled = await placed('cod');
    await world.done('order.cancel', { orderId: cancelled.id, reason: 'customer' });
    const refunded = await paid();
    await world.done('order.refund.request', { orderId: refunded.id, reason: 'Vazgeçti' });
    const takenBack = await paid();
    const { id: mistaken } = await ship(takenBack.id);
    await world.done('order.shipment.cancel', { orderId: takenBack.id, shipmentId: mistaken });
    const { items } = await world.read('orders.list', { query: { limit: 100 } });
    for (const { id, number, payment } of items) {
      const ships = world.run('order.ship', { orderId: id, carrier: 'aras' }, { dryRun: true });
      const isTaken = await ships.then(
        () => true,
        () => false,
      );
      if (isTaken) lives[number] = payment;
    }
    const shippable = (payment: string) =>
      Object.keys(lives)
        .filter((number) => lives[number] === payment)
        .toSorted()
        .reverse();
    const answer = await today();
    expect([numbers(answer.toShip), answer.toShip.more]).toEqual([shippable('paid'), false]);
    expect([numbers(answer.toShipUnpaid), answer.toShipUnpaid.more]).toEqual([shippable('pending_cod'), false]);
    expect(shippable('paid')).toEqual(expect.arrayContaining([untouched.number, half.number, takenBack.number]));
    expect(shippable('paid')).not.toContain(refunded.number);
    expect(shippable('pending_cod')).toContain(cod.number);
    expect(numbers(answer.parcelsBack).toSorted()).toEqual([back.number, lost.number].toSorted());
  });

  test('tells of a parcel that came to nothing as long as a piece is with nobody, whatever is noted of the others', async () => {
    const one = async (orderId: string) => [{ lineId: await lineOf(orderId), quantity: 1 }];
    const sent = async (orderId: string, state: string) =>
      track(orderId, (await ship(orderId, await one(orderId))).id, state);
    const giveBack = async (orderId: string) => {
      const asked = { orderId, lines: await one(orderId), reason: 'Kusura bakmayın' };
      const { id: refundId } = await world.done('order.refund.request', asked);
      await world.done('order.refund.record', { refundId, outcome: 'succeeded' });
    };
    const parcelsBack = async () => numbers((await today()).parcelsBack);

    const atDoor = await placed('cod', 2);
    await sent(atDoor.id, 'delivered');
    await sent(atDoor.id, 'returned');
    expect(await parcelsBack()).toEqual([atDoor.number]);
    // Nobody paid for the one that came back.
    await world.done('order.cod.collect', { orderId: atDoor.id });
    expect(await parcelsBack()).toEqual([]);

    const neverSent = await paid(2);
    await giveBack(neverSent.id);
    await sent(neverSent.id, 'lost');
    expect(await parcelsBack()).toEqual([neverSent.number]);
    await giveBack(neverSent.id);
    expect(await parcelsBack()).toEqual([]);

    const favour = await paid(2);
    await sent(favour.id, 'delivered');
    await giveBack(favour.id);
    await sent(favour.id, 'lost');
    expect(await parcelsBack()).toEqual([favour.number]);
    await sent(favour.id, 'delivered');
    expect(await parcelsBack()).toEqual([]);
  });

  test('tells of transfers that are awaited and of cash that was not recorded', async () => {
    const waits = await placed('transfer');
    const cod = await placed('cod');
    await track(cod.id, (await ship(cod.id)).id, 'delivered');
    expect(await today()).toMatchObject({
      unpaid: { count: 1, more: false, first: [{ id: waits.id, number: waits.number }] },
      toCollect: { count: 1, first: [{ id: cod.id }] },
      toShip: { count: 0 },
    });
    await world.done('order.cod.collect', { orderId: cod.id });
    await world.done('order.cancel', { orderId: waits.id, reason: 'customer' });
    expect(await today()).toMatchObject({ unpaid: { count: 0, first: [] }, toCollect: { count: 0 } });
  });

  test('tells of money that is given back by hand, until that is recorded', async () => {
    const late = await placed('transfer');
    await world.done('order.cancel', { orderId: late.id, reason: 'customer' });
    expect(await today()).toMatchObject({ toGiveBack: { count: 0 } });
    await world.done('order.transfer.confirm', { orderId: late.id });
    const broken = await paid();
    const ask = (orderId: string) => world.done('order.refund.request', { orderId, reason: 'Kırık' });
    const { id: refundId } = await ask(broken.id);
    const both = {
      count: 2,
      first: [
        { id: late.id, number: late.number },
        { id: broken.id, number: broken.number },
      ],
    };
    expect(await today()).toMatchObject({ toGiveBack: both });
    await world.done('order.refund.record', { refundId, outcome: 'succeeded' });
    const { id: lateRefund } = await ask(late.id);
    // It is asked for, and still to be sent.
    expect(await today()).toMatchObject({ toGiveBack: { count: 1, first: [{ id: late.id }] } });
    await world.done('order.refund.record', { refundId: lateRefund, outcome: 'succeeded' });
    expect(await today()).toMatchObject({ toGiveBack: { count: 0, first: [] } });
  });

  test('tells of refunds that failed until somebody asks again, and of what nobody knows', async () => {
    const order = await paid(2);
    const ask = () => world.done('order.refund.request', { orderId: order.id, reason: 'Kırık', amount: 100 });
    const { id: refundId } = await ask();
    expect(await today()).toMatchObject({ refundsFailed: { count: 0 } });
    await world.done('order.refund.record', { refundId, outcome: 'failed' });
    expect(await today()).toMatchObject({ refundsFailed: { count: 1, first: [{ id: order.id }] } });
    await world.sql(`UPDATE order_refund SET settled_at = now() - interval '31 days'`);
    expect(await today()).toMatchObject({ refundsFailed: { count: 0 } });
    await world.sql(`UPDATE order_refund SET settled_at = now()`);
    await ask();
    expect(await today()).toMatchObject({ refundsFailed: { count: 0 }, refundsUnknown: { count: 0 } });
    await world.sql(`UPDATE order_refund SET state = 'unknown' WHERE state = 'requested'`);
    const { id: shipmentId } = await ship(order.id);
    await world.sql(`UPDATE order_shipment SET state = 'unknown' WHERE id = '${shipmentId}'`);
    expect(await today()).toMatchObject({
      refundsUnknown: { count: 1, first: [{ id: order.id }] },
      parcelsUnknown: { count: 1, first: [{ id: order.id }] },
    });
  });

  test('tells of a refund that failed after another one was asked for', async () => {
    const order = await paid(2);
    const ask = () => world.done('order.refund.request', { orderId: order.id, reason: 'Kırık', amount: 100 });
    const { id: refundId } = await ask();
    const { id: other } = await ask();
    await world.done('order.refund.record', { refundId, outcome: 'failed' });
    const waits = { refundsFailed: { count: 1, first: [{ id: order.id }] } };
    expect(await today()).toMatchObject(waits);
    await world.done('order.refund.record', { refundId: other, outcome: 'succeeded' });
    expect(await today()).toMatchObject(waits);
    await ask();
    expect(await today()).toMatchObject({ refundsFailed: { count: 0 } });
  });

  test('tells the returns whose money is due, the soonest first, from the first piece that came', async () => {
    const returns = returnsIn(world);
    const ids: string[] = [];
    for (const noticedAt of ['later', 'sooner']) {
      const order = await returns.arrived(productId, 2);
      const [line] = order.lines;
      const id = await returns.approved(order.id, [{ lineId: line.id, quantity: 2 }]);
      await returns.receive(id, [{ lineId: line.id, quantity: 1, condition: 'saleable' }]);
      expect(await returns.read(id)).toMatchObject({ state: 'partially_received', refundUntil: expect.any(String) });
      if (noticedAt === 'sooner')
        await world.sql(`UPDATE order_return SET refund_until = refund_until - interval '2 days' WHERE id = '${id}'`);
      ids.push(id);
    }
    const { returnsDue } = await today();
    expect(returnsDue).toMatchObject({ count: 2, more: false });
    expect(returnsDue.first.map(({ id }: { id: string }) => id)).toEqual(ids.toReversed());
    await world.sql(`UPDATE order_return SET state = 'refunded' WHERE id = '${ids[0]}'`);
    expect(await today()).toMatchObject({ returnsDue: { count: 1 } });
  });

  test('tells of lines that wait for codes and of payments that pay for nothing', async () => {
    const code = await world.done('catalog.product.create', { title: 'Kod', price: PRICE, requiresShipping: false });
    await world.done('catalog.product.setDigital', { productId: code.id, digital: { kind: 'code_pool' } });
    const order = await orderOf(world, [{ productId: code.id, quantity: 2 }], {
      terms: { method: 'transfer', rate: null },
    });
    expect(await today()).toMatchObject({ codes: { count: 0 } });
    await world.done('order.transfer.confirm', { orderId: order.id });
    const payment = { providerId: null, paidAmount: null, instalments: null, review: null, capturedAt: null };
    for (const state of ['not_returned', 'unknown', 'returned', 'failed'] as const)
      await keepPayment(world, {
        ...payment,
        ...{ sessionId: newId('chs'), extension: 'iyzico', reference: newReference(), state, amount: 100, test: false },
      });
    expect(await today()).toMatchObject({
      codes: { count: 1, first: [{ id: order.id }] },
      payments: { count: 2, more: false },
      toShip: { count: 0 },
    });
  });

  test('counts no further than a hundred', async () => {
    const { id } = await placed('transfer');
    const columns = await world.database.reader(world.storeId).query<{ names: string }>(
      `SELECT string_agg(column_name::text, ', ') AS names FROM information_schema.columns
         WHERE table_name = 'store_order' AND column_name NOT IN ('id', 'number') AND $1 <> ''`,
      [world.storeId],
    );
    const names = columns[0]?.names as string;
    await world.sql(
      `INSERT INTO store_order (id, number, ${names}) SELECT left(id, -3) || lpad(n::text, 3, '0'), number || '-' || n, ${names}
       FROM store_order, generate_series(1, 100) n WHERE id = '${id}'`,
    );
    const { unpaid } = await today();
    expect([unpaid.count, unpaid.more, unpaid.first.length]).toEqual([100, true, 5]);
  });

  test('tells what was sold yesterday until now, and nothing of its later hours', async () => {
    const [earlier, later, other] = [await placed('cod'), await placed('cod', 2), await placed('cod', 3)];
    const placedAt = (id: string, moment: string) =>
      world.sql(`UPDATE store_order SET placed_at = ${moment} WHERE id = '${id}'`);
    expect((await today()).yesterdayUntilNow).toEqual({ orders: 0, turnover: 0 });
    const shopNow = `(now() AT TIME ZONE 'Europe/Istanbul')`;
    // The first moment of yesterday is earlier than now at any time of day.
    await placedAt(earlier.id, `(date_trunc('day', ${shopNow}) - interval '1 day') AT TIME ZONE 'Europe/Istanbul'`);
    await placedAt(later.id, `now() - interval '1 day' + interval '1 hour'`);
    await placedAt(other.id, `(date_trunc('day', ${shopNow}) - interval '1 day 1 ms') AT TIME ZONE 'Europe/Istanbul'`);
    expect((await today()).yesterdayUntilNow).toEqual({ orders: 1, turnover: earlier.total });
  });

  test('sums what was sold on each of the last 30 days of the shop, paid or to be paid at the door', async () => {
    const cod = await placed('cod', 2);
    const card = await paid();
    await placed('transfer');
    const cancelled = await placed('cod');
    await world.done('order.cancel', { orderId: cancelled.id, reason: 'customer' });
    // A minute before midnight in Istanbul is the day before, though it is nine in the evening in UTC.
    await world.sql(
      `UPDATE store_order SET placed_at =
         (((now() AT TIME ZONE 'Europe/Istanbul')::date - 28)::timestamp AT TIME ZONE 'Europe/Istanbul') - interval '1 minute'
       WHERE id = '${card.id}'`,
    );
    const { days } = await today();
    expect(days).toHaveLength(30);
    expect(days.at(-1)).toMatchObject({ orders: 1, turnover: cod.total });
    expect(days[0]).toMatchObject({ orders: 1, turnover: card.total });
    expect(days.slice(1, -1).every(({ orders }: { orders: number }) => orders === 0)).toBe(true);
    const istanbul = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Istanbul' }).format(new Date());
    expect(days.at(-1).day).toBe(istanbul);
    await world.sql(`UPDATE store_order SET placed_at = placed_at - interval '1 day' WHERE id = '${card.id}'`);
    expect((await today()).days[0]).toMatchObject({ orders: 0, turnover: 0 });
  });

  test('sums no goods that were taken out of an order before anybody paid for them', async () => {
    const cod = await placed('cod', 3);
    const lines = [{ lineId: await lineOf(cod.id), quantity: 1 }];
    const path = `/v1/account/orders/${cod.id}/removed-pieces`;
    expect((await site.call('POST', path, { session, body: { lines } })).status).toBe(200);
    expect((await today()).days.at(-1)).toMatchObject({ orders: 1, turnover: cod.total - PRICE });
  });
});
