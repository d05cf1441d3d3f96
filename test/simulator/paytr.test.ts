import fc from 'fast-check';
import { Ledger, returnedOf } from '../../src/simulator/paytr/ledger';

const NOON_MS = Date.UTC(2026, 10, 21, 12);
const DAY_MS = 24 * 3_600_000;

function paid(now: () => number, amount: number) {
  const ledger = new Ledger(now, (n) => `page${n}`);
  const order = { oid: 'R1', amount, email: '', okUrl: '', failUrl: '', instalmentsMax: 12, test: false };
  const payment = ledger.open(order);
  ledger.pay(payment, '4355084355084358', 3);
  payment.notified = true;
  return { ledger, payment };
}

test('whatever is asked back, no payment gives more than was paid', () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 4_000 }), { maxLength: 20 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), amounts, (amount, asked) => {
      const { ledger, payment } = paid(() => NOON_MS, amount);
      for (const [at, each] of asked.entries()) {
        const before = returnedOf(payment);
        const ask = () => ledger.refund('R1', each, `B${at}`);
        if (before + each > payment.total) expect(ask).toThrow();
        else ask();
        expect(returnedOf(payment)).toBe(before + each > payment.total ? before : before + each);
      }
    }),
  );
});

test('a payment is given back for a year', () => {
  let atMs = NOON_MS;
  const { ledger } = paid(() => atMs, 10_000);
  atMs += 365 * DAY_MS;
  ledger.refund('R1', 1, 'B1');
  atMs += 1;
  expect(() => ledger.refund('R1', 1, 'B2')).toThrow('1 yıldan eski');
});
