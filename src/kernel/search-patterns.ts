import { folded } from './folded';

export interface SearchPatterns {
  /** LIKE patterns, all of which a hit must match. */
  readonly patterns: readonly string[];
  /** The keys of the database find it (`search_keys`). Without them rows are read in the order of the sort. */
  readonly indexed: boolean;
}

/** @returns undefined when the text holds nothing to look for */
export function searchPatterns(text: string): SearchPatterns | undefined {
  const words = [...new Set(folded(text).split(/\s+/).filter(Boolean))];
  if (words.length === 0) return undefined;
  // A key is three letters or digits, which are those of ASCII wherever the database takes no others for letters.
  return { patterns: words.map(patternOf), indexed: words.some((word) => /[a-z0-9]{3}/.test(word)) };
}

const patternOf = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;
