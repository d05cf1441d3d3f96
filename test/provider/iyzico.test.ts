import {
  ProviderAnswerInvalid,
  ProviderRefused,
  ProviderThrottled,
  ProviderUnavailable,
  ProviderUnclear,
} from '../../src/provider/error';
import { providerHttp } from '../../src/provider/http';
import { iyzico } from '../../src/provider/iyzico/provider';
import type { BegunPayment, CapturedPayment, PaymentAdapter, RefundRequest } from '../../src/provider/payment-port';
import type { PaymentProvider } from '../../src/provider/payment-provider';
import type { Hostility } from '../../src/simulator/iyzico/hostility';
import { type IyzicoSimulatorOptions, startIyzicoSimulator } from '../../src/simulator/iyzico/server';
import type { Simulator } from '../../src/simulator/kit/server';
import { eventually } from '../world/eventually';
import {
  accepted,
  accountOf,
  cardOf,
  control,
  get,
  leadsBack,
  newReference,
  orderOf,
  pageHtml,
  pageUrl,
  posted,
  startListener,
  stays,
  submit,
} from './payments';

const secrets = { apiKey: 'demo-api-key', secretKey: 'demo-secret-key' };
const account = accountOf(secrets);
const payment = iyzico.payment as PaymentProvider;
const { readCallback } = payment;
const GOOD = '5526080000000006';
const POOR = '4111111111111129';

let simulator: Simulator<Hostility>;
let atMs: number;

const start = async (options: IyzicoSimulatorOptions = {}) => {
  simulator = await startIyzicoSimulator({ now: () => atMs, ...options });
};
beforeEach(() => {
  atMs = Date.UTC(2026, 10, 21, 12);
  return start();
});
afterEach(() => simulator.close());

const connect = (config: Record<string, unknown> = {}, keys: Record<string, string> = secrets): PaymentAdapter =>
  payment.connect(accountOf(keys, config), { url: simulator.url }, providerHttp('iyzico')) as PaymentAdapter;

/** A buyer on the page of iyzico. @returns what the browser posts to the shop */
async function onPage(begun: BegunPayment, cardNumber = GOOD, instalments = '1'): Promise<Record<string, string>> {
  const url = pageUrl(begun);
  return leadsBack(await submit(await get(url), url, { cardNumber, instalments }));
}

/** A buyer whose card was entered in the shop, at his bank. */
async function atBank(begun: BegunPayment, code = '123456'): Promise<Record<string, string>> {
  const asks = await submit(pageHtml(begun), '');
  return leadsBack(await submit(asks, `${simulator.url}/sandbox/3ds/${begun.handle}`, { code }));
}

/** A payment that has come to its end. */
async function paid(options: { card?: string; instalments?: number; total?: number } = {}): Promise<{
  reference: string;
  captured: CapturedPayment;
}> {
  const { card = GOOD, instalments = 1, total = 14_990 } = options;
  const order = orderOf({ card: cardOf(card, { instalments, total }) });
  const adapter = connect();
  const begun = await adapter.begin(order, stays);
  const { event } = accepted(readCallback(account, posted(await atBank(begun))));
  const { reference } = order;
  const reading = await adapter.complete(
    { reference, handle: begun.handle, total, ticket: String(event.ticket) },
    stays,
  );
  if (reading.state !== 'captured') throw new Error(`it is ${reading.state}`);
  return { reference, captured: reading };
}

const refundOf = (
  { reference, captured }: Awaited<ReturnType<typeof paid>>,
  more: Partial<RefundRequest> = {},
): RefundRequest => ({
  reference: newReference(),
  payment: { reference, paymentId: captured.paymentId },
  amount: 1_000,
  transactionId: null,
  ip: '203.0.113.7',
  ...more,
});

