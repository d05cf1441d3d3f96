import { bag, bags, beansFromAbove, tin } from '../drawing/coffee';
import { type Dressing, factsOf, type ShelfProduct } from './shelf';

const GROUND = ['Çekirdek', 'Filtre için öğütülmüş', 'Espresso için öğütülmüş'] as const;

/** Variants of beans: two weights, each as beans or ground. @param prices of 250 g and of 1 kg, in kuruş */
const weights = (code: string, prices: readonly [number, number], stocks: readonly number[]) =>
  (['250 g', '1 kg'] as const).flatMap((weight, at) =>
    GROUND.map((grind, nth) => ({
      title: `${weight} / ${grind}`,
      sku: `${code}-${at === 0 ? '250' : '1000'}-${'CFE'[nth]}`,
      price: prices[at] as number,
      stock: stocks[at * GROUND.length + nth] ?? 20,
    })),
  );

const beansPicture = { alt: 'Yakından kavrulmuş kahve çekirdekleri', svg: beansFromAbove('#e8d9c2') };

export const coffees: readonly ShelfProduct[] = [
  {
    title: 'Espresso Harmanı “Gece”',
    brand: 'Kahve Dükkânı',
    price: 36_900,
    vatRate: 1,
    category: 'Kahve',
    variants: weights('GECE', [36_900, 129_900], [30, 18, 24, 12, 0, 8]),
    description: factsOf(
      'Koyu kavrulmuş, <strong>bitter çikolata ve kavrulmuş fındık</strong> tadında bir harman. Sütle de sade de güçlü kalır.',
      'Brezilya ve Hindistan çekirdekleri',
      'Espresso, moka pot ve sütlü kahveler için',
      'Her hafta salı günü kavrulur',
    ),
    collections: ['Evde barista'],
    fields: { origin: 'Harman', roast: 'Koyu' },
    pictures: [
      { alt: 'Bordo paket, ay resmi: Gece espresso harmanı', svg: bag('#e6ddd6', '#57222d', '#f6ead9', 'moon') },
      beansPicture,
    ],
  },
  {
    title: 'Etiyopya Yirgacheffe',
    brand: 'Kahve Dükkânı',
    price: 42_900,
    vatRate: 1,
    category: 'Kahve',
    variants: weights('ETY', [42_900, 152_900], [22, 14, 9, 6, 5, 0]),
    description: factsOf(
      'Yıkanmış işlemle hazırlanan, <strong>yasemin, bergamot ve limon</strong> notaları taşıyan bir çekirdek. Filtre kahvede en iyi hâlini gösterir.',
      'Rakım: 1.900–2.100 m',
      'Kavurma: açık',
      'Önerilen oran: 60 g kahveye 1 litre su, 94 °C',
    ),
    collections: ['Evde barista'],
    fields: { origin: 'Etiyopya', roast: 'Açık' },
    pictures: [
      { alt: 'Turuncu paket, güneş resmi: Etiyopya Yirgacheffe', svg: bag('#efe2cf', '#c0562c', '#f8eedf', 'sun') },
      beansPicture,
    ],
  },
  {
    title: 'Kolombiya Huila',
    brand: 'Kahve Dükkânı',
    price: 38_900,
    compareAt: 43_900,
    vatRate: 1,
    category: 'Kahve',
    variants: weights('HUI', [38_900, 138_900], [40, 26, 15, 10, 8, 6]),
    description: factsOf(
      '<strong>Karamel, kırmızı elma ve süt çikolatası.</strong> Dengeli gövdesiyle her demleme yöntemine uyar; kahveye yeni başlayanlara ilk önerimiz.',
      'Rakım: 1.700 m',
      'Kavurma: orta',
      'İşlem: yıkanmış',
    ),
    collections: ['Bu ay indirimde'],
    fields: { origin: 'Kolombiya', roast: 'Orta' },
    pictures: [
      {
        alt: 'Yeşil iki paket, dağ resmi: Kolombiya Huila',
        svg: bags('#e3e6df', '#2f5d50', '#23453c', '#f6ead9', 'mountain'),
      },
      beansPicture,
    ],
  },
  {
    title: 'Kenya AA Nyeri',
    brand: 'Kahve Dükkânı',
    price: 46_900,
    vatRate: 1,
    category: 'Kahve',
    variants: weights('KEN', [46_900, 164_900], [12, 6, 4, 3, 2, 0]),
    description: factsOf(
      'Böğürtlen ve greyfurt asiditesi isteyenlere. <em>Küçük parti</em>: bu yılın hasadı bitince yenisini beklersiniz.',
      'Rakım: 1.800 m',
      'Kavurma: açık',
      'İşlem: çift yıkanmış',
    ),
    fields: { origin: 'Kenya', roast: 'Açık' },
    pictures: [{ alt: 'Mor paket, yıldız resmi: Kenya AA', svg: bag('#e7e0e6', '#5a3a6b', '#f4ecf2', 'star') }],
  },
  {
    title: 'Kafeinsiz Kolombiya',
    brand: 'Kahve Dükkânı',
    price: 41_900,
    vatRate: 1,
    category: 'Kahve',
    variants: weights('KFS', [41_900, 149_900], [16, 12, 8, 4, 4, 2]),
    description: factsOf(
      'Şeker kamışı yöntemiyle kafeini alınmış; tadı yerinde. Akşam kahvesinden vazgeçmeyenler için.',
      'Kafein: en çok % 0,1',
      'Kavurma: orta',
    ),
    fields: { origin: 'Kolombiya', roast: 'Orta' },
    pictures: [
      { alt: 'Açık mavi paket, yaprak resmi: kafeinsiz kahve', svg: bag('#dfe6e8', '#4f7f93', '#f4f7f6', 'leaf') },
    ],
  },
  {
    title: 'Dibek Kahvesi 250 g',
    brand: 'Kahve Dükkânı',
    price: 17_900,
    vatRate: 1,
    category: 'Kahve',
    stock: 64,
    description: factsOf(
      'Taş dibekte dövülen Türk kahvesi, <strong>sakız ve kakule</strong> kokusuyla. Köpüğü bol, içimi yumuşaktır.',
      'Cezvede, kısık ateşte pişirin',
      'Kokusunu korumak için kutusunda saklayın',
    ),
    fields: { origin: 'Brezilya', roast: 'Orta' },
    pictures: [
      { alt: 'Bordo teneke kutu, yıldız resmi: dibek kahvesi', svg: tin('#e9dfe0', '#7a2e3a', '#f6ead9', 'star') },
    ],
  },
  {
    title: 'Soğuk Demleme Paketi',
    brand: 'Kahve Dükkânı',
    price: 24_900,
    compareAt: 29_900,
    vatRate: 1,
    category: 'Kahve',
    stock: 35,
    description: factsOf(
      'Dört kese, dört litre soğuk kahve. Keseyi akşam suya atın, sabah içmeye hazır olsun.',
      '4 × 60 g kese',
      '1 litre soğuk su, 12–16 saat',
    ),
    collections: ['Bu ay indirimde'],
    fields: { origin: 'Brezilya', roast: 'Orta' },
    pictures: [
      { alt: 'Lacivert teneke, dalga resmi: soğuk demleme paketi', svg: tin('#dde4ea', '#27456b', '#eef3f6', 'wave') },
    ],
  },
];

