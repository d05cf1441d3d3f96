import { carrierLabel } from '../../cargo/carrier/carrier';
import { deliveryTold, discountsTold } from '../../coupon/use/told';
import { liraText } from '../../kernel/money';
import { dayText, shopTimeZone } from '../../kernel/shop-time';
import { exceptionText } from '../law/exceptions';
import { lawAt } from '../law/withdrawal';
import type { OrderAddress } from '../order/address';
import type { DraftAgreed } from './agreed';
import type { Block } from './block';

/*
 * The texts that both documents share. The letters name items of Art. 5(1) of the Regulation on Distance Contracts (RG 29188, as amended by
 * RG 31932 and RG 32909).
 */

type Rows = readonly (readonly [string, string])[];

export const heading = (text: string): Block => ({ kind: 'heading', text });
export const text = (said: string): Block => ({ kind: 'text', text: said });
const facts = (rows: Rows): Block => ({ kind: 'facts', rows });

const lira = (kurus: number): string => `${liraText(kurus)} ₺`;

const some = (name: string, value: string | null | undefined): Rows => (value ? [[name, value]] : []);

/** A day and an hour in Turkey. @param at ISO 8601 */
export const moment = (at: string): string =>
  new Date(at).toLocaleString('tr-TR', { timeZone: shopTimeZone, dateStyle: 'long', timeStyle: 'short' });

/** All that is told of a shop before there is any order. */
type OfSeller = Pick<DraftAgreed, 'seller'>;

/** (b), (c) and (ç): whose name, address and telephone it is, and where complaints go. */
export function sellerFacts({ seller }: OfSeller): Block {
  const { title, storeName, mersis, taxOffice, taxNumber, address, district, province, phone, email, kep } = seller;
  return facts([
    ['Unvan', title],
    ...(storeName === title ? [] : ([['Mağaza', storeName]] as const)),
    ...some('MERSİS no', mersis),
    ['Vergi dairesi', taxOffice],
    ...some('Vergi kimlik no', taxNumber),
    ['Adres', `${address}, ${district} / ${province}`],
    ['Telefon', phone],
    ['E-posta', email],
    ...some('KEP', kep),
  ]);
}

export function buyerFacts({ order }: DraftAgreed): Block {
  const { buyerName, buyerEmail, buyerPhone, shippingAddress, billing } = order;
  const place = (at: Pick<OrderAddress, 'address' | 'district' | 'province'>): string =>
    `${at.address}, ${at.district} / ${at.province}`;
  return facts([
    ['Ad soyad', buyerName],
    ...some('E-posta', buyerEmail),
    ...some('Telefon', buyerPhone),
    ...(shippingAddress
      ? ([
          ['Teslim alacak kişi', `${shippingAddress.name}, ${shippingAddress.phone}`],
          ['Teslimat adresi', [place(shippingAddress), shippingAddress.postalCode].filter(Boolean).join(' ')],
        ] as const)
      : []),
    ...(billing
      ? ([
          ['Fatura', [billing.title, billing.taxOffice, billing.taxNumber].filter(Boolean).join(', ')],
          ['Fatura adresi', place(billing)],
        ] as const)
      : []),
  ]);
}

const nameOf = ({ title, variantTitle }: DraftAgreed['lines'][number]): string =>
  variantTitle === null ? title : `${title} · ${variantTitle}`;

/** Item (a): the goods that are sold. */
const goods = ({ lines }: DraftAgreed): Block => ({
  kind: 'table',
  head: ['Ürün', 'Adet', 'Birim fiyat', 'KDV', 'Tutar'],
  rows: lines.map((line) => [
    line.sku === null ? nameOf(line) : `${nameOf(line)} (${line.sku})`,
    String(line.quantity),
    lira(line.unitPrice),
    `%${line.vatRate}`,
    lira(line.quantity * line.unitPrice),
  ]),
});

/** Item (d): the sum, with taxes, freight and all else. */
function amounts({ order, coupons, instalments }: DraftAgreed): Block {
  const { itemsTotal, discountTotal, shippingTotal, codFee, total, vatTotal } = order;
  return facts([
    ['Ürünlerin toplamı', lira(itemsTotal)],
    ...discountsTold(discountTotal, coupons).map(([name, kurus]) => [name, `−${lira(kurus)}`] as const),
    [deliveryTold(coupons).name, lira(shippingTotal)],
    ...(codFee > 0 ? ([['Kapıda ödeme bedeli', lira(codFee)]] as const) : []),
    ['Ödenecek toplam', lira(total)],
    ['Toplamın içindeki KDV', lira(vatTotal)],
    ...(instalments && instalments.count > 1
      ? ([['Karttan çekilen', `${instalments.count} taksitte ${lira(instalments.paidKurus)}`]] as const)
      : []),
  ]);
}