describe('paying', () => {
  test('on the page of iyzico, in instalments, with a surcharge that falls on the lines', async () => {
    const order = orderOf();
    const { reference } = order;
    const adapter = connect();
    const begun = await adapter.begin(order, stays);
    expect(begun).toMatchObject({ page: { kind: 'redirect' }, handle: expect.any(String) });
    expect(await adapter.readPayment({ reference, handle: begun.handle }, stays)).toEqual({ state: 'not_found' });
    const reading = accepted(readCallback(account, posted(await onPage(begun, GOOD, '3'))));
    expect(reading).toMatchObject({ from: 'browser', signed: false, answer: null });
    expect(reading.event).toMatchObject({ reference: null, handle: begun.handle, says: 'to_complete' });
    const ticket = String(reading.event.ticket);
    const captured = {
      state: 'captured',
      paymentId: expect.stringMatching(/^\d+$/),
      amount: 14_990,
      paidAmount: 15_365,
      instalments: 3,
      lines: [
        { id: 'line1', transactionId: expect.any(String), paidAmount: 10_240 },
        { id: 'line2', transactionId: expect.any(String), paidAmount: 5_125 },
      ],
      review: 'passed',
      test: false,
    };
    const asked = { reference, handle: begun.handle, total: 14_990, ticket };
    expect(await adapter.complete(asked, stays)).toEqual(captured);
    expect(await adapter.readPayment(asked, stays)).toEqual(captured);
  });

  test('with a card that was entered in the shop: the money moves once, when the shop says so', async () => {
    const order = orderOf({ card: cardOf(GOOD, { instalments: 6, total: 15_889 }) });
    const { reference } = order;
    const adapter = connect();
    const begun = await adapter.begin(order, stays);
    const asked = { reference, handle: begun.handle };
    expect(await adapter.readPayment(asked, stays)).toEqual({ state: 'pending' });
    const reading = accepted(readCallback(account, posted(await atBank(begun))));
    expect(reading).toMatchObject({ from: 'browser', signed: true, event: { reference, says: 'to_complete' } });
    expect(await adapter.readPayment(asked, stays)).toEqual({ state: 'pending' });
    const completion = { ...asked, ticket: String(reading.event.ticket) };
    await expect(adapter.complete({ ...completion, total: 14_990 }, stays)).rejects.toBeInstanceOf(ProviderRefused);
    const captured = await adapter.complete({ ...completion, total: 15_889 }, stays);
    expect(captured).toMatchObject({ state: 'captured', amount: 14_990, paidAmount: 15_889, instalments: 6 });
    await expect(adapter.complete({ ...completion, total: 15_889 }, stays)).rejects.toBeInstanceOf(ProviderRefused);
    expect(await adapter.readPayment(asked, stays)).toEqual(captured);
  });

  test('a card that is declined is refused with the code of the bank, and stays failed', async () => {
    const order = orderOf({ card: cardOf(POOR) });
    const { reference } = order;
    const adapter = connect();
    const begun = await adapter.begin(order, stays);
    const { event } = accepted(readCallback(account, posted(await atBank(begun))));
    const asked = { reference, handle: begun.handle, total: 14_990, ticket: String(event.ticket) };
    await expect(adapter.complete(asked, stays)).rejects.toMatchObject({
      code: '10051',
      message: 'iyzico refused: Kart limiti yetersiz, yetersiz bakiye',
    });
    expect(await adapter.readPayment(asked, stays)).toEqual({
      state: 'failed',
      code: '10051',
      message: 'Kart limiti yetersiz, yetersiz bakiye',
    });
  });

  test('a buyer whom the bank does not know comes back with a failure, and nothing is left to complete', async () => {
    const adapter = connect();
    for (const [number, code] of [
      [GOOD, 'wrong'],
      ['4131111111111117', '123456'],
    ] as const) {
      const order = orderOf({ card: cardOf(number) });
      const begun = await adapter.begin(order, stays);
      const { event } = accepted(readCallback(account, posted(await atBank(begun, code))));
      expect(event).toMatchObject({ says: 'failed', ticket: null, code: 'mdStatus 0', reference: order.reference });
      const reading = await adapter.readPayment({ reference: order.reference, handle: null }, stays);
      expect(reading).toMatchObject({ state: 'failed' });
    }
    const refused = connect().begin(orderOf({ card: cardOf('4151111111111112') }), stays);
    await expect(refused).rejects.toMatchObject({ code: '10053' });
  });

  test('who tries a second card on the page has paid once, whatever became of the first', async () => {
    const order = orderOf();
    const adapter = connect();
    const begun = await adapter.begin(order, stays);
    const url = pageUrl(begun);
    const asked = { reference: order.reference, handle: begun.handle };
    expect(await submit(await get(url), url, { cardNumber: POOR, instalments: '1' })).toContain('yetersiz bakiye');
    expect(await adapter.readPayment(asked, stays)).toMatchObject({ state: 'failed' });
    await onPage(begun);
    expect(await adapter.readPayment(asked, stays)).toMatchObject({ state: 'captured' });
    expect(await get(url)).toContain('artık açık değil');
  });

  test('instalments are limited by the goods and by the shop, whichever is less', async () => {
    const offered = async (instalmentsMax: number, config: Record<string, unknown>) => {
      const url = pageUrl(await connect(config).begin(orderOf({ instalmentsMax }), stays));
      return [...(await get(url)).matchAll(/<option>(\d+)/g)].map(([, plan]) => Number(plan));
    };
    expect(await offered(12, {})).toEqual([1, 2, 3, 6, 9, 12]);
    expect(await offered(12, { instalmentsMax: 6 })).toEqual([1, 2, 3, 6]);
    expect(await offered(1, { instalmentsMax: 6 })).toEqual([1]);
    const card = cardOf(GOOD, { instalments: 9, total: 16_339 });
    const refused = connect({ instalmentsMax: 6 }).begin(orderOf({ card }), stays);
    await expect(refused).rejects.toMatchObject({ code: 'instalments' });
    expect(await control(simulator, 'GET', '/payments')).toEqual([]);
  });

  test('the identity number of a buyer is told where the shop wants it, and one that stands for nobody otherwise', async () => {
    for (const config of [{}, { tellsIdentity: false }, { tellsIdentity: true }])
      await connect(config).begin(orderOf({ card: cardOf(GOOD) }), stays);
    const told = await control(simulator, 'GET', '/payments');
    expect(told.map((each: { identityNumber: string }) => each.identityNumber)).toEqual([
      '11111111111',
      '11111111111',
      '17291716060',
    ]);
  });

  test('lines that are not the amount are refused, and a ticket of nobody asks nothing', async () => {
    await expect(connect().begin(orderOf({ amount: 14_991 }), stays)).rejects.toMatchObject({ code: '5062' });
    const asked = { reference: newReference(), handle: null, total: 1, ticket: 'card:../x' };
    await expect(connect().complete(asked, stays)).rejects.toMatchObject({ code: 'ticket' });
  });

  test('a card is told of by its first digits', async () => {
    expect(await connect().instalments('55260800', 10_000, stays)).toEqual({
      cardFamily: 'Axess',
      bank: 'Akbank',
      credit: true,
      plans: [
        { instalments: 1, each: 10_000, total: 10_000 },
        { instalments: 2, each: 5_000, total: 10_000 },
        { instalments: 3, each: 3_417, total: 10_250 },
        { instalments: 6, each: 1_767, total: 10_600 },
        { instalments: 9, each: 1_211, total: 10_900 },
        { instalments: 12, each: 933, total: 11_200 },
      ],
    });
    expect(await connect().instalments('58900400', 10_000, stays)).toMatchObject({
      cardFamily: null,
      credit: false,
      plans: [{ instalments: 1 }],
    });
    expect((await connect({ instalmentsMax: 2 }).instalments('55260800', 10_000, stays))?.plans).toHaveLength(2);
    expect(await connect().instalments('99999999', 10_000, stays)).toBeNull();
  });
});

