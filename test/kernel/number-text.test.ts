import { assert, double, integer, property } from 'fast-check';
import { decimalIn, isEitherDecimal, isEitherWhole, wholeIn } from '../../src/kernel/number-text';

describe('numbers as people type them', () => {
  test('whole numbers are read as they are, and nothing is left out of a text', () => {
    assert(
      property(integer({ min: -1_000_000_000, max: 1_000_000_000 }), (number) => {
        expect(wholeIn(String(number))).toBe(number + 0);
        expect(decimalIn(String(number))).toBe(number + 0);
      }),
    );
    for (const text of ['', '-', '12a', 'a12', '1 2', '1e3', '--1', '5,5', '1.250', '%5'])
      expect(wholeIn(text)).toBeUndefined();
    expect(['7', '7,0', '7.00', '-0'].map(wholeIn)).toEqual([7, 7, 7, 0]);
  });

  test('decimals are read with a comma and with a point', () => {
    assert(
      property(double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }), (number) => {
        const text = String(number);
        if (isEitherDecimal(text)) return;
        expect(decimalIn(text)).toBe(number + 0);
        expect(decimalIn(text.replace('.', ','))).toBe(number + 0);
      }),
    );
    for (const text of ['', '-', ',5', '5,', '1,2,3', '12x', 'NaN', 'Infinity'])
      expect(decimalIn(text)).toBeUndefined();
  });

  test('a text that could be two numbers is none', () => {
    expect([isEitherWhole('1.000'), wholeIn('1.000'), wholeIn('12,000')]).toEqual([true, undefined, undefined]);
    expect([isEitherDecimal('1.250'), decimalIn('1.250'), decimalIn('1,250')]).toEqual([true, undefined, 1.25]);
  });
});
