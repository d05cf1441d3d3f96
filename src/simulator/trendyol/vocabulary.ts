/** Words and prices that the generated catalog is made of. All brands are invented. */

export interface VariantAxis {
  attributeId: number;
  name: string;
  /** At most {@link VARIANTS_MAX}; a later value costs more when `priceStepPercent` is above 0. */
  values: readonly string[];
  priceStepPercent: number;
}

export interface Leaf {
  id: number;
  parentId: number;
  name: string;
  /** First letters of the stock code. */
  code: string;
  vatRate: 0 | 1 | 10 | 20;
  commissionPercent: number;
  priceMinKurus: number;
  priceMaxKurus: number;
  qualifiers: readonly string[];
  nouns: readonly string[];
  axis: VariantAxis;
  /** Colour is written behind the title and into the attributes. */
  coloured: boolean;
  material: readonly string[];
  sentence: string;
}

export interface Branch {
  id: number;
  name: string;
  brands: readonly string[];
}

export const VARIANTS_MAX = 4;

export const branches: readonly Branch[] = [
  {
    id: 1000,
    name: 'Süpermarket',
    brands: [
      'Çınaraltı',
      'Gümüşdere',
      'İpekyolu Baharat',
      'Kuşluk Kahvecisi',
      'Yeşil Vâdi',
      'Öğle Çayı',
      'Şehzade',
      'Fındıklı',
    ],
  },
  {
    id: 2000,
    name: 'Ev & Yaşam',
    brands: [
      'Işıltı Mutfak',
      'Şirin Ev',
      'Köşebaşı',
      'Bakır Usta',
      'Çeyizlik',
      'Düşler Tekstil',
      'İnce İş',
      'Gökkuşağı',
    ],
  },
  {
    id: 3000,
    name: 'Giyim',
    brands: ['Ilgın', 'Ayışığı', 'Üçtelli', 'Göçebe', 'Çağla Moda', 'İğne Oyası', 'Pusula', 'Süreyya'],
  },
  {
    id: 4000,
    name: 'Kozmetik & Kişisel Bakım',
    brands: ['Gülçiçek', 'Işık Özü', 'Zeytin Dalı', 'İdil', 'Öz Doğa', 'Şifalı Köy', 'Menekşe', 'Tuğba Kozmetik'],
  },
  {
    id: 5000,
    name: 'Kırtasiye & Kitap',
    brands: [
      'Mürekkep',
      'Çizgi Dünyası',
      'Kâğıthane',
      'Uğurböceği',
      'İlk Sayfa',
      'Güvercin Yayınları',
      'Öykü Evi',
      'Kırmızı Şerit',
    ],
  },
];

const grams = (...values: string[]): VariantAxis => ({
  attributeId: 1158,
  name: 'Gramaj',
  values,
  priceStepPercent: 70,
});
const volume = (...values: string[]): VariantAxis => ({
  attributeId: 1160,
  name: 'Hacim',
  values,
  priceStepPercent: 60,
});
const size = (...values: string[]): VariantAxis => ({ attributeId: 338, name: 'Beden', values, priceStepPercent: 0 });
const extent = (...values: string[]): VariantAxis => ({ attributeId: 92, name: 'Ebat', values, priceStepPercent: 35 });
const colour = (...values: string[]): VariantAxis => ({ attributeId: 47, name: 'Renk', values, priceStepPercent: 0 });