export const goodsAndPrice = (agreed: DraftAgreed): readonly Block[] => [
  goods(agreed),
  amounts(agreed),
  text(
    'Birim fiyatlar ve tutarlar Türk lirasıdır; KDV dâhil, bütün vergi ve giderlerle birliktedir. Burada yazmayan ek bir bedel istenmez. Ürünlerin temel nitelikleri, sipariş verildiği sırada mağazadaki ürün sayfalarında gösterilenlerdir.',
  ),
];

const PAID_BY: Readonly<Record<DraftAgreed['order']['paymentMethod'], string>> = {
  card: 'Banka veya kredi kartı',
  cod: 'Kapıda ödeme: bedel, ürün teslim alınırken ödenir',
  transfer: 'Havale veya EFT: sipariş, bedel satıcının hesabına geçince hazırlanır',
  free: 'Ödenecek tutar yoktur',
  marketplace: 'Pazaryeri aracılığıyla',
};

const paidBy = ({ paymentMethod, transferUntil }: DraftAgreed['order']): string =>
  transferUntil === null
    ? PAID_BY[paymentMethod]
    : `${PAID_BY[paymentMethod]}; ${dayText(transferUntil)} günü sonuna kadar geçmezse sipariş iptal edilir`;

/** The law allows no longer (Art. 16). */
const DELIVERY_DAYS_MAX = 30;

function deliveryTime({ deliveryMinDays: least, deliveryMaxDays: most }: DraftAgreed['seller']): string {
  const latest = most ?? DELIVERY_DAYS_MAX;
  const days = least === null || least === latest ? `en geç ${latest} gün içinde` : `${least}–${latest} gün içinde`;
  return `Ürünler, sipariş tarihinden başlayarak ${days} teslimat adresine teslim edilir. Bu süre her hâlde ${DELIVERY_DAYS_MAX} günü geçemez.`;
}

/** When goods come, and who bears what happens to them on the way. */
export const deliveryTerms = ({ seller }: OfSeller): readonly Block[] => [
  text(deliveryTime(seller)),
  text('Ürün alıcıya veya gösterdiği kişiye teslim edilinceye kadar kayıp ve hasardan satıcı sorumludur.'),
];

/** Says that goods which cannot be delivered are paid back (Art. 16). */
export const impossibleDelivery: readonly Block[] = [
  text(
    'Sipariş edilen ürünün teslimi imkânsızlaşırsa satıcı bunu öğrendiği günden başlayarak 3 gün içinde alıcıya bildirir ve aldığı bütün ödemeleri bildirimden başlayarak 14 gün içinde geri verir. Ürünün stokta bulunmaması imkânsızlık sayılmaz.',
  ),
];

export const talkCosts: Block = text(
  'Satıcıyla iletişim, kullanılan iletişim aracının olağan ücreti dışında bir bedel doğurmaz. Alıcıdan depozito veya başka bir mali güvence istenmez.',
);

/** Says the consequences of a late payment of the buyer. */
export const lateBuyer: Block = text(
  'Kartla ödemede alıcının temerrüdünün sonuçları, kartı veren bankayla arasındaki sözleşmeye tabidir. Diğer ödemelerde satıcı, ödenmeyen bedel için kanundaki haklarını kullanabilir.',
);

/** (e) and (f): what talking to the shop costs; payment, delivery, performance. */
export function paymentAndDelivery(agreed: DraftAgreed): readonly Block[] {
  const { order, lines, seller } = agreed;
  const isShipped = lines.some(({ requiresShipping }) => requiresShipping);
  const isDigital = lines.some(({ digitalKind }) => digitalKind !== 'none');
  return [
    facts([['Ödeme', paidBy(order)], ...some('Teslimat', isShipped ? (order.shippingRate?.label ?? null) : null)]),
    ...(isShipped ? deliveryTerms({ seller }) : []),
    ...(isDigital
      ? [
          text(
            'Dijital ürünler, bedeli ödenince alıcının e-posta adresine bağlantı veya kod olarak gönderilir. Bunların işlevi, varsa teknik koruma önlemleri ve hangi donanım ve yazılımla çalıştıkları mağazadaki ürün sayfasında yazar.',
          ),
        ]
      : []),
    ...impossibleDelivery,
    talkCosts,
  ];
}

