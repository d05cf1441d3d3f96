import { isProblemCode, meaningOf, type ProblemCode } from '../../kernel/problems';
import type { Words } from '../../kernel/schema/schema';

/*
 * Why a job, or one of its products, has come to nothing: a code with words in both languages. The sentence beside it says more, in
 * English, for those who look for the cause.
 */

/** Reasons for errors of jobs, beside the codes of the API. */
const ownReasons = {
  nothing_imported: { tr: 'Hiçbir ürün içe aktarılamadı.', en: 'No product could be imported.' },
  row_invalid: { tr: 'Pazaryerinin bu satırı okunamadı.', en: 'The row of the marketplace could not be read.' },
  mapped_elsewhere: {
    tr: 'Barkod, mağazada başka bir ürünle eşleşiyor.',
    en: 'The barcode belongs to another item of the store.',
  },
  variant_not_in_store: {
    tr: 'Ürün mağazada var, bu varyantı yok.',
    en: 'The product is in the store without this variant.',
  },
  no_variants: {
    tr: 'Pazaryeri ürünün hiçbir varyantını göstermiyor.',
    en: 'The marketplace shows no variant of it.',
  },
  barcode_missing: {
    tr: 'Bir varyantın barkodu yok, bu yüzden eşleştirilemiyor.',
    en: 'A variant has no barcode, so it cannot be matched.',
  },
  price_missing: { tr: 'Pazaryeri fiyat göstermiyor.', en: 'The marketplace shows no price.' },
  picture_not_fetched: { tr: 'Görsel alınamadı.', en: 'The picture could not be fetched.' },
  picture_address_refused: {
    tr: 'Görselin bulunduğu adresten görsel alınmıyor.',
    en: 'No pictures are fetched from the address of this one.',
  },
  repeated: { tr: 'Pazaryeri ürünü iki kez gösterdi.', en: 'The marketplace has shown the product twice.' },
  sold_by_variant: {
    tr: 'Mağazadaki ürün varyantlarıyla satılıyor.',
    en: 'The product of the store is sold by its variants.',
  },
  archived: { tr: 'Ürün mağazada arşivde.', en: 'The product is archived in the store.' },
  vat_rate_unknown: {
    tr: 'Ürün alındı; pazaryerinin söylediği KDV oranı yürürlükte değil, doğrusunu siz söyleyin.',
    en: 'The product was taken; its VAT rate on the marketplace is none in force, so say the right one.',
  },
  variant_title_cut: {
    tr: 'Ürün alındı; bir varyantın adı uzun olduğu için kısaltıldı.',
    en: 'The product was taken; the title of a variant was too long and was cut.',
  },
  product_invalid: {
    tr: 'Ürünün pazaryerindeki bilgileri mağazanın kurallarına uymuyor.',
    en: 'What the marketplace says of the product is not what a store can hold.',
  },
  webhook_passive: {
    tr: 'Pazaryeri bildirim adresini kapatmıştı; yeniden açıldı.',
    en: 'The marketplace had switched the webhook off. It is on again.',
  },
  webhook_gone: {
    tr: 'Pazaryeri bildirim adresini artık tanımıyor; yeniden kaydediliyor.',
    en: 'The marketplace knows the webhook no more. It is registered anew.',
  },
  stock_left: {
    tr: 'Pazaryeri hâlâ stok gösteriyor.',
    en: 'The marketplace still shows stock.',
  },
  zero_incomplete: {
    tr: 'Pazaryerinde hâlâ stok gösteren listelemeler var; eklenti açık kaldı.',
    en: 'Listings still show stock at the marketplace; the extension stays enabled.',
  },
  picture_missing: {
    tr: 'Ürünün görseli çizilemedi.',
    en: 'A picture of the product could not be drawn.',
  },
  sent_before: {
    tr: 'Aynı içerik az önce gönderildi; pazaryeri onu bir süre yeniden almaz.',
    en: 'The same content was sent shortly before, and the marketplace takes it again only later.',
  },
  listing_rejected: {
    tr: 'Pazaryeri ürünü onaylamadı.',
    en: 'The marketplace has not approved the product.',
  },
  listing_not_taken: {
    tr: 'Pazaryeri ürünü almadı; yeniden gönderin.',
    en: 'The marketplace has not taken the product. Push it again.',
  },
  type_unknown: {
    tr: 'Pazaryerinin söylediği satır türü bilinmiyor.',
    en: 'The marketplace names a type of row that is not known.',
  },
  amounts_odd: {
    tr: 'Satırın tutarları birbirini tutmuyor.',
    en: 'The amounts of the row contradict each other.',
  },
  state_unknown: {
    tr: 'Pazaryerinin söylediği durum bilinmiyor.',
    en: 'The marketplace names a state that is not known.',
  },
  package_missing: {
    tr: 'Pazaryeri paketi bildirdi, ama göstermiyor.',
    en: 'The marketplace has told of the package, and does not show it.',
  },
} satisfies Record<string, Words>;

/** A code that has words. */
export type JobReason = keyof typeof ownReasons | ProblemCode;

/** The text that people read for a code; undefined: another release has written the code. */
export function wordsOfReason(code: string): Words | undefined {
  if (Object.hasOwn(ownReasons, code)) return ownReasons[code as keyof typeof ownReasons];
  if (!isProblemCode(code)) return undefined;
  const { title, turkish } = meaningOf(code);
  return { tr: turkish, en: title };
}
