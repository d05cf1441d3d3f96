import { newUlid } from '../../src/kernel/ids';
import { fulfilShort } from '../../src/order/worker/codes';
import { mintAgent } from '../proposal/agents';
import { control } from '../provider/payments';
import { eventually } from '../world/eventually';
import { startTestWorker } from '../world/worker';
import { type AttemptShop, attemptShop, PRICE } from './attempts';

let shop: AttemptShop;
beforeEach(async () => {
  shop = await attemptShop();
});
afterEach(() => shop.close());

const say = (body: unknown, more: object) => expect(body).toMatchObject(more);

/** What iyzico says of fraud from now on: 0 somebody looks at it, -1 it is not to be trusted. */
const thinks = (fraudStatus: -1 | 0 | 1) => control(shop.simulator, 'PUT', '/reviews', { fraudStatus });

/** An order of a jug whose payment iyzico is looking at. */
async function lookedAt(
  ...[quantity, others = []]: [quantity?: number, others?: Parameters<AttemptShop['ready']>[2]]
): Promise<{ readonly paymentId: string; readonly orderId: string }> {
  await thinks(0);
  const shopper = await shop.ready(quantity, {}, others);
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

const URL = 'https://kitap.example/indir';

/** Something that no carrier brings. @returns its id */
async function unshipped(digital: object): Promise<string> {
  const { id: productId } = await shop.world.done('catalog.product.create', {
    title: 'E-kitap',
    price: PRICE,
    requiresShipping: false,
  });
  await shop.owner('catalog.product.setDigital', { productId, digital });
  return productId;
}

/** What the buyer was written about what is digital, newest first. */
async function toldOf(): Promise<string[]> {
  const { items } = await shop.world.read('account.mails');
  return items
    .filter(({ subject }: { subject: string }) => subject.startsWith('Dijital ürünleriniz'))
    .map(({ text }: { text: string }) => text);
}

/** An owner says what became of it, at the one door that there is. */
const review = (orderId: string, outcome: 'passed' | 'rejected') =>
  shop.world.read('order.payment.review', {
    params: { ord: orderId },
    body: { outcome },
    idempotencyKey: newUlid(),
  });

const askBack = (orderId: string, more: object = {}) =>
  shop.world.done('order.refund.request', { orderId, reason: 'Vazgeçti', ...more });
const failed = (refundId: string) => shop.world.done('order.refund.record', { refundId, outcome: 'failed' });

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

  test('opens no link of what goes back, and opens it after all when its refund comes to nothing', async () => {
    const productId = await unshipped({ kind: 'link', url: URL });
    const { orderId } = await lookedAt(1, [{ productId, quantity: 2 }]);
    const whole = await askBack(orderId);
    await review(orderId, 'passed');
    say(await order(orderId), { review: 'passed', lines: [{}, { delivered: 0, refundedUnits: [0, 1] }] });
    expect(await toldOf()).toEqual([]);
    await failed(whole.id);
    say(await order(orderId), { lines: [{ delivered: 0 }, { delivered: 2, keptUnits: [] }] });
    expect(await toldOf()).toEqual([expect.stringContaining(URL)]);
    await askBack(orderId);
    // It was sent: who reads what the shop has written finds it.
    expect(await toldOf()).toEqual([expect.stringContaining(URL)]);
  });

  test('an agent proposes that a refund has failed: what was to tell of a link tells of none once another has opened it', async () => {
    const { world } = shop;
    const productId = await unshipped({ kind: 'link', url: URL });
    const { orderId } = await lookedAt(1, [{ productId, quantity: 2 }]);
    const [jug, link] = (await order(orderId)).lines;
    const piece = ({ id }: { id: string }) => ({ lines: [{ lineId: id, quantity: 1 }] });
    const [amount, ofJug] = [await askBack(orderId, { amount: PRICE }), await askBack(orderId, piece(jug))];
    await askBack(orderId, piece(link));
    await review(orderId, 'passed');
    const as = await mintAgent(world, { scopes: ['orders:write', 'proposals:write'] });
    const propose = (command: string, payload: object) => world.run(command, payload, { as });
    const proposed = await propose('order.refund.record', { refundId: amount.id, outcome: 'failed' });
    const { proposalId, preview } = proposed.body as { proposalId: string; preview: { effects: object[] } };
    expect(preview.effects).toHaveLength(1);
    await failed(ofJug.id);
    say(await order(orderId), { lines: [{}, { delivered: 1 }] });
    say(await propose('order.note.add', { orderId, text: 'Alıcı aradı.' }), { status: 202 });
    await world.done('proposal.submit', { proposalId }, { as });
    const worker = await startTestWorker(world);
    const until = async (state: string) => {
      const read = () => world.read('proposals.get', { params: { prp: proposalId } });
      await eventually(async () => ['paused', 'applied'].includes((await read()).state));
      const proposal = await read();
      say(proposal, { state });
      return proposal;
    };
    const decide = (command: string, payload: object) => shop.owner(command, { proposalId, ...payload });
    const { hash } = await world.read('proposals.get', { params: { prp: proposalId } });
    await decide('proposal.approve', { hash });
    const paused = await until('paused');
    say(paused, { pause: { reason: 'stale' }, list: [{ currentPreview: { effects: [] } }, { state: 'pending' }] });
    const [{ id: itemId, currentPreview }] = paused.list;
    const input = { params: { prp: proposalId }, body: { accept: [{ itemId, hash: currentPreview.hash }] } };
    await world.read('proposals.resume', input);
    await until('applied');
    await worker.stop();
    say(await order(orderId), { refundReserved: PRICE });
    expect(await toldOf()).toHaveLength(1);
  });

  test('opens a link for the pieces that nobody gives back, and tells of none where there are none', async () => {
    const productId = await unshipped({ kind: 'link', url: URL });
    const bought = async (refunded: number) => {
      const { orderId } = await lookedAt(1, [{ productId, quantity: 2 }]);
      const [, { id: lineId }] = (await order(orderId)).lines;
      await askBack(orderId, { lines: [{ lineId, quantity: refunded }] });
      await review(orderId, 'passed');
      return (await order(orderId)).lines[1].delivered as number;
    };
    expect([await bought(2), await toldOf()]).toEqual([0, []]);
    expect([await bought(1), await toldOf()]).toEqual([1, [expect.stringContaining(URL)]]);
  });

  test('gives no code of what goes back, and has the sweep give it when its refund comes to nothing', async () => {
    await withCodes();
    const { orderId } = await lookedAt();
    const whole = await askBack(orderId);
    await review(orderId, 'passed');
    say(await order(orderId), { lines: [{ codes: 0, codesShort: 0 }] });
    expect([await fulfilShort(shop.world.platform), await toldOf()]).toEqual([0, []]);
    await failed(whole.id);
    expect(await fulfilShort(shop.world.platform)).toBe(1);
    say(await order(orderId), { lines: [{ codes: 1, codesShort: 0 }] });
    expect(await toldOf()).toEqual([expect.stringContaining('EPIN-000001-K7Q')]);
  });

  test('waits where the owner looks until it is trusted, or its money goes back', async () => {
    const { orderId } = await lookedAt();
    const waiting = async () => (await shop.world.read('account.today')).reviews;
    const { number } = await order(orderId);
    const one = { count: 1, more: false, first: [{ id: orderId, number }] };
    expect(await waiting()).toEqual(one);
    await review(orderId, 'rejected');
    expect(await waiting()).toEqual(one);
    const { id: refundId } = await askBack(orderId);
    expect(await waiting()).toMatchObject({ count: 0 });
    await failed(refundId);
    expect(await waiting()).toEqual(one);
    await review(orderId, 'passed');
    expect(await waiting()).toMatchObject({ count: 0, first: [] });
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
    say(await review(orderId, 'rejected'), { payment: 'paid' });
    say(await ship(orderId), { code: 'invalid_state' });
    await review(orderId, 'passed');
    say(await ship(orderId), { result: { state: 'in_transit' } });
    say(await shop.step(paymentId), { state: 'captured', waitMs: null });
    say(await review(orderId, 'passed'), { code: 'invalid_state' });
  });

  test('is of the account: the envelope knows no such command, and no token is let in', async () => {
    const { world } = shop;
    const { orderId } = await lookedAt();
    const named = world.run('order.payment.review', { orderId, outcome: 'passed' }, { as: world.owner });
    await expect(named).rejects.toMatchObject({ code: 'invalid_request' });
    const input = { params: { ord: orderId }, body: { outcome: 'passed' }, idempotencyKey: newUlid() };
    await expect(world.read('order.payment.review', { ...input, as: world.developer })).rejects.toMatchObject({
      code: 'owner_only',
    });
    say(await order(orderId), { review: 'pending' });
  });
});
