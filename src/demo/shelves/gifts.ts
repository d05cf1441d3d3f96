import { cup, cups, glasses, mug, thermos } from '../drawing/cups';
import { biscuits, giftBox, jar, lokum, shirt, starterSet, tote } from '../drawing/gifts';
import { factsOf, type ShelfProduct, table } from './shelf';

const SIZES = ['S', 'M', 'L', 'XL'] as const;

export const gifts: readonly ShelfProduct[] = [
  {
    title: 'Porselen Kahve Fincanı, 2’li',
    brand: 'Kütahya Atölye',
    price: 42_900,
    vatRate: 20,
    category: 'Fincan ve bardak',
    variants: [
      { title: 'Turkuaz', sku: 'FNC-TRK', stock: 21 },
      { title: 'Hardal', sku: 'FNC-HRD', stock: 3 },
    ],
    description: factsOf(
      'Kemik porselen, elde çekilmiş şerit. Tabağıyla birlikte iki fincan.',
      '80 ml',
      'Makinede yıkanır',
    ),
    collections: ['Hediyelik'],
    pictures: [
      { alt: 'Turkuaz şeritli fincan, dumanı tütüyor', svg: cup('#e6ddd0', '#f7f2ea', '#1f6f78') },
      { alt: 'Beyaz ve hardal iki fincan', svg: cups('#dfe5e6', '#f7f2ea', '#1f6f78', '#e9b44c') },
    ],
  },
  {
    title: 'Sırlı Seramik Kupa',
    brand: 'Kütahya Atölye',
    price: 32_900,
    vatRate: 20,
    category: 'Fincan ve bardak',
    variants: [
      { title: 'Çam / 250 ml', sku: 'KUP-CAM-250', stock: 17 },
      { title: 'Çam / 400 ml', sku: 'KUP-CAM-400', stock: 9, price: 37_900 },
      { title: 'Gül / 250 ml', sku: 'KUP-GUL-250', stock: 0 },
      { title: 'Gül / 400 ml', sku: 'KUP-GUL-400', stock: 6, price: 37_900 },
    ],
    description: factsOf(
      'Çarkta çekilir, her birinin sırı başka akar. İki eş kupa <strong>yoktur</strong>.',
      'Mikrodalgaya uygun',
    ),
    collections: ['Hediyelik'],
    pictures: [
      { alt: 'Çam yeşili sırlı, kum rengi kupa', svg: mug('#ece2d4', '#d9c7ad', '#3f6b6b') },
      { alt: 'Gül rengi sırlı kupa', svg: mug('#e8dfe0', '#e2d2c6', '#a8505c') },
    ],
  },
  {
    title: 'Çift Cidarlı Cam Bardak, 2’li',
    brand: 'Demli',
    price: 47_900,
    vatRate: 20,
    category: 'Fincan ve bardak',
    stock: 22,
    description: factsOf(
      'Kahveniz sıcak, eliniz serin. Latte katmanları dışarıdan görünür.',
      '2 × 250 ml',
      'Elde yıkanması önerilir',
    ),
    pictures: [{ alt: 'Sütlü kahve dolu iki cam bardak', svg: glasses('#c9b8a6') }],
  },
  {
    title: 'Termos Bardak',
    brand: 'Yolda',
    price: 54_900,
    compareAt: 64_900,
    vatRate: 20,
    category: 'Fincan ve bardak',
    variants: [
      { title: 'Çam / 350 ml', sku: 'TRM-CAM-350', stock: 25 },
      { title: 'Çam / 500 ml', sku: 'TRM-CAM-500', stock: 18, price: 62_900 },
      { title: 'Lacivert / 350 ml', sku: 'TRM-LAC-350', stock: 13 },
      { title: 'Lacivert / 500 ml', sku: 'TRM-LAC-500', stock: 0, price: 62_900 },
    ],
    description: factsOf(
      'Çelik gövde altı saat sıcak, on iki saat soğuk tutar; kapağı damlatmaz.',
      'Araç bardaklığına sığar',
    ),
    collections: ['Bu ay indirimde'],
    pictures: [
      { alt: 'Çam yeşili termos bardak', svg: thermos('#e2e4dc', '#2f5d50') },
      { alt: 'Lacivert termos bardak', svg: thermos('#dfe3e9', '#27456b') },
    ],
  },
  {
    title: 'Güllü ve Fıstıklı Lokum 500 g',
    brand: 'Şekerci Hafız',
    price: 28_900,
    vatRate: 10,
    category: 'Lezzet',
    stock: 48,
    description: factsOf(
      'Türk kahvesinin yanına. Nişasta, pancar şekeri, gül suyu ve <strong>Antep fıstığı</strong>; başka bir şey yok.',
      'Serin yerde üç ay',
      'Fıstık içerir',
    ),
    collections: ['Hediyelik'],
    pictures: [{ alt: 'Ahşap kutuda pembe ve yeşil lokumlar', svg: lokum('#eee0e0', '#dd7f92', '#86b886') }],
  },
  {
    title: 'Çikolata Kaplı Kahve Çekirdeği',
    brand: 'Kahve Dükkânı',
    price: 18_900,
    vatRate: 10,
    category: 'Lezzet',
    stock: 73,
    description: factsOf(
      'Kavrulmuş çekirdek, % 70 bitter çikolata. Masada unutmayın: biter.',
      '200 g cam kavanoz',
      'Süt içerebilir',
    ),
    pictures: [{ alt: 'Bordo kapaklı kavanozda çikolatalı çekirdekler', svg: jar('#e9dfd0', '#7a2e3a') }],
  },
  {
    title: 'Kahveli Kurabiye 300 g',
    brand: 'Şekerci Hafız',
    price: 15_900,
    vatRate: 10,
    category: 'Lezzet',
    stock: 31,
    description: factsOf(
      'Tereyağlı, damla çikolatalı, içinde espresso. Her sabah pişer, o gün yola çıkar.',
      'Buğday, süt ve yumurta içerir',
    ),
    pictures: [{ alt: 'Üst üste damla çikolatalı kurabiyeler', svg: biscuits('#efe4d2') }],
  },
  {
    title: 'Çekirdek Tişört',
    brand: 'Kahve Dükkânı',
    price: 49_900,
    vatRate: 10,
    category: 'Hediye',
    variants: ['Krem', 'Bordo'].flatMap((colour, at) =>
      SIZES.map((size, nth) => ({
        title: `${colour} / ${size}`,
        sku: `TSR-${colour.slice(0, 3).toLocaleUpperCase('tr')}-${size}`,
        stock: [12, 20, 16, 0, 8, 0, 10, 4][at * SIZES.length + nth] as number,
      })),
    ),
    description:
      factsOf('Organik pamuk, su bazlı baskı. Kahve lekesi olursa kimse anlamaz.', '% 100 pamuk, 180 g/m²') +
      table(
        ['Beden', 'Göğüs', 'Boy'],
        ['S', '48 cm', '68 cm'],
        ['M', '51 cm', '71 cm'],
        ['L', '54 cm', '73 cm'],
        ['XL', '57 cm', '75 cm'],
      ),
    collections: ['Hediyelik'],
    pictures: [
      { alt: 'Krem tişört, göğsünde bordo çekirdek', svg: shirt('#b9a58f', '#f4f0e8', '#7a2e3a') },
      { alt: 'Bordo tişört, göğsünde krem çekirdek', svg: shirt('#e0d5c6', '#6d2733', '#f4f0e8') },
    ],
  },
  {
    title: 'Bez Çanta',
    brand: 'Kahve Dükkânı',
    price: 19_900,
    vatRate: 10,
    category: 'Hediye',
    stock: 55,
    description: factsOf('Kalın pamuk, uzun sap; üç paket kahve ve bir kitap taşır.', '38 × 42 cm'),
    pictures: [{ alt: 'Krem bez çanta, yeşil güneş baskılı', svg: tote('#dfe3dc', '#e9ddc6', '#2f5d50') }],
  },
  {
    title: 'Demlemeye Başlangıç Seti',
    brand: 'Demli',
    price: 129_900,
    compareAt: 149_900,
    vatRate: 20,
    category: 'Hediye',
    stock: 14,
    description: factsOf(
      'Damlatıcı, sürahi, yüz filtre ve 250 g Kolombiya Huila. <strong>Kutuyu açın, on dakika sonra için.</strong>',
      'İçinden demleme kartı çıkar',
    ),
    collections: ['Hediyelik', 'Evde barista', 'Bu ay indirimde'],
    pictures: [{ alt: 'Yeşil kahve paketi, kiremit damlatıcı ve sürahi', svg: starterSet('#e9e2d6', '#b4472f') }],
  },
  {
    title: 'Türk Kahvesi Hediye Kutusu',
    brand: 'Kahve Dükkânı',
    price: 99_900,
    vatRate: 20,
    category: 'Hediye',
    stock: 26,
    description: factsOf(
      'Bakır cezve, iki fincan, dibek kahvesi ve lokum: kurdeleli kutuda, <em>notunuzla</em> gider.',
      'Notu siparişin açıklamasına yazın',
    ),
    collections: ['Hediyelik'],
    pictures: [{ alt: 'Altın kurdeleli bordo hediye kutusu', svg: giftBox('#e5dfd6', '#7a2e3a', '#e9c46a') }],
  },
];
