import { diffArrays } from 'diff';

/** A value within two values that is another one in the later of them. */
export interface Leaf {
  /** Keys and numbers that lead to it. */
  readonly path: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}

/** A value that stands deeper is told whole. */
const DEPTH_MAX = 12;
/** Most differences of style sheets that are looked for: the time grows with them. Beyond it, all that differs is another one. */
const EDITS_MAX = 400;

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Lists the values that differ, each by its path. A part that stands on one side alone is told value by value, too. */
export function leavesBetween(before: unknown, after: unknown, path: readonly string[] = []): readonly Leaf[] {
  const [was, is] = [before ?? null, after ?? null];
  if (isSame(was, is)) return [];
  const found = path.length < DEPTH_MAX ? pairsOf(was, is) : [];
  const within = found.flatMap(([key, one, other]) => leavesBetween(one, other, [...path, key]));
  return within.length > 0 ? within : [{ path, before: was, after: is }];
}

type Pair = readonly [key: string, before: unknown, after: unknown];

/** The parts of two values, side by side; none where one of them has no parts. */
function pairsOf(before: unknown, after: unknown): readonly Pair[] {
  const sides = [before, after].filter((side) => side !== null);
  if (sides.every(Array.isArray)) return pairsOfLists((before ?? []) as unknown[], (after ?? []) as unknown[]);
  if (!sides.every((side) => typeof side === 'object' && !Array.isArray(side))) return [];
  const [was, is] = [before ?? {}, after ?? {}] as Readonly<Record<string, unknown>>[];
  return [...new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])].map((key) => [key, was?.[key], is?.[key]]);
}

/** Without what begins and ends both alike: one that is put in does not make all behind it others. */
function pairsOfLists(before: readonly unknown[], after: readonly unknown[]): readonly Pair[] {
  const [from, until] = alike(before, after);
  const [was, is] = [before.slice(from, before.length - until), after.slice(from, after.length - until)];
  return Array.from({ length: Math.max(was.length, is.length) }, (_, nth) => [String(from + nth), was[nth], is[nth]]);
}

/** The lengths of the common beginning and of the common end. */
function alike(before: readonly unknown[], after: readonly unknown[]): readonly [from: number, until: number] {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && isSame(before[from], after[from])) from += 1;
  let until = 0;
  while (until < shorter - from && isSame(before.at(-1 - until), after.at(-1 - until))) until += 1;
  return [from, until];
}

/** The lines of a style sheet that went and came, in their order. */
export function linesBetween(before: string, after: string): readonly Leaf[] {
  const [was, is] = [linesOf(before), linesOf(after)];
  const steps = diffArrays(was, is, { maxEditLength: EDITS_MAX }) ?? [
    { value: was, removed: true, added: false },
    { value: is, removed: false, added: true },
  ];
  const lines = steps.flatMap(({ value, added, removed }) =>
    added || removed
      ? value.map((line) => ({ path: [], before: removed ? line : null, after: added ? line : null }))
      : [],
  );
  return lines.length > 0 ? lines : leavesBetween(before, after);
}

/** A line may hold the whole sheet: each rule is one of its own. */
const linesOf = (css: string): string[] =>
  css
    .split(/\n|(?<=[{}])/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
