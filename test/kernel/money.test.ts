import fc from 'fast-check';
import { KURUS_MAX, kurusIn, kurusOfLira, liraText, plainLira } from '../../src/kernel/money';

const kurus = fc.nat(KURUS_MAX);

test('an amount is read as it was written, in every way of writing it', () => {
  fc.assert(
    fc.property(kurus, (amount) => {
      for (const text of [liraText(amount), plainLira(amount), `${liraText(amount)} TL`, `₺${plainLira(amount)}`])
        expect([text, kurusIn(text)]).toEqual([text, amount]);
      expect(kurusOfLira(amount / 100)).toBe(amount);
    }),
  );
});

test('thousands have points, and kuruş a comma', () => {
  expect([0, 5, 14_990, 129_900, KURUS_MAX, -129_950].map(liraText)).toEqual([
    '0,00',
    '0,05',
    '149,90',
    '1.299,00',
    '100.000.000.000,00',
    '-1.299,50',
  ]);
  expect(plainLira(129_900)).toBe('1299,00');
});

test.each([
  ['1.299', 129_900],
  ['12.999', 1_299_900],
  ['1.299,90', 129_990],
  ['1299,9', 129_990],
  ['1299.90', 129_990],
  ['1,299.90', 129_990],
  ['1 299,90', 129_990],
  ['1\u00a0299,90\u00a0TL', 129_990],
  ['₺ 49,50', 4_950],
  ['12.345.678 TL', 1_234_567_800],
  ['0', 0],
  ['0,5', 50],
  ['1.2', 120],
])('%s are %i kuruş', (text, amount) => {
  expect(kurusIn(text)).toBe(amount);
});

test.each([
  '1,299',
  '12,345',
  '0.500',
  '1.299,905',
  '1.2999',
  '12.99,90',
  '1.2.3',
  '149 90',
  '12 34',
  '-5',
  'bedava',
  '1e3',
  '9999999999999',
  'TL',
  '',
])('“%s” is no amount, or could be two', (text) => {
  expect(kurusIn(text)).toBeUndefined();
});
