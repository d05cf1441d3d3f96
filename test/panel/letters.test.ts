import { lettersOf } from '../../src/panel/parts/letters';

test.each([
  ['Türk filtre kahve', 'TF'],
  ['iğne oyası', 'İO'],
  ['“Ihlamur” 250 g', 'I2'],
  ['🎁 kutu', 'K'],
  ['***', ''],
])('a thing without a picture shows the first letters of its name: %s', (title, letters) => {
  expect(lettersOf(title)).toBe(letters);
});
