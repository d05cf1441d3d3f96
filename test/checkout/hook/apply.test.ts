import fc from 'fast-check';
import { discounted, filtered, judged, rated } from '../../../src/checkout/hook/apply';
import { answers } from '../../../src/checkout/hook/operations';
import { schemaErrors } from '../../../src/kernel/schema/validation';
import { type DecisionPoint, decisionPoints } from '../../../src/provider/manifest-document';

const lines = [
  { key: 'l1', quantity: 2, unitPrice: 10_000 },
  { key: 'l2', quantity: 1, unitPrice: 5_000 },
];
const off = (kurus: number, lineId?: string) =>
  ({ op: 'addDiscount', kurus, label: 'Yaz', ...(lineId ? { lineId } : {}) }) as const;

describe('discounts', () => {
  test('are what is left of their line, or of all goods, at most', () => {
    const once = discounted(lines, [], [off(6_000, 'l2'), off(1_000)]);
    expect(once.map(({ kurus, line }) => [kurus, line])).toEqual([
      [5_000, 'l2'],
      [1_000, null],
    ]);
    const twice = discounted(lines, once, [off(1, 'l2'), off(90_000)]);
    expect(twice.map(({ kurus }) => kurus)).toEqual([5_000, 1_000, 19_000]);
    expect(discounted(lines, twice, [off(1), off(0)])).toEqual(twice);
  });

  test('of what is no line are none', () => {
    expect(discounted(lines, [], [off(100, 'l9')])).toEqual([]);
  });

  test('never come to more than the goods, whatever hooks answer', () => {
    const operation = fc.record({
      op: fc.constant('addDiscount' as const),
      kurus: fc.integer({ min: 0, max: 30_000 }),
      label: fc.constant('Yaz'),
      lineId: fc.constantFrom('l1', 'l2', 'l9'),
    });
    fc.assert(
      fc.property(fc.array(fc.array(operation, { maxLength: 5 }), { maxLength: 5 }), (hooks) => {
        const all = hooks.reduce<ReturnType<typeof discounted>>((found, each) => discounted(lines, found, each), []);
        const of = (key: string) => all.filter(({ line }) => line === key).reduce((sum, { kurus }) => sum + kurus, 0);
        expect(of('l1')).toBeLessThanOrEqual(20_000);
        expect(of('l2')).toBeLessThanOrEqual(5_000);
      }),
    );
  });
});

test('a cap of pieces never raises, and a refusal of what is no line is of the cart', () => {
  const cap = (lineId: string, qty: number) => ({ op: 'capQty', lineId, qty }) as const;
  const first = judged(lines, new Map(), [cap('l1', 3), cap('l1', 5), cap('l9', 1)]);
  expect([...first.caps]).toEqual([['l1', 3]]);
  expect([...judged(lines, first.caps, [cap('l1', 2)]).caps]).toEqual([['l1', 2]]);
  const reject = { op: 'reject', code: 'no', messageCode: 'line_unavailable' } as const;
  expect(
    judged(lines, new Map(), [
      { ...reject, lineId: 'l2' },
      { ...reject, lineId: 'l9' },
    ]).rejections,
  ).toEqual([
    { code: 'no', messageCode: 'line_unavailable', line: 'l2' },
    { code: 'no', messageCode: 'line_unavailable', line: null },
  ]);
});

test('ways of shipping are added, renamed and taken away by their ids', () => {
  const standard = { id: 'standart', labelTR: 'Standart', kurus: 4_990 };
  const express = { op: 'addRate', id: 'hizli', labelTR: 'Hızlı', kurus: 9_990, etaDays: [1, 2] } as const;
  const after = rated(
    [standard],
    [
      express as never,
      { ...express, kurus: 1 } as never,
      { op: 'addRate', id: 'standart', labelTR: 'Bedava', kurus: 0 },
      { op: 'renameRate', id: 'standart', labelTR: 'Kapıya' },
      { op: 'filterRate', id: 'yok' },
    ],
  );
  expect(after).toEqual([
    { ...standard, labelTR: 'Kapıya' },
    { id: 'hizli', labelTR: 'Hızlı', kurus: 9_990, etaDays: [1, 2] },
  ]);
  expect(rated(after, [{ op: 'filterRate', id: 'standart' }])).toHaveLength(1);
});

