import {
  cezve,
  dripper,
  filters,
  frenchPress,
  frother,
  handMill,
  kettle,
  mill,
  mokaPot,
  portafilter,
  scale,
} from '../drawing/tools';
import { type Dressing, factsOf, type ShelfProduct, table } from './shelf';

export const tools: readonly ShelfProduct[] = [
  {
    title: 'French Press',
    brand: 'Demli',
    price: 69_900,
    vatRate: 20,
    category: 'Ekipman',
    variants: [
      { title: '350 ml', sku: 'FP-350', stock: 24 },
      { title: '1 litre', sku: 'FP-1000', stock: 11, price: 94_900 },
    ],
    description:
      factsOf(
        'Borosilikat cam, çelik süzgeç. Dört dakikada gövdeli bir kahve: filtre kâğıdı da elektrik de istemez.',
        'Bulaşık makinesinde yıkanır',
        'Yedek camı ayrıca bulunur',
      ) + table(['Boy', 'Fincan', 'Kahve'], ['350 ml', '2', '20 g'], ['1 litre', '6', '60 g']),
    collections: ['Evde barista'],
    pictures: [{ alt: 'Cam gövdeli, çelik çerçeveli French press', svg: frenchPress('#e4e0da', '#b9bcc0') }],
  },
  {
    title: 'Seramik Damlatıcı ve Sürahi',
    brand: 'Demli',
    price: 84_900,
    vatRate: 20,
    category: 'Ekipman',
    variants: [
      { title: 'Beyaz', sku: 'DML-BYZ', stock: 14 },
      { title: 'Kiremit', sku: 'DML-KRM', stock: 6 },
    ],
    description: factsOf(
      'Spiral kanallı seramik damlatıcı ile 600 ml cam sürahi. Isıyı tutar, suyu <strong>eşit</strong> dağıtır.',
      '02 boy kâğıt filtrelerle uyumlu',
      'Bir ile dört fincan arası',
    ),
    collections: ['Evde barista'],
    pictures: [
      { alt: 'Beyaz damlatıcı, altında kahve dolu cam sürahi', svg: dripper('#e9e1d6', '#f4f0e8') },
      { alt: 'Kiremit rengi damlatıcı ve sürahi', svg: dripper('#e6e2dc', '#b4472f') },
    ],
  },
  {
    title: 'Kâğıt Filtre 02, 100 Adet',
    brand: 'Demli',
    price: 12_900,
    vatRate: 20,
    category: 'Ekipman',
    stock: 180,
    description: factsOf(
      'Ağartılmamış, kokusuz kâğıt. Kullanmadan önce sıcak suyla durulayın.',
      '02 boy konik',
      '100 adet',
    ),
    pictures: [{ alt: 'Kâğıt filtre kutusu ve filtreler', svg: filters('#dde3e2', '#c98d4e') }],
  },
  {
    title: 'Moka Pot',
    brand: 'Fokur',
    price: 59_900,
    compareAt: 74_900,
    vatRate: 20,
    category: 'Ekipman',
    variants: [
      { title: '3 fincan', sku: 'MOKA-3', stock: 19 },
      { title: '6 fincan', sku: 'MOKA-6', stock: 0, price: 79_900 },
    ],
    description: factsOf(
      'Ocakta espresso kıvamında kahve. Kalın alüminyum gövde, değişebilen conta.',
      'Gaz ve elektrikli ocak için',
      'İndüksiyonda taban plakasıyla çalışır',
    ),
    collections: ['Bu ay indirimde', 'Evde barista'],
    pictures: [{ alt: 'Sekiz köşeli alüminyum moka pot', svg: mokaPot('#e8e2da', '#aeb2b7') }],
  },
  {
    title: 'Zamanlayıcılı Hassas Terazi',
    brand: 'Demli',
    price: 89_900,
    vatRate: 20,
    category: 'Ekipman',
    stock: 16,
    description: factsOf(
      '0,1 gram duyarlık ve saniye sayacı bir arada.',
      'En çok 2 kg',
      'USB-C ile dolar, bir ay gider',
    ),
    pictures: [{ alt: 'Üstünde cam kap olan terazi, 20,0 gösteriyor', svg: scale('#e7ddd2') }],
  },
  {
    title: 'Kuğu Boyunlu Su Isıtıcısı',
    brand: 'Fokur',
    price: 149_900,
    vatRate: 20,
    category: 'Ekipman',
    variants: [
      { title: 'Siyah', sku: 'KUGU-SYH', stock: 8 },
      { title: 'Krem', sku: 'KUGU-KRM', stock: 5 },
    ],
    description: factsOf(
      'İnce ağzıyla suyu damla damla dökersiniz. Sıcaklığı <strong>bir derece</strong> adımla ayarlanır, bir saat korur.',
      '0,9 litre',
      '40–100 °C',
    ),
    collections: ['Evde barista', 'Hediyelik'],
    pictures: [
      { alt: 'Siyah kuğu boyunlu su ısıtıcısı', svg: kettle('#e0e3e0', '#2b2b2d') },
      { alt: 'Krem kuğu boyunlu su ısıtıcısı', svg: kettle('#d8cfc2', '#efe4cf') },
    ],
  },
  {
    title: 'Süt Köpürtücü ve Sürahi',
    brand: 'Fokur',
    price: 44_900,
    vatRate: 20,
    category: 'Ekipman',
    stock: 27,
    description: factsOf(
      'Pilli köpürtücü ve 350 ml çelik sürahi. Yirmi saniyede kadife gibi köpük.',
      '2 × AA pil, kutudan çıkmaz',
    ),
    pictures: [{ alt: 'Çelik süt sürahisi ve kırmızı köpürtücü', svg: frother('#e8dcd0', '#b4472f') }],
  },
  {
    title: 'El Değirmeni',
    brand: 'Fokur',
    price: 119_900,
    compareAt: 139_900,
    vatRate: 20,
    category: 'Ekipman',
    stock: 9,
    description: factsOf(
      'Çelik konik bıçak, kırk kademe: Türk kahvesinden French press’e. Çantaya sığar.',
      '25 g hazne',
      'Bıçakta beş yıl güvence',
    ),
    collections: ['Bu ay indirimde', 'Evde barista'],
    pictures: [{ alt: 'Koyu gri, kollu el değirmeni', svg: handMill('#e3e2dd', '#3d4347') }],
  },
];