/** (g): who brings goods back, and who pays for it. Since 2026 the buyer pays nothing to the named carrier (Art. 12(5)). */
function returnCost({
  returnCarrier,
  returnCostBorneBy,
  returnCostDisclosure,
}: DraftAgreed['seller']): readonly Block[] {
  if (returnCarrier === null)
    return [
      text(
        'İade için bir taşıyıcı belirlenmemiştir; bu nedenle alıcıdan iade kargo ücreti istenmez. Satıcı, cayma bildirimi üzerine ürünün nasıl gönderileceğini yazar.',
      ),
    ];
  const others =
    returnCostBorneBy === 'shopper'
      ? 'Başka bir taşıyıcıyla gönderilirse ücretini alıcı öder.'
      : 'İade kargo ücretini satıcı karşılar.';
  return [
    text(
      `İade kargo firması ${carrierLabel(returnCarrier)} olarak belirlenmiştir. Ürün bu firmayla gönderildiğinde alıcı iade kargo ücreti ödemez. Firmanın alıcının bulunduğu yerde şubesi yoksa satıcı, ek bir bedel istemeden ürünü alıcıdan aldırır. ${others}`,
    ),
    ...(returnCostBorneBy === 'shopper' && returnCostDisclosure
      ? returnCostDisclosure.split('\n').filter(Boolean).map(text)
      : []),
  ];
}

/** Says that the buyer may withdraw, how and until when, by the law of a moment. @param at ISO 8601 */
export function withdrawalRight({ seller }: OfSeller, at: string): readonly Block[] {
  const { withdrawalDays, sendDays, refundDays } = lawAt(at);
  return [
    text(
      `Alıcı, ürünü teslim aldığı günden başlayarak ${withdrawalDays} gün içinde hiçbir gerekçe göstermeden ve cezai şart ödemeden sözleşmeden cayabilir. Ayrı ayrı teslim edilen ürünlerde süre son ürünün tesliminden, gönderilmeyen ürün ve hizmetlerde sözleşmenin kurulduğu günden başlar. Cayma hakkı teslimden önce de kullanılabilir.`,
    ),
    text(
      `Caymak için bu süre içinde ${seller.email} adresine, ${seller.phone} numaralı telefona veya ${seller.address}, ${seller.district} / ${seller.province} adresine, örnek cayma formuyla ya da açık bir beyanla bildirimde bulunmak yeterlidir. Satıcı bildirimin kendisine ulaştığını hemen doğrular.`,
    ),
    text(`Alıcı, bildirimden başlayarak ${sendDays} gün içinde ürünü geri gönderir.`),
    ...returnCost(seller),
    text(
      `Satıcı, teslimat giderleri dâhil aldığı bütün ödemeleri, ürün iade için belirlenen taşıyıcıya verildiği günden (başka bir taşıyıcıyla gönderilirse satıcıya ulaştığı günden, ürün henüz teslim edilmemişse bildirimin ulaştığı günden) başlayarak ${refundDays} gün içinde, alıcının kullandığı ödeme aracına uygun biçimde ve tek seferde geri verir.`,
    ),
    text(
      'Alıcı, ürünü işleyişine, teknik özelliklerine ve kullanım talimatına uygun kullandıysa olağan değişiklik ve bozulmalardan sorumlu değildir. Cayma hakkı konusunda gereği gibi bilgilendirilmeyen alıcı bu süreyle bağlı değildir; süre her hâlde cayma süresinin bittiği günden bir yıl sonra sona erer.',
    ),
  ];
}

/** (g), (ğ) and (h): that the buyer may withdraw, how, until when, and where not. */
export function withdrawal({ order, lines, seller }: DraftAgreed): readonly Block[] {
  const excepted = lines.flatMap((line) =>
    line.withdrawalException === null ? [] : [`${nameOf(line)}: ${exceptionText(line.withdrawalException)}`],
  );
  const isAllExcepted = excepted.length === lines.length;
  const right = withdrawalRight({ seller }, order.placedAt);
  if (excepted.length === 0) return right;
  return [
    ...(isAllExcepted ? [] : right),
    text(
      isAllExcepted
        ? 'Bu siparişteki ürünlerde, Mesafeli Sözleşmeler Yönetmeliği madde 15/1 gereğince aşağıdaki durumlarda cayma hakkı kullanılamaz:'
        : 'Aşağıdaki ürünlerde, Mesafeli Sözleşmeler Yönetmeliği madde 15/1 gereğince yazılı durumlarda cayma hakkı kullanılamaz:',
    ),
    { kind: 'list', items: [...new Set(excepted)] },
    ...(isAllExcepted ? right : []),
  ];
}

/** (f), (ç) and (k): where complaints go. What the limit of a year is, the Ministry publishes. */
export const complaints = ({ seller }: OfSeller): readonly Block[] => [
  text(
    `Şikâyet ve itirazlar satıcıya ${seller.email} adresinden veya ${seller.phone} numaralı telefondan iletilebilir. Ayıplı üründe alıcının 6502 sayılı Tüketicinin Korunması Hakkında Kanundan doğan hakları saklıdır.`,
  ),
  text(
    'Alıcı, Ticaret Bakanlığınca her yıl belirlenen parasal sınıra kadar, yerleşim yerindeki veya işlemin yapıldığı yerdeki tüketici hakem heyetine; bu sınırın üzerinde, 6502 sayılı Kanun madde 73/A gereğince arabulucuya başvurduktan sonra tüketici mahkemesine başvurabilir.',
  ),
];
