import fc from 'fast-check';
import { newRandomId, newUlid } from '../../src/kernel/ids';
import { runsOf } from '../world/runs';

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** The 80 random bits of an identifier. */
const randomPart = (id: string): bigint =>
  [...id.slice(-16)].reduce((sum, letter) => sum * 32n + BigInt(LETTERS.indexOf(letter)), 0n);

afterEach(() => jest.restoreAllMocks());

describe('identifiers of one millisecond', () => {
  test('count up where they only name something', () => {
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    const [first, second] = [newUlid(), newUlid()];
    expect(randomPart(second) - randomPart(first)).toBe(1n);
  });

  test('are no neighbours where one of them opens something', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 100 }), fc.integer({ min: 0, max: 2 ** 40 }), (count, ms) => {
        const now = jest.spyOn(Date, 'now').mockReturnValue(ms);
        const ids = Array.from({ length: count }, () => newRandomId('chs'));
        now.mockRestore();
        expect(new Set(ids.map((id) => id.slice(0, 14))).size).toBe(1);
        expect(ids.filter((id) => !/^chs_[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(id))).toEqual([]);
        const parts = ids.map(randomPart).toSorted((one, other) => (one < other ? -1 : 1));
        // Draws of 80 bits come so close once in millions of such runs.
        expect(parts.slice(1).filter((part, place) => part - (parts[place] as bigint) < 2n ** 32n)).toEqual([]);
      }),
      { numRuns: runsOf(50) },
    );
  });

  test('have no bit that is always the same', () => {
    const parts = Array.from({ length: 200 }, () => randomPart(newRandomId('obj')));
    for (let bit = 0n; bit < 80n; bit += 1n) {
      const ones = parts.filter((part) => (part >> bit) & 1n).length;
      expect([bit, ones > 0 && ones < parts.length]).toEqual([bit, true]);
    }
  });
});
