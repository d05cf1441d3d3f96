import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { cardOf } from '../../src/simulator/iyzico/cards';
import { Ledger, type Payment, remainingOf } from '../../src/simulator/iyzico/ledger';
import { startIyzicoSimulator } from '../../src/simulator/iyzico/server';

const NOON_MS = Date.UTC(2026, 10, 21, 12);
const keys = { apiKey: 'demo-api-key', secretKey: 'demo-secret-key' };
const hex = (text: string) => createHmac('sha256', keys.secretKey).update(text).digest('hex');

/** A payment that was taken. @param prices of its lines, kuruş */
function taken(ledger: Ledger, prices: readonly number[]): Payment {
  const price = prices.reduce((sum, each) => sum + each, 0);
  const items = prices.map((each, at) => ({ id: `line${at}`, price: each }));
  const order = { conversationId: 'R1', basketId: 'R1', price, items, callbackUrl: 'http://shop', identityNumber: '1' };
  const payment = ledger.initialize(order, cardOf('5526080000000006') as never, 1, price);
  ledger.verified(payment, true);
  ledger.capture(payment);
  return payment;
}

test('whatever is asked back in whatever order, no line and no payment gives more than was paid', () => {
  const act = fc.record({
    kind: fc.constantFrom('line', 'payment', 'cancel' as const),
    line: fc.nat(4),
    amount: fc.integer({ min: 1, max: 4_000 }),
  });
  const prices = fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(prices, fc.array(act, { maxLength: 30 }), (lines, acts) => {
      const ledger = new Ledger(
        () => NOON_MS,
        (n) => `form${n}`,
      );
      const payment = taken(ledger, lines);
      let back = 0;
      for (const [at, { kind, line, amount }] of acts.entries()) {
        const item = payment.transactions[line % payment.transactions.length];
        const left = payment.transactions.map(remainingOf).reduce((sum, each) => sum + each, 0);
        const most = kind === 'line' ? remainingOf(item as never) : left;
        const ask = () => {
          if (kind === 'line') ledger.refundItem(String(item?.transactionId), amount, `B${at}`);
          else if (kind === 'payment') ledger.refundPayment(payment.id, amount, `B${at}`);
          else ledger.cancel(payment.id, `B${at}`);
        };
        const isLeft = !payment.cancelled && (kind === 'cancel' ? back === 0 : amount <= most);
        if (isLeft) {
          ask();
          back += kind === 'cancel' ? payment.paidPrice : amount;
        } else expect(ask).toThrow();
        expect(back).toBeLessThanOrEqual(payment.paidPrice);
        for (const each of payment.transactions) expect(remainingOf(each)).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});

describe('the server', () => {
  let simulator: Awaited<ReturnType<typeof startIyzicoSimulator>>;
  beforeAll(async () => {
    simulator = await startIyzicoSimulator();
  });
  afterAll(() => simulator.close());

  const ask = async (body: string, { apiKey = keys.apiKey, signed = body, sent = 'r1' } = {}) => {
    const random = 'r1';
    const signature = hex(`${random}/payment/iyzipos/installment${signed}`);
    const token = Buffer.from(`apiKey:${apiKey}&randomKey:${random}&signature:${signature}`).toString('base64');
    const headers = { authorization: `IYZWSv2 ${token}`, 'x-iyzi-rnd': sent };
    const answer = await fetch(`${simulator.url}/payment/iyzipos/installment`, { method: 'POST', body, headers });
    return [answer.status, ((await answer.json()) as { errorCode?: string }).errorCode];
  };

  test('lets in what was signed, of the body as it was sent, and says no in a 200', async () => {
    const body = '{"price": "1.00"}';
    expect(await ask(body)).toEqual([200, undefined]);
    expect(await ask(body, { signed: '{"price":"1.00"}' })).toEqual([200, '1000']);
    expect(await ask(body, { sent: 'r2' })).toEqual([200, '1000']);
    expect(await ask(body, { apiKey: 'another' })).toEqual([200, '1001']);
    expect(await ask('no JSON')).toEqual([200, '11']);
    expect(await ask('{"price": "1.005"}')).toEqual([200, '11']);
  });

  test('has no other services, and says what a test asks it wrongly', async () => {
    const none = await fetch(`${simulator.url}/payment/nothing`, { method: 'POST', body: '{}' });
    expect([none.status, await none.json()]).toMatchObject([404, { status: 'failure' }]);
    const wrong = (path: string, method: string, body: object) =>
      fetch(`${simulator.url}/__simulator${path}`, { method, body: JSON.stringify(body) });
    for (const [path, method, body] of [
      ['/notices', 'PUT', { copies: 0 }],
      ['/notices', 'PUT', { url: 'nowhere' }],
      ['/notices', 'PUT', { unheardOf: 1 }],
      ['/notices', 'POST', { release: 'some' }],
      ['/reports', 'PUT', { lagMs: -1 }],
    ] as const)
      expect([path, (await wrong(path, method, body)).status]).toEqual([path, 400]);
  });
});
