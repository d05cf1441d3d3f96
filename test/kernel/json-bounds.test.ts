import fc from 'fast-check';
import { boundBroken, VALUES_MAX } from '../../src/kernel/schema/json-bounds';

const bytesOf = (json: string): Uint8Array => new TextEncoder().encode(json);
const goesBeyond = expect.stringContaining(`goes beyond the ${VALUES_MAX} values`);

function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum, part) => sum + valuesIn(part), 1);
}

describe('the bounds of JSON that was not parsed', () => {
  test('values are counted as the parser would find them, whatever text is in them', () => {
    const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('[', ',{}', '"', '\\', '\\"', '],['));
    const value = fc.letrec((tie) => ({
      part: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.double(),
        fc.constantFrom(null, true, [], {}, [[]]),
        fc.array(tie('part')),
        fc.dictionary(text, tie('part')),
      ),
    })).part;
    fc.assert(
      fc.property(value, fc.constantFrom(undefined, 1, '\t'), (part, space) => {
        // The outer list and the part take the rest.
        const most = [part, ...Array(VALUES_MAX - 1 - valuesIn(part)).fill(0)];
        expect(boundBroken(bytesOf(JSON.stringify(most, null, space)))).toBeUndefined();
        expect(boundBroken(bytesOf(JSON.stringify([...most, 0], null, space)))).toEqual(goesBeyond);
      }),
      { numRuns: 50 },
    );
  });

  test('what is no JSON ends too', () => {
    for (const text of ['', '"', '"\\', ']]]]', '[1,', '{"a":', '[}', ',,,,'])
      expect([text, boundBroken(bytesOf(text))]).toEqual([text, undefined]);
    expect(boundBroken(bytesOf(','.repeat(VALUES_MAX)))).toEqual(goesBeyond);
    expect(boundBroken(bytesOf('[]'.repeat(VALUES_MAX)))).toBeUndefined();
    for (const open of ['[', '{"a":'])
      expect(boundBroken(bytesOf(open.repeat(100_000)))).toContain('is nested deeper than 64 levels');
  });
});
