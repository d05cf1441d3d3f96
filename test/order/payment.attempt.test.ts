import { Deadlines } from '../../src/kernel/deadlines';
import { EffectQueue } from '../../src/kernel/work/outbox';
import { paymentWebhooks } from '../../src/order/payment/webhooks';
import { UNDER_WAY_MS } from '../../src/provider/deadlines';
import { eventually } from '../world/eventually';
import { type AttemptShop, attemptShop, CARD, COMPLETE, POOR, PRICE, REFUND } from './attempts';
import { address } from './session';

let shop: AttemptShop;
beforeEach(async () => {
  shop = await attemptShop();
});
afterEach(() => shop.close());

const UNDER_WAY_S = UNDER_WAY_MS / 1_000;
const say = (body: unknown, more: object) => expect(body).toMatchObject(more);
/** How many rows have a number as a value of its own: digests, ids and times have all digits in some order. */
const seen = async (text: string): Promise<number> => {
  const { database, storeId } = shop.world;
  const tables = ['payment', 'checkout_session', 'outbox', 'audit_row', 'command_outcome', 'webhook'];
  const counts = tables.map(
    (table) => `SELECT count(*) AS n FROM ${table} t WHERE t::text ~ '(^|[^0-9A-Za-z.:-])${text}($|[^0-9A-Za-z])'`,
  );
  const rows = await database.reader(storeId).query<{ n: number }>(counts.join(' UNION ALL '));
  return rows.reduce((sum, { n }) => sum + n, 0);
};
/** What the provider tells by itself. */
const told = async (paymentId: string, says: string): Promise<boolean> => {
  const { world } = shop;
  return world.bus.inTransaction<boolean>(world.storeId, async (tx) => {
    const effects = new EffectQueue();
    const handling = { tx, effects, now: new Date(), storeId: world.storeId, ext: 'iyzico' };
    const value = await paymentWebhooks.handle(handling, { reference: paymentId.replace('_', ''), says });
    effects.write(tx, world.storeId, undefined);
    return { keep: true, value };
  });
};