describe('giving back', () => {
  test('of a line, and of the payment as a whole, as long as something is left', async () => {
    const done = await paid({ instalments: 3, total: 15_365 });
    const adapter = connect();
    const [first] = done.captured.lines;
    const ofLine = refundOf(done, { transactionId: String(first?.transactionId), amount: 10_240 });
    expect(await adapter.refund(ofLine, stays)).toMatchObject({ state: 'done', amount: 10_240 });
    await expect(adapter.refund({ ...ofLine, reference: newReference(), amount: 1 }, stays)).rejects.toBeInstanceOf(
      ProviderRefused,
    );
    const rest = refundOf(done, { amount: 5_125 });
    expect(await adapter.refund(rest, stays)).toMatchObject({ state: 'done', amount: 5_125 });
    await expect(adapter.refund(refundOf(done, { amount: 1 }), stays)).rejects.toBeInstanceOf(ProviderRefused);
    expect(await adapter.readRefund(ofLine, stays)).toEqual({
      state: 'done',
      amount: 10_240,
      refundId: expect.any(String),
    });
    expect(await adapter.readRefund(rest, stays)).toMatchObject({ state: 'done', amount: 5_125 });
    expect(await adapter.readRefund(refundOf(done), stays)).toEqual({ state: 'not_found' });
  });

  test('one that iyzico spreads over lines is read back as one', async () => {
    const done = await paid();
    const refund = refundOf(done, { amount: 12_000 });
    await connect().refund(refund, stays);
    expect(await connect().readRefund(refund, stays)).toMatchObject({ state: 'done', amount: 12_000 });
    const [{ refunds }] = await control(simulator, 'GET', '/payments');
    expect(refunds.map(({ price }: { price: number }) => price)).toEqual([99.9, 20.1]);
  });

  test('a payment is cancelled on its day, and refunded after it', async () => {
    const [today, yesterday] = [await paid(), await paid()];
    const cancellation = refundOf(today, { amount: 14_990 });
    expect(await connect().cancel(cancellation, stays)).toMatchObject({ state: 'done', amount: 14_990 });
    expect(await connect().readRefund(cancellation, stays)).toMatchObject({ state: 'done', amount: 14_990 });
    await expect(connect().refund(refundOf(today), stays)).rejects.toBeInstanceOf(ProviderRefused);
    // Midnight in Turkey is at nine in the evening of UTC.
    atMs = Date.UTC(2026, 10, 21, 21);
    await expect(connect().cancel(refundOf(yesterday, { amount: 14_990 }), stays)).rejects.toBeInstanceOf(
      ProviderRefused,
    );
    expect(await connect().refund(refundOf(yesterday), stays)).toMatchObject({ state: 'done' });
  });

  test('what a card does not take back is refused', async () => {
    const done = await paid({ card: '5406670000000009' });
    await expect(connect().refund(refundOf(done), stays)).rejects.toBeInstanceOf(ProviderRefused);
    await expect(connect().cancel(refundOf(done, { amount: 14_990 }), stays)).rejects.toBeInstanceOf(ProviderRefused);
  });
});