/** Pictures and words of tools that the catalog has already. */
export const dressedTools: readonly Dressing[] = [
  {
    title: 'Bakır Cezve',
    description: factsOf(
      'Gaziantep’te <strong>elde dövülen</strong> bakır, içi kalaylı. Ahşap sapı ısınmaz.',
      'İki fincanlık, 200 ml',
      'Yılda bir kalay yenilemesi önerilir',
    ),
    pictures: [{ alt: 'Ahşap saplı bakır cezve', svg: cezve('#eadfd0', '#b8703a') }],
  },
  {
    title: 'Kahve Değirmeni',
    description: factsOf(
      'Ceviz gövde, pirinç kubbe. Çekmecesi kırk gram alır; <em>dededen kalmış gibi</em>, ama bıçağı yeni.',
      'Ayarlı çelik bıçak',
      'Yükseklik 21 cm',
    ),
    pictures: [{ alt: 'Pirinç kubbeli, çekmeceli ahşap değirmen', svg: mill('#ece3d3', '#7b4a28') }],
  },
  {
    title: 'Barista Kursu',
    description: factsOf(
      'Evde espresso, süt ve latte sanatı: <strong>altı saatlik</strong> video ve canlı soru saati. Ödemeden sonra kodunuz e-postayla gelir.',
      'Kendi hızınızda, bir yıl boyunca',
      'Bitirince katılım belgesi',
    ),
    pictures: [{ alt: 'Kahve dolu espresso kolu', svg: portafilter('#e8dccb') }],
  },
];