describe('a payment by card', () => {
  test('is offered as long as something takes cards', async () => {
    const { shown } = await shop.ready();
    say(shown, { method: 'card', missing: [], total: PRICE });
    expect(shown.methods[0]).toMatchObject({ id: 'card' });
    await shop.owner('extension.disable', { extension: 'iyzico' });
    const { shown: without } = await shop.ready();
    expect(without.methods.map(({ id }: { id: string }) => id)).not.toContain('card');
  });

  test('on the page of the provider makes the order, once', async () => {
    const shopper = await shop.ready();
    const { id, page } = await shop.begin(shopper);
    say(await shopper.one.payment(id), { status: 200, body: { payment: { id, state: 'begun' }, order: null } });
    const back = await shop.comeBack(shopper.one, id, (await shop.walk(page)) ?? '');
    say(back, { status: 200, body: { payment: { state: 'captured' }, order: { payment: 'paid', captured: PRICE } } });
    say(await shopper.one.place(PRICE), { status: 200, body: { id: back.body.order.id } });
    say(await shop.step(id), { state: 'captured', waitMs: null });
    expect([(await shop.orders()).length, await shop.stock(), await shop.refundsAt()]).toEqual([1, 9, []]);
  });

  test('whose buyer never comes back is found by looking', async () => {
    const shopper = await shop.ready();
    const { id, page } = await shop.begin(shopper);
    say(await shop.step(id), { state: 'begun', waitMs: expect.any(Number) });
    await shop.walk(page);
    say(await shop.drive(id), { state: 'captured', waitMs: null });
    expect(await shop.orders()).toHaveLength(1);
  });

  test('with a card that was entered in the shop is taken once, and the card stays nowhere', async () => {
    const shopper = await shop.ready();
    const { id, page } = await shop.begin(shopper, { card: CARD });
    expect(page.kind).toBe('html');
    const back = await shop.comeBack(shopper.one, id, (await shop.walk(page)) ?? '');
    say(back.body, { payment: { state: 'captured' }, order: { payment: 'paid' } });
    expect(shop.asked(COMPLETE)).toBe(1);
    expect([await seen(CARD.number), await seen(CARD.securityCode)]).toEqual([0, 0]);
  });

  test('that the bank declines makes none, and the shopper may try again', async () => {
    const shopper = await shop.ready();
    const { id, page } = await shop.begin(shopper, { card: { ...CARD, number: POOR } });
    const back = await shop.comeBack(shopper.one, id, (await shop.walk(page)) ?? '');
    say(back.body, { payment: { state: 'failed' }, order: null });
    const again = await shop.begin(shopper);
    await shop.walk(again.page);
    say(await shop.drive(again.id), { state: 'captured' });
  });

  test.each(['lostAnswer', 'malformedBody', 'hostileRefusal'] as const)(
    'whose answer is lost (%s) is read back, and not taken again',
    async (fault) => {
      const shopper = await shop.ready();
      const { id, page } = await shop.begin(shopper, { card: CARD });
      const brought = (await shop.walk(page)) ?? '';
      shop.simulator.faults.set({ [fault]: { rate: 1 }, endpoint: COMPLETE });
      const back = await shop.comeBack(shopper.one, id, brought);
      shop.simulator.faults.clear();
      say(await shop.drive(id), { state: 'captured', waitMs: null });
      expect([shop.asked(COMPLETE), (await shop.orders()).length, back.status]).toEqual([1, 1, 200]);
    },
  );

  test('of which the provider never heard is asked for again, behind the time that it may take to know', async () => {
    await shop.close();
    // Nobody knows what became of it, which its shopper waits for in vain.
    shop = await attemptShop({ deadlines: new Deadlines(0.2) });
    const shopper = await shop.ready();
    const { id, page } = await shop.begin(shopper, { card: CARD });
    const brought = (await shop.walk(page)) ?? '';
    shop.simulator.faults.set({ serverError: { rate: 1, status: 502 }, endpoint: COMPLETE });
    await shop.comeBack(shopper.one, id, brought);
    shop.simulator.faults.clear();
    await shop.step(id);
    expect(shop.asked(COMPLETE)).toBe(0);
    await shop.later(120);
    await shop.step(id);
    await shop.step(id);
    expect(shop.asked(COMPLETE)).toBe(0);
    await shop.later(UNDER_WAY_S);
    await shop.step(id);
    say(await shop.drive(id), { state: 'captured', waitMs: null });
    expect([shop.asked(COMPLETE), (await shop.orders()).length]).toEqual([1, 1]);
  });

  test('that could not be completed within a day is not completed then', async () => {
    const shopper = await shop.ready();
    const { id, page } = await shop.begin(shopper, { card: CARD });
    const coming = shopper.one.comeBack(id, (await shop.walk(page)) ?? '');
    const { database, storeId } = shop.world;
    const brought = 'SELECT 1 FROM payment WHERE ticket IS NOT NULL';
    await eventually(async () => (await database.reader(storeId).query(brought)).length > 0);
    await shop.later(2 * 24 * 3_600);
    shop.simulator.faults.set({ lostAnswer: { rate: 1 }, endpoint: COMPLETE });
    say(await shop.step(id), { state: 'unknown', waitMs: null });
    expect(shop.asked(COMPLETE)).toBe(0);
    say(await coming, { status: 200, body: { order: null } });
  });

  test('that nobody makes expires, once that is proven', async () => {
    const { id } = await shop.begin(await shop.ready());
    await shop.later(3_600);
    say(await shop.step(id), { state: 'begun' });
    await shop.later(UNDER_WAY_S);
    say(await shop.step(id), { state: 'failed', waitMs: null });
    expect((await shop.orders()).length).toBe(0);
  });

  test('that is made after it has expired is told of by the provider, and given back where the session has ended', async () => {
    const shopper = await shop.ready();
    const { id, page } = await shop.begin(shopper);
    await shop.later(3_600);
    await shop.step(id);
    await shop.later(UNDER_WAY_S);
    say(await shop.step(id), { state: 'failed' });
    await shop.walk(page);
    await shop.world.sql(`UPDATE checkout_session SET expires_at = now() - interval '1 s'`);
    expect(await told(id, 'failed')).toBe(true);
    say(await shop.step(id), { state: 'failed' });
    expect(await told(id, 'captured')).toBe(true);
    say(await shop.drive(id), { state: 'returned', waitMs: null });
    expect([(await shop.orders()).length, (await shop.refundsAt()).length]).toEqual([0, 1]);
  });

  test.each([
    ['stock is gone', 'out_of_stock', () => shop.owner('catalog.stock.set', { targetId: shop.product.id, stock: 0 })],
    [
      'price is another',
      'price_changed',
      () => shop.owner('catalog.price.set', { targetId: shop.product.id, price: 60_000 }),
    ],
  ])('whose %s is given back, once, in the owner’s sight', async (_, failure, change) => {
    const shopper = await shop.ready();
    const { id, page } = await shop.begin(shopper);
    await shop.walk(page);
    await change();
    shop.simulator.faults.set({ lostAnswer: { rate: 1 }, endpoint: REFUND });
    await shop.drive(id);
    shop.simulator.faults.clear();
    say(await shop.drive(id), { state: 'returned', waitMs: null });
    expect([shop.asked(REFUND), (await shop.refundsAt()).length, (await shop.orders()).length]).toEqual([1, 1, 0]);
    say((await shopper.one.payment(id)).body, { payment: { state: 'returned', failure }, order: null });
  });

  test('of a session that was changed meanwhile is given back', async () => {
    const shopper = await shop.ready();
    const { id, page } = await shop.begin(shopper);
    await shopper.one.fill({ method: 'cod' });
    await shop.walk(page);
    say(await shop.drive(id), { state: 'returned' });
    say((await shopper.one.payment(id)).body, { payment: { failure: 'amount_mismatch' } });
    expect((await shop.orders()).length).toBe(0);
  });

  test.each([
    ['address', { shippingAddress: { ...address, province: 'Ankara' } }],
    ['buyer', { buyer: { name: 'Mehmet Öztürk', email: 'mehmet@example.com', phone: '+905339876543' } }],
    ['note', { note: 'Başka bir not' }],
  ])('of a session with another %s by now is given back', async (_, filling) => {
    const shopper = await shop.ready();
    const { id, page } = await shop.begin(shopper);
    await shopper.one.fill(filling);
    await shop.walk(page);
    say(await shop.drive(id), { state: 'returned' });
    say((await shopper.one.payment(id)).body, { payment: { failure: 'amount_mismatch' }, order: null });
  });

  test('twice for one session is one order, and the other is given back', async () => {
    const shopper = await shop.ready();
    const [one, two] = [await shop.begin(shopper), await shop.begin(shopper)];
    await shop.walk(one.page);
    await shop.walk(two.page);
    const states = await Promise.all([shop.drive(one.id), shop.drive(two.id)]);
    expect(states.map(({ state }) => state).toSorted()).toEqual(['captured', 'returned']);
    expect([(await shop.orders()).length, (await shop.refundsAt()).length, await shop.stock()]).toEqual([1, 1, 9]);
  });

  test('driven by several at once is taken once, and ordered once', async () => {
    const shopper = await shop.ready();
    const { id, page } = await shop.begin(shopper, { card: CARD });
    const brought = (await shop.walk(page)) ?? '';
    const back = await Promise.all(Array.from({ length: 3 }, () => shop.comeBack(shopper.one, id, brought)));
    expect(new Set(back.map(({ body }) => body.order?.id)).size).toBe(1);
    expect([shop.asked(COMPLETE), (await shop.orders()).length, (await shop.refundsAt()).length]).toEqual([1, 1, 0]);
  });

  test('of which the provider says nothing for a day is unknown, and stays in the owner’s sight', async () => {
    const shopper = await shop.ready();
    const { id, page } = await shop.begin(shopper);
    await shop.walk(page);
    shop.simulator.faults.set({ down: true });
    say(await shop.step(id), { state: 'begun' });
    await shop.later(2 * 24 * 3_600);
    say(await shop.step(id), { state: 'unknown', waitMs: null });
    shop.simulator.faults.clear();
    await told(id, 'captured');
    say(await shop.drive(id), { state: 'captured', waitMs: null });
    expect(await shop.orders()).toHaveLength(1);
  });

  test('that is a test pays for no order', async () => {
    const shopper = await shop.ready();
    const { id, page } = await shop.begin(shopper);
    await shop.walk(page);
    await shop.world.sql(`UPDATE payment SET state = 'captured', provider_id = '1', captured_at = now(), test = true`);
    say(await shop.drive(id), { state: 'failed', waitMs: null });
    expect([(await shop.orders()).length, (await shop.refundsAt()).length]).toEqual([0, 0]);
  });

  test('is come back to with nothing but what is its own', async () => {
    const [mine, other] = [await shop.ready(), await shop.ready()];
    const [payment, foreign] = [await shop.begin(mine), await shop.begin(other)];
    const brought = (await shop.walk(foreign.page)) ?? '';
    say(await mine.one.comeBack(payment.id, brought), { status: 400, body: { code: 'invalid_request' } });
    say(await mine.one.comeBack(payment.id, 'x=1'), { status: 400 });
    say(await mine.one.comeBack(foreign.id, brought), { status: 404 });
    say(await mine.one.pay(mine.shown.total + 1, 'https://magaza.example/'), { body: { code: 'amount_mismatch' } });
  });
});
