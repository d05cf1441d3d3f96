import { extensionOf } from '../../src/kernel/declaration/extension-of';

test.each([
  ['image/jpeg', 'jpeg'],
  ['text/html', 'html'],
  ['image/svg+xml', 'svg'],
])('a file of %s ends with .%s', (type, ending) => {
  expect(extensionOf(type)).toBe(ending);
});
