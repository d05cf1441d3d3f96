// tier: all
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { encoded } from '../../src/catalog/spreadsheet/encoding';
import { workbookOf } from '../../src/panel/parts/workbook';
import { openSite, type Site } from '../surfaces/site';
import { attended, cellsOf, desktop, openPanel, type Panel, phone } from './browser';
import { textCell, workbookFile } from './workbook-files';

describe('products as a table in the panel', () => {
  let site: Site;
  let panel: Panel;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'tezgah-panel-table-'));
    site = await openSite();
    panel = await openPanel(site.url);
    await panel.signIn(site.world);
  });
  attended(() => [panel, site]);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const create = (payload: object) => site.world.done('catalog.product.create', payload);
  const get = (id: string) => site.world.read('catalog.products.get', { params: { prd: id } });
  const find = async (text: string) =>
    (await site.world.read('catalog.products.list', { query: { text, limit: 100 } })).items;
  const commands = async () => (await site.rows<{ n: number }>('SELECT count(*)::int AS n FROM audit_row'))[0]?.n;
  const write = (name: string, content: string | Uint8Array): string => {
    const file = path.join(folder, name);
    writeFileSync(file, content);
    // Clocks of files are a few milliseconds behind.
    const now = (Date.now() + 1) / 1_000;
    utimesSync(file, now, now);
    return file;
  };
  const part = (name: string) => panel.page.getByRole('region', { name, exact: true });
  const button = (name: string) => panel.page.getByRole('button', { name, exact: true });
  const choose = async (file: string): Promise<void> => {
    await panel.open('/products/import');
    await button('Dosya seç').waitFor();
    await panel.page.locator('input[type=file]').setInputFiles(file);
  };
  const previewed = async (file: string): Promise<void> => {
    await choose(file);
    await part('Önizleme')
      .getByText(/^(Henüz hiçbir şey|Tablodaki her şey)/)
      .waitFor();
  };
  const apply = async (): Promise<void> => {
    await button('Uygula').click();
    await part('Sonuç').getByText('Tablo uygulandı.').waitFor();
  };
  const saved = async (click: () => Promise<void>): Promise<{ readonly name: string; readonly text: string }> => {
    const download = panel.page.waitForEvent('download');
    await click();
    const file = await download;
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
  };
  const onBoth = async (name: string): Promise<void> => {
    const { page } = panel;
    await panel.picture(`${name} 1280`);
    await page.setViewportSize(phone);
    expect([name, await panel.contentWidth()]).toEqual([name, phone.width]);
    await panel.picture(`${name} 390`);
    await page.setViewportSize(desktop);
  };

  test('the products of the shop are saved, edited and brought back; what was not edited changes nothing', async () => {
    await site.world.done('metafield.definition.create', {
      target: 'product',
      key: 'koli',
      type: 'integer',
      label: 'Koli',
    });
    const { id } = await create({
      title: '=Çay; "ince" bardağı',
      price: 129_990,
      sku: '-',
      tags: ['a|b', 'çay'],
      stock: 3,
      variants: [
        { title: '+6', price: 5, stock: 3 },
        { title: '12', stock: null },
      ],
    });
    await site.world.done('metafield.set', { ownerId: id, key: 'koli', value: 12 });
    await panel.open('/products');
    await panel.page.getByRole('link', { name: '=Çay; "ince" bardağı' }).waitFor();
    await onBoth('products with tables');
    const { name, text } = await saved(async () => {
      await button('Dışa aktar').click();
      await panel.page.getByRole('menuitem', { name: /^Bütün ürünler/ }).click();
    });
    expect(name).toMatch(/^urunler-\d{4}-\d\d-\d\d\.csv$/);
    expect(text).toMatch(/^\ufeffÜrün no;Varyant no;/);

    const before = await commands();
    await previewed(write('same.csv', text));
    await part('Önizleme').getByText('3 satır aynı').waitFor();
    await part('Önizleme').getByText('Tablodaki her şey mağazadakiyle aynı.').waitFor();
    expect(await button('Uygula').count()).toBe(0);
    expect(await commands()).toBe(before);

    await previewed(write('edited.csv', text.replace('1299,90', '1349,90')));
    await part('Önizleme').getByText('3 satır değişecek').waitFor();
    const [line, thing, field, was, will] = await cellsOf(part('Değişecekler').getByRole('row').nth(1));
    expect([line, thing, field, was, will]).toEqual([
      '2',
      '=Çay; "ince" bardağı',
      'Fiyat',
      '1.299,90 TL',
      '1.349,90 TL',
    ]);
    await apply();
    await part('Sonuç').getByText('3 satır değişti').waitFor();
    expect(await get(id)).toMatchObject({
      price: 134_990,
      title: '=Çay; "ince" bardağı',
      sku: '-',
      tags: ['a|b', 'çay'],
    });
  });

  test('the page lists the columns, and its sample is taken as it is, as Excel and as CSV', async () => {
    await panel.open('/products/import');
    const columns = part('Okunan sütunlar').getByRole('row');
    await columns.filter({ hasText: 'Bakır Cezve' }).filter({ hasText: 'Yeni ürün için zorunlu' }).waitFor();
    await columns.filter({ hasText: 'Barkod' }).filter({ hasText: 'Ürünü bununla buluruz' }).waitFor();
    await columns.filter({ hasText: 'hygiene (açılınca iadesi hijyenik olmayan)' }).waitFor();
    await onBoth('columns of an import');
    for (const [name, ending] of [
      ['Örnek tablo (Excel)', 'xlsx'],
      ['Örnek tablo (CSV)', 'csv'],
    ] as const) {
      await panel.open('/products/import');
      const download = panel.page.waitForEvent('download');
      await button(name).click();
      const sample = await download;
      expect(sample.suggestedFilename()).toBe(`ornek-urunler.${ending}`);
      await previewed(write(`ornek.${ending}`, readFileSync(await sample.path())));
      await part('Önizleme').getByText('4 satır yeni').waitFor();
      expect(await part('Alınamayan satırlar').count()).toBe(0);
    }
    await apply();
    await part('Sonuç').getByText('4 satır eklendi').waitFor();
    expect(await find('Örnek: Bakır Cezve')).toMatchObject([{ price: 129_990, stock: 12, tags: ['bakır', 'mutfak'] }]);
    expect(await find('Örnek: Keten Gömlek')).toMatchObject([
      {
        vatRate: 10,
        variants: [
          { title: 'M', price: null, stock: 5 },
          { title: 'L', price: 94_900, stock: 3 },
        ],
      },
    ]);
  });

  test('an Excel file is read as the table that it shows, and one that is none says what to do', async () => {
    const workbook = await workbookOf([
      {
        name: 'Ürünler',
        rows: [
          ['Ad', 'Barkod', 'Fiyat', 'Stok'],
          ['Gaz Ocağı', { count: 8_690_000_000_104 }, { kurus: 129_950 }, { count: 12 }],
          ['Fitil; 20 cm', { code: '0869000000017' }, { kurus: 1_990 }, { count: 300 }],
        ],
      },
    ]);
    await previewed(write('urunler.xlsx', new Uint8Array(await workbook.arrayBuffer())));
    await part('Önizleme').getByText('2 satır yeni').waitFor();
    await onBoth('an excel file');
    await apply();
    expect(await find('Gaz Ocağı')).toMatchObject([{ price: 129_950, stock: 12, barcode: '8690000000104' }]);
    expect(await find('Fitil')).toMatchObject([{ title: 'Fitil; 20 cm', price: 1_990, barcode: '0869000000017' }]);
    await choose(write('bozuk.xlsx', new Uint8Array([0x50, 0x4b, 0x03, 0x04, 1, 2, 3])));
    await panel.page.getByRole('alert').getByText('bozuk.xlsx bir çalışma kitabı').waitFor();
  });

  test('an Excel file of 5,000 products is read apart from the page', async () => {
    const rows = Array.from({ length: 5_000 }, (_, at) => [`YOK-${at}`, { kurus: 100 + at }, `Ürün ${at} `.repeat(9)]);
    const workbook = await workbookOf([{ name: 'Ürünler', rows: [['SKU', 'Fiyat', 'Açıklama'], ...rows] }]);
    await panel.open('/products/import');
    await panel.page.getByLabel('Yalnız var olan ürünleri değiştir, yeni ürün ekleme').check();
    const worker = panel.page.waitForEvent('worker');
    const file = write('buyuk.xlsx', new Uint8Array(await workbook.arrayBuffer()));
    await panel.page.locator('input[type=file]').setInputFiles(file);
    expect((await worker).url()).toMatch(/^http:\/\/[^/]+\/panel\/assets\/workbook-worker-[\w-]+\.js$/);
    await part('Önizleme').getByText('5.000 satır alınamıyor').waitFor();
    expect(panel.page.workers()).toEqual([]);
  });

  test.each([
    ['XFD2000', 'worksheets/sheet1.xml'],
    ['XFD60000', 'worksheets/sheet1.xml'],
    ['XFD200000', 'evil/s.xml'],
  ])('an Excel file with a value in %s is refused by the name of the cell', async (cell, target) => {
    const rows = ['A1', cell].map((each) => `<row r="${each.replace(/\D/g, '')}">${textCell(each)}</row>`).join('');
    await choose(write('uzak.xlsx', workbookFile({ rows, target })));
    const said = `uzak.xlsx dosyasının ${cell} hücresi dolu: 256 sütun ve 50.000 satır okunur.`;
    await panel.page.getByRole('alert').getByText(said).waitFor();
    expect(panel.page.workers()).toEqual([]);
    if (cell === 'XFD2000') await onBoth('a cell far away');
  });

  test('an Excel file that swells in any of its parts is refused', async () => {
    const others = { 'xl/evil/s.xml': new Uint8Array(210 * 1024 * 1024) };
    await choose(write('sisik.xlsx', workbookFile({ rows: '', others })));
    await panel.page.getByRole('alert').getByText('sisik.xlsx 20 MB’tan büyük ya da').waitFor();
  });

  test('the Excel file of the panel of Trendyol becomes products with variants', async () => {
    const rows = readFileSync(path.join(__dirname, '../cli/exports/trendyol.csv'), 'utf8').trim().split('\n');
    const workbook = await workbookOf([{ name: 'Ürünleriniz', rows: rows.map((row) => row.split(';')) }]);
    await previewed(write('trendyol.xlsx', new Uint8Array(await workbook.arrayBuffer())));
    await panel.page.getByText('Bu, Trendyol dışa aktarımı: 6 satır').waitFor();
    await part('Önizleme').getByText('5 satır yeni').waitFor();
    await apply();
    expect(await find('Keten Elbise')).toMatchObject([{ handle: 'keten-elbise-ke-2025', vatRate: 10, price: 89_990 }]);
  });

  test('a list in windows-1254 with commas is shown first; refused lines are saved with the reason, mended and taken', async () => {
    const { id } = await create({ title: 'Şekerlik', price: 100, barcode: '8690000000029', stock: 1 });
    const lines = [
      'Barkod,Ad,Fiyat,Stok,Raf',
      '8690000000029,Şekerlik,"12,50",7,A1',
      '8690000000036,Çay kaşığı,"9,90",40,A2',
      '8690000000043,İğnelik,çok,1,A3',
      `8690000000050,${'ü'.repeat(400)},"1,00",1,A4`,
    ];
    await previewed(write('liste.csv', encoded(lines.join('\r\n'), 'windows-1254')));
    for (const said of ['1 satır yeni', '1 satır değişecek', '2 satır alınamıyor'])
      await part('Önizleme').getByText(said).waitFor();
    await panel.page.getByText('Alınmayan sütunlar: Raf.').waitFor();
    const refused = part('Alınamayan satırlar').getByRole('row');
    expect(await cellsOf(refused.nth(1))).toEqual(['4', 'Fiyat: “çok” bir tutar değil: 1299,90 gibi lira yazın']);
    expect(await cellsOf(refused.nth(2))).toEqual(['5', expect.stringMatching(/^Ad: en çok \d+ karakter olmalı$/)]);
    await onBoth('products import preview');
    expect(await get(id)).toMatchObject({ price: 100, stock: 1 });
    expect(await find('kaşığı')).toEqual([]);

    await apply();
    await part('Sonuç').getByText('1 satır eklendi').waitFor();
    await onBoth('products import result');
    expect(await get(id)).toMatchObject({ price: 1_250, stock: 7 });
    expect(await find('kaşığı')).toMatchObject([{ price: 990, stock: 40, barcode: '8690000000036' }]);
    const table = await saved(() => button('Bu satırları indir (CSV)').click());
    expect(table.text).toContain('reason');
    expect(table.text).toContain('1299,90 gibi lira yazın');

    await previewed(write('mended.csv', table.text.replace(',çok,', ',"15,00",').replace('ü'.repeat(400), 'Ütü bezi')));
    await part('Önizleme').getByText('2 satır yeni').waitFor();
    await apply();
    expect(await find('İğnelik')).toMatchObject([{ price: 1_500 }]);
  });

  test('what somebody changes behind the preview is refused in words, and stays', async () => {
    const { id } = await create({ title: 'Demlik', price: 100, sku: 'DML' });
    await previewed(write('demlik.csv', 'SKU;Fiyat\nDML;5,00\n'));
    await site.world.done('catalog.price.set', { targetId: id, price: 900 });
    await apply();
    await part('Sonuç').getByText('1 satır alınamadı').waitFor();
    const [, reason] = await cellsOf(part('Alınamayan satırlar').getByRole('row').nth(1));
    expect(reason).not.toMatch(/rev|expected/i);
    expect(await get(id)).toMatchObject({ price: 900 });
  });

  test('one that is stopped goes on with the same file, and makes nothing twice', async () => {
    const lines = Array.from({ length: 60 }, (_, at) => `Peçete ${at};3,00;5`);
    const file = write('pecete.csv', ['Ad;Fiyat;Stok', ...lines].join('\n'));
    await previewed(file);
    await button('Uygula').click();
    await button('Durdur').click();
    await part('Sonuç')
      .getByText(/^Durduruldu\./)
      .waitFor();
    expect((await find('Peçete')).length).toBeLessThan(60);
    await previewed(file);
    await apply();
    expect(new Set((await find('Peçete')).map(({ title }: { title: string }) => title)).size).toBe(60);
    expect(await find('Peçete')).toHaveLength(60);
    await previewed(file);
    await part('Önizleme').getByText('60 satır aynı').waitFor();
  });

  test('a table of 5,000 lines is read while the page answers, and a workbook says how to save it', async () => {
    const lines = Array.from({ length: 5_000 }, (_, at) => `YOK-${at};1,00`);
    await panel.open('/products/import');
    await panel.page.getByLabel('Yalnız var olan ürünleri değiştir, yeni ürün ekleme').check();
    await panel.page.locator('input[type=file]').setInputFiles(write('buyuk.csv', ['SKU;Fiyat', ...lines].join('\n')));
    await part('Önizleme').getByText('5.000 satır alınamıyor').waitFor();
    await part('Alınamayan satırlar').getByText('İlk 200 tanesi gösteriliyor.').waitFor();
    const { text } = await saved(() => button('Bu satırları indir (CSV)').click());
    expect(text.trimEnd().split('\r\n')).toHaveLength(5_001);

    await choose(write('urunler.xlsx', Buffer.from('PK\u0003\u0004')));
    await panel.page.getByRole('alert').getByText('“CSV UTF-8” olarak kaydedip').waitFor();
    await panel.picture('products import workbook');
  });
});
