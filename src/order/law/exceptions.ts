/**
 * Goods that the law excepts from withdrawal, by the exception that products state. The texts are those of the Regulation on Distance
 * Contracts, Art. 15(1).
 */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  market_priced:
    '(a) fiyatı finansal piyasalardaki dalgalanmalara bağlı olarak değişen ve satıcının kontrolünde olmayan mal veya hizmetler',
  custom_made: '(b) tüketicinin istekleri veya kişisel ihtiyaçları doğrultusunda hazırlanan mallar',
  perishable: '(c) çabuk bozulabilen veya son kullanma tarihi geçebilecek mallar',
  hygiene:
    '(ç) tesliminden sonra ambalaj, bant, mühür, paket gibi koruyucu unsurları açılmış olan mallardan iadesi sağlık ve hijyen açısından uygun olmayanlar',
  inseparable: '(d) tesliminden sonra başka ürünlerle karışan ve doğası gereği ayrıştırılması mümkün olmayan mallar',
  opened_media:
    '(e) tesliminden sonra ambalaj, bant, mühür, paket gibi koruyucu unsurları açılmış olması hâlinde maddi ortamda sunulan kitap, dijital içerik ve bilgisayar sarf malzemeleri',
  periodical: '(f) abonelik sözleşmesi kapsamında sağlananlar dışında, gazete ve dergi gibi süreli yayınlar',
  dated_service:
    '(g) belirli bir tarihte veya dönemde yapılması gereken konaklama, eşya taşıma, araba kiralama, yiyecek-içecek tedariki ve eğlence veya dinlenme amacıyla yapılan boş zamanın değerlendirilmesi',
  instant_digital:
    '(ğ) elektronik ortamda anında ifa edilen hizmetler veya tüketiciye anında teslim edilen gayrimaddi mallar',
  started_service: '(h) cayma hakkı süresi sona ermeden önce, tüketicinin onayı ile ifasına başlanan hizmetler',
};

/** Art. 15(1) of an exception; one that is no longer on the list has its code alone. */
export const exceptionText = (code: string): string => EXCEPTIONS[code] ?? code;

/** All exceptions of Art. 15(1), in the order of the Regulation. */
export const exceptionTexts: readonly string[] = Object.values(EXCEPTIONS);
