import { UNDER_WAY_MS } from '../../src/provider/deadlines';
import { mintAgent } from '../proposal/agents';
import { eventually } from '../world/eventually';
import { holding, untilWaiting } from '../world/held';
import { startTestWorker } from '../world/worker';
import { type CardShop, cardShop, PRICE, REFUND } from './card';
import { completeSession } from './session';

let shop: CardShop;
beforeEach(async () => {
  shop = await cardShop();
});
afterEach(() => shop.close());

const TOTAL = PRICE * 3;
const UNDER_WAY_S = UNDER_WAY_MS / 1_000;
const say = (body: object, more: object = {}) => expect(body).toMatchObject(more);

describe('order.create of a session that was paid by card', () => {
  test('makes an order that is paid, with its payment', async () => {
    const id = await shop.paid();
    say(await shop.order(id), {
      payment: 'paid',
      paymentMethod: 'card',
      captured: TOTAL,
      payments: [{ extension: 'iyzico', state: 'captured', amount: TOTAL, review: 'passed' }],
    });
  });

  test.each([
    ['without a payment', undefined, 'payment_unavailable'],
    ['of a payment without money', { test: true }, 'payment_unavailable'],
    ['of another amount', { amount: TOTAL - 1 }, 'amount_mismatch'],
  ])('%s makes none', async (_, more, code) => {
    const sessionId = await shop.session();
    if (more) await shop.kept(sessionId, TOTAL, more);
    const { body } = await shop.world.run('order.create', { sessionId }, { as: shop.world.owner });
    say(body as object, { code });
  });
});

