import { faultWords } from '../../channel/submission/fault-words';
import { money } from './format';

type Phrase = (...parts: string[]) => string;

/**
 * The faults of fields, in Turkish. The API says them in English alone, to programs as much as to people; a fault that is not here is shown
 * as it comes.
 */
const turkish: readonly (readonly [RegExp, Phrase])[] = [
  [/^is required$/, () => 'doldurulmalı'],
  [/^limits nothing: /, () => 'bu yetkilerde bir şeyi sınırlamaz: boş bırakın'],
  [/^is not known here$/, () => 'burada kullanılmaz'],
  [/^must be one of/, () => 'seçeneklerden biri olmalı'],
  [/^stands earlier in the list$/, () => 'listede zaten var'],
  [/^must be (?:an )?integer|^must be integer/, () => 'tam sayı olmalı'],
  [/^must be number/, () => 'sayı olmalı'],
  [/^must be string/, () => 'doldurulmalı'],
  [/^must be >= (-?[\d.]+)$/, (least) => `en az ${least} olmalı`],
  [/^must be <= (-?[\d.]+)$/, (most) => `en çok ${most} olmalı`],
  [/^must NOT have fewer than 1 characters$/, () => 'doldurulmalı'],
  [/^must NOT have fewer than (\d+) characters$/, (least) => `en az ${least} karakter olmalı`],
  [/^must NOT have more than (\d+) characters$/, (most) => `en çok ${most} karakter olmalı`],
  [/^must NOT have fewer than (\d+) items$/, (least) => `en az ${least} tane olmalı`],
  [/^must NOT have more than (\d+) items$/, (most) => `en çok ${most} tane olmalı`],
  [/^must match format "email"$/, () => 'bir e-posta adresi olmalı'],
  [/^must match format "uri"$/, () => 'bir internet adresi olmalı'],
  [/^must be a barcode/, () => 'basıldığı gibi, eksiksiz bir barkod olmalı; 8,69E+12 gibi yuvarlanmış olamaz'],
  [/^must be one line with neither/, () => 'tek satır olmalı, başında ve sonunda boşluk olmamalı'],
  [/^must be one line without/, () => 'tek satır olmalı ve boş olmamalı'],
  [/^must not be blank/, () => 'boş olmamalı'],
  [/^must match pattern/, () => 'biçimi uygun değil'],
  [/^has other check digits than it would have$/, () => 'doğrulanamadı: bir rakamı yanlış'],
  [/^is needed of a company$/, () => 'şirketlerde doldurulmalı'],
  [/^is of a company alone$/, () => 'yalnız şirketlerde olur, şahıs işletmesinde boş kalmalı'],
  [/^is needed of a sole trader$/, () => 'şahıs işletmesinde doldurulmalı'],
  [/^is of a sole trader alone$/, () => 'yalnız şahıs işletmesinde olur, şirketlerde boş kalmalı'],
  [/^is no district of the province$/, () => 'bu ilin bir ilçesi değil'],
  [/^is needed where returns are not free$/, () => 'iade ücretsiz değilse doldurulmalı'],
  [/^It has no cost in that field/, () => 'Bu alanda maliyeti yok.'],
  [/^It has been changed again since/, () => 'Sonradan yeniden değişmiş.'],
  [/^The package is not prepared yet/, () => 'paketi hazırlanmadı: pazaryeri etiketi hazırlanan paketlere verir'],
  [/^The package is gone at the marketplace/, () => 'paketi pazaryerinde iptal edilmiş'],
  [/^The order has no package at its marketplace/, () => 'pazaryerinde gönderilecek paketi yok'],
  [/^The marketplace has not told the tracking number/, () => 'pazaryeri takip numarasını henüz bildirmedi'],
  [/^The provider has not booked the parcel yet/, () => 'gönderisi sağlayıcıda henüz oluşmadı'],
  [/^is not after the start$/, () => 'başlangıçtan sonra olmalı'],
  [/^is needed of kind/, () => 'bu türde doldurulmalı'],
  [/^is not of kind/, () => 'bu türde boş kalmalı'],
  [/^is needed beside the other end$/, () => 'öteki uçla birlikte doldurulmalı'],
  [/^is before the earliest delivery$/, () => 'en erken teslimden önce olamaz'],
  [/^is of cash on delivery alone$/, () => 'yalnız kapıda ödeme açıkken olur'],
  [/^is of a shipping fee alone$/, () => 'yalnız kargo ücreti varken olur'],
  [/^is used up by the fee$/, () => 'kapıda ödeme bedelinden büyük olmalı'],
  [/^is there already$/, () => 'listede zaten var'],
  [/^is taken$/, () => 'başkasında kullanılıyor'],
  [/^(.+) is taken by another product$/, (code) => `${code} başka bir üründe kullanılıyor`],
  [/^(.+) would stand twice in the product$/, (code) => `${code} üründe iki kez olurdu`],
  [/^is not an active category$/, () => 'etkin bir kategori değil'],
  [/^is more than the (\d+) that (?:may leave|are left)$/, (left) => `en çok ${left} olabilir`],
  [/^is named twice$/, () => 'iki kez yazılmış'],
  [/^is needed: the checkout settings name none$/, () => 'doldurulmalı: ödeme ayarlarında iade kargosu yok'],
  [/^is before the notice or in the future$/, () => 'bildirimden önce ya da gelecekte olamaz'],
  [/^is before the order or in the future$/, () => 'siparişten önce ya da gelecekte olamaz'],
  [/^is not valid$/, () => 'uygun değil'],
  [/^must be one line of text$/, () => 'tek satır metin olmalı'],
  [/^must be text, and not blank$/, () => 'boş olmayan bir metin olmalı'],
  [/^must be a whole number$/, () => 'tam sayı olmalı'],
  [/^must be a number$/, () => 'sayı olmalı'],
  [/^must be true or false$/, () => 'evet ya da hayır olmalı'],
  [/^must be a date, e\.g\. (.+)$/, (example) => `tarih olmalı, ör. ${example}`],
  [
    /^must be a time in ISO 8601 with its offset, e\.g\. (.+)$/,
    (example) => `saat dilimiyle bir zaman olmalı, ör. ${example}`,
  ],
  [/^must be an amount in kuruş/, () => 'bir tutar olmalı, ör. 189,90'],
  [/^must be an address that begins with/, () => 'https:// ya da http:// ile başlayan bir adres olmalı'],
  [/^must be a JSON object$/, () => 'bir JSON nesnesi olmalı'],
  [/^must be a colour, e\.g\. (.+)$/, (example) => `renk kodu olmalı, ör. ${example}`],
  [/^must be the identifier of a product$/, () => 'bir ürün olmalı'],
  [/^must be the identifier of a collection$/, () => 'bir koleksiyon olmalı'],
  [/^must be the identifier of a media file$/, () => 'bir medya dosyası olmalı'],
  [/^is no (?:product|collection|media) of this store$/, () => 'bu mağazada yok'],
  [/^must not be less than (\d+) kuruş$/, (least) => `en az ${money(Number(least))} olmalı`],
  [/^must not be more than (\d+) kuruş$/, (most) => `en çok ${money(Number(most))} olmalı`],
  [/^must not be less than (.+)$/, (least) => `en az ${least} olmalı`],
  [/^must not be more than (.+)$/, (most) => `en çok ${most} olmalı`],
  [/^must not be earlier than (.+)$/, (first) => `en erken ${first} olmalı`],
  [/^must not be later than (.+)$/, (last) => `en geç ${last} olmalı`],
  [/^must have (\d+) characters or more$/, (least) => `en az ${least} karakter olmalı`],
  [/^must have (\d+) characters at most$/, (most) => `en çok ${most} karakter olmalı`],
  [/^must be a list$/, () => 'bir liste olmalı'],
  [/^must not be a list$/, () => 'liste olmamalı'],
  [/^must not be longer than (\d+) bytes$/, (most) => `en çok ${most} bayt olmalı`],
  [/^makes more than (\d+) bytes with the other fields$/, (most) => `öteki alanlarla birlikte ${most} baytı aşıyor`],
];

/** Words a fault of a listing in Turkish, and keeps its subject behind it. */
function turkishOfListing(message: string): string | undefined {
  const [words] = Object.values(faultWords).filter(([, said]) => message === said || message.startsWith(`${said} (`));
  return words && words[0] + message.slice(words[1].length);
}

/** @returns undefined of what has no words there */
export function turkishFault(message: string): string | undefined {
  for (const [pattern, say] of turkish) {
    const found = pattern.exec(message);
    if (found) return say(...found.slice(1));
  }
  return turkishOfListing(message);
}
