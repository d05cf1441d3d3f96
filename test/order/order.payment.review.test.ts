import { control } from '../provider/payments';
import { type AttemptShop, attemptShop, PRICE } from './attempts';

let shop: AttemptShop;
beforeEach(async () => {
  shop = await attemptShop();
});
afterEach(() => shop.close());

const say = (body: unknown, more: object) => expect(body).toMatchObject(more);

/** What iyzico says of fraud from now on: 0 somebody looks at it, -1 it is not to be trusted. */
const thinks = (fraudStatus: -1 | 0 | 1) => control(shop.simulator, 'PUT', '/reviews', { fraudStatus });

/** An order of a jug and an e-pin whose payment iyzico is looking at. */
async function lookedAt(): Promise<{ readonly paymentId: string; readonly orderId: string }> {
  await thinks(0);
  const shopper = await shop.ready();
  const { id: paymentId, page } = await shop.begin(shopper);
  await shop.walk(page);
  await shop.drive(paymentId);
  const [made] = await shop.orders();
  return { paymentId, orderId: made?.id as string };
}

/** The product of the shop has codes that are sent beside the goods. */
async function withCodes(): Promise<void> {
  const { id: productId } = shop.product;
  await shop.owner('catalog.product.setDigital', {
    productId,
    digital: { kind: 'code_pool', instructions: 'Kod gir' },
  });
  await shop.owner('catalog.digital.codes.add', { productId, codes: ['EPIN-000001-K7Q', 'EPIN-000002-K7Q'] });
}

const order = (ord: string) => shop.world.read('orders.get', { params: { ord } });
const ship = async (orderId: string): Promise<object> =>
  (await shop.world.run('order.ship', { orderId, carrier: 'yurtici' })).body as object;

describe('order.payment.review', () => {
  test('goods and codes stay here until the provider trusts the payment, and leave then', async () => {
    await withCodes();
    const { paymentId, orderId } = await lookedAt();
    say(await order(orderId), { payment: 'paid', review: 'pending', captured: PRICE, lines: [{ codes: null }] });
    say(await ship(orderId), { code: 'invalid_state' });
    say(await shop.step(paymentId), { state: 'captured', waitMs: expect.any(Number) });
    say(await order(orderId), { review: 'pending', lines: [{ codes: null }] });
    await thinks(1);
    say(await shop.step(paymentId), { state: 'captured', waitMs: null });
    const passed = await order(orderId);
    say(passed, { review: 'passed', lines: [{ codes: 1, codesShort: 0 }], payments: [{ review: 'passed' }] });
    expect(passed.timeline.map(({ kind }: { kind: string }) => kind)).toEqual(
      expect.arrayContaining(['paid', 'review_pending', 'review_passed', 'codes_given']),
    );
    say(await ship(orderId), { result: { state: 'in_transit' } });
    say(await shop.step(paymentId), { state: 'captured', waitMs: null });
  });

  test('what the provider does not trust goes nowhere, and its money is given back once', async () => {
    const { paymentId, orderId } = await lookedAt();
    await thinks(-1);
    await Promise.all([shop.step(paymentId), shop.step(paymentId)]);
    say(await shop.step(paymentId), { state: 'captured', waitMs: null });
    const rejected = await order(orderId);
    say(rejected, { review: 'rejected', refundReserved: PRICE });
    expect(rejected.refunds).toHaveLength(1);
    say(await ship(orderId), { code: 'invalid_state' });
  });

  test('is looked after by a workflow as long as the provider looks', async () => {
    const { paymentId } = await lookedAt();
    const open = async () => {
      const rows = await shop.world.database.system.query<{ id: string }>(
        `SELECT id FROM open_payment_attempt('payment/', '', 10, interval '1 day')`,
        [],
      );
      return rows.map(({ id }) => id);
    };
    await shop.world.sql('UPDATE outbox SET done_at = now()');
    expect(await open()).toEqual([paymentId]);
    await thinks(1);
    await shop.step(paymentId);
    expect(await open()).toEqual([]);
  });

  test('is left by the owner, whatever the provider says', async () => {
    const { paymentId, orderId } = await lookedAt();
    const { owner } = shop;
    say(await owner('order.payment.review', { orderId, outcome: 'rejected' }), { payment: 'paid' });
    say(await ship(orderId), { code: 'invalid_state' });
    await owner('order.payment.review', { orderId, outcome: 'passed' });
    say(await ship(orderId), { result: { state: 'in_transit' } });
    say(await shop.step(paymentId), { state: 'captured', waitMs: null });
    const again = await shop.world.run(
      'order.payment.review',
      { orderId, outcome: 'passed' },
      { as: shop.world.owner },
    );
    say(again.body, { code: 'invalid_state' });
  });
});
