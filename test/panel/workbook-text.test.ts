import fc from 'fast-check';
import { zipSync } from 'fflate';
import { workbookOf } from '../../src/panel/parts/workbook';
import {
  WORKBOOK_MAX,
  type WorkbookBounds,
  type WorkbookRefusal,
  WorkbookRefused,
} from '../../src/panel/products/spreadsheet/workbook-bounds';
import { cellBeyond } from '../../src/panel/products/spreadsheet/workbook-parts';
import { workbookText } from '../../src/panel/products/spreadsheet/workbook-text';
import { sheetXml, textCell, workbookFile } from './workbook-files';

const textOf = async (packed: Uint8Array, most: WorkbookBounds = WORKBOOK_MAX): Promise<string> =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await workbookText(packed, most));

const refusalOf = async (packed: Uint8Array, most?: WorkbookBounds): Promise<WorkbookRefusal | string> =>
  textOf(packed, most).catch((error: unknown) => {
    if (error instanceof WorkbookRefused) return error.refusal;
    throw error;
  });

describe('a workbook in the place of a table', () => {
  test('is read as the table that it shows, its first sheet alone', async () => {
    const workbook = await workbookOf([
      {
        name: 'Ürünler',
        rows: [
          ['Ad', 'Barkod', 'Fiyat', 'Stok', 'Tarih'],
          [
            'Çay; "demli"',
            { code: '0869000000017' },
            { kurus: 12_990 },
            { count: 8_690_000_000_001 },
            { at: '2026-11-30T09:00:00.000Z' },
          ],
          ['İki\nsatır', '', { kurus: -50 }, { count: 0 }, ''],
        ],
      },
      { name: 'Notlar', rows: [['Bu sayfa okunmaz']] },
    ]);
    expect(await textOf(new Uint8Array(await workbook.arrayBuffer()))).toBe(
      [
        '\ufeffAd;Barkod;Fiyat;Stok;Tarih',
        '"Çay; ""demli""";0869000000017;129,9;8690000000001;2026-11-30',
        '"İki\nsatır";;-0,5;0;',
        '',
      ].join('\r\n'),
    );
  });

  test('that is none, or not whole, is no table', async () => {
    const whole = new Uint8Array(await (await workbookOf([{ name: 'A', rows: [['Ad'], ['Çay']] }])).arrayBuffer());
    const others = [
      zipSync({ 'content.xml': new Uint8Array([60]) }),
      whole.slice(0, 900),
      new Uint8Array([0x50, 0x4b, 0x03, 0x04, 1, 2, 3]),
    ];
    for (const packed of others) expect(await refusalOf(packed)).toEqual({ kind: 'unreadable' });
  });

  test('that is too large is refused before any of it is unpacked, whatever its parts are called', async () => {
    expect(await refusalOf(new Uint8Array(21 * 1024 * 1024))).toEqual({ kind: 'tooLarge' });
    const most = { ...WORKBOOK_MAX, unpackedBytes: 200_000 };
    for (const name of ['xl/worksheets/sheet1.xml', 'xl/evil/s.xml', 'xl/media/image1.png', 'x']) {
      const swollen = zipSync({ [name]: new Uint8Array(300_000) });
      expect(swollen.length).toBeLessThan(1_000);
      expect([name, await refusalOf(swollen, most)]).toEqual([name, { kind: 'tooLarge' }]);
    }
    const rows = `<row r="1">${textCell('A1', 'x'.repeat(300_000))}</row>`;
    expect(await refusalOf(workbookFile({ rows, target: 'evil/s.xml' }), most)).toEqual({ kind: 'tooLarge' });
  });

  test('whose entries lie over each other is refused', async () => {
    const packed = zipSync({ 'a.xml': new Uint8Array(1_000), 'b.xml': new Uint8Array(9) }, { level: 0 });
    const view = new DataView(packed.buffer);
    const end = packed.length - 22;
    const first = view.getUint32(end + 16, true);
    const second = first + 46 + 'a.xml'.length;
    // The second entry of the directory is of the bytes of the first one.
    for (const at of [20, 24, 42]) view.setUint32(second + at, view.getUint32(first + at, true), true);
    expect(await refusalOf(packed)).toEqual({ kind: 'unreadable' });
  });

  test('that writes one long text in many cells is refused before it is written', async () => {
    const cells = Array.from(
      { length: 250 },
      (_, at) => `<row r="${at + 1}"><c r="A${at + 1}" t="s"><v>0</v></c></row>`,
    );
    const packed = workbookFile({ rows: cells.join(''), sharedStrings: ['x'.repeat(1_000_000)] });
    expect(await refusalOf(packed)).toEqual({ kind: 'tooLarge' });
  });
});

