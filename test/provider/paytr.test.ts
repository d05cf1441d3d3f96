import {
  ProviderAnswerInvalid,
  type ProviderRefused,
  ProviderThrottled,
  ProviderUnavailable,
  ProviderUnclear,
} from '../../src/provider/error';
import { providerHttp } from '../../src/provider/http';
import type { BegunPayment, RefundRequest } from '../../src/provider/payment-port';
import type { PaymentProvider } from '../../src/provider/payment-provider';
import type { PaytrOffer } from '../../src/provider/paytr/payment';
import { paytr } from '../../src/provider/paytr/provider';
import type { Simulator } from '../../src/simulator/kit/server';
import type { Hostility } from '../../src/simulator/paytr/hostility';
import { type PaytrSimulatorOptions, startPaytrSimulator } from '../../src/simulator/paytr/server';
import { eventually } from '../world/eventually';
import {
  accountOf,
  cardOf,
  control,
  get,
  newReference,
  orderOf,
  pageUrl,
  posted,
  startListener,
  stays,
  submit,
} from './payments';

const secrets = { merchantKey: 'demo-merchant-key', merchantSalt: 'demo-merchant-salt' };
const config = { merchantId: '123456' };
const account = accountOf(secrets, config);
const payment = paytr.payment as PaymentProvider;
const { readCallback } = payment;
const GOOD = '4355084355084358';
const POOR = '4111111111111129';

let simulator: Simulator<Hostility>;
const start = async (options: PaytrSimulatorOptions = {}) => {
  simulator = await startPaytrSimulator(options);
};
beforeEach(() => start());
afterEach(() => simulator.close());

const connect = (more: Record<string, unknown> = {}, keys: Record<string, string> = secrets): PaytrOffer =>
  payment.connect(accountOf(keys, { ...config, ...more }), { url: simulator.url }, providerHttp('PayTR')) as PaytrOffer;

async function onPage(begun: BegunPayment, cardNumber = GOOD, instalments = '1'): Promise<string> {
  const url = pageUrl(begun);
  return submit(await get(url), url, { cardNumber, instalments });
}

/** A payment that has come to its end. @returns our reference */
async function paid(instalments = '1'): Promise<string> {
  const order = orderOf();
  await onPage(await connect().begin(order, stays), GOOD, instalments);
  return order.reference;
}

const refundOf = (reference: string, more: Partial<RefundRequest> = {}): RefundRequest => ({
  reference: newReference(),
  payment: { reference, paymentId: reference },
  amount: 1_000,
  transactionId: null,
  ip: '203.0.113.7',
  ...more,
});

describe('paying', () => {
  test('on a page within the shop, in instalments, with a surcharge', async () => {
    const order = orderOf();
    const asked = { reference: order.reference, handle: null };
    const begun = await connect().begin(order, stays);
    expect(begun).toEqual({
      page: { kind: 'frame', url: expect.stringMatching(/\/odeme\/guvenli\/[0-9a-fx]+$/) },
      handle: null,
    });
    expect(await connect().readPayment(asked, stays)).toEqual({ state: 'not_found' });
    expect(await onPage(begun, GOOD, '3')).toContain(order.callbackUrl);
    expect(await connect().readPayment(asked, stays)).toEqual({
      state: 'captured',
      paymentId: order.reference,
      amount: 14_990,
      paidAmount: 15_365,
      instalments: 3,
      lines: [],
      review: 'passed',
      test: false,
    });
  });

  test('instalments are limited by the goods and by the shop, and a payment that is a test says so', async () => {
    const offered = async (instalmentsMax: number, more: Record<string, unknown>) => {
      const order = orderOf({ instalmentsMax });
      const begun = await connect(more).begin(order, stays);
      const plans = [...(await get(pageUrl(begun))).matchAll(/<option>(\d+)/g)].map(([, plan]) => Number(plan));
      await onPage(begun);
      const reading = await connect().readPayment({ reference: order.reference, handle: null }, stays);
      return { plans, test: 'test' in reading && reading.test };
    };
    expect(await offered(12, {})).toEqual({ plans: [1, 2, 3, 6, 9, 12], test: false });
    expect(await offered(6, { instalmentsMax: 9, test: true })).toEqual({ plans: [1, 2, 3, 6], test: true });
    expect(await offered(9, { instalmentsMax: 1 })).toEqual({ plans: [1], test: false });
  });

  test('a card that is declined leaves nothing but a notification', async () => {
    const shop = await startListener((received) => readCallback(account, received));
    await control(simulator, 'PUT', '/notices', { url: shop.url });
    const order = orderOf();
    await onPage(await connect().begin(order, stays), POOR);
    await eventually(async () => shop.readings.length === 1);
    expect(shop.readings[0]).toMatchObject({
      accepted: true,
      event: {
        reference: order.reference,
        says: 'failed',
        code: '0',
        message: 'Kartın limiti yetersiz',
        paidAmount: null,
      },
    });
    expect(await connect().readPayment({ reference: order.reference, handle: null }, stays)).toEqual({
      state: 'not_found',
    });
    await shop.close();
  });

  test('what PayTR does not offer asks nothing', async () => {
    const card = connect().begin(orderOf({ card: cardOf(GOOD) }), stays);
    await expect(card).rejects.toMatchObject({ code: 'card' });
    const line = connect().refund(refundOf('R1', { transactionId: '7' }), stays);
    await expect(line).rejects.toMatchObject({ code: 'line' });
    expect(payment.operations).not.toContain('complete');
    expect(simulator.stats().requests).toBe(0);
  });

  test('a reference is taken once, and lines have to be the amount', async () => {
    const order = orderOf();
    await connect().begin(order, stays);
    // Its pages say no with words and no number; no money moves by them.
    await expect(connect().begin(order, stays)).rejects.toBeInstanceOf(ProviderUnclear);
    await expect(connect().begin(orderOf({ amount: 14_991 }), stays)).rejects.toBeInstanceOf(ProviderUnclear);
  });
});

