import { type FindingCode, findingWords } from './codes';

/** A fault of a design, and where it is. */
export interface Finding {
  /** JSON Pointer into the body. */
  readonly pointer: string;
  readonly code: FindingCode;
  readonly message: string;
  readonly english: string;
}

/** Findings that one answer tells. */
export const FINDINGS_MAX = 20;
const SHOWN_CHARS_MAX = 60;

type Facts = Readonly<Record<string, string | number | { readonly tr: string; readonly en: string }>>;

export const finding = (pointer: string, code: FindingCode, facts: Facts = {}): Finding => ({
  pointer,
  code,
  message: filled(findingWords[code].tr, facts, 'tr'),
  english: filled(findingWords[code].en, facts, 'en'),
});

const filled = (sentence: string, facts: Facts, language: 'tr' | 'en'): string =>
  sentence.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const fact = facts[name];
    if (fact === undefined) return whole;
    return shown(typeof fact === 'object' ? fact[language] : String(fact));
  });

/** Quoted text is a caller's: it may be as long as a body. */
const shown = (text: string): string => (text.length > SHOWN_CHARS_MAX ? `${text.slice(0, SHOWN_CHARS_MAX)}…` : text);

/** A pointer to a part: `at('/nodes', 'sec_1', 'props')`. */
export const at = (pointer: string, ...parts: readonly (string | number)[]): string =>
  parts.reduce<string>(
    (whole, part) => `${whole}/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`,
    pointer,
  );
