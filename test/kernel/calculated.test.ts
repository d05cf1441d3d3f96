import fc from 'fast-check';
import { marked, markedJson, markedOnce, unmarked } from '../../src/kernel/calculated';
import { growthOf, LINEAR_GROWTH_MAX } from '../world/growth';

const SIGNS = '=+\\-@＝＋－＠';
const BEHIND_SEPARATOR = '(?<=[,;\\t\\r\\n]["\\s]*)';
const DOES_SOMETHING = '(?=[^\\r\\n]*[(|!（｜！])';
/** The same rule, said by patterns that look around each place. */
const places = new RegExp(`${BEHIND_SEPARATOR}(?='*[${SIGNS}]${DOES_SOMETHING})`, 'g');
const marks = new RegExp(`${BEHIND_SEPARATOR}'(?='*[${SIGNS}]${DOES_SOMETHING})`, 'g');

const short = fc.string({ unit: fc.constantFrom(...'a=-＠\'"(！,;\t\r\n \u00a0\ufeff'), maxLength: 24 });

describe('the guard against formulas', () => {
  test('marks and unmarks the places that the rule names', () => {
    fc.assert(
      fc.property(short, (text) => {
        // A letter before it, so that the beginning of the cell has no say.
        expect(marked(`a${text}`)).toBe(`a${text}`.replaceAll(places, "'"));
        expect(unmarked(`a${text}`)).toBe(`a${text}`.replaceAll(marks, ''));
      }),
      { numRuns: 2_000 },
    );
  });

  test('gives back what it has marked, however long a line is', () => {
    fc.assert(fc.property(short, (text) => expect(unmarked(marked(text))).toBe(text)));
    for (const length of [8_190, 8_191, 8_192, 8_193, 50_000]) {
      const text = `a,=1,=1${'x'.repeat(length)}(`;
      expect(marked(text)).toBe(`a,'=1,'=1${'x'.repeat(length)}(`);
      expect(unmarked(marked(text))).toBe(text);
    }
  });

  test.each<[string, (size: number) => string]>([
    ['spaces behind a separator', (size) => `<p>,${' '.repeat(size)}</p>`],
    ['quotes behind a separator', (size) => `,${'"'.repeat(size)}`],
    ['line breaks', (size) => '\n'.repeat(size)],
    ['signs that do nothing', (size) => ',='.repeat(size / 2)],
    ['marks without a sign', (size) => `,${"'".repeat(size)}`],
    ['signs before one call', (size) => `${',='.repeat(size / 2)}(`],
    ['numbers', (size) => '1'.repeat(size)],
  ])('takes no more than its share of time for %s', (_, textOf) => {
    for (const guard of [marked, unmarked, markedOnce, markedJson])
      expect(
        growthOf(4_000, 2, (size) => {
          const text = textOf(size);
          return () => void guard(text);
        }),
      ).toBeLessThan(LINEAR_GROWTH_MAX);
  });
});
