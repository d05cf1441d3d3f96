import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { headerOf } from '../../src/catalog/spreadsheet/header';
import { hidingCell, hidingColumns } from '../../src/catalog/spreadsheet/hidden';
import { COLUMNS } from '../../src/catalog/spreadsheet/other-shop/export';
import { asOwnTable } from '../../src/catalog/spreadsheet/other-shop/read';
import { openSheet } from '../../src/catalog/spreadsheet/sheet';
import { en } from '../../src/catalog/spreadsheet/words';
import { sourceOf } from '../../src/cli/catalog/import';
import { temporaryFolder } from '../supervisor/support';

const folder = temporaryFolder();

/** What becomes of the export of a shop: its lines by their columns, and what is told of it. */
async function read(file: string) {
  const notes: string[] = [];
  const sheet = await asOwnTable(await openSheet(sourceOf(file), {}), (note) => notes.push(note(en)));
  const lines: Record<string, string>[] = [];
  for await (const { cells, refusal } of sheet.lines()) {
    const stated = COLUMNS.map((name, place) => [name, cells[place] ?? ''] as const).filter(([, cell]) => cell !== '');
    lines.push({ ...Object.fromEntries(stated), ...(refusal === undefined ? {} : { refusal: refusal(en) }) });
  }
  return { lines, notes };
}
const exported = (name: string) => read(path.join(__dirname, 'exports', `${name}.csv`));
const written = (text: string) => {
  const file = path.join(folder, 'shop.csv');
  writeFileSync(file, text);
  return read(file);
};

describe('an export of PrestaShop', () => {
  test('is known by its headings, and becomes products with prices, stock and codes', async () => {
    const { lines, notes } = await exported('prestashop');
    expect(notes[0]).toBe('This is an export of PrestaShop: 6 rows are read as 6 lines.');
    expect(lines.slice(0, 3)).toEqual([
      {
        handle: 'keten-ceket',
        title: 'Keten Ceket',
        description: '<p>Yüzde yüz keten.</p>',
        brand: 'Dokuma Evi',
        tags: 'keten | yaz',
        price: '899,00',
        stock: '4',
        sku: 'PS-KG',
        barcode: '8697700000302',
      },
      expect.objectContaining({ sku: 'PS-KUPA', price: '79,92', compareAt: '99,90', stock: '7' }),
      expect.objectContaining({ sku: 'PS-DERS', price: '150,00', stock: '0', requiresShipping: 'hayır' }),
    ]);
    // Noughts are how that shop says that there is none.
    expect(lines[1]).not.toHaveProperty('barcode');
  });

  test('brings nothing on sale that is hidden there', async () => {
    const { lines } = await exported('prestashop');
    expect(lines.slice(3).map(({ sku, refusal }) => [sku, refusal])).toEqual([
      ['VAZO', expect.stringContaining('it is not active there')],
      ['GIZLI', expect.stringContaining('it is shown nowhere there')],
      ['KATALOG', expect.stringContaining('it cannot be ordered there')],
    ]);
  });

  test('with prices without KDV is refused line by line, since they would be too low here', async () => {
    const { lines } = await written(
      'ID;Active (0/1);Name *;Price tax excluded;Tax rules ID;Reference #;Quantity\n1;1;Vazo;100;1;V;3\n',
    );
    expect(lines).toEqual([expect.objectContaining({ refusal: expect.stringContaining('without KDV') })]);
    expect(lines[0]).not.toHaveProperty('price');
    const grid = await written(
      'Product ID;Name;Reference;Price (tax excl.);Price (tax incl.);Quantity;Status\n1;Vazo;V;100;120;3;1\n',
    );
    expect(grid.lines).toEqual([{ title: 'Vazo', price: '120,00', stock: '3', sku: 'V' }]);
  });

  test('of combinations says what they are', async () => {
    const { lines, notes } = await written(
      'Product ID*;Attribute (Name:Type:Position)*;Value (Value:Position)*;Reference;EAN13;Quantity\n1;Beden:select:0;S:0;K-S;;4\n',
    );
    expect(notes[0]).toContain('an export of PrestaShop');
    expect(lines).toEqual([
      expect.objectContaining({ refusal: expect.stringContaining('a combination is a variant') }),
    ]);
  });
});

describe('an export of Magento', () => {
  test('is known by its headings; a configurable and its simples become one product with variants', async () => {
    const { lines, notes } = await exported('magento');
    expect(notes.slice(0, 2)).toEqual([
      'This is an export of Magento: 11 rows are read as 10 lines.'.replace('10', String(lines.length)),
      expect.anything(),
    ]);
    const at = lines.findIndex(({ sku }) => sku === 'TEE');
    expect(lines.slice(at, at + 4)).toEqual([
      {
        handle: 'pamuklu-tisort',
        title: 'Pamuklu Tişört',
        description: '<p>Pamuk.</p>',
        brand: 'Dokuma Evi',
        price: '299,90',
        sku: 'TEE',
      },
      { variantId: '+', title: 'S', price: '299,90', stock: '4', sku: 'TEE-S', barcode: '8697700000210' },
      { variantId: '+', title: 'M', price: '319,90', stock: '0', sku: 'TEE-M' },
      { sku: 'TEE-L', refusal: expect.stringContaining('it is not online there') },
    ]);
    expect(lines.filter(({ sku, variantId }) => /^TEE-/.test(sku ?? '') && variantId !== '+')).toHaveLength(1);
    expect(lines.find(({ sku }) => sku === 'M-KUPA')).toMatchObject({ price: '79,90', compareAt: '99,90', stock: '7' });
    expect(lines.find(({ sku }) => sku === 'M-DERS')).toMatchObject({ stock: '-', requiresShipping: 'hayır' });
  });

  test('brings nothing on sale that is hidden, offline or made of others there', async () => {
    const { lines } = await exported('magento');
    const refusal = (code: string) => lines.find(({ sku }) => sku === code)?.refusal;
    expect(['YALNIZ', 'SET', 'KAPALI', 'EKSIK'].map(refusal)).toEqual([
      expect.stringContaining('not visible individually'),
      expect.stringContaining('of the type grouped'),
      expect.stringContaining('not online there'),
      expect.stringContaining('its variations YOK-1, YOK-2 are not in the table'),
    ]);
  });
});

describe('any table', () => {
  test.each([
    ['Name *', 'title'],
    ['EAN13', 'barcode'],
    ['Reference #', 'sku'],
    ['qty', 'stock'],
    ['url_key', 'handle'],
    ['Stok Adedi *', 'stock'],
  ])('may call a column %s', (cell, name) => {
    const columns = ['title', 'barcode', 'sku', 'stock', 'handle'].map((each) => ({ name: each, labels: [] }));
    expect(headerOf([cell], columns, { ignoresUnknown: false }).header).toEqual([name]);
  });

  test.each([
    ['Visibility', 'Not Visible Individually'],
    ['Yayında', 'hayır'],
    ['Aktif mi', '0'],
    ['Durum', 'Pasif'],
    ['Status', 'draft'],
  ])('hides a product by %s %s, although nobody reads that column', (heading, cell) => {
    const places = hidingColumns(['title', heading], ['title', undefined]);
    expect(hidingCell(['Vazo', cell], places)).toBe(1);
    for (const shown of ['1', 'evet', 'active', 'Catalog, Search', ''])
      expect(hidingCell(['Vazo', shown], places)).toBeUndefined();
  });
});
