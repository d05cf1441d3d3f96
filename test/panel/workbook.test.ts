import { strFromU8, unzipSync } from 'fflate';
import { workbookOf } from '../../src/panel/parts/workbook';

const partsOf = async (...asked: Parameters<typeof workbookOf>): Promise<(name: string) => string> => {
  const parts = unzipSync(new Uint8Array(await (await workbookOf(...asked)).arrayBuffer()));
  return (name) => strFromU8(parts[name] ?? new Uint8Array());
};

test('a workbook has a sheet for each table, reckons with amounts, and runs nothing that somebody has written', async () => {
  const part = await partsOf([
    {
      name: 'Siparişler',
      rows: [
        ['Sipariş no', 'Tarih', 'Alıcı', 'Toplam', 'Adet'],
        [
          { code: '00123456789012345678' },
          { at: '2026-11-30T21:15:00.000Z' },
          '=HYPERLINK("http://a.example";"Tıkla")',
          { kurus: -1_205 },
          { count: 3 },
        ],
      ],
    },
    { name: 'Hakediş [1/2]: uzun adlı bir pazaryerinin sayfası', rows: [['Tür'], ['satış']] },
  ]);
  const names = [...part('xl/workbook.xml').matchAll(/<sheet [^>]*name="([^"]*)"/g)].map(([, name]) => name);
  expect(names).toEqual(['Siparişler', 'Hakediş  1 2   uzun adlı bir pa']);
  const sheet = part('xl/worksheets/sheet1.xml');
  expect(sheet).not.toContain('<f>');
  expect(sheet).toContain('<v>-12.05</v>');
  // A quarter past midnight by the clock of the shop.
  expect(sheet).toContain(`<v>${Date.UTC(2026, 11, 1, 0, 15) / 86_400_000 + 25_569}</v>`);
  const texts = sheet + part('xl/sharedStrings.xml');
  expect(texts).toContain('00123456789012345678');
  expect(texts).toContain('=HYPERLINK(');
});