describe('a cell far away', () => {
  const beyond = (cell: string) => ({ kind: 'beyond', cell });
  const rowOf = (cell: string) => `<row r="${cell.replace(/\D/g, '')}">${textCell(cell)}</row>`;

  test.each(['XFD2000', 'XFD60000', 'XFD200000', 'IW2', 'A50001'])('%s is refused by its name', async (cell) => {
    expect(await refusalOf(workbookFile({ rows: rowOf('A1') + rowOf(cell) }))).toEqual(beyond(cell));
    expect(await refusalOf(workbookFile({ rows: rowOf('A1') + rowOf(cell), target: 'evil/s.xml' }))).toEqual(
      beyond(cell),
    );
  });

  test('is read where it is the last one within the bounds', async () => {
    const text = await textOf(workbookFile({ rows: rowOf('A1') + rowOf('IV3') }));
    expect(text).toBe(`\ufeffx${';'.repeat(255)}\r\n${';'.repeat(255)}\r\n${';'.repeat(255)}x\r\n`);
  });

  test('without a value, or of a sheet that nobody reads, takes nothing away', async () => {
    const empty = '<row r="2"><c r="XFD2" s="0"/></row><row r="1048576" ht="12.8"><c r="A1048576" s="0"></c></row>';
    const others = { 'xl/worksheets/sheet2.xml': sheetXml(rowOf('XFD200000')) };
    expect(await textOf(workbookFile({ rows: rowOf('A1') + empty, others }))).toBe('\ufeffx\r\n');
  });

  test.each([
    ['a name of a namespace', '<x:row x:r="9"><x:c x:r="XFD9"><x:v>1</x:v></x:c></x:row>', beyond('XFD9')],
    ['other quotes', "<row\nr = '9'><c s='1'\tr='XFD9'><v>1</v></c></row>", beyond('XFD9')],
    ['a row alone', '<row r="9999999"></row>', { kind: 'unreadable' }],
    ['a number with an exponent', '<row r="9e6"></row>', { kind: 'unreadable' }],
    ['a letter as an entity', '<row r="9"><c r="&#88;FD9"><v>1</v></c></row>', { kind: 'unreadable' }],
    ['two addresses', '<row r="9"><c r="A9" x:r="XFD9"><v>1</v></c></row>', { kind: 'unreadable' }],
    ['an address within another', '<row r="9"><c s=\' r="A9"\' r="XFD9"><v>1</v></c></row>', beyond('XFD9')],
    ['the end of a tag in a value', '<row r="9"><c s=">" r="XFD9"><v>1</v></c></row>', { kind: 'unreadable' }],
    ['no address', '<row r="9"><c><v>1</v></c></row>', { kind: 'unreadable' }],
  ])('is not hidden by %s', async (_, rows, refusal) => {
    expect(await refusalOf(workbookFile({ rows: rowOf('A1') + rows }))).toEqual(refusal);
  });

  test('counts rows that say no number', () => {
    const most = { columns: 2, rows: 2 };
    const xml = (count: number) => `${'<row/>'.repeat(count)}<row><c r="A${count + 1}"><v>1</v></c></row>`;
    expect([cellBeyond(xml(1), most), cellBeyond(xml(2), most)]).toEqual([undefined, 'A3']);
    expect(() => cellBeyond('<row/>'.repeat(1_048_577), most)).toThrow(WorkbookRefused);
  });

  test('is told if and only if it is outside', () => {
    const letters = (column: number): string =>
      column === 0 ? '' : letters(Math.floor((column - 1) / 26)) + String.fromCharCode(65 + ((column - 1) % 26));
    const place = fc.record({ column: fc.integer({ min: 1, max: 800 }), row: fc.integer({ min: 1, max: 300 }) });
    const bounds = fc.record({ columns: fc.integer({ min: 1, max: 800 }), rows: fc.integer({ min: 1, max: 300 }) });
    fc.assert(
      fc.property(fc.array(place), bounds, (places, most) => {
        const cells = places.map(({ column, row }) => `${letters(column)}${row}`);
        const first = places.findIndex(({ column, row }) => column > most.columns || row > most.rows);
        expect(cellBeyond(cells.map((cell) => textCell(cell)).join(''), most)).toBe(cells[first]);
      }),
    );
  });
});
