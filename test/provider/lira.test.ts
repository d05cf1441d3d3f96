import fc from 'fast-check';
import { kurusIn, liraOf, wholeKurusIn } from '../../src/provider/lira';
import { kurusOf, shared } from '../../src/simulator/kit/kurus';

const amounts = fc.integer({ min: 0, max: 99_999_999_999_999 });

test('kuruş go to lira and back without losing one, as text, as a number of JSON, with a comma, with zeros behind', () => {
  fc.assert(
    fc.property(amounts, (kurus) => {
      const lira = liraOf(kurus);
      expect(lira).toMatch(/^\d+\.\d\d$/);
      const forms = [lira, lira.replace('.', ','), `${lira}000000`, JSON.parse(lira), String(JSON.parse(lira))];
      expect(forms.map(kurusIn)).toEqual(forms.map(() => kurus));
      expect(kurusOf(lira)).toBe(kurus);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  [0, '0.00'],
  [7, '0.07'],
  [10, '0.10'],
  [14_990, '149.90'],
  [99_999_999_999_999, '999999999999.99'],
])('%d kuruş are %s', (kurus, lira) => {
  expect(liraOf(kurus)).toBe(lira);
});

test.each([
  '',
  '-1',
  '1.005',
  '0.001',
  '1e3',
  1e21,
  1e-7,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  ' 1',
  '1.',
  '.5',
  '1,2,3',
  '0x1',
  '1234567890123',
  '1.12345678901',
])('%p is no amount in kuruş', (lira) => {
  expect(kurusIn(lira as string)).toBeUndefined();
});

test('parts of a kuruş are cut off where they may be there', () => {
  expect(wholeKurusIn('33.339999')).toBe(3_333);
  expect(wholeKurusIn(0.36)).toBe(36);
  expect(wholeKurusIn('yok')).toBeUndefined();
});

test('shares of an amount are the amount, and none is a kuruş off', () => {
  const weights = fc
    .array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 20 })
    .filter((all) => all.some(Boolean));
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), weights, (amount, weighed) => {
      const shares = shared(amount, weighed);
      const sum = weighed.reduce((total, weight) => total + weight, 0);
      expect(shares.reduce((total, share) => total + share, 0)).toBe(amount);
      for (const [at, share] of shares.entries())
        expect(Math.abs(share - (amount * (weighed[at] as number)) / sum)).toBeLessThan(1.000001);
    }),
  );
});
