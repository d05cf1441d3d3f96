import { newId, newUlid } from '../../src/kernel/ids';
import { EffectQueue } from '../../src/kernel/work/outbox';
import close from '../../src/order/order.payment.close';
import { findAttempt, moveAttempt, noteAwaited, noteCaptured } from '../../src/order/payment/attempt-store';
import { mayBeFound } from '../../src/order/payment/closing';
import type { NewPayment } from '../../src/order/payment/table';
import { paymentWebhooks } from '../../src/order/payment/webhooks';
import { openDemoSite } from '../contract/given';
import type { OwnerSession } from '../surfaces/site';
import { openSite, type Site } from '../surfaces/site';
import { type AttemptShop, attemptShop, PRICE, REFUND } from './attempts';
import { keepPayment } from './card';

const say = (body: unknown, more: object) => expect(body).toMatchObject(more);
const LATE_S = 2 * 24 * 3_600;

describe('order.payment.close', () => {
  let site: Site;
  let session: OwnerSession;
  beforeAll(async () => {
    site = await openSite();
    session = await site.session();
  });
  afterAll(() => site.close());

  const kept = (more: Partial<NewPayment> = {}): Promise<string> =>
    keepPayment(site.world, {
      ...{ sessionId: newId('chs'), extension: 'iyzico', reference: newUlid(), state: 'unknown', amount: 12_345 },
      ...{ test: false, providerId: null, paidAmount: null, instalments: null, review: null, capturedAt: null },
      ...more,
    });
  const byHand = { finding: 'given_back', note: 'iyzico panelinde 25.11 tarihinde iade edildi' };
  const nothing = { finding: 'nothing_taken', note: 'iyzico panelinde böyle bir ödeme yok' };
  const send = (id: string, body: object, headers: Record<string, string> = {}) =>
    site.call('POST', `/v1/account/payments/${id}/close`, { session, headers, body });
  const shown = async (id: string) => {
    const { items } = (await site.call('GET', '/v1/account/payments?limit=100', { session })).body;
    return items.find((payment: { id: string }) => payment.id === id);
  };
  const waiting = async (): Promise<number> =>
    (await site.call('GET', '/v1/account/today', { session })).body.payments.count;

  test('says that the money was given back by hand: it waits for nobody, and stays in sight with who said what', async () => {
    const id = await kept();
    const before = await waiting();
    const { status, body, headers } = await send(id, byHand);
    expect([status, body]).toEqual([200, { state: 'returned', ...byHand }]);
    say(await shown(id), { state: 'returned', ...byHand });
    expect(await waiting()).toBe(before - 1);
    const { items } = await site.world.read('audit.list', { query: { entity: id } });
    say(items, [
      {
        id: headers.get('Audit-Id'),
        command: close.id,
        actor: { kind: 'owner' },
        entityId: id,
        changes: [{ id, before: { state: 'unknown', finding: null }, after: { state: 'returned', ...byHand } }],
      },
    ]);
  });

  test('leaves it waiting for nothing, whatever is still heard of a call that began before', async () => {
    const id = await kept();
    await send(id, byHand);
    const { bus, storeId } = site.world;
    expect(await noteAwaited(bus, storeId, id, 'iyzico answers nothing')).toBe(false);
    say(await shown(id), { state: 'returned', waitingFor: null });
    const begun = await kept({ state: 'begun' });
    expect(await noteAwaited(bus, storeId, begun, 'iyzico answers nothing')).toBe(true);
  });

  test('says that nothing was taken, and takes back what was said by mistake', async () => {
    const id = await kept();
    say((await send(id, nothing)).body, { state: 'failed' });
    say(await shown(id), { state: 'failed', ...nothing });
    // Who has not seen what was said overturns nothing.
    say((await send(id, byHand)).body, { status: 409, code: 'invalid_state' });
    say((await send(id, { ...byHand, corrects: 'nothing_taken' })).body, { state: 'returned' });
    say((await send(id, { ...nothing, corrects: 'given_back' })).body, { state: 'failed' });
    say((await send(id, { ...nothing, corrects: 'nothing_taken' })).body, { status: 409, code: 'invalid_state' });
  });

  test.each([
    ['that is under way', { state: 'begun' }],
    ['that is being given back', { state: 'returning', providerId: '1', capturedAt: '2026-11-25T10:00:00Z' }],
    ['that failed by itself', { state: 'failed' }],
    ['that was given back by itself', { state: 'returned', providerId: '1', capturedAt: '2026-11-25T10:00:00Z' }],
  ] as const)('is refused of one %s', async (_, more) => {
    const id = await kept(more);
    for (const said of [byHand, nothing])
      say((await send(id, said)).body, { code: 'invalid_state', state: more.state });
  });

  test('does not say that nothing was taken where the provider has said that it was', async () => {
    const id = await kept({ state: 'not_returned', providerId: '1', capturedAt: '2026-11-25T10:00:00Z' });
    say((await send(id, nothing)).body, { code: 'invalid_state' });
    say((await send(id, byHand)).body, { state: 'returned' });
    say((await send(id, nothing)).body, { code: 'invalid_state' });
  });

  test('is tried out first, and answers the same to the same key', async () => {
    const id = await kept();
    const tried = await send(id, byHand, { 'Dry-Run': 'true' });
    say(tried.body, { dryRun: true, preview: { irreversible: true } });
    say(await shown(id), { state: 'unknown', finding: null });
    const key = { 'Idempotency-Key': newUlid() };
    const [first, again] = [await send(id, byHand, key), await send(id, byHand, key)];
    expect([first.status, again.status, again.headers.get('Idempotent-Replayed')]).toEqual([200, 200, 'true']);
    expect(again.headers.get('Audit-Id')).toBe(first.headers.get('Audit-Id'));
    say((await send(id, nothing, key)).body, { code: 'idempotency_conflict' });
  });

  test('is the owner’s alone, of a payment of his own, with a note', async () => {
    const id = await kept();
    const { token } = await site.mint('developer');
    const path = `/v1/account/payments/${id}/close`;
    say((await site.call('POST', path, { token, body: byHand })).body, { status: 403, code: 'owner_only' });
    const other = await site.session(site.world.other);
    say((await site.call('POST', path, { session: other, body: byHand })).body, { code: 'not_found' });
    say((await send(newId('pay'), byHand)).body, { code: 'not_found' });
    say((await send(id, { finding: 'given_back' })).body, { code: 'invalid_request' });
    say((await send(id, { ...byHand, note: '' })).body, { code: 'invalid_request' });
    say((await send(id, byHand, { 'If-Match': '"1"' })).body, { code: 'invalid_request' });
    const body = { command: close.id, storeId: site.world.storeId, payload: { paymentId: id, ...byHand } };
    say((await site.call('POST', '/v1/commands', { session, body })).body, { code: 'invalid_request' });
    say(await shown(id), { state: 'unknown' });
  });

  test('is said once of two who say otherwise at once, and the other corrects it knowingly or is refused', async () => {
    const id = await kept({ state: 'not_returned', providerId: '1', capturedAt: '2026-11-25T10:00:00Z' });
    const answers = await Promise.all([byHand, byHand, byHand].map((said) => send(id, said)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });

  test('of one that pays for an order is nobody’s', () => {
    const of = { orderId: newId('ord'), state: 'captured', finding: null, capturedAt: null } as const;
    expect([mayBeFound(of, 'given_back'), mayBeFound({ ...of, orderId: null }, 'given_back')]).toEqual([false, false]);
  });
});

test('the example of order.payment.close closes the payment of the demo that waits for it', async () => {
  const demo = await openDemoSite(close.id);
  try {
    const { paymentId, ...body } = demo.here(close.example) as { paymentId: string };
    const session = await demo.site.session();
    const path = `/v1/account/payments/${paymentId}/close`;
    say(await demo.site.call('POST', path, { session, body }), { status: 200, body: { state: 'returned', ...body } });
    const { items } = (await demo.site.call('GET', '/v1/account/payments', { session })).body;
    say(items, [{ id: paymentId, finding: 'given_back' }]);
  } finally {
    await demo.close();
  }
});

describe('what a provider proves after an owner has said what he found', () => {
  let shop: AttemptShop;
  beforeEach(async () => {
    shop = await attemptShop();
  });
  afterEach(() => shop.close());

  const found = async (paymentId: string, finding: 'given_back' | 'nothing_taken') => {
    const { bus, owner } = shop.world;
    const payload = { paymentId, finding, note: 'iyzico paneli' };
    return bus.execute({ principal: owner, mutation: close, payload, key: newUlid() });
  };
  const attempt = async (id: string) =>
    findAttempt(shop.world.database.reader(shop.world.storeId), shop.world.storeId, id);
  const told = (paymentId: string): Promise<boolean> => {
    const { world } = shop;
    return world.bus.inTransaction<boolean>(world.storeId, async (tx) => {
      const effects = new EffectQueue();
      const handling = { tx, effects, now: new Date(), storeId: world.storeId, ext: 'iyzico' };
      const news = { reference: paymentId.replace('_', ''), says: 'captured' };
      const value = await paymentWebhooks.handle(handling, news);
      effects.write(tx, world.storeId, undefined);
      return { keep: true, value };
    });
  };
  /** The buyer has paid, and iyzico has not said so within a day. */
  const unknown = async (): Promise<string> => {
    const shopper = await shop.ready();
    const { id, page } = await shop.begin(shopper);
    await shop.walk(page);
    shop.simulator.faults.set({ down: true });
    await shop.later(LATE_S);
    say(await shop.step(id), { state: 'unknown', waitMs: null });
    shop.simulator.faults.clear();
    await shop.world.sql(`UPDATE checkout_session SET expires_at = now() - interval '1 s'`);
    return id;
  };

  test('is looked at again: money that was taken after all is given back, once, in the owner’s sight', async () => {
    const id = await unknown();
    say(await found(id, 'nothing_taken'), { status: 200 });
    say(await shop.step(id), { state: 'failed', waitMs: null });
    await told(id);
    say(await shop.drive(id), { state: 'returned', waitMs: null });
    expect([shop.asked(REFUND), (await shop.refundsAt()).length, (await shop.orders()).length]).toEqual([1, 1, 0]);
    say(await attempt(id), { state: 'returned', finding: 'nothing_taken', paidAmount: PRICE });
    // It is known now, and no owner says otherwise.
    say(await found(id, 'given_back'), { status: 409 });
  });

  test('is not lost where it was on its way while he said that nothing was taken', async () => {
    const id = await unknown();
    const { bus, storeId } = shop.world;
    say(await found(id, 'nothing_taken'), { status: 200 });
    const captured = {
      paymentId: '77',
      amount: PRICE,
      paidAmount: PRICE,
      instalments: 1,
      review: 'passed',
      test: false,
    };
    const state = 'returning';
    await noteCaptured(bus, storeId, id, captured as Parameters<typeof noteCaptured>[3], state, 'expired');
    say(await attempt(id), { state, providerId: '77', failure: 'expired' });
  });

  test('does not give back twice what he has given back himself', async () => {
    const id = await unknown();
    say(await found(id, 'given_back'), { status: 200 });
    await told(id);
    say(await shop.drive(id), { state: 'returned', waitMs: null });
    expect([shop.asked(REFUND), (await shop.refundsAt()).length]).toEqual([0, 0]);
  });

  test('is taken for a yes, though somebody has given up waiting for it', async () => {
    const id = await unknown();
    await shop.world.sql(
      `UPDATE payment SET state = 'not_returned', provider_id = '77', captured_at = now() WHERE id = '${id}'`,
    );
    const { bus, storeId } = shop.world;
    await moveAttempt(bus, storeId, { id, state: 'returning' }, 'returned', null);
    say(await attempt(id), { state: 'returned' });
    await moveAttempt(bus, storeId, { id, state: 'returning' }, 'not_returned', 'later and worse');
    say(await attempt(id), { state: 'returned' });
  });
});