export const leaves: readonly Leaf[] = [
  {
    id: 1011,
    parentId: 1000,
    name: 'Türk Kahvesi',
    code: 'KHV',
    vatRate: 1,
    commissionPercent: 11,
    priceMinKurus: 6_900,
    priceMaxKurus: 64_900,
    coloured: false,
    material: [],
    qualifiers: [
      'Közde Kavrulmuş',
      'Damla Sakızlı',
      'Kakuleli',
      'Çifte Kavrulmuş',
      'Orta Kavrulmuş',
      'Taze Çekilmiş',
      'Geleneksel',
      'Sütlü',
    ],
    nouns: ['Türk Kahvesi', 'Dibek Kahvesi', 'Menengiç Kahvesi', 'Osmanlı Kahvesi', 'Filtre Kahve', 'Çekirdek Kahve'],
    axis: grams('100 g', '250 g', '500 g', '1 kg'),
    sentence: 'Özenle seçilen çekirdekler küçük partiler hâlinde kavrulur ve aynı gün paketlenir.',
  },
  {
    id: 1012,
    parentId: 1000,
    name: 'Çay',
    code: 'CAY',
    vatRate: 1,
    commissionPercent: 11,
    priceMinKurus: 4_900,
    priceMaxKurus: 44_900,
    coloured: false,
    material: [],
    qualifiers: ['Rize', 'Bergamotlu', 'Organik', 'Altınbaş', 'Kırkikindi', 'İlk Sürgün', 'Dağ', 'Limon Kabuklu'],
    nouns: ['Siyah Çay', 'Yeşil Çay', 'Ihlamur', 'Adaçayı', 'Kuşburnu Çayı', 'Papatya Çayı'],
    axis: grams('100 g', '200 g', '500 g', '1 kg'),
    sentence: 'Yağmurlu yamaçlardan toplanan yapraklar güneş görmeden kurutulur.',
  },
  {
    id: 1013,
    parentId: 1000,
    name: 'Baharat',
    code: 'BHR',
    vatRate: 1,
    commissionPercent: 12,
    priceMinKurus: 2_900,
    priceMaxKurus: 29_900,
    coloured: false,
    material: [],
    qualifiers: ['Antep', 'Maraş', 'Urfa', 'Öğütülmüş', 'Taş Değirmen', 'Güneşte Kurutulmuş', 'Acılı', 'Yöresel'],
    nouns: ['Pul Biber', 'İsot', 'Kimyon', 'Sumak', 'Kekik', 'Zerdeçal', 'Çörek Otu'],
    axis: grams('50 g', '100 g', '250 g', '500 g'),
    sentence: 'Katkısızdır; kokusunu koruması için ışık geçirmeyen kavanozda gönderilir.',
  },
  {
    id: 1014,
    parentId: 1000,
    name: 'Kuruyemiş',
    code: 'KRY',
    vatRate: 1,
    commissionPercent: 12,
    priceMinKurus: 8_900,
    priceMaxKurus: 89_900,
    coloured: false,
    material: [],
    qualifiers: ['Giresun', 'Siirt', 'Tuzlu', 'Çiğ', 'Fırınlanmış', 'Ballı', 'Yeni Mahsul', 'Seçme'],
    nouns: ['Fındık', 'Antep Fıstığı', 'Badem İçi', 'Kayısı Kurusu', 'Leblebi', 'Ceviz İçi'],
    axis: grams('250 g', '500 g', '1 kg', '2 kg'),
    sentence: 'Hasattan sonra elle ayıklanır, vakumlu pakette gönderilir.',
  },
  {
    id: 2011,
    parentId: 2010,
    name: 'Çay & Kahve Takımları',
    code: 'TKM',
    vatRate: 20,
    commissionPercent: 17,
    priceMinKurus: 14_900,
    priceMaxKurus: 249_900,
    // Its colour is the variant axis already.
    coloured: false,
    material: ['Porselen', 'Bakır', 'Cam', 'Çelik'],
    qualifiers: [
      'El İşlemeli',
      'Sırlı',
      'Altın Yaldızlı',
      'Minimal',
      'Osmanlı Desenli',
      'Kulplu',
      'Isıya Dayanıklı',
      'Çift Cidarlı',
    ],
    nouns: ['Kahve Fincanı Takımı', 'Çay Bardağı Seti', 'Çaydanlık', 'Cezve', 'Demlik', 'Şekerlik'],
    axis: colour('Beyaz', 'Lacivert', 'Bakır', 'Siyah'),
    sentence: 'Hediye kutusunda, kırılmaya karşı iki kat korumayla gönderilir.',
  },
  {
    id: 2012,
    parentId: 2010,
    name: 'Mutfak Gereçleri',
    code: 'MTF',
    vatRate: 20,
    commissionPercent: 18,
    priceMinKurus: 7_900,
    priceMaxKurus: 189_900,
    coloured: true,
    material: ['Paslanmaz Çelik', 'Ahşap', 'Döküm', 'Silikon'],
    qualifiers: ['Granit', 'Yapışmaz', 'Profesyonel', 'Kapaklı', 'Derin', 'Şef', 'Çok Amaçlı', 'Doğal'],
    nouns: ['Tencere', 'Sahan', 'Kesme Tahtası', 'Ekmek Bıçağı', 'Rende', 'Süzgeç', 'Güveç'],
    axis: extent('18 cm', '22 cm', '26 cm', '30 cm'),
    sentence: 'Bulaşık makinesinde yıkanabilir; iki yıl üretici güvencesi vardır.',
  },
  {
    id: 2021,
    parentId: 2020,
    name: 'Nevresim & Çarşaf',
    code: 'NVR',
    vatRate: 10,
    commissionPercent: 19,
    priceMinKurus: 39_900,
    priceMaxKurus: 349_900,
    coloured: true,
    material: ['%100 Pamuk', 'Ranforce', 'Müslin', 'Keten'],
    qualifiers: ['Yıkamalı', 'Saten', 'Dantelli', 'Çizgili', 'Düz Renk', 'Fırfırlı', 'Organik Pamuklu', 'Kırışmaz'],
    nouns: ['Nevresim Takımı', 'Lastikli Çarşaf', 'Yastık Kılıfı', 'Pike', 'Yatak Örtüsü'],
    axis: extent('Tek Kişilik', 'Çift Kişilik', 'Battal', 'Bebek'),
    sentence: 'Kumaşı Denizli’de dokunur; ilk yıkamada çekme payı yüzde ikiyi geçmez.',
  },
  {
    id: 2022,
    parentId: 2020,
    name: 'Havlu & Peştemal',
    code: 'HVL',
    vatRate: 10,
    commissionPercent: 19,
    priceMinKurus: 9_900,
    priceMaxKurus: 99_900,
    coloured: true,
    material: ['%100 Pamuk', 'Bambu', 'Keten'],
    qualifiers: ['Saçaklı', 'Jakarlı', 'Yumuşak Dokulu', 'Çizgili', 'Taş Yıkamalı', 'Nakışlı', 'Hafif', 'Emici'],
    nouns: ['Peştemal', 'Banyo Havlusu', 'El Havlusu', 'Plaj Havlusu', 'Bornoz'],
    axis: extent('50 x 90 cm', '70 x 140 cm', '90 x 170 cm', '100 x 180 cm'),
    sentence: 'Bükümlü iplikten dokunur, yıkandıkça yumuşar.',
  },
  {
    id: 3011,
    parentId: 3010,
    name: 'Gömlek',
    code: 'GML',
    vatRate: 10,
    commissionPercent: 21,
    priceMinKurus: 29_900,
    priceMaxKurus: 169_900,
    coloured: true,
    material: ['Pamuk', 'Keten', 'Poplin', 'Viskon'],
    qualifiers: [
      'Hâkim Yaka',
      'Oduncu',
      'Dar Kesim',
      'Rahat Kalıp',
      'Kısa Kollu',
      'Ütü İstemez',
      'Çizgili',
      'Oversize',
    ],
    nouns: ['Erkek Gömlek', 'Kadın Gömlek', 'Keten Gömlek', 'Tunik'],
    axis: size('S', 'M', 'L', 'XL'),
    sentence: 'Model 1,82 m boyundadır ve M beden giymektedir.',
  },
  {
    id: 3012,
    parentId: 3010,
    name: 'Şal & Eşarp',
    code: 'SAL',
    vatRate: 10,
    commissionPercent: 21,
    priceMinKurus: 12_900,
    priceMaxKurus: 139_900,
    coloured: true,
    material: ['İpek', 'Pamuk', 'Yün', 'Modal'],
    qualifiers: ['Püsküllü', 'Desenli', 'Dokuma', 'Çiçekli', 'Batik', 'İşlemeli', 'Yumuşacık', 'Mevsimlik'],
    nouns: ['Şal', 'Eşarp', 'Fular', 'Atkı'],
    axis: extent('70 x 70 cm', '90 x 90 cm', '70 x 180 cm', '100 x 200 cm'),
    sentence: 'Kenarları elde kıvrılmıştır; düşük ısıda ütülenir.',
  },
  {
    id: 4011,
    parentId: 4000,
    name: 'Cilt Bakımı',
    code: 'CLT',
    vatRate: 20,
    commissionPercent: 16,
    priceMinKurus: 9_900,
    priceMaxKurus: 119_900,
    coloured: false,
    material: [],
    qualifiers: [
      'Nemlendirici',
      'Gül Özlü',
      'Zeytinyağlı',
      'Hassas Ciltler İçin',
      'Yenileyici',
      'Arındırıcı',
      'Güneş Koruyuculu',
      'Aydınlatıcı',
    ],
    nouns: ['Yüz Kremi', 'Gül Suyu', 'Cilt Serumu', 'El Kremi', 'Yüz Temizleme Jeli', 'Dudak Balmı'],
    axis: volume('50 ml', '100 ml', '200 ml', '400 ml'),
    sentence: 'Dermatolojik olarak test edilmiştir; paraben içermez.',
  },
  {
    id: 4012,
    parentId: 4000,
    name: 'Sabun',
    code: 'SBN',
    vatRate: 20,
    commissionPercent: 15,
    priceMinKurus: 3_900,
    priceMaxKurus: 34_900,
    coloured: false,
    material: [],
    qualifiers: ['Bıttım', 'Defneli', 'Lavantalı', 'Keçi Sütlü', 'Kükürtlü', 'Ardıçlı', 'El Yapımı', 'Soğuk Sıkım'],
    nouns: ['Sabun', 'Katı Şampuan', 'Sıvı Sabun', 'Duş Jeli'],
    axis: volume('100 ml', '250 ml', '500 ml', '1 L'),
    sentence: 'Kazanda dokuz ay dinlendirilir, elde kesilir.',
  },
  {
    id: 5011,
    parentId: 5000,
    name: 'Defter & Ajanda',
    code: 'DFT',
    vatRate: 10,
    commissionPercent: 14,
    priceMinKurus: 3_900,
    priceMaxKurus: 59_900,
    coloured: true,
    material: ['Karton', 'Deri', 'Kumaş'],
    qualifiers: ['Çizgisiz', 'Kareli', 'Noktalı', 'Spiralli', 'Deri Kapaklı', 'Tarihsiz', 'Lastikli', 'Ciltli'],
    nouns: ['Defter', 'Ajanda', 'Not Defteri', 'Günlük', 'Eskiz Defteri'],
    axis: extent('A6', 'A5', 'B5', 'A4'),
    sentence: 'Doksan gram kâğıdı dolma kalemin mürekkebini arkasına geçirmez.',
  },
  {
    id: 5012,
    parentId: 5000,
    name: 'Kalem',
    code: 'KLM',
    vatRate: 10,
    commissionPercent: 14,
    priceMinKurus: 1_900,
    priceMaxKurus: 89_900,
    coloured: false,
    material: ['Metal', 'Ahşap', 'Plastik'],
    qualifiers: [
      'İğne Uçlu',
      'Silinebilir',
      'Üçgen Gövdeli',
      'Işıklı',
      'Klasik',
      'Fırça Uçlu',
      'Pastel',
      'Kişiye Özel',
    ],
    nouns: ['Dolma Kalem', 'Tükenmez Kalem', 'Kurşun Kalem', 'Keçeli Kalem Seti', 'Fosforlu Kalem'],
    axis: colour('Mavi', 'Siyah', 'Kırmızı', 'Yeşil'),
    sentence: 'Ucu uzun kullanımda yumuşamaz; yedeği ayrıca satılır.',
  },
  {
    id: 5021,
    parentId: 5020,
    name: 'Roman & Öykü',
    code: 'KTP',
    vatRate: 0,
    commissionPercent: 13,
    priceMinKurus: 6_900,
    priceMaxKurus: 49_900,
    coloured: false,
    material: [],
    qualifiers: ['Kayıp', 'Uzak', 'Gizli', 'Işıksız', 'Dönüşü Olmayan', 'Yağmurlu', 'Eski', 'Üçüncü'],
    nouns: ['Şehir', 'İstasyon', 'Çınar', 'Ağustos', 'Köprü', 'Gölge', 'Rıhtım'],
    axis: { attributeId: 1203, name: 'Cilt', values: ['Ciltsiz', 'Ciltli'], priceStepPercent: 40 },
    sentence: 'Türkçe aslından, tam metin olarak basılmıştır.',
  },
];

