import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ForeignTable } from '../../src/catalog/spreadsheet/other-shop/export';
import { shopify } from '../../src/catalog/spreadsheet/other-shop/shopify';
import { woocommerce } from '../../src/catalog/spreadsheet/other-shop/woocommerce';
import { openSheet } from '../../src/catalog/spreadsheet/sheet';
import { sourceOf } from '../../src/cli/catalog/import';
import { exampleImage } from '../../src/media/image/example';
import { openSite, type Site } from '../surfaces/site';
import { Tezgah } from './tezgah';

const fileOf = (name: string): string => path.join(__dirname, 'exports', `${name}.csv`);

describe('the export of another shop', () => {
  let site: Site;
  let tezgah: Tezgah;
  let folder: string;

  beforeAll(async () => {
    site = await openSite();
    const { token } = await site.mint('developer', ['catalog:read', 'catalog:write', 'store:admin']);
    tezgah = new Tezgah({ TEZGAH_URL: site.url, TEZGAH_TOKEN: token });
  });
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'tezgah-exports-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  afterAll(async () => {
    tezgah.remove();
    await site.close();
  });

  /** The export as it is, but for its pictures: they lie beside it, since no test asks hosts of the internet. */
  const placed = (name: string, base: RegExp): string => {
    const file = path.join(folder, `${name}.csv`);
    const text = readFileSync(fileOf(name), 'utf8');
    writeFileSync(
      file,
      text.replaceAll(base, (_, picture: string) => picture),
    );
    for (const [, picture = ''] of text.matchAll(base))
      writeFileSync(path.join(folder, picture), Buffer.concat([exampleImage(), Buffer.from(picture)]));
    return file;
  };
  const imported = (file: string) => tezgah.run(['catalog', 'import', file, '--json']);
  const get = async (text: string) => {
    const { items } = await site.world.read('catalog.products.list', { query: { text } });
    return site.world.read('catalog.products.get', { params: { prd: items[0].id } });
  };
  const count = async () => (await site.world.read('catalog.products.list', { query: { total: true } })).total;

  test('Shopify: products with their variants, prices, stock, tags and pictures', async () => {
    const file = placed('shopify', /https:\/\/cdn\.shopify\.com\/[^?,"]*\/([\w-]+\.png)(?:\?v=\d+)?/g);
    const { json, stderr } = await imported(file);
    expect(stderr).toContain('This is an export of Shopify: 8 rows are read as 9 lines.');
    expect(stderr).toMatch(/Not imported: .*Product Category.*SEO Title/);
    expect(json).toMatchObject({ lines: 9, created: 6, refused: 3 });
    expect(await get('Keten')).toMatchObject({
      handle: 'keten-gomlek',
      title: 'Keten Gömlek',
      description: '<p>Yüzde yüz keten,\nyıkanmış.</p>',
      brand: 'Dokuma Evi',
      tags: ['keten', 'yaz', 'yeni sezon'],
      price: 89_900,
      compareAt: 119_900,
      requiresShipping: true,
      variants: [
        { title: 'S / Beyaz', sku: 'KG-S-B', barcode: '8697700000012', price: 89_900, stock: 4 },
        { title: 'M / Beyaz', sku: 'KG-M-B', barcode: '8697700000029', price: 89_900, stock: 0 },
        { title: 'L / Lacivert', sku: 'KG-L-L', barcode: '8697700000036', price: 94_990, stock: 0 },
      ],
    });
    expect((await get('Keten')).media).toHaveLength(3);
    const cezve = await get('Bakır Cezve');
    expect(cezve).toMatchObject({ handle: 'bakir-cezve', sku: 'CZ-1', price: 44_990, compareAt: null, stock: 12 });
    expect([cezve.variants, cezve.media.length]).toEqual([[], 2]);
    expect(await get('Hediye')).toMatchObject({
      title: '=Hediye; "e-kart"',
      stock: null,
      compareAt: null,
      requiresShipping: false,
    });
    expect(readFileSync(json.refusedFile, 'utf8')).toContain('its status there is draft, and here it would be on sale');

    // Again, also when it was downloaded once more: nothing is made twice, and nothing changes.
    const before = await count();
    for (const time of [new Date(), new Date(Date.now() + 60_000)]) {
      utimesSync(file, time, time);
      expect((await imported(file)).json).toMatchObject({ unchanged: 6, created: 0, changed: 0, refused: 3 });
    }
    expect(await count()).toBe(before);
  });

  test('WooCommerce: products with their variations, prices, stock, tags and pictures', async () => {
    const file = placed('woocommerce', /https:\/\/magaza\.example\/[^?,"]*\/([\w-]+\.png)/g);
    const { json, stderr } = await imported(file);
    expect(stderr).toContain('This is an export of WooCommerce: 9 rows are read as 9 lines.');
    expect(stderr).not.toMatch(/Not imported: .*(Images|Sale price|Stock)/);
    expect(json).toMatchObject({ lines: 9, created: 6, refused: 3 });
    const hirka = await get('Örgü Hırka');
    expect(hirka).toMatchObject({
      sku: 'HIRKA',
      description: '<p>Kalın örgü.</p>\n<p>El işi.</p>',
      brand: 'Dokuma Evi',
      tags: ['örgü', 'kış, bahar'],
      price: 64_900,
      compareAt: 84_900,
      variants: [
        { title: 'S', sku: 'HIRKA-S', barcode: '8697700000128', price: 64_900, stock: 2 },
        { title: 'M', sku: 'HIRKA-M', barcode: null, price: 69_900, stock: 5 },
      ],
    });
    expect(hirka.media).toHaveLength(3);
    expect(await get('Kupa')).toMatchObject({
      title: '=Kupa',
      description: 'Kısa',
      barcode: '8697700000111',
      price: 7_990,
      compareAt: 9_990,
      stock: 7,
    });
    expect(await get('Örgü Dersi')).toMatchObject({
      price: 15_000,
      compareAt: null,
      stock: null,
      requiresShipping: false,
    });
    expect(await get('Tükenen')).toMatchObject({ price: 12_050, stock: 0 });
    const refused = readFileSync(json.refusedFile, 'utf8');
    for (const reason of [
      'it is not published there',
      'a product of the type grouped has nothing of its own to sell',
      'its parent is not in the table',
    ])
      expect(refused).toContain(reason);
    const before = await count();
    expect((await imported(file)).json).toMatchObject({ unchanged: 6, created: 0, changed: 0, refused: 3 });
    expect(await count()).toBe(before);
  });

  test.each([
    ['PrestaShop', 'prestashop', 3, 3],
    ['Magento', 'magento', 5, 5],
    ['Trendyol', 'trendyol', 5, 2],
  ])('%s: what is shown there is on sale here, once, and nothing that is hidden', async (shop, name, made, refused) => {
    const file = placed(name, /(?!)/g);
    const before = await count();
    const { json, stderr } = await imported(file);
    expect(stderr).toContain(`This is an export of ${shop}: `);
    expect(json).toMatchObject({ created: made, refused });
    const again = await imported(file);
    expect(again.json).toMatchObject({ created: 0, changed: 0, unchanged: made, refused });
    expect(await count()).toBe(before + 3);
  });

  test('Magento: a configurable and its simples are one product, and sell what each of them has', async () => {
    expect(await get('Pamuklu Tişört')).toMatchObject({
      handle: 'pamuklu-tisort',
      variants: [
        { title: 'S', sku: 'TEE-S', barcode: '8697700000210', price: 29_990, stock: 4 },
        { title: 'M', sku: 'TEE-M', price: 31_990, stock: 0 },
      ],
    });
    const { items } = await site.world.read('catalog.products.list', { query: { sku: 'TEE-L' } });
    expect(items).toEqual([]);
  });

  test('Trendyol: rows of a model code are one product, and one title may be of several', async () => {
    expect(await get('Keten Elbise')).toMatchObject({
      handle: 'keten-elbise-ke-2025',
      title: 'Keten Elbise',
      brand: 'Dokuma Evi',
      vatRate: 10,
      price: 89_990,
      compareAt: 119_900,
      variants: [
        { title: 'Beyaz / S', sku: 'KE-B-S', barcode: '8697700000401', price: 89_990, stock: 4 },
        { title: 'Beyaz / M', sku: 'KE-B-M', barcode: '8697700000418', price: 94_990, stock: 0 },
      ],
    });
    const cups = await site.world.read('catalog.products.list', { query: { text: 'seramik-kupa-kp' } });
    const cupsOf = cups.items as { handle: string; price: number; vatRate: number; stock: number }[];
    expect(cupsOf.toSorted((left, right) => (left.handle < right.handle ? -1 : 1))).toMatchObject([
      { handle: 'seramik-kupa-kp-1', price: 9_990, vatRate: 20, stock: 7 },
      { handle: 'seramik-kupa-kp-2', price: 8_990, stock: 5 },
    ]);
  });

  test('--ignore-unknown makes nothing of a hidden line, and nothing where no column says the stock', async () => {
    const write = (name: string, ...lines: string[]) => {
      const file = path.join(folder, name);
      writeFileSync(file, `${lines.join('\n')}\n`);
      return tezgah.run(['catalog', 'import', file, '--ignore-unknown', '--json']);
    };
    const hidden = await write(
      'gizli.csv',
      'sku;title;price;stock;Görünürlük',
      'G-1;Gizli kâse;10;1;gizli',
      'G-2;Açık kâse;10;1;evet',
    );
    expect(hidden.json).toMatchObject({ created: 1, refused: 1 });
    expect(readFileSync(hidden.json.refusedFile, 'utf8')).toContain(
      'Görünürlük says “gizli”, and here it would be on sale',
    );
    const uncounted = await write('sayisiz.csv', 'sku;title;price;Adet bilgisi', 'G-3;Sayısız kâse;10;1');
    expect(uncounted.json).toMatchObject({ created: 0, refused: 1 });
    expect(readFileSync(uncounted.json.refusedFile, 'utf8')).toContain('no column says how many there are');
  });

  test.each([
    ['shopify', shopify, 'https://cdn.shopify.com/s/files/1/0612/4407/files/keten-1.png?v=1716200000'],
    ['woocommerce', woocommerce, 'https://magaza.example/wp-content/uploads/2025/05/hirka-1.png'],
  ])('%s: pictures are those of its own addresses', async (name, shop, address) => {
    const sheet = await openSheet(sourceOf(fileOf(name)), {});
    expect(shop.isOf(sheet.header)).toBe(true);
    const table = new ForeignTable(sheet.header);
    const rows = [];
    for await (const line of sheet.lines()) rows.push(table.row(line));
    expect(shop.linesOf(rows)[0]?.cells.at(-1)).toMatch(
      new RegExp(`^${address.replaceAll(/[.?]/g, '\\$&')} \\| https://`),
    );
  });

  test('Shopify: the headings of today are known, too', async () => {
    const file = path.join(folder, 'yeni.csv');
    writeFileSync(
      file,
      [
        'Title,URL handle,Description,Vendor,Tags,Published on online store,Status,SKU,Barcode,Option1 name,Option1 value,Price,Compare-at price,Inventory tracker,Inventory quantity,Requires shipping,Product image URL',
        'Yeni Başlık,yeni-baslik,<p>x</p>,Usta,"a,b",true,Active,Y-S,,Beden,S,10.50,,shopify,3,true,',
        ',yeni-baslik,,,,,,Y-M,,,M,11.00,,shopify,1,true,',
      ].join('\n'),
    );
    expect((await imported(file)).json).toMatchObject({ created: 3, refused: 0 });
    expect(await get('Yeni Başlık')).toMatchObject({
      price: 1_050,
      variants: [{ stock: 3 }, { title: 'M', price: 1_100 }],
    });
  });
});