describe('orders.refund', () => {
  test('gives back through the provider, once, and says so', async () => {
    const id = await shop.paid();
    const worker = await startTestWorker(shop.world);
    try {
      const asked = await shop.refund(id, { amount: 2_500 });
      say(asked, { state: 'requested', method: 'provider', amount: 2_500 });
      say(await shop.ended(id), { state: 'succeeded', reference: expect.stringContaining('mockrefund') });
      say(await shop.order(id), { refunded: 2_500, refundReserved: 0, refund: 'partial' });
      expect(await shop.refundsAt()).toEqual([expect.objectContaining({ price: 25 })]);
      const { items } = await shop.world.read('audit.list', { query: { entity: asked.id } });
      expect(items.map(({ command }: { command: string }) => command)).toEqual([
        'order.refund.record',
        'orders.refund',
      ]);
    } finally {
      await worker.stop();
    }
  });

  test('is refused of an order that no provider was paid for', async () => {
    const { world } = shop;
    const cod = await world.done('catalog.product.create', { title: 'Fincan', price: 100, stock: 5 });
    const sessionId = await completeSession(world, [{ productId: cod.id }], { terms: { method: 'transfer' } });
    const { id } = await world.done('order.create', { sessionId }, { as: world.owner });
    await world.done('order.transfer.confirm', { orderId: id });
    say(await shop.refund(id), { code: 'invalid_state' });
  });

  test('that the provider refuses has failed, and its money may be given back in another way', async () => {
    const id = await shop.paid();
    const { id: refundId } = await shop.refund(id);
    await shop.world.sql(`UPDATE payment SET provider_id = '1'`);
    say(await shop.step(refundId), { state: 'failed', waitMs: null });
    say(await shop.order(id), {
      refundReserved: 0,
      refunds: [{ state: 'failed', failure: expect.stringMatching(/iyzico/) }],
    });
    const byHand = await shop.world.done('order.refund.request', { orderId: id, reason: 'Havaleyle' });
    await shop.world.done('order.refund.record', { refundId: byHand.id, outcome: 'succeeded', reference: 'FT1' });
    say(await shop.order(id), { refunded: TOTAL, refund: 'full' });
  });

  test('of an extension that was taken out has failed before anything was asked', async () => {
    const id = await shop.paid();
    const { id: refundId } = await shop.refund(id);
    await shop.world.done('secret.delete', { extension: 'iyzico', key: 'apiKey' }, { as: shop.world.owner });
    say(await shop.step(refundId), { state: 'failed' });
    expect(shop.asks()).toBe(0);
  });

  test('waits for a provider that is away, has not asked it then, and fails when that lasts for a day', async () => {
    const id = await shop.paid();
    const { id: refundId } = await shop.refund(id, { amount: 1_000 });
    shop.simulator.faults.set({ down: true });
    say(await shop.step(refundId), { state: 'requested', waitMs: 2_000 });
    shop.simulator.faults.clear();
    say(await shop.step(refundId), { state: 'succeeded' });
    const { id: next } = await shop.refund(id, { amount: 2_000 });
    shop.simulator.faults.set({ down: true });
    await shop.later(2 * 24 * 3_600);
    say(await shop.step(next), { state: 'failed' });
    say(await shop.order(id), { refunded: 1_000, refundReserved: 0 });
  });

  test('that could not be asked for within a day has failed, and is not asked for then', async () => {
    const id = await shop.paid();
    const { id: refundId } = await shop.refund(id, { amount: 1_000 });
    await shop.later(2 * 24 * 3_600);
    shop.simulator.faults.set({ lostAnswer: { rate: 1 }, endpoint: REFUND });
    say(await shop.step(refundId), { state: 'failed' });
    expect(await shop.refundsAt()).toEqual([]);
    say(await shop.order(id), { refunded: 0, refundReserved: 0 });
  });

  test('that was asked for before the shop was restored from a backup is found and not asked for again', async () => {
    const id = await shop.paid();
    const { id: refundId } = await shop.refund(id, { amount: 1_000 });
    shop.simulator.faults.set({ lostAnswer: { rate: 1 }, endpoint: REFUND });
    await shop.step(refundId);
    shop.simulator.faults.clear();
    await shop.world.sql('UPDATE order_refund SET asked = 0, asked_at = NULL');
    say(await shop.step(refundId), { state: 'succeeded' });
    expect((await shop.refundsAt()).length).toBe(1);
  });

  test.each(['lostAnswer', 'malformedBody', 'silence', 'hostileRefusal'] as const)(
    'whose answer is lost (%s) is read back and not asked for again',
    async (fault) => {
      const id = await shop.paid();
      const { id: refundId } = await shop.refund(id);
      shop.simulator.faults.set({ [fault]: { rate: 1 }, endpoint: REFUND });
      say(await shop.step(refundId), { state: 'requested' });
      shop.simulator.faults.clear();
      say(await shop.refundOf(id), { state: 'requested', waitingFor: expect.stringMatching(/iyzico/) });
      say(await shop.step(refundId), { state: 'succeeded' });
      expect([shop.asks(), (await shop.refundsAt()).length]).toEqual([1, 1]);
      say(await shop.refundOf(id), { state: 'succeeded', waitingFor: null });
      say(await shop.step(refundId), { state: 'succeeded', waitMs: null });
    },
  );

  test('that is asked for late is looked for soon: what is asked now says nothing of how long it was waited for', async () => {
    const { id: refundId } = await shop.refund(await shop.paid());
    await shop.later(3_600);
    shop.simulator.faults.set({ lostAnswer: { rate: 1 }, endpoint: REFUND });
    say(await shop.step(refundId), { state: 'requested', waitMs: 2_000 });
    shop.simulator.faults.clear();
    say(await shop.step(refundId), { state: 'succeeded' });
  });

  test('is asked for again only behind the time that the provider may take to know of it, and then once', async () => {
    const id = await shop.paid();
    const { id: refundId } = await shop.refund(id);
    shop.simulator.faults.set({ serverError: { rate: 1, status: 502 }, endpoint: REFUND });
    await shop.step(refundId);
    shop.simulator.faults.clear();
    const early = await shop.step(refundId);
    expect([early.state, (early.waitMs ?? 0) > 50_000]).toEqual(['requested', true]);
    await shop.later(120);
    await shop.step(refundId);
    say(await shop.step(refundId), { state: 'requested' });
    expect(shop.asks()).toBe(0);
    await shop.later(UNDER_WAY_S);
    say(await shop.step(refundId), { state: 'succeeded' });
    expect([shop.asks(), (await shop.refundsAt()).length]).toEqual([1, 1]);
  });

  test('is not asked for again while the provider is silent in between: it may wake with the request', async () => {
    const { id: refundId } = await shop.refund(await shop.paid());
    shop.simulator.faults.set({ serverError: { rate: 1, status: 502 }, endpoint: REFUND });
    await shop.step(refundId);
    shop.simulator.faults.clear();
    await shop.later(120);
    await shop.step(refundId);
    await shop.later(UNDER_WAY_S);
    shop.simulator.faults.set({ down: true });
    await shop.step(refundId);
    shop.simulator.faults.clear();
    say(await shop.step(refundId), { state: 'requested' });
    expect(shop.asks()).toBe(0);
    await shop.later(UNDER_WAY_S);
    say(await shop.step(refundId), { state: 'succeeded' });
    expect([shop.asks(), (await shop.refundsAt()).length]).toEqual([1, 1]);
  });

  test('that a late request has done after all is not done twice, and one that is never done fails', async () => {
    const id = await shop.paid();
    const { id: refundId } = await shop.refund(id, { amount: TOTAL });
    // The report comes too late for the proof, which is what the money of the payment is for: nothing is left to be given back.
    shop.simulator.faults.set({ lostAnswer: { rate: 1 }, endpoint: REFUND });
    await shop.step(refundId);
    shop.simulator.faults.clear();
    await fetch(new URL('/__simulator/reports', shop.simulator.url), { method: 'PUT', body: '{"lagMs":3600000}' });
    await shop.later(120);
    await shop.step(refundId);
    await shop.later(UNDER_WAY_S);
    say(await shop.step(refundId), { state: 'requested' });
    await fetch(new URL('/__simulator/reports', shop.simulator.url), { method: 'PUT', body: '{"lagMs":0}' });
    say(await shop.step(refundId), { state: 'succeeded' });
    expect(await shop.refundsAt()).toHaveLength(1);
    say(await shop.order(id), { refunded: TOTAL });

    const other = await shop.paid();
    const { id: never } = await shop.refund(other);
    shop.simulator.faults.set({ serverError: { rate: 1, status: 500 }, endpoint: REFUND });
    let stands = await shop.step(never);
    for (let steps = 0; stands.waitMs !== null && steps < 20; steps += 1) {
      await shop.later(120);
      stands = await shop.step(never);
    }
    say(stands, { state: 'failed' });
    say(await shop.order(other), { refundReserved: 0, refunds: [{ failure: expect.stringContaining('3 times') }] });
  });

  test('of which the provider says nothing any more is unknown, keeps its money reserved, and is left by hand', async () => {
    const id = await shop.paid();
    const { id: refundId } = await shop.refund(id, { amount: 1_000 });
    shop.simulator.faults.set({ lostAnswer: { rate: 1 }, endpoint: REFUND });
    const record = (outcome: string) => shop.world.run('order.refund.record', { refundId, outcome });
    say((await record('failed')).body as object, { code: 'invalid_state' });
    await shop.step(refundId);
    shop.simulator.faults.set({ down: true });
    await shop.later(2 * 24 * 3_600);
    say(await shop.step(refundId), { state: 'unknown', waitMs: null });
    say(await shop.order(id), { refundReserved: 1_000, refunded: 0 });
    say((await record('unknown')).body as object, { code: 'invalid_state' });
    await shop.world.done('order.refund.record', { refundId, outcome: 'failed', failure: 'Panelde yok' });
    say(await shop.order(id), { refundReserved: 0, refunds: [{ state: 'failed' }] });
  });

  test('raced by others and by requests to the shop itself, never gives back more than was taken', async () => {
    const id = await shop.paid();
    const worker = await startTestWorker(shop.world);
    try {
      const asked = await Promise.all(
        Array.from({ length: 8 }, (_, place) =>
          place % 2
            ? shop.refund(id, { amount: 7_000 })
            : shop.world
                .run('order.refund.request', { orderId: id, amount: 7_000, reason: 'İade' })
                .then(({ body }) => body as { code?: string }),
        ),
      );
      expect(asked.filter(({ code }) => code === undefined)).toHaveLength(4);
      const open = async () =>
        (await shop.order(id)).refunds.filter(
          (each: { method: string; state: string }) => each.method === 'provider' && each.state === 'requested',
        ).length;
      while ((await open()) > 0) await new Promise((resolve) => setTimeout(resolve, 100));
      const { captured, refunded, refundReserved } = await shop.order(id);
      expect([captured, refunded + refundReserved]).toEqual([TOTAL, 28_000]);
      expect(await shop.refundsAt()).toHaveLength(refunded / 7_000);
    } finally {
      await worker.stop();
    }
  });

  test('that is proposed is applied when the money is given back, and not before', async () => {
    const { world, simulator } = shop;
    const id = await shop.paid();
    const agent = await mintAgent(world, { scopes: ['orders:read', 'orders:write', 'proposals:write'] });
    const { proposalId } = await shop.refund(id, { amount: 500 }, agent);
    await world.done('proposal.submit', { proposalId }, { as: agent });
    const proposal = () => world.read('proposals.get', { params: { prp: proposalId } });
    const { hash, list } = await proposal();
    const { number, buyerName, lines } = await shop.order(id);
    expect(list[0].upon.map(({ kind, value }: { kind: string; value: unknown }) => [kind, value])).toEqual([
      ['text', number],
      ['text', buyerName],
      ['money', 500],
      ['money', TOTAL],
      ['money', TOTAL],
      ...lines.map(({ quantity, title }: { quantity: number; title: string }) => [
        'text',
        expect.stringContaining(`${quantity} × ${title}`),
      ]),
    ]);
    simulator.faults.set({ slowAnswer: { rate: 1, delayMs: 4_000 }, endpoint: REFUND });
    const worker = await startTestWorker(world);
    try {
      await world.done('proposal.approve', { proposalId, hash }, { as: world.owner });
      await eventually(() => shop.asks() > 0);
      expect((await proposal()).state).toBe('applying');
      await eventually(async () => (await proposal()).state === 'applied');
      say(await shop.order(id), { refunded: 500 });
    } finally {
      await worker.stop();
    }
  });

  test('of a return by a proposal is applied when the money is given back, and not before, and ends the return', async () => {
    const { world, simulator } = shop;
    const id = await shop.paid();
    const [{ id: lineId }] = (await shop.order(id)).lines;
    const lines = [{ lineId, quantity: 1 }];
    const asOwner = { as: world.owner };
    const { id: returnId } = await world.done('order.return.request', { orderId: id, kind: 'claim', lines }, asOwner);
    await world.done('order.return.approve', { returnId });
    await world.done('order.return.receive', { returnId, lines: [{ ...lines[0], condition: 'unsent' }] });
    const agent = await mintAgent(world, { scopes: ['orders:read', 'orders:write', 'proposals:write'] });
    await world.done('order.return.settle', { returnId }, asOwner);
    say(await shop.order(id), { refunds: [], returns: [{ id: returnId, state: 'received' }] });
    const { proposalId } = await shop.refund(id, { returnId }, agent);
    await world.done('proposal.submit', { proposalId }, { as: agent });
    const proposal = () => world.read('proposals.get', { params: { prp: proposalId } });
    const { hash } = await proposal();
    simulator.faults.set({ slowAnswer: { rate: 1, delayMs: 4_000 }, endpoint: REFUND });
    const worker = await startTestWorker(world);
    try {
      await world.done('proposal.approve', { proposalId, hash }, { as: world.owner });
      await eventually(() => shop.asks() > 0);
      expect((await proposal()).state).toBe('applying');
      await eventually(async () => (await proposal()).state === 'applied');
      say(await shop.order(id), { refunded: PRICE, returns: [{ id: returnId, state: 'refunded' }] });
    } finally {
      await worker.stop();
    }
  });

  test('is asked for once by two that have both looked for it', async () => {
    const { world } = shop;
    const { id: refundId } = await shop.refund(await shop.paid());
    const release = await holding(world, 'SELECT 1 FROM order_refund WHERE id = $1 FOR UPDATE', [refundId]);
    const steps = Promise.all([shop.step(refundId), shop.step(refundId)]);
    await untilWaiting(world, 2).finally(release);
    expect((await steps).map(({ state }) => state).toSorted()).toEqual(['requested', 'succeeded']);
    expect([shop.asks(), (await shop.refundsAt()).length]).toEqual([1, 1]);
  });

  test('is done once by two that take the same step', async () => {
    const id = await shop.paid();
    const { id: refundId } = await shop.refund(id);
    await Promise.all(Array.from({ length: 4 }, () => shop.step(refundId)));
    say(await shop.step(refundId), { state: 'succeeded' });
    expect([shop.asks(), (await shop.refundsAt()).length]).toEqual([1, 1]);
  });
});