describe('an answer that was lost', () => {
  test('of a capture is read back, and nothing is captured twice', async () => {
    const order = orderOf({ card: cardOf(GOOD) });
    const adapter = connect();
    const begun = await adapter.begin(order, stays);
    const { event } = accepted(readCallback(account, posted(await atBank(begun))));
    const asked = { reference: order.reference, handle: begun.handle, total: 14_990, ticket: String(event.ticket) };
    simulator.faults.set({ lostAnswer: { rate: 1 }, untilRequests: 1 });
    await expect(adapter.complete(asked, stays)).rejects.toBeInstanceOf(ProviderUnavailable);
    expect(await adapter.readPayment(asked, stays)).toMatchObject({ state: 'captured', paidAmount: 14_990 });
  });

  test('of a refund is read back by our reference, once reports know of it', async () => {
    const done = await paid();
    const refund = refundOf(done);
    await control(simulator, 'PUT', '/reports', { lagMs: 5_000 });
    simulator.faults.set({ lostAnswer: { rate: 1 }, untilRequests: 1 });
    await expect(connect().refund(refund, stays)).rejects.toBeInstanceOf(ProviderUnavailable);
    expect(await connect().readRefund(refund, stays)).toEqual({ state: 'not_found' });
    atMs += 5_000;
    expect(await connect().readRefund(refund, stays)).toMatchObject({ state: 'done', amount: 1_000 });
    expect(payment.readBackLagMs).toBeGreaterThan(5_000);
  });
});

