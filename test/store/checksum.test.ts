import fc from 'fast-check';
import { isIban, isNationalId, isTaxNumber } from '../../src/store/identity/checksum';
import { isDistrictOf, provinces } from '../../src/store/identity/places';

const digits = (length: number) => fc.array(fc.nat(9), { minLength: length, maxLength: length });
const joined = (numbers: readonly number[]): string => numbers.join('');

/** Written as the sources have it, and not as the product does. */
const taxNumber = digits(9)
  .map((nine) => {
    let total = 0;
    for (let i = 1; i <= 9; i += 1) {
      const t = ((nine[i - 1] as number) + 10 - i) % 10;
      total += t === 9 ? 9 : (t * 2 ** (10 - i)) % 9;
    }
    return joined([...nine, (10 - (total % 10)) % 10]);
  })
  .filter((text) => new Set(text).size > 1);

const nationalId = digits(8).chain((rest) =>
  fc.integer({ min: 1, max: 9 }).map((first) => {
    const [d1, d2, d3, d4, d5, d6, d7, d8, d9] = [first, ...rest] as [number, ...number[]] as number[];
    const nine = [d1, d2, d3, d4, d5, d6, d7, d8, d9] as number[];
    const odd = [d1, d3, d5, d7, d9].reduce<number>((total, digit) => total + (digit as number), 0);
    const even = [d2, d4, d6, d8].reduce<number>((total, digit) => total + (digit as number), 0);
    const ten = [...nine, (((odd * 7 - even) % 10) + 10) % 10];
    return joined([...ten, ten.reduce((total, digit) => total + digit, 0) % 10]);
  }),
);

/** Digit by digit, as one would on paper. */
const remainder = (text: string): number => [...text].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);
const iban = fc.tuple(digits(5), digits(16)).map(([bank, account]) => {
  const number = `${joined(bank)}0${joined(account)}`;
  // T is 29 and R is 27.
  return `TR${String(98 - remainder(`${number}292700`)).padStart(2, '0')}${number}`;
});

/** The same text with another digit in one place. */
const withFault = (valid: fc.Arbitrary<string>, from: number) =>
  fc.tuple(valid, fc.nat(), fc.integer({ min: 1, max: 9 })).map(([text, place, by]) => {
    const at = from + (place % (text.length - from));
    return text.slice(0, at) + ((Number(text[at]) + by) % 10) + text.slice(at + 1);
  });

describe.each([
  ['a tax number', isTaxNumber, taxNumber, 0, ['4540536920', '1234567890'], ['4540536921', '4444444444', '454053692']],
  ['a national id', isNationalId, nationalId, 0, ['10000000146', '12345678950'], ['10000000147', '01234567890', '1']],
  [
    'an IBAN',
    isIban,
    iban,
    2,
    ['TR330006100519786457841326', 'TR320010009999901234567890'],
    [
      'TR330006100519786457841327',
      'tr330006100519786457841326',
      'TR33 0006 1005 1978 6457 8413 26',
      'DE89370400440532013000',
    ],
  ],
] as const)('the check digits of %s', (_, isValid, valid, from, known, wrong) => {
  test('follow from the others', () => {
    for (const text of known) expect([text, isValid(text)]).toEqual([text, true]);
    for (const text of wrong) expect([text, isValid(text)]).toEqual([text, false]);
    fc.assert(fc.property(valid, (text) => isValid(text)));
  });

  test('find one digit that is wrong, wherever it stands', () => {
    fc.assert(fc.property(withFault(valid, from), (text) => !isValid(text)));
  });
});

test('the provinces are those of the plate codes, and each has its own districts', () => {
  expect(provinces).toHaveLength(81);
  expect([provinces[0], provinces[33], provinces[80]]).toEqual(['Adana', 'İstanbul', 'Düzce']);
  expect([isDistrictOf('İstanbul', 'Kadıköy'), isDistrictOf('Düzce', 'Yığılca')]).toEqual([true, true]);
  expect([isDistrictOf('Ankara', 'Kadıköy'), isDistrictOf('İstanbul', ''), isDistrictOf('Yok', 'Merkez')]).toEqual([
    false,
    false,
    false,
  ]);
});
