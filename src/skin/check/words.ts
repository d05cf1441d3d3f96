import type { Words } from '../../kernel/schema/schema';
import { cssWords } from '../css/codes';

/** Faults of a package of a theme by code, in words. */
export const checkWords = {
  ...cssWords,
  shape: { tr: 'Biçimi geçersiz: {detail}.', en: 'Its form is not valid: {detail}.' },
  too_large: { tr: 'Paket çok büyük: en çok {most} bayt.', en: 'The package is too large: {most} bytes at most.' },
  name_taken: { tr: '“{name}” adı iki kez kullanılmış.', en: 'The name “{name}” is used twice.' },
  variable_invalid: {
    tr: '“{name}” değişkeninin değeri uygun değil: {detail}.',
    en: 'The value of the variable “{name}” does not fit: {detail}.',
  },
  variable_unknown: { tr: 'Temada “{name}” değişkeni yok.', en: 'The theme has no variable “{name}”.' },
  kit_unsupported: {
    tr: 'Tema kit {name} istiyor; bu sürümde kit {version} var.',
    en: 'The theme needs the kit {name}; this release has {version}.',
  },
  name_unknown: { tr: 'Kitte “{name}” yok.', en: 'The kit has no “{name}”.' },
  name_renamed: { tr: '“{name}” artık “{to}” adında.', en: '“{name}” is called “{to}” now.' },
  coverage: {
    tr: 'Tema zorunlu öğeleri biçimlendirmiyor: {name}.',
    en: 'The theme does not dress elements that each shop needs: {name}.',
  },
  coverage_partial: {
    tr: 'Tema bu öğeleri biçimlendirmiyor: {name}.',
    en: 'The theme does not dress these elements: {name}.',
  },
  contrast_low: {
    tr: '{name}: karşıtlık {ratio}, en az {min} olmalı.',
    en: '{name}: the contrast is {ratio} and must be at least {min}.',
  },
  skeleton_invalid: { tr: 'İskelet geçersiz: {detail}.', en: 'The skeleton is not valid: {detail}.' },
  against_missing: { tr: '“{name}” teması bulunamadı.', en: 'The theme “{name}” is not found.' },
  version_low: {
    tr: 'Bu değişiklik {name} sürüm ister; {version} yetmez.',
    en: 'The change needs a {name} version; {version} is not enough.',
  },
  migration_gap: {
    tr: 'Adımlar eski iskeletten yenisine götürmüyor: {name}.',
    en: 'The steps do not lead from the old skeleton to the new one: {name}.',
  },
} as const satisfies Readonly<Record<string, Words>>;

export type CheckCode = keyof typeof checkWords;