describe('what goes wrong', () => {
  test.each([
    ['throttled', { throttleStorm: { rate: 1 } }, ProviderThrottled],
    ['failing', { serverError: { rate: 1, status: 503 } }, ProviderUnavailable],
    ['down', { down: true }, ProviderUnavailable],
    ['no JSON', { malformedBody: { rate: 1 } }, ProviderUnavailable],
    ['a limit within 200', { hostilePage: { rate: 1, kind: 'limitWithin200' } }, ProviderThrottled],
    ['a failure of the system within 200', { hostilePage: { rate: 1, kind: 'systemFailure' } }, ProviderUnavailable],
    ['neither success nor failure', { hostilePage: { rate: 1, kind: 'neither' } }, ProviderAnswerInvalid],
    ['an undocumented refusal', { hostileRefusal: { rate: 1 } }, ProviderUnclear],
  ] as const)('%s is told as what it is', async (_, faults, kind) => {
    const done = await paid();
    simulator.faults.set(faults);
    for (let turn = 0; turn < 4; turn += 1) {
      await expect(connect().test(stays)).rejects.toBeInstanceOf(kind);
      await expect(connect().refund(refundOf(done), stays)).rejects.toBeInstanceOf(kind);
    }
  });

  test.each([
    'unsigned',
    'forged',
    'mutated',
    'anotherBasket',
    'foreignCurrency',
    'partsOfKurus',
    'textForNumber',
    'enormousText',
  ] as const)('a payment or refund that is %s is believed by nobody', async (kind) => {
    const done = await paid();
    const adapter = connect();
    simulator.faults.set({ hostilePage: { rate: 1, kind } });
    const read = adapter.readPayment({ reference: done.reference, handle: null }, stays);
    await expect(read).rejects.toBeInstanceOf(ProviderAnswerInvalid);
    if (kind === 'anotherBasket') return;
    await expect(adapter.refund(refundOf(done), stays)).rejects.toBeInstanceOf(ProviderAnswerInvalid);
    if (['unsigned', 'forged', 'mutated', 'textForNumber', 'enormousText'].includes(kind))
      await expect(adapter.begin(orderOf(), stays)).rejects.toBeInstanceOf(ProviderAnswerInvalid);
  });

  test('keys that are wrong are told apart from a network that is', async () => {
    const verdictOf = async (keys: Record<string, string>) => {
      const error = await connect({}, keys)
        .test(stays)
        .catch((error) => error);
      expect(error).toBeInstanceOf(ProviderRefused);
      return payment.verdicts[String((error as ProviderRefused).code)];
    };
    await connect().test(stays);
    expect(await verdictOf({ ...secrets, apiKey: 'another' })).toBe('credentials_refused');
    expect(await verdictOf({ ...secrets, secretKey: 'another' })).toBe('credentials_refused');
    // Nothing is said of a payment to whom it is not let in.
    const read = connect({}, { ...secrets, secretKey: 'x' }).readPayment({ reference: 'R1', handle: null }, stays);
    await expect(read).rejects.toMatchObject({ code: '1000' });
  });

  test('more refunds than iyzico takes in a minute are throttled', async () => {
    const done = await paid();
    const ask = () => connect().refund(refundOf(done, { amount: 1 }), stays);
    for (let asked = 0; asked < 150; asked += 1) await ask();
    await expect(ask()).rejects.toBeInstanceOf(ProviderThrottled);
    atMs += 60_000;
    await ask();
  });
});

