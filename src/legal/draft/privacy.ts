import type { Block } from '../../order/belge/block';
import { heading, sellerFacts, text } from '../../order/belge/parts';
import type { LegalFacts } from './facts';

/** The notice of Law 6698, Art. 10: who, what, what for, to whom, on which ground, and the rights of Art. 11. */
export const privacyDraft = (facts: LegalFacts): readonly Block[] => [
  text(
    '6698 sayılı Kişisel Verilerin Korunması Kanununun (KVKK) 10. maddesi gereğince, kişisel verilerinizin nasıl işlendiğini bu metinle açıklıyoruz.',
  ),
  heading('1. Veri sorumlusu'),
  sellerFacts(facts),
  heading('2. İşlenen veriler'),
  {
    kind: 'list',
    items: [
      'Kimlik ve iletişim: ad soyad, e-posta, telefon, teslimat ve fatura adresi',
      'Fatura için istendiğinde: vergi numarası veya T.C. kimlik numarası',
      'Müşteri işlemi: siparişler, ödemenin yolu ve sonucu, iadeler, yazışmalar',
      'İşlem güvenliği: sepetin çerezi, sunucuya bağlanılan adres',
    ],
  },
  text('Kart bilgileri ödeme kuruluşunun sayfasında girilir; mağaza kart numarasını görmez ve saklamaz.'),
  heading('3. Amaçlar ve hukuki sebepler'),
  {
    kind: 'list',
    items: [
      'Siparişin alınması, ödenmesi, teslimi ve iadesi: sözleşmenin kurulması ve ifası (KVKK madde 5/2-c)',
      'Fatura, sözleşme ve kayıtların saklanması: hukuki yükümlülük (KVKK madde 5/2-ç)',
      'Şikâyet ve uyuşmazlıkların yürütülmesi: bir hakkın kullanılması (KVKK madde 5/2-e)',
      'Mağazanın güvenliği: meşru menfaat (KVKK madde 5/2-f)',
    ],
  },
  heading('4. Toplama yöntemi'),
  text(
    'Veriler, sipariş formları, e-posta ve telefon görüşmeleri yoluyla sizden; ödeme ve kargo sonuçları bu hizmetleri verenlerden elektronik ortamda toplanır.',
  ),
  heading('5. Aktarım'),
  text(
    'Veriler yalnızca gerektiği kadar; kargo firmasına teslimat, ödeme kuruluşuna ve bankaya ödeme ve iade, muhasebe ve barındırma hizmeti verenlere hizmetin yürütülmesi, yetkili kurumlara kanuni yükümlülük için aktarılır.',
  ),
  heading('6. Saklama'),
  text(
    'Sipariş belgeleri en az üç yıl, ticari defter ve belgelerin dayanağı olan kayıtlar kanunda yazan süreler boyunca saklanır. Süre dolunca veriler silinir veya anonim hâle getirilir.',
  ),
  heading('7. Haklarınız'),
  text(
    `KVKK madde 11 gereğince verilerinizin işlenip işlenmediğini öğrenebilir, bilgi isteyebilir, düzeltilmesini veya silinmesini isteyebilir, işlemeye itiraz edebilir ve zararınızın giderilmesini isteyebilirsiniz. Başvurunuzu ${facts.seller.email} adresine veya ${facts.seller.address}, ${facts.seller.district} / ${facts.seller.province} adresine yapabilirsiniz; en geç otuz gün içinde ücretsiz yanıtlanır.`,
  ),
];

/** The cookies that the storefront of this product sets; it sets no others. */
export const cookiesDraft = ({ seller }: LegalFacts): readonly Block[] => [
  text(
    `${seller.storeName} yalnızca sepetin ve siparişin çalışması için zorunlu çerezler kullanır. Reklam, ölçüm veya üçüncü taraf çerezi yoktur; bu nedenle onayınız istenmez.`,
  ),
  heading('Kullanılan çerezler'),
  {
    kind: 'list',
    items: [
      'sepet: sepetinizi size bağlar; en çok 30 gün',
      'sepet-adet: sepetteki ürün sayısını gösterir; en çok 30 gün',
      'sepet-urunler: sepetteki ürünleri saklar; en çok 30 gün',
      'sepet-anahtar: sepetinizi başkasının açmasını önler; en çok 30 gün',
    ],
  },
  text('Çerezlerin adları, güvenli (https) adreslerde __Host- ile başlar.'),
  text('Çerezleri tarayıcınızın ayarlarından silebilirsiniz. Sildiğinizde sepetiniz boşalır.'),
  text(`Sorularınız için: ${seller.email}`),
];
