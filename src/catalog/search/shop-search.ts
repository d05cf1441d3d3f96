import { folded } from '../../kernel/folded';

/** The words that a shopper looks for, as `search_shop` takes it. */
export interface ShopSearch {
  /** LIKE patterns of words that are found anywhere in a text. */
  readonly words: readonly string[];
  /** Short words: two letters begin a word of the text, and one letter is a word of it. */
  readonly heads: readonly string[];
  /** All words: a text that has them as its own, or at the beginning of its own, comes first. */
  readonly ranked: readonly string[];
}

/** Marks of ASCII part words, as they do in the database. */
const MARKS = /[!-/:-@[-`{-~]/g;

/** @returns undefined when the keys of the database find nothing by it */
export function shopSearch(text: string): ShopSearch | undefined {
  const asked = [...new Set(folded(text).split(/\s+/).filter(Boolean))];
  const parted = (word: string): string => word.replaceAll(MARKS, ' ').trim();
  const isLong = (word: string): boolean => /[a-z0-9]{3}/.test(word);
  const isHead = (word: string): boolean => !isLong(word) && /[a-z0-9]/.test(word);
  const heads = asked.filter(isHead).map(parted);
  if (heads.length === 0 && !asked.some(isLong)) return undefined;
  return {
    words: asked.filter((word) => !isHead(word)).map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`),
    heads,
    ranked: asked.map(parted).filter(Boolean),
  };
}
