import { diffArrays } from 'diff';
import { stringify } from 'safe-stable-stringify';

/*
 * Differences of two values, for people who have to see all of them. The shown part of a long text or list is chosen by its differences, so
 * nobody can put one where a reader does not look. It runs in the browser and on the command line.
 */

/** A piece of a text; on the other side something else stands in place of what is changed, or nothing does. */
export interface Part {
  readonly text: string;
  readonly changed: boolean;
}

/** Left out of an excerpt. */
export interface Gap {
  readonly skipped: number;
  /** Differences are among what was left out. */
  readonly changed: boolean;
}

interface Sides<T> {
  readonly before: readonly T[];
  readonly after: readonly T[];
}

/** Most differences that are looked for: the time grows with their square. Beyond it, the whole is different. */
const EDITS_MAX = 400;

const WORDS = /[\p{L}\p{M}\p{N}]+|\s+|.(?:[\p{M}\p{EMod}]|\u200D.)*/gsu;
/** Characters that belong to the one before, or are the second half of one. */
const INSEPARABLE = /^(?:[\p{M}\p{EMod}\uDC00-\uDFFF]|\u200D)/u;

/** Both texts in pieces, each whole when it is joined again. Compared by code points: what looks alike differs. */
export function textDifference(before: string, after: string): Sides<Part> {
  const [from, until] = common(before, after);
  const core = (text: string) => text.slice(from, text.length - until);
  const beginning = { text: before.slice(0, from), changed: false };
  const end = { text: before.slice(before.length - until), changed: false };
  const pieces = differingWords(core(before), core(after));
  const side = (of: 'removed' | 'added'): Part[] => [
    beginning,
    ...pieces.map((piece) => ({ text: piece[of], changed: piece.removed !== piece.added })),
    end,
  ];
  return { before: side('removed'), after: side('added') };
}

/** The length of the common beginning and of the common end, in whole characters with their marks. */
function common(left: string, right: string): [from: number, until: number] {
  const shorter = Math.min(left.length, right.length);
  let from = 0;
  while (from < shorter && left[from] === right[from]) from += 1;
  while (from > 0 && (isInside(left, from) || isInside(right, from))) from -= 1;
  let until = 0;
  while (until < shorter - from && left.at(-1 - until) === right.at(-1 - until)) until += 1;
  while (until > 0 && (isInside(left, left.length - until) || isInside(right, right.length - until))) until -= 1;
  return [from, until];
}

/** True if a cut there would part a character that people see as one. */
const isInside = (text: string, at: number): boolean =>
  INSEPARABLE.test(text.slice(at, at + 2)) || text[at - 1] === '\u200D';

function differingWords(before: string, after: string): { removed: string; added: string }[] {
  const steps = diffArrays(before.match(WORDS) ?? [], after.match(WORDS) ?? [], { maxEditLength: EDITS_MAX });
  if (!steps) return [{ removed: before, added: after }];
  const pieces: { removed: string; added: string }[] = [];
  for (const { value, added, removed } of steps) {
    const text = value.join('');
    const last = pieces.at(-1);
    if (added && last?.added === '') last.added = text;
    else pieces.push({ removed: added ? '' : text, added: removed ? '' : text });
  }
  return pieces;
}

const CONTEXT = 80;
const EXCERPT_MAX = 4_000;

/** Shortens a difference to the parts that show every change: each change with its surroundings, and a gap for the rest. */
export function aroundChanges(parts: readonly Part[]): (Part | Gap)[] {
  const shown: (Part | Gap)[] = [];
  let room = EXCERPT_MAX;
  for (const [index, part] of parts.entries()) {
    const pieces = part.changed
      ? headOf(part, room)
      : surroundings(part, { isFirst: index === 0, isLast: index === parts.length - 1 });
    shown.push(...pieces);
    for (const piece of pieces) room -= 'text' in piece ? piece.text.length : 0;
    if (room > 0) continue;
    const rest = parts.slice(index + 1).filter(({ text }) => text !== '');
    const skipped = rest.reduce((sum, { text }) => sum + text.length, 0);
    return skipped === 0 ? shown : [...shown, { skipped, changed: rest.some(({ changed }) => changed) }];
  }
  return shown;
}

function headOf({ text, changed }: Part, room: number): (Part | Gap)[] {
  if (text.length <= room) return [{ text, changed }];
  const head = headText(text, room);
  return [
    { text: head, changed },
    { skipped: text.length - head.length, changed },
  ];
}

function surroundings({ text }: Part, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): (Part | Gap)[] {
  const head = isFirst ? '' : headText(text, CONTEXT);
  const tail = isLast ? '' : tailText(text, CONTEXT);
  const skipped = text.length - head.length - tail.length;
  if (skipped <= CONTEXT) return text === '' ? [] : [{ text, changed: false }];
  return [
    ...(head ? [{ text: head, changed: false }] : []),
    { skipped, changed: false },
    ...(tail ? [{ text: tail, changed: false }] : []),
  ];
}

/** Takes the head of a text without half a surrogate pair at its end; `tailText` does so at its beginning. */
const headText = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
const tailText = (text: string, length: number): string => text.slice(-length).replace(/^[\uDC00-\uDFFF]/, '');

/** An entry of a list, and its counterpart in the other list. */
export interface Entry {
  /** The place in its list, counted from 1. */
  readonly position: number;
  readonly value: unknown;
  /** Entry of the other list with the same id; undefined if there is none. */
  readonly other: unknown;
  /** True if the entry has the same place among the others as in the other list. */
  readonly same: boolean;
  /** The other list has it, too, but among others. */
  readonly moved: boolean;
}

/** The entries of both lists beside each other: things with an id by their id, all others by what they are. */
export function listDifference(before: readonly unknown[], after: readonly unknown[]): Sides<Entry> {
  const byId = [before, after].every(haveIds);
  const keysOf = byId ? (list: readonly unknown[]) => list.map((value) => (value as { id: string }).id) : contentsOf;
  const [left, right] = [keysOf(before), keysOf(after)];
  const inPlace = new Set(
    (diffArrays(left, right, { maxEditLength: EDITS_MAX }) ?? []).flatMap(({ value, added, removed }) =>
      added || removed ? [] : value,
    ),
  );
  const side = (values: readonly unknown[], keys: string[], others: readonly unknown[], otherKeys: string[]) => {
    const places = new Map(otherKeys.map((key, index) => [key, index]));
    return values.map((value, index) => {
      const key = keys[index] as string;
      const place = places.get(key);
      const other = place === undefined ? undefined : others[place];
      const moved = place !== undefined && !inPlace.has(key);
      return { position: index + 1, value, other, moved, same: place !== undefined && !moved && isSame(value, other) };
    });
  };
  return { before: side(before, left, after, right), after: side(after, right, before, left) };
}

/** Entries by what they are, equal ones by their turn. */
function contentsOf(list: readonly unknown[]): string[] {
  const seen = new Map<string, number>();
  return list.map((value) => {
    const content = String(stringify(value));
    const turn = (seen.get(content) ?? 0) + 1;
    seen.set(content, turn);
    return `${turn} ${content}`;
  });
}

function haveIds(list: readonly unknown[]): boolean {
  const ids = list.map((value) => (value as { id?: unknown } | null)?.id);
  return ids.every((id) => typeof id === 'string') && new Set(ids).size === ids.length;
}

export const isSame = (left: unknown, right: unknown): boolean =>
  left === right || stringify(left) === stringify(right);
