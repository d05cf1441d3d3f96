import type { Words } from '../../kernel/schema/schema';

/** Faults of a style sheet by code, in words; `{…}` stands for what the fault is about. */
export const cssWords = {
  css_url: { tr: 'Adres içeren CSS kabul edilmiyor.', en: 'CSS with addresses is refused.' },
  css_at_rule: { tr: '@{name} kuralı kabul edilmiyor.', en: 'The at-rule @{name} is refused.' },
  css_function: { tr: '{name}() işlevi kabul edilmiyor.', en: 'The function {name}() is refused.' },
  css_selector: { tr: 'Bu seçici kabul edilmiyor: {name}.', en: 'The selector is refused: {name}.' },
  css_property: { tr: 'Bu özellik kabul edilmiyor: {name}.', en: 'The property is refused: {name}.' },
  css_place: {
    tr: 'Bu değer öğeyi yerinden çıkarır ya da başkasının üstünü örter: {name}. Yerleşim için grid, flex, padding ve küçük margin değerleri kullanın.',
    en: 'The value takes an element from its place, or lays it over others: {name}. Lay out by grid, flex, padding and small margins.',
  },
  css_important: { tr: '!important kabul edilmiyor.', en: '!important is refused.' },
  css_escape: {
    tr: 'CSS içinde ters bölü, < ve kontrol karakteri kabul edilmiyor.',
    en: 'Backslashes, < and control characters are refused in CSS.',
  },
  css_idle: {
    tr: '@keyframes içindeki {name} kuralı etkisizdir, tarayıcılar onu atlar: @keyframes bloğunu {name} içine alın.',
    en: 'The rule {name} within @keyframes does nothing, since browsers drop it: put @keyframes into {name}.',
  },
  css_outweighed: {
    tr: '{name} burada etkisizdir: platform bu öğeyi her zaman gösterir.',
    en: '{name} does nothing here: the platform keeps the element visible.',
  },
  css_unclosed: { tr: 'CSS kapanmamış: ayraçları kontrol edin.', en: 'The CSS is not closed: look at its brackets.' },
  css_too_large: { tr: 'CSS çok büyük: en çok {most} bayt.', en: 'The CSS is too large: {most} bytes at most.' },
  css_syntax: { tr: 'CSS okunamadı: {detail}.', en: 'The CSS cannot be read: {detail}.' },
} as const satisfies Readonly<Record<string, Words>>;

export type CssCode = keyof typeof cssWords;

/** The way out of what is refused, by code and word: people come to these from other platforms. */
const waysOut: Readonly<Record<string, Words>> = {
  'css_at_rule property': {
    tr: 'Özel bir özelliği [data-el="page"] üzerinde tanımlayın, türünü bildirmek gerekmez.',
    en: 'Set the custom property on [data-el="page"]; it needs no type.',
  },
  'css_property -webkit-line-clamp': {
    tr: 'Metni kısaltın, ya da max-height ile overflow: hidden kullanın.',
    en: 'Shorten the text, or use max-height with overflow: hidden.',
  },
  'css_property content': {
    tr: 'Yalnızca content: "" kabul edilir; metinler bölümlere yazılır.',
    en: 'Only content: "" is taken; texts are written into sections.',
  },
};
const ofAddresses: Words = {
  tr: 'Görseli yükleyip bir bölüme ekleyin; desenleri gradient ile çizin.',
  en: 'Upload the picture and place it in a section; draw patterns as gradients.',
};

/** @returns undefined: the words of the code say it all */
export const wayOut = (code: CssCode, name: string): Words | undefined =>
  code === 'css_url' ? ofAddresses : waysOut[`${code} ${name}`];