/** Pictures and words of coffees that the catalog has already. */
export const dressedCoffees: readonly Dressing[] = [
  {
    title: 'Türk Kahvesi 250 g',
    description: factsOf(
      'Orta kavrulmuş, pudra inceliğinde öğütülmüş Türk kahvesi. <strong>Kalıcı köpük, temiz içim.</strong>',
      'Fincana bir tatlı kaşığı, 70 ml soğuk su',
      'Öğütüldüğü gün paketlenir',
    ),
    fields: { origin: 'Brezilya', roast: 'Orta' },
    pictures: [{ alt: 'Kırmızı teneke kutu: Türk kahvesi', svg: tin('#efe2d6', '#a5332b', '#f6ead9', 'bean') }],
  },
  {
    title: 'Filtre Kahve Çekirdeği',
    description: factsOf(
      'Günün kahvesi: <strong>fındık, kakao ve kuru incir</strong>. Ofisin de mutfağın da sevdiği, yormayan bir harman.',
      'Filtre kahve makinesi, French press ve damlatıcı için',
      'Kavurma: orta',
    ),
    fields: { origin: 'Harman', roast: 'Orta' },
    pictures: [
      { alt: 'Kahverengi paket, çekirdek resmi: filtre kahve', svg: bag('#ece2d4', '#6b4226', '#f6ead9', 'bean') },
      beansPicture,
    ],
  },
];
