import type { Kind } from '../../catalog/spreadsheet/cell';
import type { ColumnNeed, SampleProduct } from '../../catalog/spreadsheet/readable';
import { spoken } from './spoken';

/** Sentences on what a cell holds, for columns of which their kind says too little. */
const cells = (each: Readonly<Record<string, string>>) => each;
const kinds = (each: Readonly<Record<Kind, string>>) => each;
const needs = (each: Readonly<Record<ColumnNeed, string>>) => each;

/** Says whose the sample is, so that nobody takes it for goods. */
const sample = (each: readonly SampleProduct[]) => each;

export const importColumns = spoken({
  tr: {
    title: 'Okunan sütunlar',
    lead: 'Tabloda bunların hepsi olmak zorunda değil. Sıraları önemsizdir; başlık iki dilden birinde olabilir.',
    sample: 'Örnek tabloyu indirin, satırlarını kendi ürünlerinizle değiştirin.',
    saveAs: { xlsx: 'Örnek tablo (Excel)', csv: 'Örnek tablo (CSV)' },
    file: 'ornek-urunler',
    column: 'Sütun',
    holds: 'Ne yazılır',
    where: 'Kullanımı',
    ofVariants: 'Varyant satırında da yazılır',
    oneOf: 'Şunlardan biri: ',
    needs: needs({ new: 'Yeni ürün için zorunlu', tells: 'Ürünü bununla buluruz', none: '' }),
    telling: 'Her satırda ürünü bulan sütunlardan en az biri dolu olmalı. Hiçbiriyle bulunamayan satır yeni ürün olur.',
    kinds: kinds({
      text: 'Metin',
      word: 'Sözcük',
      code: 'Kod',
      barcode: 'Barkod numarası',
      money: 'Lira, virgüllü: 1299,90',
      integer: 'Tam sayı: 12',
      percent: 'Yüzde: 20 ya da %20',
      decimal: 'Sayı, virgüllü: 2,5',
      boolean: 'evet ya da hayır',
      json: 'JSON nesnesi: {…}',
      list: 'Aralarında | olan liste: pamuk | yazlık',
    }),
    cells: cells({
      id: 'Dışa aktardığınız tablodaki ürün numarası. Yeni ürün için boş bırakın.',
      variantId: 'Varyantın numarası. Yeni varyant için + yazın: üstündeki ürünün varyantı olur.',
      title: 'Ürünün ya da varyantın adı: Bakır Cezve',
      handle: 'Ürün sayfasının adresi: bakir-cezve. Boşsa addan üretilir.',
      description: 'Ürünün açıklaması, düz metin ya da HTML',
      categoryId: 'Kategorinin mağazanızdaki adı',
      sku: 'Sizin stok kodunuz: CEZ-01',
      barcode: 'Mağazada tek olan barkod: 8690000000012. Hücre metin olsun ki sayıya yuvarlanmasın.',
      price: 'KDV dahil lira: 1299,90. Varyantta boşsa ürünün fiyatı geçerlidir.',
      compareAt: 'İndirimden önceki fiyat, lira: 1499,90',
      stock: 'Eldeki sayı: 12. Boş bırakılırsa yeni üründe stok sayılmaz.',
      picture: 'Görselin internetteki adresi, birden çoksa aralarında |. Görseli olmayan ürüne eklenir.',
    }),
    products: sample([
      {
        values: {
          title: 'Örnek: Bakır Cezve',
          description: 'El dövmesi, dört fincanlık.',
          brand: 'Örnek Marka',
          sku: 'ORNEK-CEZVE',
          tags: ['bakır', 'mutfak'],
          price: 129_990,
          compareAt: 149_990,
          vatRate: 20,
          stock: 12,
          requiresShipping: true,
        },
      },
      {
        values: {
          title: 'Örnek: Keten Gömlek',
          description: 'Yüzde yüz keten.',
          brand: 'Örnek Marka',
          sku: 'ORNEK-GOMLEK',
          tags: ['keten', 'yazlık'],
          price: 89_900,
          vatRate: 10,
          requiresShipping: true,
        },
        variants: [
          { title: 'M', sku: 'ORNEK-GOMLEK-M', stock: 5 },
          { title: 'L', sku: 'ORNEK-GOMLEK-L', price: 94_900, stock: 3 },
        ],
      },
    ]),
  },
  en: {
    title: 'Columns that are read',
    lead: 'A table needs not have all of them. Their order does not matter, and a heading may be in either language.',
    sample: 'Save the sample table, and write your products in the place of its lines.',
    saveAs: { xlsx: 'Sample table (Excel)', csv: 'Sample table (CSV)' },
    file: 'sample-products',
    column: 'Column',
    holds: 'What it holds',
    where: 'Use',
    ofVariants: 'Also in lines of variants',
    oneOf: 'One of: ',
    needs: needs({ new: 'Required for a new product', tells: 'Finds the product', none: '' }),
    telling:
      'A line has at least one of the columns that find its product. If none of them finds one, the line is a new product.',
    kinds: kinds({
      text: 'Text',
      word: 'Word',
      code: 'Code',
      barcode: 'Number of a barcode',
      money: 'Lira with a comma: 1299,90',
      integer: 'Whole number: 12',
      percent: 'Percent: 20 or 20%',
      decimal: 'Number with a comma: 2,5',
      boolean: 'evet (yes) or hayır (no)',
      json: 'JSON object: {…}',
      list: 'List with | between its entries: cotton | summer',
    }),
    cells: cells({
      id: 'The product’s identifier in a table that you have exported. Leave it empty for a new product.',
      variantId: 'The variant’s identifier. Write + for a new variant of the product above.',
      title: 'The name of the product or variant: Copper Pot',
      handle: 'The address of the product’s page: copper-pot. If it is empty, it is made of the title.',
      description: 'The description of the product, plain text or HTML',
      categoryId: 'The name of the category in your store',
      sku: 'Your own code of the goods: POT-01',
      barcode: 'A barcode that is unique in the store: 8690000000012. Make the cell a text, so that it is not rounded.',
      price: 'Lira with VAT: 1299,90. An empty cell of a variant means the price of its product.',
      compareAt: 'The price before a reduction, in lira: 1499,90',
      stock: 'How many there are: 12. If it is empty, the stock of a new product is not counted.',
      picture: 'The address of a picture on the internet, | between several. A product without a picture gets it.',
    }),
    products: sample([
      {
        values: {
          title: 'Sample: Copper Pot',
          description: 'Hammered by hand, for four cups.',
          brand: 'Sample Brand',
          sku: 'SAMPLE-POT',
          tags: ['copper', 'kitchen'],
          price: 129_990,
          compareAt: 149_990,
          vatRate: 20,
          stock: 12,
          requiresShipping: true,
        },
      },
      {
        values: {
          title: 'Sample: Linen Shirt',
          description: 'Linen, and nothing else.',
          brand: 'Sample Brand',
          sku: 'SAMPLE-SHIRT',
          tags: ['linen', 'summer'],
          price: 89_900,
          vatRate: 10,
          requiresShipping: true,
        },
        variants: [
          { title: 'M', sku: 'SAMPLE-SHIRT-M', stock: 5 },
          { title: 'L', sku: 'SAMPLE-SHIRT-L', price: 94_900, stock: 3 },
        ],
      },
    ]),
  },
});
