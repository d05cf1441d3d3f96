import { optionGroups } from '../../src/storefront/read/option-groups';
import type { Variant } from '../../src/storefront/read/shown';

const variantsOf = (titles: readonly string[]): Variant[] =>
  titles.map((title, nth) => ({ id: `var_${nth}`, title, sku: null, price: null, stock: null, metafields: {} }));

test.each<readonly [string, readonly string[], readonly (readonly [string, readonly string[]])[] | undefined]>([
  [
    'two values',
    ['Kırmızı / S', 'Mavi / S', 'Kırmızı / M'],
    [
      ['Kırmızı', ['S', 'M']],
      ['Mavi', ['S']],
    ],
  ],
  [
    'three values: two of them stay together',
    ['Pamuk / Mavi / S', 'Pamuk / Mavi / M', 'Yün / Mavi / S'],
    [
      ['Pamuk', ['Mavi / S', 'Mavi / M']],
      ['Yün', ['Mavi / S']],
    ],
  ],
  ['one value', ['S', 'M'], undefined],
  ['a part of a number', ['1/2 kg', '1/4 kg'], undefined],
  ['one title without a second value', ['Kırmızı / S', 'Kırmızı / M', 'Mavi'], undefined],
  ['one first value', ['Kırmızı / S', 'Kırmızı / M'], undefined],
  ['one variant of each first value', ['Kırmızı / S', 'Mavi / M'], undefined],
  ['the same title twice', ['Kırmızı / S', 'Kırmızı / S', 'Mavi / S'], undefined],
  ['nothing before or behind', [' / S', 'Mavi / '], undefined],
  ['no variant', [], undefined],
])('axes of variants by their titles: %s', (_, titles, expected) => {
  const groups = optionGroups(variantsOf(titles));
  expect(groups?.map(({ name, choices }) => [name, choices.map((choice) => choice.name)])).toEqual(expected);
  expect(groups?.flatMap(({ choices }) => choices).length ?? titles.length).toBe(titles.length);
});
