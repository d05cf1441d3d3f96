import fc from 'fast-check';
import { readJson, WholeNumber, writeJson } from '../../src/provider/json';

const digits = fc.bigInt({ min: 0n, max: 10n ** 25n });
/** Texts that look like what they stand among. */
const text = fc.oneof(
  fc.string(),
  digits.map(String),
  fc
    .array(fc.constantFrom('"', '\\', ',', ':', ' ', '[', '7330012345678901234', '{'), { maxLength: 12 })
    .map((parts) => parts.join('')),
);
const { tree } = fc.letrec<{ tree: unknown; leaf: unknown }>((tie) => ({
  leaf: fc.oneof(digits, text, fc.double({ min: -1e9, max: 1e9, noNaN: true }), fc.boolean(), fc.constant(null)),
  tree: fc.oneof(
    { maxDepth: 3 },
    tie('leaf'),
    fc.array(tie('tree'), { maxLength: 5 }),
    fc.dictionary(text, tie('tree'), { maxKeys: 5 }),
  ),
}));

const mapped = (value: unknown, leaf: (value: unknown) => unknown): unknown => {
  if (Array.isArray(value)) return value.map((each) => mapped(each, leaf));
  if (typeof value !== 'object' || value === null) return leaf(value);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapped(each, leaf)]));
};

test('integers come as they were sent, beyond 2^53 as texts, whatever stands around them', () => {
  fc.assert(
    fc.property(tree, (value) => {
      const sent = writeJson(
        mapped(value, (each) => (typeof each === 'bigint' ? new WholeNumber(String(each)) : each)),
      );
      const read = mapped(value, (each) => {
        if (typeof each !== 'bigint') return Object.is(each, -0) ? 0 : each;
        return each > BigInt(Number.MAX_SAFE_INTEGER) ? String(each) : Number(each);
      });
      expect(readJson(sent)).toEqual(read);
    }),
    { numRuns: 1_000 },
  );
});

test('what is no whole number is not written as one', () => {
  for (const wrong of ['', '1.5', '-1', '1e3', '9'.repeat(31)])
    expect(() => new WholeNumber(wrong)).toThrow(RangeError);
});
