import type { Agreed, DraftAgreed } from './agreed';
import { type Block, htmlOf } from './block';
import {
  buyerFacts,
  complaints,
  goodsAndPrice,
  heading,
  lateBuyer,
  moment,
  paymentAndDelivery,
  sellerFacts,
  text,
  withdrawal,
} from './parts';
import type { BelgeKind } from './table';

interface Document<T extends DraftAgreed> {
  readonly title: string;
  readonly say: (told: T) => readonly Block[];
}

const LAW = '6502 sayılı Tüketicinin Korunması Hakkında Kanun ve Mesafeli Sözleşmeler Yönetmeliği';
const PART = 'Bu form, mesafeli satış sözleşmesinin ayrılmaz parçasıdır.';
const DUTY = 'Alıcı, siparişi onayladığında ödeme yükümlülüğü altına girer.';
const READ = 'Onaydan önce bu formda yazanlar kendisine gösterilmiş ve alıcı bunları okuduğunu bildirmiştir.';
/** A contract by telephone: all that was told there is sent in writing as well (Regulation on Distance Contracts, Art. 6). */
const HEARD =
  'Sipariş telefonda alınmıştır: ürünlerin temel nitelikleri, toplam bedel, cayma hakkı ve istisnaları siparişten hemen önce alıcıya söylenmiştir. Bu formda yazanların tamamı alıcıya yazılı olarak da gönderilir.';

/** The information that the law requires before any contract (Regulation on Distance Contracts, Art. 5 and 6). */
const preliminaryInformation: Document<DraftAgreed> = {
  title: 'Ön Bilgilendirme Formu',
  say: (told) => [
    text(
      told.order.number === null
        ? `Sipariş verilmeden önce, ${LAW} gereğince alıcı aşağıdaki konularda bilgilendirilir. ${PART}`
        : `${told.order.number} numaralı sipariş için, ${LAW} gereğince alıcı aşağıdaki konularda bilgilendirilmiştir. ${PART}`,
    ),
    heading('1. Satıcı'),
    sellerFacts(told),
    heading('2. Alıcı ve teslimat'),
    buyerFacts(told),
    heading('3. Ürünler ve toplam fiyat'),
    ...goodsAndPrice(told),
    heading('4. Ödeme, teslimat ve ifa'),
    ...paymentAndDelivery(told),
    heading('5. Cayma hakkı'),
    ...withdrawal(told),
    heading('6. Şikâyet ve başvuru yolları'),
    ...complaints(told),
    heading('7. Ödeme yükümlülüğü'),
    text(told.order.number === null ? DUTY : `${DUTY} ${told.byTelephone ? HEARD : READ}`),
  ],
};

/** The form that the Regulation has in its annex, with the seller filled in. @param number of the order; null: the buyer fills it in */
export const withdrawalForm = ({ seller }: Pick<Agreed, 'seller'>, number: string | null): readonly Block[] => [
  heading('Ek: Örnek cayma formu'),
  text('(Bu form, sadece sözleşmeden cayma hakkı kullanılmak istenildiğinde doldurulup gönderilecektir.)'),
  {
    kind: 'list',
    items: [
      `Kime: ${seller.title}, ${seller.address}, ${seller.district} / ${seller.province}, ${seller.email}`,
      'Bu formla aşağıdaki malların satışına veya hizmetlerin sunulmasına ilişkin sözleşmeden cayma hakkımı kullandığımı beyan ederim.',
      `Sipariş numarası: ${number ?? ''}`,
      'Sipariş tarihi veya teslim tarihi:',
      'Cayma hakkına konu mal veya hizmet:',
      'Cayma hakkına konu mal veya hizmetin bedeli:',
      'Tüketicinin adı ve soyadı:',
      'Tüketicinin adresi:',
      'Tüketicinin imzası (sadece kâğıt üzerinde gönderilmesi hâlinde):',
      'Tarih:',
    ],
  },
];

const distanceContract: Document<Agreed> = {
  title: 'Mesafeli Satış Sözleşmesi',
  say: (agreed) => [
    heading('1. Taraflar'),
    text('Satıcı'),
    sellerFacts(agreed),
    text('Alıcı'),
    buyerFacts(agreed),
    heading('2. Konu'),
    text(
      `Bu sözleşmenin konusu, alıcının ${moment(agreed.order.placedAt)} tarihinde ${agreed.byTelephone ? 'telefonda' : 'elektronik ortamda'} verdiği ${agreed.order.number} numaralı siparişteki ürünlerin satışı ve teslimidir. Tarafların hak ve yükümlülükleri 6502 sayılı Tüketicinin Korunması Hakkında Kanun ile Mesafeli Sözleşmeler Yönetmeliğine tabidir. Ön bilgilendirme formu bu sözleşmenin ayrılmaz parçasıdır.`,
    ),
    heading('3. Ürünler ve bedel'),
    ...goodsAndPrice(agreed),
    heading('4. Ödeme ve teslimat'),
    ...paymentAndDelivery(agreed),
    heading('5. Cayma hakkı'),
    ...withdrawal(agreed),
    heading('6. Alıcının temerrüdü'),
    lateBuyer,
    heading('7. Uyuşmazlıklar'),
    ...complaints(agreed),
    heading('8. Kurulma ve yürürlük'),
    text(
      `Alıcı, ${agreed.byTelephone ? 'kendisine söylenen ön bilgileri ve bu sözleşmeyi telefonda' : 'ön bilgilendirme formunu ve bu sözleşmeyi elektronik ortamda'} onaylamış, sipariş ${moment(agreed.order.placedAt)} tarihinde alınmıştır. Sözleşme bu tarihte kurulmuştur. Satıcı bu belgeyi en az üç yıl saklar.`,
    ),
    ...withdrawalForm(agreed, agreed.order.number),
  ],
};

const documents: Readonly<Record<BelgeKind, Document<Agreed>>> = {
  preliminary_information: preliminaryInformation,
  distance_contract: distanceContract,
};

function pageOf<T extends DraftAgreed>({ title, say }: Document<T>, told: T): string {
  const { number, placedAt } = told.order;
  const head: readonly Block[] = [
    { kind: 'title', text: title },
    {
      kind: 'facts',
      rows: [...(number === null ? [] : [['Sipariş no', number] as const]), ['Tarih', moment(placedAt)]],
    },
  ];
  return htmlOf(number === null ? title : `${title} ${number}`, [...head, ...say(told)]);
}

/** Writes one document of what was agreed on, as a page. */
export const belgeHtml = (kind: BelgeKind, agreed: Agreed): string => pageOf(documents[kind], agreed);

/** Writes the page that a shopper is shown before the order. */
export const informationHtml = (told: DraftAgreed): string => pageOf(preliminaryInformation, told);

/** The Turkish title of a document, as people call it. */
export const belgeTitle = (kind: BelgeKind): string => documents[kind].title;

const FILE_NAMES: Readonly<Record<BelgeKind, string>> = {
  preliminary_information: 'on-bilgilendirme-formu',
  distance_contract: 'mesafeli-satis-sozlesmesi',
};

/** @param ending without its dot */
export const belgeFileName = (kind: BelgeKind, number: string, ending: string): string =>
  `${FILE_NAMES[kind]}-${number}.${ending}`;