test('ways to pay are taken away and put in an order, none is added, and a cap of instalments never raises', () => {
  const methods = ['card', 'cod', 'transfer'].map((id) => ({ id, maxTaksit: id === 'card' ? 6 : 1 }));
  const cap = (max: number) => ({ op: 'capTaksit', methodId: 'card', max }) as const;
  expect(filtered(methods, [cap(9), { op: 'reorder', order: ['transfer', 'gift', 'card'] }])).toEqual([
    { id: 'transfer', maxTaksit: 1 },
    { id: 'card', maxTaksit: 6 },
    { id: 'cod', maxTaksit: 1 },
  ]);
  expect(filtered(methods, [cap(3), { op: 'exclude', methodId: 'cod' }])).toEqual([
    { id: 'card', maxTaksit: 3 },
    { id: 'transfer', maxTaksit: 1 },
  ]);
});

describe('what a hook may answer', () => {
  const good: Record<DecisionPoint, object[]> = {
    'checkout.cart.validate': [
      { op: 'reject', code: 'ab', messageCode: 'out_of_stock' },
      { op: 'reject', code: 'ab', messageCode: 'ab', lineId: 'l1' },
      { op: 'capQty', lineId: 'l1', qty: 99 },
    ],
    'checkout.pricing.adjust': [{ op: 'addDiscount', kurus: 10_000_000_000_000, label: 'x', lineId: 'l1' }],
    'checkout.shipping.rates': [
      { op: 'addRate', id: 'a-b_1', labelTR: 'x', kurus: 0, etaDays: [0, 60] },
      { op: 'filterRate', id: 'a' },
      { op: 'renameRate', id: 'a', labelTR: 'x' },
    ],
    'checkout.payment.filter': [
      { op: 'exclude', methodId: 'cod' },
      { op: 'reorder', order: Array(10).fill('cod') },
      { op: 'capTaksit', methodId: 'card', max: 12 },
    ],
    'checkout.order.validate': [{ op: 'reject', code: 'ab', messageCode: 'ab' }],
  };
  const bad: Record<DecisionPoint, object[]> = {
    'checkout.cart.validate': [
      { op: 'reject', code: 'a', messageCode: 'ab' },
      { op: 'reject', code: 'ab', messageCode: 'Aç' },
      { op: 'capQty', lineId: 'l1', qty: 0 },
      { op: 'capQty', lineId: 'l1', qty: 100 },
      { op: 'capQty', lineId: 'x'.repeat(17), qty: 1 },
    ],
    'checkout.pricing.adjust': [
      { op: 'addDiscount', kurus: -1, label: 'x' },
      { op: 'addDiscount', kurus: 10_000_000_000_001, label: 'x' },
      { op: 'addDiscount', kurus: 0.5, label: 'x' },
      { op: 'addDiscount', kurus: 1, label: '' },
      { op: 'addDiscount', kurus: 1, label: 'x'.repeat(61) },
    ],
    'checkout.shipping.rates': [
      { op: 'addRate', id: 'A', labelTR: 'x', kurus: 0 },
      { op: 'addRate', id: 'a', labelTR: 'x', kurus: 0, etaDays: [1] },
      { op: 'addRate', id: 'a', labelTR: 'x', kurus: 0, etaDays: [1, 61] },
      { op: 'renameRate', id: 'a' },
    ],
    'checkout.payment.filter': [
      { op: 'exclude', methodId: 'a' },
      { op: 'reorder', order: Array(11).fill('cod') },
      { op: 'capTaksit', methodId: 'card', max: 0 },
      { op: 'capTaksit', methodId: 'card', max: 13 },
    ],
    'checkout.order.validate': [{ op: 'reject', code: 'ab', messageCode: 'ab', lineId: 'l1' }],
  };

  test.each(decisionPoints)('at %s is what the contract says', (point) => {
    const faults = (value: unknown) => schemaErrors(answers[point], value).length;
    const [first] = good[point];
    expect(faults([])).toBe(0);
    for (const each of good[point]) expect([each, faults([each])]).toEqual([each, 0]);
    const others = decisionPoints.filter((other) => other !== point).flatMap((other) => good[other]);
    const foreign = others.filter(
      ({ op }: { op?: string }) => !good[point].some((own) => (own as { op?: string }).op === op),
    );
    for (const each of [...bad[point], ...foreign, { ...first, more: 1 }, { op: 'wipe' }, null, 'reject'])
      expect([each, faults([each]) > 0]).toEqual([each, true]);
    expect(faults(Array(50).fill(first))).toBe(0);
    expect(faults(Array(51).fill(first))).toBeGreaterThan(0);
    expect(faults(first)).toBeGreaterThan(0);
  });
});
