import type { Cursors } from '../../kernel/call/cursor';
import { folded } from '../../kernel/folded';

/** Finds the items whose text has all words that are looked for, or parts of them. */
export function matching<T>(all: readonly T[], search: string | undefined, textOf: (item: T) => string): readonly T[] {
  const words = folded(search ?? '')
    .split(/\s+/)
    .filter(Boolean);
  if (words.length === 0) return all;
  return all.filter((item) => {
    const text = folded(textOf(item));
    return words.every((word) => text.includes(word));
  });
}

/** A page of what was looked up; places are counted, since nothing else orders it. */
export async function pageOf<T extends object>(cursors: Cursors, found: readonly T[]) {
  const page = await cursors.page({
    kinds: ['int4'],
    position: ({ place }: { place: number; item: T }) => [place] as const,
    rows: async (after: readonly [number] | null, most: number) => {
      const from = after === null ? 0 : Math.max(0, after[0] + 1);
      return found.slice(from, from + most).map((item, at) => ({ place: from + at, item }));
    },
    view: ({ item }) => item,
  });
  return { ...page, total: found.length };
}