describe('callbacks', () => {
  test.each(['conversationId', 'mdStatus', 'paymentId', 'status', 'conversationData', 'signature'])(
    'of a browser whose %s was changed is refused',
    async (name) => {
      const begun = await connect().begin(orderOf({ card: cardOf(GOOD) }), stays);
      const fields = await atBank(begun, 'wrong');
      expect(readCallback(account, posted(fields))).toMatchObject({ accepted: true });
      const other = { mdStatus: '1', status: 'success' }[name] ?? `${fields[name]}0`;
      const forged = readCallback(account, posted({ ...fields, [name]: other }));
      expect(forged).toMatchObject({ accepted: false, why: 'forged', answer: { status: 401 } });
      const { signature: _, ...unsigned } = fields;
      expect(readCallback(account, posted(unsigned))).toMatchObject({ accepted: false, why: 'unsigned' });
      expect(readCallback(accountOf({}), posted(fields))).toMatchObject({ accepted: false });
    },
  );

  test.each([
    ['nothing', ''],
    ['a token of odd letters', 'token=%2e%2e%2f'],
    ['a field twice', 'token=a&token=b'],
    ['no text', Buffer.from([0x74, 0xff, 0xfe]).toString('latin1')],
    ['too much', `token=${'a'.repeat(70_000)}`],
  ])('that have %s are malformed', (_, body) => {
    expect(readCallback(account, posted(body))).toMatchObject({ accepted: false, why: 'malformed' });
  });

  test('of the server come late, twice, in any order and changed, and say no more than they are signed for', async () => {
    const shop = await startListener((received) => readCallback(account, received));
    await control(simulator, 'PUT', '/notices', { url: shop.url, hold: true, afterMs: 0 });
    const first = await paid();
    const order = orderOf();
    const begun = await connect().begin(order, stays);
    await onPage(begun);
    await control(simulator, 'POST', '/notices', { release: 'reversed' });
    await eventually(async () => shop.readings.length === 2);
    expect(shop.readings).toMatchObject([
      {
        accepted: true,
        from: 'server',
        signed: true,
        event: { says: 'captured', reference: order.reference, handle: begun.handle },
      },
      { accepted: true, event: { says: 'captured', reference: first.reference, handle: first.captured.paymentId } },
    ]);
    await control(simulator, 'PUT', '/notices', { hold: false, copies: 2, mutated: true, triesMax: 1 });
    await paid();
    await eventually(async () => shop.readings.length === 4);
    expect(shop.readings.slice(2)).toMatchObject([{ why: 'forged' }, { why: 'forged' }]);
    const { tried } = await control(simulator, 'GET', '/notices');
    expect(tried.map(({ status }: { status: number }) => status)).toEqual([200, 200, 401, 401]);
    await shop.close();
  });

  test('of the server without a signature, or without sense, are refused', async () => {
    const json = (body: object, headers: Record<string, string> = {}) =>
      readCallback(account, posted(JSON.stringify(body), { 'content-type': 'application/json', ...headers }));
    const said = { iyziEventType: 'THREE_DS_AUTH', status: 'SUCCESS', paymentConversationId: 'R1', paymentId: 7 };
    expect(json(said)).toMatchObject({ accepted: false, why: 'unsigned' });
    expect(json(said, { 'x-iyz-signature-v3': 'ş'.repeat(64) })).toMatchObject({ accepted: false, why: 'forged' });
    expect(json({ ...said, status: 7 })).toMatchObject({ accepted: false, why: 'malformed' });
    expect(json([])).toMatchObject({ accepted: false, why: 'malformed' });
  });
});