describe('giving back', () => {
  test('parts of a payment, as long as something is left, each found by our reference', async () => {
    const reference = await paid('3');
    const [first, second] = [refundOf(reference, { amount: 15_000 }), refundOf(reference, { amount: 365 })];
    for (const refund of [first, second])
      expect(await connect().refund(refund, stays)).toEqual({ state: 'done', amount: refund.amount, refundId: null });
    await expect(connect().refund(refundOf(reference, { amount: 1 }), stays)).rejects.toMatchObject({ code: '009' });
    expect(await connect().readRefund(first, stays)).toMatchObject({ state: 'done', amount: 15_000 });
    expect(await connect().readRefund(second, stays)).toMatchObject({ state: 'done', amount: 365 });
    expect(await connect().readRefund(refundOf(reference), stays)).toEqual({ state: 'not_found' });
    await expect(connect().refund(refundOf(newReference()), stays)).rejects.toMatchObject({ code: '005' });
  });

  test('an answer that was lost is read back', async () => {
    const refund = refundOf(await paid());
    simulator.faults.set({ lostAnswer: { rate: 1 }, untilRequests: 1 });
    await expect(connect().refund(refund, stays)).rejects.toBeInstanceOf(ProviderUnavailable);
    expect(await connect().readRefund(refund, stays)).toMatchObject({ state: 'done', amount: 1_000 });
  });

  test('nothing before the shop has said OK, which it does once, however often it is told', async () => {
    let yes = false;
    const shop = await startListener((received) => {
      const reading = readCallback(account, received);
      return yes
        ? reading
        : { accepted: false, why: 'malformed', answer: { status: 503, type: 'text/plain', body: '' } };
    });
    await control(simulator, 'PUT', '/notices', { url: shop.url, retryMs: 20 });
    const reference = await paid();
    await eventually(async () => shop.readings.length >= 2);
    await expect(connect().refund(refundOf(reference), stays)).rejects.toMatchObject({ code: '007' });
    yes = true;
    await eventually(async () => (await control(simulator, 'GET', '/payments'))[0].notified);
    expect(await connect().refund(refundOf(reference), stays)).toMatchObject({ state: 'done' });
    const { tried } = await control(simulator, 'GET', '/notices');
    const answers = tried.map(({ status }: { status: number }) => status);
    expect([answers.at(-1), answers.filter((status: number) => status === 200).length]).toEqual([200, 1]);
    await shop.close();
  });
});

