import { writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { CellError, cellOf, type Kind, readCell } from '../../src/cli/catalog/cell';
import { encoded, encodingOf, separatorOf } from '../../src/cli/catalog/encoding';
import { openSheet, sheetBytes } from '../../src/cli/catalog/sheet';
import { temporaryFolder } from '../supervisor/support';

const text = fc
  .string({ unit: fc.constantFrom(...'abİğ =+-@＝\'"|(![];,\t\n-0') })
  .filter((value) => value.trim() !== '');
const decimal = fc
  .double({ noNaN: true, noDefaultInfinity: true, min: -9e15, max: 9e15 })
  .map((value) => value + 0 || 0);
const entry = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null), fc.array(text));
const values: Readonly<Record<Exclude<Kind, 'list'>, fc.Arbitrary<string | number | boolean | object>>> = {
  text,
  money: fc.nat(10_000_000_000_000),
  integer: fc.integer(),
  decimal,
  boolean: fc.boolean(),
  json: fc.dictionary(fc.string(), fc.oneof(entry, fc.dictionary(fc.string(), entry))),
};

/** What other cells may begin with where a table is opened with another separator: the quotes of its own cells are none to that. */
const begunIn = (cell: string): string[] => {
  const inTable = cell.replaceAll('"', '""').split(/[,;\t\r\n]/);
  return inTable.slice(1).map((part) => part.replace(/^["\s]+/, ''));
};

describe('a cell', () => {
  test('is read as what was written, and no spreadsheet calculates it', () => {
    for (const [kind, of] of Object.entries(values) as [Kind, fc.Arbitrary<string>][])
      fc.assert(
        fc.property(of, (value) => {
          const cell = cellOf(value, kind);
          expect(readCell(cell, kind)).toEqual(value);
          if (kind === 'text') expect(cell).not.toMatch(/^[=+\-@＝\t\r]/);
          expect(begunIn(cell)).not.toContainEqual(expect.stringMatching(/^[=+\-@＝].*[(|!]/));
        }),
      );
    for (const [kind, of] of Object.entries(values) as [Kind, fc.Arbitrary<string>][])
      fc.assert(
        fc.property(fc.array(of, { minLength: 1, maxLength: 5 }), (list) => {
          expect(readCell(cellOf(list, 'list', kind), 'list', kind)).toEqual(list);
        }),
      );
  });

  test('begins nothing that is calculated, whatever separator it is opened with', () => {
    const cells = [
      ["Kahve,=cmd|' /C calc'!A0,x", "Kahve,'=cmd|' /C calc'!A0,x"],
      ['a;\t"@SUM(1)', 'a;\t"\'@SUM(1)'],
      ["Not\n'+HYPERLINK(1)", "Not\n''+HYPERLINK(1)"],
      ['＝1+1', "'＝1+1"],
      ['Kahve, -20 °C\n- pamuk\n- keten', 'Kahve, -20 °C\n- pamuk\n- keten'],
    ];
    for (const [text = '', cell] of cells) {
      expect(cellOf(text, 'text')).toBe(cell);
      expect(readCell(cellOf(text, 'text'), 'text')).toBe(text);
    }
    expect(cellOf({ a: ['x', '=cmd|1', 'y,@f(2)', '-5'], n: -5 }, 'json')).toBe(
      '{"a":["x","\\u003dcmd|1","y,\\u0040f(2)","\\u002d5"],"n":-5}',
    );
  });

  test('that is empty says nothing, and - takes away', () => {
    expect([readCell('', 'text'), readCell('  ', 'money'), readCell('-', 'integer'), readCell('-', 'list')]).toEqual([
      undefined,
      undefined,
      null,
      [],
    ]);
  });

  test('of a number that a spreadsheet has rounded, or that could be two, is none', () => {
    for (const cell of ['8,69E+12', '8.69E+12', '8E+12']) {
      expect(() => readCell(cell, 'text')).toThrow('make its column text');
      expect(readCell(cellOf(cell, 'text'), 'text')).toBe(cell);
    }
    expect(() => readCell('1.299', 'decimal')).toThrow('could be two numbers');
    expect(['0.299', '1,299', '1299.5'].map((cell) => readCell(cell, 'decimal'))).toEqual([0.299, 1.299, 1299.5]);
  });

  test('that is no amount says how to write one', () => {
    expect(readCell('1.299,90', 'money')).toBe(129_990);
    expect(() => readCell('1,299', 'money')).toThrow(CellError);
  });
});

describe('a table', () => {
  const folder = temporaryFolder();

  test('is read as it was written, with any separator and encoding, however it is cut into pieces', async () => {
    const cell = fc.string({ unit: fc.constantFrom(...'abçğİ;,\t"\n \'') });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { maxLength: 6 }),
        fc.constantFrom(';', ',', '\t'),
        fc.constantFrom('utf-8', 'utf-16le', 'windows-1254'),
        async (rows, separator, encoding) => {
          const file = path.join(folder, 'a.csv');
          const header = ['başlık', 'fiyat', 'ö'];
          writeFileSync(file, sheetBytes([header, ...rows], { separator, encoding } as never, true));
          const sheet = await openSheet(file, {});
          expect(sheet).toMatchObject({ header, format: { separator, encoding } });
          const read: (readonly string[])[] = [];
          for await (const { cells } of sheet.lines()) read.push(cells);
          expect(read).toEqual(rows.filter((row) => row.some((each) => each.trim() !== '')));
        },
      ),
    );
  });

  test('is none where a quote stands within a cell', async () => {
    const file = path.join(folder, 'quotes.csv');
    writeFileSync(file, 'title;price;field:js\nCsv;10,00;{"a":1}\n');
    await expect(openSheet(file, {})).rejects.toMatchObject({
      ending: 'usage',
      message: expect.stringContaining('is no table'),
    });
  });

  test('says what it is written in', () => {
    expect(encodingOf(encoded('İğne', 'windows-1254'))).toBe('windows-1254');
    expect(encodingOf(Buffer.from('İğne').subarray(0, 1))).toBe('utf-8');
    expect(separatorOf('a;"b,c,d";e\nx,y,z,w')).toBe(';');
    expect(() => encoded('漢', 'windows-1254')).toThrow('windows-1254 has no “漢”');
  });
});
