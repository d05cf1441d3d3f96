import type { Words } from '../../kernel/schema/schema';

/** Values of a sentence, by the names that stand in it as `{…}`. */
export type Facts = Readonly<Record<string, string | number | Words>>;

/** A sentence about an artifact in both languages: `message` is the Turkish one. */
export interface FilledWords {
  readonly message: string;
  readonly english: string;
}

const SHOWN_CHARS_MAX = 60;

export const inWords = ({ tr, en }: Words, facts: Facts = {}): FilledWords => ({
  message: filled(tr, facts, 'tr'),
  english: filled(en, facts, 'en'),
});

const filled = (sentence: string, facts: Facts, language: keyof Words): string =>
  sentence.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const fact = facts[name];
    if (fact === undefined) return whole;
    return shortenedFact(typeof fact === 'object' ? fact[language] : String(fact));
  });

/** Quoted text is a caller's: it may be as long as a body. */
const shortenedFact = (text: string): string =>
  text.length > SHOWN_CHARS_MAX ? `${text.slice(0, SHOWN_CHARS_MAX)}…` : text;