describe('what goes wrong', () => {
  test.each([
    ['throttled', { throttleStorm: { rate: 1 } }, ProviderThrottled],
    ['locked', { hostilePage: { rate: 1, kind: 'locked' } }, ProviderThrottled],
    ['failing', { serverError: { rate: 1, status: 500 } }, ProviderUnavailable],
    ['down', { down: true }, ProviderUnavailable],
    ['no JSON', { malformedBody: { rate: 1 } }, ProviderUnavailable],
    ['neither success nor failure', { hostilePage: { rate: 1, kind: 'neither' } }, ProviderAnswerInvalid],
    ['an undocumented refusal', { hostileRefusal: { rate: 1 } }, ProviderUnclear],
  ] as const)('%s is told as what it is', async (_, faults, kind) => {
    const reference = await paid();
    simulator.faults.set(faults);
    for (let turn = 0; turn < 4; turn += 1) {
      await expect(connect().readPayment({ reference, handle: null }, stays)).rejects.toBeInstanceOf(kind);
      await expect(connect().refund(refundOf(reference), stays)).rejects.toBeInstanceOf(kind);
    }
  });

  test.each([
    ['anotherPayment', true, true],
    ['anotherAmount', false, true],
    ['foreignCurrency', true, false],
    ['partsOfKurus', true, true],
    ['textForNumber', true, true],
  ] as const)('%s is believed by nobody', async (kind, ofPayment, ofRefund) => {
    const reference = await paid();
    simulator.faults.set({ hostilePage: { rate: 1, kind } });
    const read = connect().readPayment({ reference, handle: null }, stays);
    if (ofPayment) await expect(read).rejects.toBeInstanceOf(ProviderAnswerInvalid);
    else await read;
    const refund = connect().refund(refundOf(reference), stays);
    if (ofRefund) await expect(refund).rejects.toBeInstanceOf(ProviderAnswerInvalid);
    else await refund;
  });

  test('a page stands at PayTR alone, and a payment without refunds has none', async () => {
    const reference = await paid();
    simulator.faults.set({ hostilePage: { rate: 1, kind: 'pathInToken' } });
    await expect(connect().begin(orderOf(), stays)).rejects.toBeInstanceOf(ProviderAnswerInvalid);
    simulator.faults.set({ hostilePage: { rate: 1, kind: 'noReturns' } });
    expect(await connect().readRefund(refundOf(reference), stays)).toEqual({ state: 'not_found' });
  });

  test('a merchant or keys that are wrong are told apart', async () => {
    const verdictOf = async (more: Record<string, unknown>, keys = secrets) => {
      const error = await connect(more, keys)
        .test(stays)
        .catch((error) => error);
      return payment.verdicts[String((error as ProviderRefused).code)];
    };
    await connect().test(stays);
    expect(await verdictOf({ merchantId: '7' })).toBe('identity_refused');
    expect(await verdictOf({}, { ...secrets, merchantKey: 'x' })).toBe('credentials_refused');
    expect(await verdictOf({}, { ...secrets, merchantSalt: 'x' })).toBe('credentials_refused');
  });

  test('more requests than it takes in a minute are throttled', async () => {
    await simulator.close();
    await start({ requestsPerMinute: 2 });
    for (let asked = 0; asked < 2; asked += 1) await connect().test(stays);
    await expect(connect().test(stays)).rejects.toBeInstanceOf(ProviderThrottled);
  });
});

describe('notifications', () => {
  test('come twice, late, in any order and changed, and say no more than they are signed for', async () => {
    const shop = await startListener((received) => readCallback(account, received));
    await control(simulator, 'PUT', '/notices', { url: shop.url, hold: true });
    const [first, second] = [await paid(), await paid('3')];
    await control(simulator, 'POST', '/notices', { release: 'reversed' });
    await eventually(async () => shop.readings.length === 2);
    expect(shop.readings).toMatchObject([
      {
        accepted: true,
        signed: true,
        from: 'server',
        event: { reference: second, says: 'captured', paidAmount: 15_365 },
      },
      { event: { reference: first, paidAmount: 14_990 }, answer: { status: 200, body: 'OK' } },
    ]);
    await control(simulator, 'PUT', '/notices', { hold: false, mutated: true, copies: 2, triesMax: 1 });
    await paid();
    await eventually(async () => shop.readings.length === 4);
    expect(shop.readings.slice(2)).toMatchObject([{ why: 'forged' }, { why: 'forged' }]);
    await shop.close();
  });

  test('that were forged, or are none, are refused', async () => {
    // dev.paytr.com, "iFrame API 2. Adım": base64 of HMAC-SHA256 by the key, of reference, salt, status and amount.
    const said = { merchant_oid: 'R1', status: 'success', total_amount: '100', hash: '' };
    const read = (more: Record<string, string>) => readCallback(account, posted({ ...said, ...more }));
    expect(read({})).toMatchObject({ accepted: false, why: 'forged', answer: { status: 401 } });
    expect(read({ hash: Buffer.alloc(32).toString('base64') })).toMatchObject({ why: 'forged' });
    expect(read({ total_amount: '1.00' })).toMatchObject({ why: 'malformed' });
    expect(read({ merchant_oid: 'R 1' })).toMatchObject({ why: 'malformed' });
    const { hash: _, ...unsigned } = said;
    expect(readCallback(account, posted(unsigned))).toMatchObject({ why: 'unsigned' });
    const empty = accountOf({ merchantKey: '', merchantSalt: '' }, config);
    expect(readCallback(empty, posted(said))).toMatchObject({ accepted: false });
  });
});
