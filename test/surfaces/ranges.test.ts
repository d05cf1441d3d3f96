import fc from 'fast-check';
import { rangeOf } from '../../src/surfaces/ranges';

test('a range is a part of the file, as RFC 9110 has it', () => {
  const size = fc.integer({ min: 1, max: 50 });
  const place = fc.integer({ min: 0, max: 60 });
  const bytes = Array.from({ length: 60 }, (_, index) => index);
  fc.assert(
    fc.property(size, place, place, (all, first, last) => {
      const file = bytes.slice(0, all);
      const expected = last < first ? undefined : file.slice(first, last + 1);
      const found = rangeOf(`bytes=${first}-${last}`, all);
      expect(found === undefined ? undefined : found === null ? [] : file.slice(found.start, found.end + 1)).toEqual(
        expected,
      );
      const end = rangeOf(`bytes=-${last}`, all);
      expect(end ? file.slice(end.start, end.end + 1) : []).toEqual(last === 0 ? [] : file.slice(-last));
      const rest = rangeOf(`bytes=${first}-`, all);
      expect(rest ? file.slice(rest.start, rest.end + 1) : []).toEqual(file.slice(first));
    }),
  );
});

test.each([
  '',
  'bytes=',
  'bytes=-',
  'bytes=a-b',
  'lines=0-1',
  'bytes=0-1,3-4',
  `bytes=0-${'9'.repeat(16)}`,
  'bytes=--1',
])('%j is none: the whole file is answered', (header) => {
  expect(rangeOf(header, 10)).toBeUndefined();
});
