import { en as english, type Words } from '../../catalog/spreadsheet/words';
import { turkishDetail } from './details';
import { turkishFault } from './faults';

const codes: Readonly<Record<string, string>> = { handle: 'adres', barcode: 'barkod', sku: 'stok kodu' };
const codeWord = (name: string): string => codes[name] ?? name;

/** Reasons of refused lines in Turkish. */
const turkish: Words = {
  rounded: (cell) => `“${cell}” uzun bir sayının tabloda yuvarlanmış hâli: sütunu metin yapıp sayıyı eksiksiz yazın`,
  formula: (cell) => `“${cell}” bir formül: sonucunu yazın`,
  failedFormula: (cell) => `“${cell}” hata veren bir formülün sonucu`,
  nothing: (cell) => `“${cell}” “yok” anlamına geliyor: hücreyi boş bırakın`,
  withDecimals: (cell, whole) =>
    `“${cell}” bir tam sayının ondalıklı yazılmış hâli: ${whole} yazın; kod gerçekten buysa '${cell} yazın`,
  noList: (cell) => `“${cell}” bir liste değil: değerlerin arasına | koyun`,
  noJsonList: 'JSON nesnelerinden oluşan bir liste değil: [{…}, {…}]',
  noJson: 'JSON nesnesi değil: {…}',
  noAmount: (cell) => `“${cell}” bir tutar değil: 1299,90 gibi lira yazın`,
  twoWholes: (cell) => `“${cell}” iki ayrı sayı olabilir: noktasız ve virgülsüz yazın`,
  noWhole: (cell) => `“${cell}” tam sayı değil`,
  twoNumbers: (cell) => `“${cell}” iki ayrı sayı olabilir: virgülle ya da noktasız yazın`,
  noNumber: (cell) => `“${cell}” sayı değil`,
  noBoolean: (cell) => `“${cell}” evet ya da hayır değil`,
  severalCategories: (name) => `“${name}” adlı birden çok kategori var: kimliğini yazın`,
  noCategory: (name) => `“${name}” adlı bir kategori yok`,
  noProductAbove: 'yeni varyantın üstünde bir ürün satırı yok',
  surplus: (cells) => `satırda başlıktan çok hücre var: ${cells}; içinde ayırıcı olan hücreyi tırnak içine alın`,
  belowOpenQuote: (line) => `${line}. satırda açık kalan tırnağın altında ve o hücrenin parçası olabilir`,
  takenLines: (first, last) =>
    `${first}. satırda açılan tırnak ${last}. satırda kapanıyor ve aradaki satırları içine alıyor: tırnağı hücrenin sonunda kapatın`,
  closedTooEarly: (near) =>
    `“${near}” arkasındaki tırnak hücreyi kapatıyor ama devamı var: hücre içindeki tırnağı iki kez yazın ("") ya da çıkarın`,
  unclosed: (near) => `“${near}” önündeki tırnak kapanmıyor: hücre içindeki tırnağı iki kez yazın ("") ya da çıkarın`,
  sameProduct: (line) => `${line}. satır da aynı ürünü anlatıyor: ikisini tek satır yapın`,
  otherValue: (line, column) =>
    `${line}. satır aynı şey için başka bir değer veriyor (${column}): ikisini tek satır yapın`,
  severalWithSku: (sku) => `“${sku}” stok kodu birden çok ürün ya da varyantta var: kimliğini ya da barkodunu yazın`,
  codeOfVariant: (line, name, code) =>
    `“${code}” (${codeWord(name)}) ${line}. satırdaki varyantta da var: ikisini tek satır yapın`,
  codeOfLine: (line, name, code) =>
    `“${code}” (${codeWord(name)}) ${line}. satırda da var: ikisini tek satır yapın ya da birine başkasını verin`,
  titleTaken: (title, id) =>
    `“${title}” adlı bir ürün zaten var: onu kimliğiyle (${id}) belirtin ya da yenisine ayrı bir adres verin`,
  noProduct: (id) => `${id} kimlikli bir ürün yok`,
  noProductNamed: 'satır yalnız varyantı belirtiyor, ürünü belirtmiyor',
  noVariant: (id) => `ürünün ${id} kimlikli bir varyantı yok`,
  variantGone: (id) => `ürünün ${id} kimlikli varyantı artık yok`,
  changedMeanwhile: 'ürün, tablo karşılaştırıldıktan sonra değişti',
  ofColumn: (column, why) => `${column}: ${why}`,
  noneOfVariant: 'varyantın kendi değeri olmaz',
  stays: (column) => `${column} ürün oluşturulurken verilir, sonra değişmez`,
  noCommand: 'bu değer tablodan verilemez',
  onlyExistingProduct: 'ürün bulunamadı ve yeni ürün eklenmemesi seçildi',
  onlyExistingVariant: 'varyant bulunamadı ve yeni varyant eklenmemesi seçildi',
  lacksStock:
    'tablonun bazı sütunları tanınmadı ve hiçbiri stok adedini vermiyor: birinin başlığını Stok yapın ya da Stok sütunu ekleyin (sayılmayan stok için -)',
  lacksTitle: 'yeni ürünün adı olmalı; adresi, barkodu ya da stok koduyla bir ürün bulunamadı',
  noField: (target, key) => `${target === 'product' ? 'ürünlerin' : 'varyantların'} ${key} diye bir alanı yok`,
  pictureStays: 'tablo görsel kaldırmaz',
  hidden: (heading, cell) => `${heading} “${cell}” diyor, burada ise satışa çıkardı: satırı ya da sütunu çıkarın`,
  tooManyVariants: (count, most) =>
    `ürünün ${count} varyantı olurdu, bir ürünün en çok ${most} varyantı olur: birkaç ürüne bölün, ör. her renk ayrı ürün`,
  onlyProposed: 'ürün yalnız önerildi: kalanını ürün oluşunca doldurun',
  column: (name, label) => label ?? name,
  fault: (column, pointer, said) => `${column ?? pointer}: ${turkishFault(said) ?? 'uygun değil'}`,
  ofVariant: (title, column) => `“${title}”, ${column}`,
  refused: ({ code, detail, message }, faults) =>
    faults.length > 0
      ? faults.join('; ')
      : [message ?? `kabul edilmedi (${code})`, turkishDetail(detail ?? '')].filter(Boolean).join(' '),
  pictureUnread: (name, why) => `görsel: ${name} okunamadı: ${why}`,
  pictureElsewhere: (name) => `görsel: ${name} bir internet adresi değil`,
  pictureLost: (address) => `görsel: ${address} adresinden alınamadı`,
  pictureTooLarge: (where, mebibytes) => `görsel: ${where} ${mebibytes} MiB'den büyük`,
  foreignExport: (shop, rows, lines) =>
    `Bu, ${shop} dışa aktarımı: ${rows} satır, bu mağazanın ${lines} satırı olarak okundu.`,
  notOnline: 'orada yayında değil, burada ise satışa çıkardı',
  notActive: 'orada etkin değil, burada ise satışa çıkardı',
  shownNowhere: 'orada hiçbir yerde görünmüyor, burada ise satışa çıkardı',
  notOrdered: 'orada sipariş verilemiyor, burada ise satışa çıkardı',
  withoutVat: 'fiyatı KDV hariç: tabloda KDV ekleyip sütuna “Price tax included” adını verin',
  combination:
    'bu kombinasyon başka bir tablodaki ürünün varyantı: varyantları o ürünün satırlarının altına, variantId “+” ile ekleyin',
  picturesByPlace:
    'Görseller o mağazadaki yerleriyle yazılmış, alınmadı: base_image altına internet adreslerini yazın.',
  nothingOfItsOwn: (type) => `${type} türündeki ürünün kendi satacağı bir şey yok`,
  notVisible: 'orada tek başına görünmüyor ve tablodaki hiçbir ürünün varyantı değil',
  variationsMissing: (list) => `varyantları (${list}) tabloda yok`,
  noVariation: 'hiçbir varyantı tabloda yok',
  statusThere: (status) => `oradaki durumu ${status}, burada ise satışa çıkardı`,
  notPublished: 'orada yayında değil, burada ise satışa çıkardı',
  hiddenThere: 'orada gizli, burada ise görünürdü',
  parentMissing: 'ana ürünü tabloda yok',
  workbook: (file) => `${file} bir çalışma kitabı (.xlsx, .ods, .xls): “CSV UTF-8” olarak kaydedip onu seçin.`,
  workbookTooLarge: (file, mebibytes) =>
    `${file} ${mebibytes} MB’tan büyük ya da tarayıcıya sığmayacak kadar dolu: bölün ya da “CSV UTF-8” olarak kaydedin.`,
  workbookBeyond: (file, cell, columns, rows) =>
    `${file} dosyasının ${cell} hücresi dolu: ${columns} sütun ve ${rows.toLocaleString('tr')} satır okunur. O hücreyi silin, tabloyu bölün ya da “CSV UTF-8” olarak kaydedin.`,
  workbookTooSlow: (file) => `${file} çok uzun sürede okunuyor: bölün ya da “CSV UTF-8” olarak kaydedin.`,
  noHeader: (file) => `${file} dosyasında başlık satırı yok.`,
  headerFault: (file, why) => `${file} dosyasının başlığı okunamadı: ${why}.`,
  notThroughout: (file) => `${file} baştan sona aynı kodlamayla yazılmamış: “CSV UTF-8” olarak yeniden kaydedin.`,
  lacksCharacter: (character) => `windows-1254 kodlamasında “${character}” yok: UTF-8 kullanın.`,
  twice: (column) => `${column} sütunu iki kez var.`,
  unknownColumns: (columns) => `Bu adlarda bir sütun yok: ${columns}.`,
  noTellingColumn: () =>
    'Hangi ürün olduğunu söyleyen bir sütun yok: Ürün no, Varyant no, Adres, Barkod, Stok kodu ya da Ad sütunlarından biri olmalı.',
  fieldsNeedScope: 'Özel alanları bu oturum değiştiremez: bu sütunları çıkarın.',
  mayNotChange: 'Bu oturum ürünleri değiştiremez.',
  mayNotRead: 'Bu oturum ürünleri göremez.',
  leftAside: (columns) => `Alınmayan sütunlar: ${columns}.`,
  foreignIds: (column) =>
    `${column} sütunu alınmadı: bu mağazanın kimlikleri prd_ ile başlar, bunların hiçbiri öyle değil.`,
  insecure: 'Sayfa http ile açık: yeni ürünlerin anahtarları yalnız https ile oluşturulabilir.',
};

/** English, without what only the command line has. */
const inPanel: Words = {
  ...english,
  onlyExistingProduct: 'no product was found, and none is to be made',
  onlyExistingVariant: 'no variant was found, and none is to be made',
  notThroughout: (file, encoding) => `${file} is not ${encoding} throughout: save it as “CSV UTF-8”.`,
};

/** Reasons of a table of products, by the language of the panel. */
export const reasons: Readonly<Record<'tr' | 'en', Words>> = { tr: turkish, en: inPanel };
