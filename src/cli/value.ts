import { fieldOf, isTelling, labelOf, unitOf, type ValuePlace, wordOf } from '../kernel/schema/meaning';
import type { Words } from '../kernel/schema/schema';
import { codePointName, withSigns } from '../kernel/schema/visible';
import { aroundChanges, isSame, listDifference, textDifference } from '../kernel/trace/difference';
import { amount } from './money';
import { plain } from './text';

/** Text of strangers in quotes; nothing in it can end them, and what nobody would see is written out. */
export const quoted = (text: string): string => {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
  return `"${withSigns(escaped, (character) => `\\{${codePointName(character)}}`)}"`;
};

/** Text of many lines, each behind a bar, so that none can pass for a line of ours. */
export const framed = (text: string): string[] =>
  text.split('\n').map((line) => `  | ${withSigns(line, (character) => `\\{${codePointName(character)}}`)}`);

/** A name that the server or somebody else chose. */
export const nameOf = (name: string): string => (/^[\w.:-]+$/.test(name) ? name : quoted(name));

/** Tells whether a value has no parts. */
export const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** The place of a value, and the titles of things by their identifiers. */
export interface At {
  readonly place: ValuePlace;
  readonly titles: ReadonlyMap<string, string>;
}

/** A thing's own title stands beside its own identifier already. */
const fieldAt = ({ place, titles }: At, name: string): At => ({
  place: fieldOf(place, name),
  titles: name === 'id' ? new Map() : titles,
});

/** Something that is named by its identifier: what it is called, and the identifier for who needs it. */
export const titled = (id: string, title: string): string => `${quoted(title)} ${nameOf(id)}`;

/** Names a field in English; a name that nothing declares stays as it is. */
export const fieldName = (name: string, { place }: Pick<At, 'place'>): string => textOf(labelOf(place)) ?? nameOf(name);

const textOf = (words: Words | undefined): string | undefined => words && plain(words.en);

export function plainValue(value: unknown, { place, titles }: At): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return amount(value, unitOf(place));
  const text = String(value);
  const title = titles.get(text);
  return title === undefined ? (textOf(wordOf(place, text)) ?? quoted(text)) : titled(text, title);
}

/** A value in lines, each nested one on a line of its own behind its name. */
function valueLines(value: unknown, at: At): string[] {
  if (typeof value !== 'object' || value === null) return [plainValue(value, at)];
  const entries = Object.entries(value);
  if (entries.length === 0) return ['empty'];
  return entries.flatMap(([name, child]) => {
    const isList = Array.isArray(value);
    const below = isList ? at : fieldAt(at, name);
    return labelled(isList ? `${Number(name) + 1}.` : fieldName(name, below), child, valueLines(child, below));
  });
}

type Side = 'before' | 'after';

/**
 * Writes one side of a change in lines: the differing parts of nested values, and the surroundings of a difference in a long text. A
 * left-out part is counted outside of the quotes, where no text of strangers can stand.
 */
export function differingLines(value: unknown, other: unknown, side: Side, at: At): string[] {
  if (typeof value === 'string' && typeof other === 'string') return [excerptOf(value, other, side)];
  if (Array.isArray(value) && Array.isArray(other)) return differingEntries(value, other, side, at);
  if (isPlain(value) || isPlain(other) || Array.isArray(value) || Array.isArray(other)) return valueLines(value, at);
  return differingFields(value as Fields, other as Fields, side, at);
}

type Fields = Readonly<Record<string, unknown>>;

const LONG = 200;

function excerptOf(value: string, other: string, side: Side): string {
  if (Math.max(value.length, other.length) <= LONG) return quoted(value);
  const parts = side === 'before' ? textDifference(value, other).before : textDifference(other, value).after;
  const runs: string[] = [];
  let run = '';
  const end = () => {
    if (run !== '') runs.push(quoted(run));
    run = '';
  };
  for (const piece of aroundChanges(parts)) {
    if ('text' in piece) {
      run += piece.text;
      continue;
    }
    end();
    runs.push(`(${piece.skipped} characters ${piece.changed ? 'with more differences' : 'unchanged'})`);
  }
  end();
  return runs.join(' ') || quoted('');
}

function differingEntries(value: readonly unknown[], other: readonly unknown[], side: Side, at: At): string[] {
  const lists = side === 'before' ? listDifference(value, other) : listDifference(other, value);
  const shown = lists[side].filter(({ same }) => !same);
  const lines = shown.flatMap((entry) =>
    labelled(
      `${entry.position}.${entry.moved ? ' (moved)' : ''}`,
      entry.value,
      differingLines(entry.value, entry.other, side, at),
    ),
  );
  return withCount(lines, value.length - shown.length);
}

function differingFields(value: Fields, other: Fields, side: Side, at: At): string[] {
  const entries = Object.entries(value);
  const shown = entries.filter(([name, child]) => isTelling(fieldAt(at, name).place) || !isSame(child, other[name]));
  const lines = shown.flatMap(([name, child]) =>
    labelled(fieldName(name, fieldAt(at, name)), child, differingLines(child, other[name], side, fieldAt(at, name))),
  );
  return withCount(lines, entries.length - shown.length);
}

const labelled = (label: string, value: unknown, lines: readonly string[]): string[] =>
  isPlain(value) ? [`${label} ${lines[0]}`] : [label, ...lines.map((line) => `  ${line}`)];

const withCount = (lines: readonly string[], same: number): string[] => {
  if (same > 0) return [...lines, `(${same} unchanged)`];
  return lines.length === 0 ? ['empty'] : [...lines];
};
