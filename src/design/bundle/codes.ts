import type { Words } from '../../kernel/schema/schema';
import { cssWords } from '../../skin/css/codes';

/** Faults of a design by code, in words; `{…}` stands for what the fault is about. */
export const findingWords = {
  shape: { tr: 'Biçimi geçersiz: {detail}.', en: 'Its form is not valid: {detail}.' },
  id_invalid: {
    tr: '“{name}” geçerli bir ad değil.',
    en: '“{name}” is no valid name.',
  },
  schema_unsupported: {
    tr: 'Bu tasarım biçimi desteklenmiyor; desteklenen biçim 1.',
    en: 'This form of designs is not supported; form 1 is.',
  },
  node_missing: { tr: '“{name}” öğesi tasarımda yok.', en: 'The node “{name}” is not in the design.' },
  node_orphan: { tr: '“{name}” öğesi hiçbir yerde kullanılmıyor.', en: 'The node “{name}” is used nowhere.' },
  node_shared: {
    tr: '“{name}” öğesi birden fazla yerde duruyor.',
    en: 'The node “{name}” stands in more than one place.',
  },
  node_cycle: { tr: '“{name}” öğesi kendi içinde duruyor.', en: 'The node “{name}” stands inside itself.' },
  unknown_type: { tr: '“{name}” türü bilinmiyor.', en: 'The type “{name}” is not known.' },
  unknown_prop: { tr: '“{name}” özelliği bu türde yok.', en: 'The type has no prop “{name}”.' },
  prop_invalid: { tr: 'Değeri uygun değil: {detail}.', en: 'Its value does not fit: {detail}.' },
  slot_refused: {
    tr: 'Bu öğe “{name}” yerine konamaz.',
    en: 'The node may not stand in the slot “{name}”.',
  },
  placement_refused: {
    tr: '“{name}” türü burada duramaz.',
    en: 'The type “{name}” may not stand here.',
  },
  required_section: {
    tr: '“{name}” bölümü eksik.',
    en: 'The section “{name}” is missing.',
  },
  too_many: { tr: 'Çok fazla: en çok {most}.', en: 'Too many: {most} at most.' },
  many_sections: {
    tr: 'Sayfada {most} bölümden fazlası var; sayfa yavaşlayabilir.',
    en: 'The page has more than {most} sections and may become slow.',
  },
  many_things: {
    tr: 'Burada {most} ürün ve görselden fazlası var; sığmayan bölümler gösterilmez.',
    en: 'There are more than {most} products and pictures here; sections that do not fit are not drawn.',
  },
  link_refused: {
    tr: 'Bu bağlantıya izin verilmiyor: /yol, https:, mailto: veya tel: kullanın.',
    en: 'The link is refused: use /path, https:, mailto: or tel:.',
  },
  media_missing: { tr: 'Bu medya dosyası yok.', en: 'The media file does not exist.' },
  media_not_ready: { tr: 'Bu medya dosyası henüz hazır değil.', en: 'The media file is not ready yet.' },
  reference_missing: { tr: 'Gösterilen kayıt bulunamadı.', en: 'The thing that it names is not found.' },
  extension_missing: {
    tr: '“{name}” eklentisi açık değil ya da bunu sunmuyor; burada hiçbir şey görünmez.',
    en: 'The extension “{name}” is not enabled, or does not offer this; nothing is shown here.',
  },
  zone_unknown: { tr: '“{name}” alanı bilinmiyor.', en: 'The zone “{name}” is not known.' },
  zone_full: { tr: '“{name}” alanı dolu: en çok {most}.', en: 'The zone “{name}” is full: {most} at most.' },
  path_taken: { tr: '“{name}” adresi iki kez kullanılmış.', en: 'The path “{name}” is used twice.' },
  theme_missing: { tr: '“{name}” teması bulunamadı.', en: 'The theme “{name}” is not found.' },
  variable_unknown: { tr: 'Temada “{name}” değişkeni yok.', en: 'The theme has no variable “{name}”.' },
  variable_invalid: {
    tr: 'Değişkenin değeri uygun değil: {detail}.',
    en: 'The value of the variable does not fit: {detail}.',
  },
  contrast_low: {
    tr: '{name}: karşıtlık {ratio}; bu okunmaz, en az {min} olmalı.',
    en: '{name}: the contrast is {ratio}; nobody reads that, and it must be at least {min}.',
  },
  contrast_weak: {
    tr: '{name}: karşıtlık {ratio}; en az {min} olması iyidir.',
    en: '{name}: the contrast is {ratio}, and should be at least {min}.',
  },
  ...cssWords,
  body_too_large: {
    tr: 'Tasarım çok büyük: en çok {most} bayt.',
    en: 'The design is too large: {most} bytes at most.',
  },
} as const satisfies Readonly<Record<string, Words>>;

export type FindingCode = keyof typeof findingWords;
