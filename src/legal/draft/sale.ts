import type { Block } from '../../order/belge/block';
import {
  complaints,
  deliveryTerms,
  heading,
  impossibleDelivery,
  lateBuyer,
  sellerFacts,
  talkCosts,
  text,
  withdrawalRight,
} from '../../order/belge/parts';
import type { LegalFacts } from './facts';
import { feeText } from './goods';

const RULES = '6502 sayılı Tüketicinin Korunması Hakkında Kanun ile Mesafeli Sözleşmeler Yönetmeliği';

const pricesTold = text(
  'Fiyatlar Türk lirasıdır ve KDV dâhildir. Toplam bedel; kargo ücreti ve varsa indirimlerle birlikte sipariş onaylanmadan önce gösterilir. Orada yazmayan ek bir bedel istenmez.',
);

/** The contract as everybody may read it; that of one order is written with its goods when it is placed. */
export const contractDraft = (facts: LegalFacts, at: string): readonly Block[] => [
  heading('1. Taraflar'),
  text('Satıcı'),
  sellerFacts(facts),
  text('Alıcı: bu mağazadan sipariş veren, adı ve adresi siparişte yazan kişi.'),
  heading('2. Konu'),
  text(
    `Bu sözleşmenin konusu, alıcının bu mağazadan elektronik ortamda sipariş verdiği ürünlerin satışı ve teslimidir. Tarafların hak ve yükümlülükleri ${RULES} hükümlerine tabidir. Ön bilgilendirme formu bu sözleşmenin ayrılmaz parçasıdır.`,
  ),
  heading('3. Ürünler ve bedel'),
  text(
    'Ürünlerin cinsi, adedi ve satış bedeli siparişte yazar. Her siparişin kendi sözleşmesi alıcıya e-postayla gönderilir.',
  ),
  pricesTold,
  heading('4. Teslimat'),
  ...deliveryTerms(facts),
  ...feeText(facts),
  ...impossibleDelivery,
  heading('5. Cayma hakkı'),
  ...withdrawalRight(facts, at),
  heading('6. Alıcının temerrüdü'),
  lateBuyer,
  heading('7. Uyuşmazlıklar'),
  ...complaints(facts),
];

/** Tells a buyer the facts before the contract; the form of one order is shown before it is confirmed. */
export const informationDraft = (facts: LegalFacts, at: string): readonly Block[] => [
  text(
    `${RULES} gereğince alıcılar sipariş vermeden önce aşağıdaki konularda bilgilendirilir. Her siparişin kendi formu, ürünleri ve toplam fiyatıyla onaydan önce gösterilir.`,
  ),
  heading('1. Satıcı'),
  sellerFacts(facts),
  heading('2. Ürünler ve fiyat'),
  text('Ürünlerin temel nitelikleri ürün sayfalarında yazar.'),
  pricesTold,
  heading('3. Teslimat ve ifa'),
  ...deliveryTerms(facts),
  ...feeText(facts),
  ...impossibleDelivery,
  talkCosts,
  heading('4. Cayma hakkı'),
  ...withdrawalRight(facts, at),
  heading('5. Şikâyet ve başvuru yolları'),
  ...complaints(facts),
  heading('6. Ödeme yükümlülüğü'),
  text('Alıcı, siparişi onayladığında ödeme yükümlülüğü altına girer.'),
];
