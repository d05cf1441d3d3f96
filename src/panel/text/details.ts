import type { missingParts } from '../../checkout/enclave/view';
import { turkishFault } from './faults';

type Phrase = string | ((...parts: string[]) => string);

/**
 * Details of refusals that people of a store meet, in Turkish. The API says them in English alone, to programs as much as to people. They
 * say more than the sentence of their code does, so each is worded here; what only programs meet is not.
 */
const turkish: readonly (readonly [RegExp, Phrase])[] = [
  // Orders and their money
  [
    /^An order with cash on delivery goes in one parcel/,
    'Kapıda ödemeli sipariş tek gönderiyle gider: kurye tamamını alır.',
  ],
  [
    /^All of the money of the order is given back/,
    'Siparişin parasının tamamı iade edildi: ürünleri artık gönderilmez.',
  ],
  [/^No money of the order is left/, 'Siparişte iade edilecek para kalmadı.'],
  [/^Nothing would be left of the order/, 'Siparişte ürün kalmazdı: siparişi iptal edin ya da tamamını iade edin.'],
  [/^Some of the goods can be sold again/, 'Ürünlerin bir kısmı yeniden satılabilir ya da parası iade edildi.'],
  [/^No provider is looking at the payment/, 'Siparişin ödemesini inceleyen bir ödeme kuruluşu yok.'],
  [/^The review of the payment is/, 'Ödeme incelemede: ürünler, ödeme kuruluşu onaylayınca gönderilir.'],
  [/^The order is \w+: goods leave once it is paid/, 'Ödenmeyen siparişin ürünleri gönderilmez; kapıda ödeme dışında.'],
  [/^The order is \w+: nothing of it comes back/, 'Ödenmeyen siparişin iadesi olmaz.'],
  [/^The order is \w+:/, 'Siparişin durumu buna izin vermiyor.'],
  [/^The order is of \w+: `channel\.package\.op`/, 'Bunu siparişin pazaryeri paketinden yapın.'],
  [/^The order came from no marketplace/, 'Sipariş bir pazaryerinden gelmedi, orada paketi yok.'],
  [/^The order has several packages/, 'Siparişin pazaryerinde birden çok paketi var: birini seçin.'],
  [/^The order has no package at its marketplace/, 'Siparişin pazaryerinde gönderilecek paketi yok.'],
  [/^The order has no address of delivery/, 'Siparişin teslimat adresi yok.'],
  [/^The address of delivery lacks what a carrier needs/, 'Teslimat adresinde kargo firmasına gereken bilgiler eksik.'],
  [/^The line is owed no codes/, 'Bu satır için gönderilecek kod yok.'],
  [/^Nobody would be sent the codes/, 'Kodlar kimseye gitmezdi: siparişi veren kişinin bilgileri silindi.'],
  [/^(\d+) kuruş are not among the \d+ that may be given back/, 'Tutar, iade edilebilecek tutardan fazla.'],
  // Returns
  [/^The return is \w+: no money is owed/, 'İadenin bu durumunda geri ödenecek para yok.'],
  [/^The return is \w+, and does not become/, 'İadenin durumu bu arada değişti.'],
  [/^The buyer has to be told with whom/, 'Alıcıya ürünleri hangi kargoyla göndereceği bildirilmeli.'],
  // Shipments, parcels and labels
  [/^The shipment is \w+: its provider is being asked/, 'Kargo sağlayıcısının yanıtı bekleniyor.'],
  [/^The shipment is \w+: it is cancelled before/, 'Gönderi, kargo firması teslim almadan önce iptal edilebilir.'],
  [/^The shipment is \w+: its number changes/, 'Takip numarası, gönderi alıcıya giderken değiştirilebilir.'],
  [/^The shipment is \w+: no provider is asked/, 'Bu gönderinin yeri sorulamaz.'],
  [/^The shipment is/, 'Gönderinin durumu bu arada değişti.'],
  [/^No provider of cargo has booked this shipment/, 'Bu gönderi bir kargo sağlayıcısıyla oluşturulmadı, etiketi yok.'],
  [/^The provider has not booked the parcel yet/, 'Gönderi sağlayıcıda henüz oluşmadı, etiketi yok.'],
  [
    /^One of these offers was accepted already/,
    'Bu tekliflerden biri kabul edildi: yeni gönderi için yeniden teklif alın.',
  ],
  [/^The offers were made for other lines/, 'Teklifler başka ürünler içindi: yeniden teklif alın.'],
  [/^An address is being created at the provider/, 'Sağlayıcıda zaten bir adres oluşturuluyor.'],
  [/^The address is \w+ already/, 'Adresin durumu zaten bu.'],
  [/^The store has no address of a sender/, 'Sağlayıcıda gönderici adresiniz yok.'],
  [/^The provider of cargo takes no more requests/, 'Kargo sağlayıcısı şu anda istek almıyor.'],
  [/^The provider of cargo did not answer/, 'Kargo sağlayıcısı zamanında yanıt vermedi.'],
  [/^No payment provider took its money/, 'Parasını bir ödeme kuruluşu almadı: iadeyi siz yapıp kaydedin.'],
  // Marketplaces
  [
    /^The product has no public https address/,
    'Mağazanın internetten ulaşılan https adresi yok: siparişler yine de alınır.',
  ],
  [/^Something was asked for of the claim before/, 'Bu iade talebi için daha önce bir işlem istendi.'],
  [/^A package of this id is of another order/, 'Bu paket, pazaryerindeki başka bir siparişin.'],
  [/^A picture shows one label/, 'Görsel tek etiket gösterir, paketin birkaç etiketi var: PDF seçin.'],
  [/^The marketplace makes no ZPL/, 'Pazaryeri bu etiketi ZPL olarak vermiyor: başka bir biçim seçin.'],
  [/^The marketplace has not told the tracking number/, 'Pazaryeri paketin takip numarasını henüz bildirmedi.'],
  [/^The package is gone at the marketplace/, 'Paket pazaryerinde iptal edilmiş.'],
  [/^The package is not prepared yet/, 'Paket hazırlanmadı: pazaryeri etiketi hazırlanan paketlere verir.'],
  [/^The package is/, 'Paketin pazaryerindeki durumu buna izin vermiyor.'],
  [/^The (?:item|question) is \w+ at the marketplace meanwhile/, 'Pazaryerindeki durumu bu arada değişti.'],
  [/^The item is \w+: it does not wait for the shop/, 'Bu kalem mağazanın yanıtını beklemiyor.'],
  [/^The question is \w+: it waits for no answer/, 'Bu soru yanıt beklemiyor.'],
  [/^An answer was given before/, 'Bu soru yanıtlandı ve pazaryeri yanıtı geri çevirmedi.'],
  [/^The marketplace takes the reason/, 'Pazaryeri bu gerekçeyi henüz kabul etmiyor.'],
  [/^The request budget at the marketplace/, 'Pazaryerindeki istek hakkı şimdilik doldu.'],
  [/^The marketplace did not answer in time/, 'Pazaryeri zamanında yanıt vermedi.'],
  [/^The channel has no webhook/, 'Bu pazaryerinin bildirim adresi yok.'],
  [/^The job is/, 'İşin durumu bu arada değişti.'],
  // Extensions
  [/^(.+) is being taken off sale already/, (name) => `${name} zaten satıştan kaldırılıyor.`],
  [/^(.+) is enabled: disable it first/, (name) => `${name} açık: önce kapatın.`],
  [/^(.+) is enabled already/, (name) => `${name} zaten açık.`],
  [/^The extension is not enabled/, 'Eklenti kapalı.'],
  [/^(.+) is not enabled/, (name) => `${name} kapalı.`],
  [/^(.+) is installed already/, (name) => `${name} zaten kurulu.`],
  [/^(.+) has no version after/, (name) => `${name} için daha yeni bir sürüm yok.`],
  [/^The current version of (.+) is (.+)\.$/, (name, version) => `${name} zaten ${version} sürümünde.`],
  [/^(.+) has no hook there that is not/, (name) => `${name} için orada değişecek bir kanca yok.`],
  [/^Nobody has stated who sells: state/, 'Satıcı kimliği girilmemiş: önce mağaza bilgilerini girin.'],
  // Catalog, customers and coupons
  [/^The workspace is archived/, 'Çalışma alanı arşivde.'],
  [/^It is archived/, 'Arşivde.'],
  [/^The product is sold by variant/, 'Ürün varyantlarıyla satılıyor ve her birinin kendi stoğu var.'],
  [/^The item is always available/, 'Ürünün stoğu sayılmıyor: önce bir stok girin.'],
  [/^It has no cost in that field/, 'Bu alanda maliyeti yok.'],
  [/^It has been changed again since/, 'Sonradan yeniden değişmiş.'],
  [/^No command takes it back/, 'Bu değişiklik geri alınamıyor; örneğin varyant eklenmiş.'],
  [/^There is no such import/, 'Bu içe aktarma artık listede değil: mağaza yalnız en yenilerini tutar.'],
  [/^The customer is forgotten/, 'Müşterinin kişisel verileri silindi.'],
  [/^The customer is attached to another identity/, 'Müşteri başka bir kimliğe bağlı: önce onu ayırın.'],
  [/^A customer has at most (\d+) notes/, (most) => `Bir müşterinin en çok ${most} notu olur: önce birini silin.`],
  [
    /^At most (\d+) discounts without a code/,
    (most) => `Kodsuz en çok ${most} indirim açık olur: önce birini kapatın.`,
  ],
  [/^Another coupon has the code (.+)\.$/, (code) => `${code} kodu başka bir kuponda.`],
  [/^The coupon has no use left/, 'Kuponun kullanım hakkı kalmadı.'],
  // Telephone and checkout
  [/^A link leads its buyer to it/, 'Alıcıya bunun için bir bağlantı gönderildi.'],
  [/^Its buyer has a link to it/, 'Alıcıda bunun bağlantısı var.'],
  [/^The link leads nowhere any more/, 'Bağlantı artık geçersiz.'],
  [/^A link went out within the last minute/, 'Son bir dakika içinde bir bağlantı gönderildi: biraz bekleyin.'],
  [/^The session before is being paid/, 'Önceki sepet ödeniyor ya da sipariş oldu.'],
  [/^The (?:cart|checkout session) has become an order/, 'Bu sepet sipariş oldu.'],
  [/^Nobody has stated who sells/, 'Mağazanın satıcı kimliği doldurulmadı.'],
  // Proposals and bulk acts
  [/^The proposal is/, 'Önerinin durumu bu arada değişti.'],
  [/^The item is \w+ already/, 'Kalemin durumu zaten bu.'],
  [/^The item has no new preview/, 'Kalemin kabul edilecek yeni bir önizlemesi yok.'],
  [/^The item has started work that goes on/, 'Kalemin başlattığı iş sürüyor: bitince devam eder.'],
  [/^Nothing of it would be applied/, 'Hiçbiri uygulanmazdı: reddedin.'],
  [/^It is an act of an owner/, 'Bu, bir sahibin kendi işlemi: sözleri kimse okumaz.'],
  [/^It leaves nothing out and says nothing/, 'Hiçbir kalem çıkarılmadı ve bir şey yazılmadı: tamamını onaylayın.'],
  [/is no longer there\.$/, 'Bu işlem artık yok.'],
  [/^Nothing is left to be done with them/, 'Bunlarla yapılacak bir şey kalmadı.'],
  [
    /^It takes (\d+) calls, and a bulk act has at most (\d+)/,
    (_calls, most) => `Bir toplu işlemde en çok ${most} değişiklik olur: daha az seçin.`,
  ],
  [/^More than (\d+) items are to be taken back/, (most) => `En çok ${most} kalem birden geri alınır.`],
  [
    /^More than (\d+) changes are to be taken back/,
    (most) => `En çok ${most} değişiklik birden geri alınır: daha az içe aktarma seçin.`,
  ],
  [
    /^An import has at most (\d+) changes/,
    (most) => `Bir içe aktarma en çok ${most} değişiklik yapar: kalanı için yeni bir tane başlatın.`,
  ],
  [/^The item would do something else by now/, 'Kalem artık başka bir şey yapardı.'],
  [/^The proposal is not the one that was shown/, 'Öneri, gösterilen öneri değil.'],
  [
    /^It is a bulk act whose calls are still being recorded/,
    'Toplu işlem hazırlanıyor: bitince kendiliğinden gönderilir.',
  ],
  [/^It is about a person who has been forgotten/, 'Kişisel verileri silinmiş bir kişiyle ilgili.'],
  // Design
  [/^Version (\d+) is live already/, (version) => `${version} numaralı sürüm zaten yayında.`],
  [/^The update is over/, 'Güncelleme bitti.'],
  [/^The draft wears this theme already/, 'Taslak zaten bu temayı kullanıyor.'],
  [/^The workspace has no sandbox/, 'Çalışma alanının bilgisayarı yok.'],
  [/^The main draft of the store has no sandbox/, 'Mağazanın ana taslağının bilgisayarı yok.'],
  // People, log-ins and mails
  [/^A store of yours requires a second step/, 'Mağazalarınızdan biri sahiplerinden ikinci adım istiyor.'],
  [/^Turn your own second step on first/, 'Önce kendi ikinci adımınızı açın.'],
  [/^The second step is off/, 'İkinci adım kapalı.'],
  [/^The second step is on already/, 'İkinci adım zaten açık: önce kapatın.'],
  [/^The code is of no step near to now/, 'Kodun süresi geçti ya da kod kullanıldı.'],
  [/^The log-in has no authenticator/, 'Hesapta doğrulama uygulaması yok.'],
  [/^The log-in has no passkey/, 'Hesapta geçiş anahtarı yok: parolanızı yazın.'],
  [/^A log-in has (\d+) passkeys at most/, (most) => `En çok ${most} geçiş anahtarı olur: önce birini kaldırın.`],
  [/^Remove a passkey first/, 'Önce bir geçiş anahtarını kaldırın.'],
  [/^The passkey is there already/, 'Bu geçiş anahtarı zaten ekli.'],
  [/^Nobody changes the own role/, 'Kimse kendi rolünü değiştirmez: başka bir sahip yapmalı.'],
  [/^Nobody removes the own account/, 'Kimse kendi hesabını kaldırmaz: başka bir sahip yapmalı.'],
  [/^Nobody leaves the store that the session is of/, 'Açık olan mağazadan ayrılamazsınız: önce başka mağazaya geçin.'],
  [/^The last owner of a store cannot leave/, 'Mağazanın son sahibi ayrılamaz.'],
  [/^The owner has joined already/, 'Bu kişi zaten katıldı.'],
  [/^The invitation is for another address/, 'Davet, oturum açtığınız adres için değil.'],
  [/^The invitation is over/, 'Davetin süresi doldu: yeni bir davet isteyin.'],
  [/^A store has (\d+) owners at most/, (most) => `Bir mağazada davetlilerle birlikte en çok ${most} kişi olur.`],
  [/^An owner has (\d+) stores at most/, (most) => `En çok ${most} mağazanız olur.`],
  [/^No mail server is set/, 'E-posta sunucusu ayarlanmadı: e-posta yine gönderilmezdi.'],
  [/^Only what was kept, or could not be sent/, 'Yalnız gönderilmeyen e-postalar yeniden gönderilir.'],
  [/^Links for this address, or from this place/, 'Az önce birkaç bağlantı istendi: biraz bekleyin.'],
  [/^The address was invited several times/, 'Bu adres az önce birkaç kez davet edildi: biraz bekleyin.'],
  [/^Too many failed attempts/, 'Çok fazla hatalı deneme: biraz bekleyin.'],
  [/^Too many people log in at once/, 'Şu anda çok kişi oturum açıyor: biraz bekleyin.'],
  [/^Too many (?:pictures|documents|style sheets|changes)/, 'Sunucu şu anda yoğun: biraz bekleyin.'],
  [/^This machine is too busy to draw/, 'Sunucu belgeyi çizemeyecek kadar yoğun: biraz bekleyin.'],
  [
    /^(?:Files|Secrets) cannot be (?:read or )?kept just now/,
    'Dosyalar ve gizli değerler şu anda saklanamıyor: yeniden deneyin.',
  ],
  [/^The checkout is just starting/, 'Ödeme sayfası açılıyor: yeniden deneyin.'],
  [/^Too many calls change/, 'Şu anda çok kişi değiştiriyor: yeniden deneyin.'],
  [/^It is decided and kept, but no worker/, 'Karar kaydedildi, biraz sonra uygulanır.'],
  [/^The database/, 'Veritabanı şu anda yanıt vermiyor: yeniden deneyin.'],
  [/^The token may never run/, 'Erişim anahtarı bu komutu hiç çalıştıramaz.'],
  // Media and files
  [
    /^A store may have (\d+) media files/,
    (most) => `Mağazada en çok ${most} medya dosyası olur: kullanılmayanları silin.`,
  ],
  [
    /^The media files of a store may have (\d+) MiB/,
    (most) => `Medya dosyaları en çok ${most} MiB tutar: kullanılmayanları silin.`,
  ],
  [/^The picture cannot be read/, 'Görsel bozuk, okunamıyor.'],
  [/^The picture is animated/, 'Görsel hareketli: hareketsizini seçin.'],
  [/^The picture is HEIC/, 'HEIC görsel alınmıyor: JPEG olarak seçin.'],
  [/^The picture has too many pixels/, 'Görsel çok büyük.'],
  [/^The media file of this upload was deleted/, 'Bu yüklemenin dosyası silindi: yeniden yükleyin.'],
  [/^The upload waits no longer/, 'Yüklemeden zaten bir medya dosyası oluştu.'],
  [/ is archived already\.$/, 'Bu kayıt zaten arşivde.'],
  [/ is active already\.$/, 'Bu kayıt zaten etkin.'],
];

/** The parts of a checkout that are still to be filled in. */
const PARTS: Readonly<Record<(typeof missingParts)[number], string>> = {
  buyer: 'alıcı',
  shippingAddress: 'teslimat adresi',
  rate: 'kargo',
  method: 'ödeme yolu',
  cart: 'ürün',
};

function ofCheckout(detail: string): string | undefined {
  const [, missing] = /^The shopper has not filled in: (.+)\.$/.exec(detail) ?? [];
  const names = missing?.split(', ').map((part) => PARTS[part as keyof typeof PARTS] ?? part);
  return names && `Eksik: ${names.join(', ')}.`;
}

/** Words the detail of a problem in Turkish. @returns undefined of one that has no words there */
export function turkishDetail(detail: string): string | undefined {
  for (const [pattern, say] of turkish) {
    const parts = pattern.exec(detail);
    if (parts) return typeof say === 'string' ? say : say(...parts.slice(1));
  }
  return ofCheckout(detail) ?? turkishFault(detail);
}
