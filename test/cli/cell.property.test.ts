import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { cellOf, copiedCell, type Kind, readCell } from '../../src/catalog/spreadsheet/cell';
import { withoutFormula } from '../../src/catalog/spreadsheet/code';
import { beginningOf, encoded, encodingOf, encodingOfAll } from '../../src/catalog/spreadsheet/encoding';
import { CellError } from '../../src/catalog/spreadsheet/errors';
import { type Line, openSheet, type Sheet, sheetBytes } from '../../src/catalog/spreadsheet/sheet';
import { en } from '../../src/catalog/spreadsheet/words';
import { sourceOf } from '../../src/cli/catalog/import';
import { temporaryFolder } from '../supervisor/support';

const text = fc
  .string({ unit: fc.constantFrom(...'abİğ =+-@＝\'"|(![];,\t\n-0') })
  .filter((value) => value.trim() !== '');
const decimal = fc
  .double({ noNaN: true, noDefaultInfinity: true, min: -9e15, max: 9e15 })
  .map((value) => value + 0 || 0);
const entry = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null), fc.array(text));
/** Nobody sees the ends of a code. */
const code = text.map((value) => value.trim());
const values: Readonly<Record<Exclude<Kind, 'list'>, fc.Arbitrary<string | number | boolean | object>>> = {
  text,
  word: text,
  code,
  barcode: code,
  percent: fc.integer(),
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
  test.each(['\n-', ' -', '-\n', '\n#N/A', ' #YOK'])(
    'holds the text %j, which nobody takes for a word of its own',
    (text) => {
      expect(readCell(cellOf(text, 'text'), 'text')).toBe(text);
    },
  );

  test('is read as what was written, and no spreadsheet calculates it', () => {
    for (const [kind, of] of Object.entries(values) as [Kind, fc.Arbitrary<string>][])
      fc.assert(
        fc.property(of, (value) => {
          const cell = cellOf(value, kind);
          expect(readCell(cell, kind)).toEqual(value);
          if (['text', 'word', 'code', 'barcode'].includes(kind)) expect(cell).not.toMatch(/^[=+\-@＝\t\r]/);
          expect(begunIn(cell)).not.toContainEqual(expect.stringMatching(/^[=+\-@＝].*[(|!]/));
        }),
      );
    for (const [kind, of] of Object.entries(values) as [Kind, fc.Arbitrary<string>][])
      fc.assert(
        fc.property(fc.array(of, { minLength: 1, maxLength: 5 }), (list) => {
          // Nobody has a tag twice, and codes stand in no list.
          fc.pre(kind !== 'word' || new Set(list).size === list.length);
          if (kind === 'code' || kind === 'barcode') return;
          expect(readCell(cellOf(list, 'list', kind), 'list', kind)).toEqual(list);
        }),
      );
  });

  test('of a refused line is read as before in the table of those lines, and no spreadsheet calculates it', () => {
    const readOrRefused = (cell: string, kind: Kind): unknown => {
      try {
        return readCell(withoutFormula(cell), kind);
      } catch (error) {
        expect(error).toBeInstanceOf(CellError);
        return error;
      }
    };
    const cell = fc.oneof(
      text,
      text.map((value) => `="${value.replaceAll('"', '""')}"`),
      fc.constantFrom("'", "''", '=', '-').chain((before) => text.map((value) => before + value)),
      fc.array(text).map((list) => JSON.stringify(list)),
      text.map((value) => JSON.stringify({ value })),
      ...(Object.keys(values) as (keyof typeof values)[]).map((kind) =>
        values[kind].map((value) => cellOf(value, kind)),
      ),
    );
    for (const kind of [...Object.keys(values), 'list'] as Kind[])
      fc.assert(
        fc.property(cell, (written) => {
          const copied = copiedCell(written, kind);
          const before = readOrRefused(written, kind);
          // A code that was refused as a formula says afterwards that it is none.
          if (!(before instanceof Error && /code/.test(kind)))
            expect(readOrRefused(copied, kind)).toEqual(before instanceof Error ? expect.any(Error) : before);
          expect(copiedCell(copied, kind)).toBe(copied);
          expect(copied).not.toMatch(/^[=+\-@＝\t\r](?!"|[\d.,\s]*$).*[(|!]/s);
          expect(begunIn(copied)).not.toContainEqual(expect.stringMatching(/^[=+\-@＝].*[(|!]/));
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

  test.each<[string, Kind, unknown]>([
    ['8697911000031.0', 'barcode', '8697911000031'],
    ['8697911000031,00', 'barcode', '8697911000031'],
    ['8.697.911.000.031', 'barcode', '8697911000031'],
    ['8,697,911,000,031', 'barcode', '8697911000031'],
    ['8 697911 000031', 'barcode', '8697911000031'],
    ['\u200b8697911000031\u00a0', 'barcode', '8697911000031'],
    ['\t0012', 'barcode', '0012'],
    ["'8697911000031.0", 'barcode', '8697911000031.0'],
    ["'1001.0", 'code', '1001.0'],
    ['A-12.0', 'code', 'A-12.0'],
    ['12.0', 'integer', 12],
    ['12,00', 'integer', 12],
    ['12345.000', 'integer', 12_345],
    ['0,000', 'integer', 0],
    ['%20', 'percent', 20],
    ['20 %', 'percent', 20],
    ['20,0', 'percent', 20],
    ['%20,00', 'percent', 20],
  ])('%s in a column of a %s is %s: it has one meaning only', (cell, kind, value) => {
    expect(readCell(cell, kind)).toBe(value);
  });

  test.each<[string, Kind, string]>([
    ['1001.0', 'code', "write 1001, or '1001.0 where that is the code"],
    ['8,69E+12', 'barcode', 'make its column text'],
    ['=8697911000031', 'barcode', 'is a formula'],
    ['=A1&B1', 'code', 'is a formula'],
    ['8.69791E12', 'barcode', 'made of a long number'],
    ['869,791E+10', 'code', 'made of a long number'],
    ['8E12', 'barcode', 'made of a long number'],
    ['YOK', 'barcode', 'write for nothing'],
    ['0', 'barcode', 'write for nothing'],
    ['0.0', 'barcode', 'write for nothing'],
    ['yok', 'code', 'write for nothing'],
    ['----', 'barcode', 'write for nothing'],
    ['nan', 'barcode', 'leave the cell empty'],
    ['#YOK', 'text', 'a formula that has failed'],
    ['#N/A', 'barcode', 'a formula that has failed'],
    ['#SAYI/0!', 'money', 'a formula that has failed'],
    ['1.000', 'integer', 'could be two numbers'],
    ['12.5', 'integer', 'is no whole number'],
    ['20%', 'integer', 'is no whole number'],
  ])('%s in a column of a %s is refused', (cell, kind, why) => {
    expect(() => readCell(cell, kind)).toThrow(why);
  });

  test('of tags has as many as there are commas between, and one with a comma is written so that it stays one', () => {
    expect(readCell('yaz, pamuk, indirim', 'list', 'word')).toEqual(['yaz', 'pamuk', 'indirim']);
    expect(readCell('yaz; pamuk | yaz,', 'list', 'word')).toEqual(['yaz', 'pamuk']);
    expect(cellOf(['1,5 litre', 'yaz'], 'list', 'word')).toBe('["1,5 litre","yaz"]');
    expect(readCell('Uzun, kalın | Kısa', 'list')).toEqual(['Uzun, kalın', 'Kısa']);
  });

  test('that is no amount says how to write one', () => {
    expect(readCell('1.299,90', 'money')).toBe(129_990);
    expect(() => readCell('1,299', 'money')).toThrow(CellError);
  });
});

async function linesIn({ lines }: Pick<Sheet, 'lines'>): Promise<Line[]> {
  const found: Line[] = [];
  for await (const line of lines()) found.push(line);
  return found;
}

describe('a table', () => {
  const folder = temporaryFolder();

  test('is read as it was written, with any separator and encoding, however it is cut into pieces', async () => {
    const cell = fc.string({ unit: fc.constantFrom(...'abçğİ;,\t"\n \'') });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { maxLength: 6 }),
        fc.constantFrom(';', ',', '\t', '|'),
        fc.constantFrom('utf-8', 'utf-16le', 'utf-16be', 'windows-1254'),
        async (rows, separator, encoding) => {
          const file = path.join(folder, 'a.csv');
          const header = ['başlık', 'fiyat', 'ö'];
          writeFileSync(file, sheetBytes([header, ...rows], { separator, encoding } as never, true));
          const sheet = await openSheet(sourceOf(file), {});
          expect(sheet).toMatchObject({ header, format: { separator, encoding } });
          const wished = rows.filter((row) => row.some((each) => each.trim() !== ''));
          const lines = await linesIn(sheet);
          expect(lines.map(({ cells }) => cells)).toEqual(wished);
          // Whole lines within a cell are what two quotes of inches make, so they are told of.
          for (const { cells, refusal } of lines) if (refusal !== undefined) expect(cells.join()).toMatch(/[\r\n]/);
        },
      ),
    );
  });

  const refusals = async (content: string): Promise<(readonly [number, string])[]> => {
    const file = path.join(folder, 'quotes.csv');
    writeFileSync(file, content);
    const { lines } = await openSheet(sourceOf(file), {});
    return (await linesIn({ lines })).map(({ number, cells, refusal }) => [number, refusal?.(en) ?? cells.join('¦')]);
  };

  test('takes a quote within a cell that none opens as a sign, e.g. of inches', async () => {
    expect(await refusals('title;price;field:js\n55" TV;10,00;{"a":1}\nKasa 5" x 7";1;\n')).toEqual([
      [2, '55" TV¦10,00¦{"a":1}'],
      [3, 'Kasa 5" x 7"¦1¦'],
    ]);
  });

  test.each([
    ['lone inch sign', '"', /^the quote before “;9” opens a cell, and nothing closes it/],
    ['open quote', '"Uzun bir ürün adı, kapanmayan', /^the quote before “Uzun bir ürün adı, kap/],
    ['quote within quotes', '"55" TV"', /^the quote behind “55” closes a cell, and more follows it/],
  ])('goes on behind a line with a %s, and names that line', async (_, cell, why) => {
    const good = (from: number, to: number) =>
      Array.from(
        { length: to - from },
        (_, index) => `KOD${from + index};"Ürün; ${from + index}";${from + index}\n`,
      ).join('');
    const read = await refusals(`sku;title;stock\n${good(2, 1_000)}KOT;${cell};9\n${good(1_001, 2_500)}`);
    expect(read).toHaveLength(2_499 - 1);
    const [at, said] = read.find(([number]) => number === 1_000) ?? [];
    expect([at, said]).toEqual([1_000, expect.stringMatching(why)]);
    for (const [number, text] of read)
      if (number !== 1_000) expect(text).toBe(`KOD${number}¦Ürün; ${number}¦${number}`);
  });

  test('refuses two lines whose inch signs make one cell of them, and lines that may be a part of an open one', async () => {
    const both = await refusals('sku;title;stock\nA;" TV;10\nB;ekran";5\nC;Fincan;1\n');
    expect(both).toEqual([
      [3, expect.stringContaining('opens in line 2 is closed in line 3')],
      [4, 'C¦Fincan¦1'],
    ]);
    const part = await refusals('sku;title;stock\nA;"Uzun\naçıklama" TV\nson";10\nC;Fincan;1\nD\n');
    expect(part).toEqual([
      [2, expect.stringContaining('the quote before “Uzun” opens a cell')],
      [3, expect.stringContaining('below the open quote of line 2')],
      [4, expect.stringContaining('below the open quote of line 2')],
      [5, 'C¦Fincan¦1'],
      [6, 'D'],
    ]);
  });

  test('is none with a quote open in its header', async () => {
    await expect(refusals('sku;"title;stock\nA;Fincan;1\n')).rejects.toMatchObject({
      said: expect.any(Function),
      message: expect.stringContaining('The header of'),
    });
  });

  const opened = async (content: string | Uint8Array) => {
    const file = path.join(folder, 'written.csv');
    writeFileSync(file, content);
    const { header, format, lines } = await openSheet(sourceOf(file), {});
    const read: (readonly string[])[] = [];
    for await (const { cells } of lines()) read.push(cells);
    return { header, format, read };
  };

  test('may have formulas of texts in its cells, with quotes around them or without', async () => {
    const { header, read } = await opened('a;b;c\n="8697";"=""86;98""";="a""b"\n"x=""y";=1;="0012"\n=;"";="son"');
    expect(header).toEqual(['a', 'b', 'c']);
    expect(read).toEqual([
      ['="8697"', '="86;98"', '="a""b"'],
      ['x="y', '=1', '="0012"'],
      ['=', '', '="son"'],
    ]);
    expect(read[0]?.map(withoutFormula)).toEqual(['8697', '86;98', 'a"b']);
  });

  test.each([
    ['sep=;\r\na,x;b,y\r\n1;2', ['a,x', 'b,y'], ';'],
    ['\ufeff"sep=,"\na,b;c;d\n1,2', ['a', 'b;c;d'], ','],
    ['sep=^\na;b\n1;2', ['a', 'b'], ';'],
    ['a|b\n1|2', ['a', 'b'], '|'],
  ])('%j says what stands between its cells', async (text, header, separator) => {
    expect(await opened(text)).toMatchObject({ header, format: { separator }, read: [['1', '2']] });
  });

  test('is read to its end to find out what it is written in', async () => {
    const lines = 'x;1\n'.repeat(20_000);
    const far = await opened(Buffer.concat([Buffer.from(`a;b\n${lines}`), encoded('İğne;2\n', 'windows-1254')]));
    expect([far.format.encoding, far.read.at(-1)]).toEqual(['windows-1254', ['İğne', '2']]);
    for (const mark of ['', '\ufeff'])
      for (const encoding of ['utf-16be', 'utf-16le'] as const)
        expect(await opened(encoded(`${mark}ad;fiyat\nÇay;1`, encoding))).toMatchObject({
          header: ['ad', 'fiyat'],
          format: { encoding },
          read: [['Çay', '1']],
        });
    const mixed = Buffer.concat([Buffer.from(`a;b\nÇay;Şeker\n${lines}`), encoded('İğne;2\n', 'windows-1254')]);
    await expect(opened(mixed)).rejects.toMatchObject({
      said: expect.any(Function),
      message: expect.stringContaining('is not utf-8 throughout'),
    });
  });

  test('says what it is written in', async () => {
    const all = (...pieces: Uint8Array[]) => encodingOfAll(Readable.from(pieces));
    expect(await all(encoded('İğne', 'windows-1254'))).toBe('windows-1254');
    expect(await all(encoded('KÖYÜ’NÜN İĞNESİ', 'windows-1254'))).toBe('windows-1254');
    const utf8 = Buffer.from('İğne €');
    for (let cut = 0; cut <= utf8.length; cut += 1)
      expect(await all(utf8.subarray(0, cut), utf8.subarray(cut))).toBe('utf-8');
    expect(encodingOf(encoded('İğne', 'windows-1254'))).toBeUndefined();
    expect(beginningOf('a;"b,c,d";e\nx,y,z,w').separator).toBe(';');
    expect(() => encoded('漢', 'windows-1254')).toThrow('windows-1254 has no “漢”');
  });
});
