import { folded } from './folded';

export interface SearchPatterns {
  /** LIKE patterns, all of which a hit must match. */
  readonly patterns: readonly string[];
  /** The keys of the database find it (`search_keys`). Without them rows are read in the order of the sort. */
  readonly indexed: boolean;
}

/** The words of a text as search compares them, each once. */
export const searchedWords = (text: string): string[] => [...new Set(folded(text).split(/\s+/).filter(Boolean))];

/** @returns undefined when the text holds nothing to look for */
export function searchPatterns(text: string): SearchPatterns | undefined {
  const words = searchedWords(text);
  if (words.length === 0) return undefined;
  // A key is three letters or digits, which are those of ASCII wherever the database takes no others for letters.
  return { patterns: words.map(patternOf), indexed: words.some((word) => /[a-z0-9]{3}/.test(word)) };
}

const patternOf = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * Bounds of a search that is answered while somebody types. Words that most rows have are met among the newest rows; words that few rows
 * have are met by the keys. Neither reads the whole store.
 */
export const typedSearch = {
  /** The newest rows that are compared without the keys. */
  newest: 2_000,
  /** Hits among them with which the keys are not asked. */
  near: 50,
  /** The hits of the keys that are read. */
  hits: 1_000,
} as const;
