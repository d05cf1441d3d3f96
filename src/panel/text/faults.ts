type Said = (...parts: string[]) => string;

/**
 * What the API says of a field, in Turkish. It says so in English alone, to programs as much as to people; what is not here is shown as
 * it comes.
 */
const turkish: readonly (readonly [RegExp, Said])[] = [
  [/^is required$/, () => 'doldurulmalı'],
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
  [/^is not valid$/, () => 'uygun değil'],
];

/** @returns undefined of what has no words there */
export function turkishFault(message: string): string | undefined {
  for (const [pattern, say] of turkish) {
    const found = pattern.exec(message);
    if (found) return say(...found.slice(1));
  }
  return undefined;
}
