import { folded } from '../../kernel/folded';

/** Something in which the variants of a product differ, e.g. a size, with what there is of it. */
export interface Option {
  readonly name: string;
  readonly values: readonly string[];
}

/** A variant that options ask for. */
export interface Combination {
  readonly title: string;
  /** Made by the pattern; empty: the pattern is. */
  readonly sku: string;
  /** The product has such a variant. */
  readonly isKnown: boolean;
}

/** The options that say something. */
const statedIn = (options: readonly Option[]): Option[] => options.filter(({ values }) => values.length > 0);

/** Counts the combinations without making them: a few long lists have millions. */
export const countOf = (options: readonly Option[]): number => {
  const stated = statedIn(options);
  return stated.length === 0 ? 0 : stated.reduce((product, { values }) => product * values.length, 1);
};

const SEPARATOR = ' / ';

/** Reads a title as its parts in no order: “S / Beyaz”, “beyaz-S” and “S, Beyaz” are one variant. */
const partsOf = (title: string): string =>
  title
    .split(/[/,|·-]/)
    .map((part) => folded(part.trim()))
    .toSorted()
    .join(SEPARATOR);

/** A pattern of SKUs over the options, behind what they begin with. */
export const patternOver = (start: string, options: readonly Option[]): string =>
  [codeOf(start), ...statedIn(options).map(({ name }, at) => placeOf(name, at))].filter(Boolean).join('-');

/** The place of an option in a pattern: its name, or its number. */
const placeOf = (name: string, at: number): string => `{${name.trim() || at + 1}}`;

/** Writes a value as SKUs are written: capitals and digits without Turkish letters. */
const codeOf = (value: string): string =>
  folded(value)
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/**
 * Lists the variants that options ask for, the last option changing first. Who asks has counted them before.
 * @param known the titles of the product's variants
 */
export function combinationsOf(options: readonly Option[], pattern: string, known: readonly string[]): Combination[] {
  const stated = statedIn(options);
  if (stated.length === 0) return [];
  const present = new Set(known.map(partsOf));
  const rows = stated.reduce<readonly string[][]>(
    (all, { values }) => all.flatMap((row) => values.map((value) => [...row, value])),
    [[]],
  );
  const made = new Set<string>();
  return rows.flatMap((row) => {
    const title = row.join(SEPARATOR);
    const parts = partsOf(title);
    // Two ways of writing one value are one variant.
    if (made.has(parts)) return [];
    made.add(parts);
    const sku = stated.reduce(
      (text, { name }, at) => text.replaceAll(placeOf(name, at), codeOf(row[at] as string)),
      pattern.trim(),
    );
    return [{ title, sku, isKnown: present.has(parts) }];
  });
}