/** Branches between the roots and some leaves; the provider's own tree is uneven too. */
export const middleBranches: readonly { id: number; name: string; parentId: number }[] = [
  { id: 2010, name: 'Mutfak', parentId: 2000 },
  { id: 2020, name: 'Ev Tekstili', parentId: 2000 },
  { id: 3010, name: 'Üst Giyim & Aksesuar', parentId: 3000 },
  { id: 5020, name: 'Kitap', parentId: 5000 },
];

export const colours: readonly { name: string; webColour: string; webColourId: number }[] = [
  { name: 'Kırık Beyaz', webColour: 'Beyaz', webColourId: 2881 },
  { name: 'Gece Mavisi', webColour: 'Lacivert', webColourId: 2882 },
  { name: 'Çağla Yeşili', webColour: 'Yeşil', webColourId: 2883 },
  { name: 'Kiremit', webColour: 'Kırmızı', webColourId: 2886 },
  { name: 'Gül Kurusu', webColour: 'Pembe', webColourId: 2887 },
  { name: 'Antrasit', webColour: 'Gri', webColourId: 2888 },
  { name: 'Hardal', webColour: 'Sarı', webColourId: 2889 },
  { name: 'Acı Kahve', webColour: 'Kahverengi', webColourId: 2890 },
];

export const promises: readonly string[] = [
  'Siparişiniz aynı gün kargoya verilir.',
  'Ücretsiz değişim hakkınız vardır.',
  'Küçük bir atölyenin el emeğidir.',
  'Özel günler için hediye paketi yapılır.',
  'İade süresi on dört gündür.',
  'Faturanız e-arşiv olarak gönderilir.',
  'Görseldeki ürünün aynısı gönderilir; ışığa göre renk tonu değişebilir.',
];

export const lockReasons: readonly string[] = ['Yüksek Fiyat', 'Düşük Fiyat', 'Kritik Fiyat Hatası', 'Tedarik Edememe'];
