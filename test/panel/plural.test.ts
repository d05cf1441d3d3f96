import { en } from '../../src/panel/text/en';

test('one field more is a field, and several are fields', () => {
  expect(en.audit.moreFields('1')).toBe('and 1 more field');
  expect(en.audit.moreFields('2')).toBe('and 2 more fields');
});
