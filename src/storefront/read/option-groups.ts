import type { Variant } from './shown';

/** The variants of one value of the first axis, e.g. the sizes of a colour. */
export interface OptionGroup {
  readonly name: string;
  readonly choices: readonly {
    /** The rest of the title, e.g. the size. */
    readonly name: string;
    readonly variant: Variant;
  }[];
}

/** Stands between the values of a title: “Kırmızı / M”. The panel writes it, and so do most exports of shops. */
const BETWEEN = ' / ';

/**
 * Reads the axes of variants out of their titles. What stands before the first “ / ” is one axis, the rest of the title the other.
 * @returns undefined where one list says as much: a title has no two values, or each first value has a single variant
 */
export function optionGroups(variants: readonly Variant[]): readonly OptionGroup[] | undefined {
  const groups = new Map<string, { name: string; variant: Variant }[]>();
  for (const variant of variants) {
    const at = variant.title.indexOf(BETWEEN);
    const [first, rest] = [variant.title.slice(0, at).trim(), variant.title.slice(at + BETWEEN.length).trim()];
    if (at < 0 || first === '' || rest === '') return undefined;
    const choices = groups.get(first) ?? [];
    if (choices.some(({ name }) => name === rest)) return undefined;
    groups.set(first, [...choices, { name: rest, variant }]);
  }
  const list = [...groups].map(([name, choices]) => ({ name, choices }));
  return list.length > 1 && list.some(({ choices }) => choices.length > 1) ? list : undefined;
}
