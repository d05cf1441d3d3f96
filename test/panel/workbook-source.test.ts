import { zipSync } from 'fflate';
import { ReasonedError } from '../../src/catalog/spreadsheet/errors';
import { workbookOf } from '../../src/panel/parts/workbook';
import { workbookSource } from '../../src/panel/products/spreadsheet/workbook-source';

type Bytes = ConstructorParameters<typeof File>[0][number];

const fileOf = (bytes: Bytes): File => new File([bytes], 'urunler.xlsx');
const textOf = async (file: File): Promise<string> => {
  const source = await workbookSource(file);
  let text = '';
  for await (const piece of source.pieces()) text += new TextDecoder('utf-8', { ignoreBOM: true }).decode(piece);
  return text;
};

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
    expect(await textOf(fileOf(workbook))).toBe(
      [
        '\ufeffAd;Barkod;Fiyat;Stok;Tarih',
        '"Çay; ""demli""";0869000000017;129,9;8690000000001;2026-11-30',
        '"İki\nsatır";;-0,5;0;',
        '',
      ].join('\r\n'),
    );
  });

  test('that is none, or not whole, says how to save it', async () => {
    const others = [
      zipSync({ 'content.xml': new Uint8Array([60]) }),
      (await (await workbookOf([{ name: 'A', rows: [['Ad'], ['Çay']] }])).arrayBuffer()).slice(0, 900),
      new Uint8Array([0x50, 0x4b, 0x03, 0x04, 1, 2, 3]),
    ];
    for (const bytes of others) {
      const refused = workbookSource(fileOf(bytes as Bytes));
      await expect(refused).rejects.toThrow(/save it as “CSV UTF-8”/);
      await expect(refused).rejects.toBeInstanceOf(ReasonedError);
    }
  });

  test('that is too large is refused before any of it is unpacked', async () => {
    await expect(workbookSource(fileOf(new Uint8Array(21 * 1024 * 1024)))).rejects.toThrow(/larger than 20 MB/);
    const swollen = zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(300_000) });
    expect(swollen.length).toBeLessThan(1_000);
    const most = { packed: 1_000_000, unpacked: 200_000 };
    await expect(workbookSource(fileOf(swollen as Bytes), most)).rejects.toThrow(/holds more than fits/);
  });
});
