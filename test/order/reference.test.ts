import { isReferenceOf, newReference } from '../../src/order/booking/reference';

const asked = { number: '1001', lines: [], pieces: [], cash: null };

test('parcels with the same in them have references of their own, also within a millisecond', () => {
  const references = Array.from({ length: 2_000 }, () => newReference(asked));
  expect(new Set(references).size).toBe(references.length);
  for (const reference of references) {
    expect(reference).toMatch(/^[0-9]{1,12}-[0-9A-Z]{26}$/);
    expect(isReferenceOf(reference, asked)).toBe(true);
  }
  expect(isReferenceOf(references[0] as string, { ...asked, cash: 100 })).toBe(false);
});
