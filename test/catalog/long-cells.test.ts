import { readCell } from '../../src/catalog/spreadsheet/cell';
import { CellError } from '../../src/catalog/spreadsheet/errors';
import { headerOf } from '../../src/catalog/spreadsheet/header';
import { wordOf } from '../../src/catalog/spreadsheet/other-shop/export';
import { kurusIn } from '../../src/kernel/money';
import { pastedCells } from '../../src/panel/stock/pasted';
import { growthOf, LINEAR_GROWTH_MAX } from '../world/growth';

const columns = [{ name: 'title', labels: ['Ad'] }];
const columnOf = (heading: string) => headerOf([heading], columns, { ignoresUnknown: true }).header[0];

describe('a long cell of a table', () => {
  test.each<[string, (size: number) => string, (text: string) => void]>([
    [
      'a percentage with spaces',
      (size) => `1${' '.repeat(size)}1`,
      (text) => expect(() => readCell(text, 'percent')).toThrow(CellError),
    ],
    ['a heading with spaces', (size) => `a${' '.repeat(size)}b`, (text) => expect(columnOf(text)).toBeUndefined()],
    ['an amount with spaces', (size) => `1${' '.repeat(size)}x`, (text) => expect(kurusIn(text)).toBeUndefined()],
    ['rows that are pasted', (size) => `1${'\n'.repeat(size)}x`, (text) => void pastedCells(text)],
    ['a heading with open brackets', (size) => '('.repeat(size), (text) => void wordOf(text)],
  ])('takes no more than its share of time: %s', (_, textOf, read) => {
    const growth = growthOf(4_000, 2, (size) => {
      const text = textOf(size);
      return () => read(text);
    });
    expect(growth).toBeLessThan(LINEAR_GROWTH_MAX);
  });

  test('means what it meant', () => {
    expect(['%20', '% 20', '20%', '20 %', '%'].map((cell) => (cell === '%' ? '' : readCell(cell, 'percent')))).toEqual([
      20,
      20,
      20,
      20,
      '',
    ]);
    expect(['Ad *', 'Ad#  ', 'Ad', 'Ad * x'].map(columnOf)).toEqual(['title', 'title', 'title', undefined]);
    const headings = ['Price (TL) *', 'Name (a(b) c', 'A (x', 'B) (c) d'];
    expect(headings.map(wordOf)).toEqual(headings.map((each) => wordOf(each.replaceAll(/\([^)]*\)|[*#]/g, ' '))));
  });
});
