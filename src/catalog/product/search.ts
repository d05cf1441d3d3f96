import { folded } from '../../kernel/folded';

interface Searchable {
  readonly title: string;
  readonly handle: string;
  readonly brand: string | null;
  readonly sku: string | null;
  readonly barcode: string | null;
  readonly variants: readonly {
    readonly title: string;
    readonly sku: string | null;
    readonly barcode: string | null;
  }[];
}

/** What a product is found by, in one line. Line feeds keep words of two fields apart. */
export function searchText({ title, handle, brand, sku, barcode, variants }: Searchable): string {
  const parts = [
    title,
    handle,
    brand,
    sku,
    barcode,
    ...variants.flatMap((variant) => [variant.title, variant.sku, variant.barcode]),
  ];
  return folded([...new Set(parts.filter((part) => part !== null && part !== ''))].join('\n'));
}

export interface SearchPatterns {
  /** LIKE patterns, all of which a hit must match, the longest first: the index is asked for the first three. */
  readonly patterns: readonly string[];
  readonly indexed: boolean;
}

/** @returns undefined when the text holds nothing to look for */
export function searchPatterns(text: string): SearchPatterns | undefined {
  const words = [...new Set(folded(text).split(/\s+/).filter(Boolean))];
  words.sort((left, right) => right.length - left.length);
  const [longest] = words;
  if (longest === undefined) return undefined;
  // Trigrams need three letters; without them the rows are read in the order of the sort.
  return { patterns: words.map(patternOf), indexed: /[\p{L}\p{N}]{3}/u.test(longest) };
}

const patternOf = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;
