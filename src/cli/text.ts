import { fieldOf, labelOf, NOWHERE, type Place, unitOf } from '../kernel/schema/meaning';
import { codePointName, withSigns } from '../kernel/schema/visible';
import { amount } from './money';
import type { Terminal } from './terminal';

/** Text of strangers in one line: none of it can pass for a line of ours, and what nobody would see is written out. */
export const plain = (text: string): string =>
  withSigns(text.replaceAll(/\r?\n/g, '⏎').replaceAll('\t', ' '), (character) => `\\{${codePointName(character)}}`);

/** A value of the API in one line. */
export function show(value: unknown, place: Place): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'number') return amount(value, unitOf(place));
  if (typeof value === 'string') return plain(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return plain(JSON.stringify(withUnits(value, place)));
}

/** Numbers inside of nested values read as their units do, too. */
function withUnits(value: unknown, place: Place): unknown {
  if (typeof value === 'number') {
    const said = amount(value, unitOf(place));
    return said === String(value) ? value : said;
  }
  if (Array.isArray(value)) return value.map((item) => withUnits(item, place));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name, withUnits(child, fieldOf(place, name))]),
  );
}

/** Columns as wide as their widest cell. */
export function table(rows: readonly (readonly string[])[], indent = ''): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => width(row[column] ?? ''))));
  return rows.map((row) =>
    `${indent}${row.map((cell, column) => cell + ' '.repeat((widths[column] as number) - width(cell))).join('  ')}`.trimEnd(),
  );
}

const width = (text: string): number => [...text].length;

const leading = ['id', 'key', 'seq', 'at', 'title', 'name', 'label', 'command', 'kind', 'state', 'status', 'outcome'];
const CELL_WIDTH_MAX = 48;

interface Rendering {
  readonly place: Place;
  readonly terminal: Terminal;
}

/** An answer of any verb for people: a page as a table, anything else as its fields. `--json` has all of it. */
export function render(body: unknown, { place, terminal }: Rendering): string {
  if (!isRecord(body)) return show(body, place);
  const { items, references } = body;
  if (!Array.isArray(items)) return fields(body, place, '').join('\n');
  const titles = new Map(Object.entries(isRecord(references) ? references : {}));
  return items.length === 0 ? 'Nothing.' : page(items, titles, fieldOf(place, 'items'), terminal.columns).join('\n');
}

/** @param titles what is called by which identifier: a cell has it behind the identifier */
function page(
  items: readonly Record<string, unknown>[],
  titles: ReadonlyMap<unknown, unknown>,
  place: Place,
  columns: number,
): string[] {
  const names = [...new Set(items.flatMap((item) => (isRecord(item) ? Object.keys(item) : [])))].filter((name) =>
    items.some((item) => item[name] !== null && typeof item[name] !== 'object'),
  );
  if (names.length === 0) return items.map((item) => show(item, place));
  const amounts = names.filter((name) => unitOf(fieldOf(place, name)) === 'kuruş');
  const titled = names.filter((name) => items.some((item) => titles.has(item[name])));
  const order = [...leading.filter((name) => names.includes(name)), ...titled, ...amounts];
  const cell = (value: unknown, at: Place): string =>
    titles.has(value) ? `${show(value, at)} ${show(titles.get(value), NOWHERE)}` : show(value ?? null, at);
  const heads = headsOf(names, place);
  const cells = (name: string) => [
    plain(heads.get(name) as string).toUpperCase(),
    ...items.map((item) => shortened(cell(item[name], fieldOf(place, name)), CELL_WIDTH_MAX)),
  ];
  const chosen: string[][] = [];
  let used = 0;
  for (const name of [...new Set([...order, ...names])]) {
    const column = cells(name);
    used += Math.max(...column.map(width)) + 2;
    if (chosen.length > 0 && used - 2 > columns) break;
    chosen.push(column);
  }
  return table(
    items
      .map((_, row) => chosen.map((column) => column[row + 1] as string))
      .toSpliced(
        0,
        0,
        chosen.map(([title]) => title as string),
      ),
  );
}

/** What the columns are called, as previews call fields; where one name would stand over several columns, they keep their own. */
function headsOf(names: readonly string[], place: Place): ReadonlyMap<string, string> {
  const called = names.map((name) => [name, labelOf(fieldOf(place, name))?.en ?? name] as const);
  const isTaken = (name: string, head: string): boolean =>
    called.some(([other, otherHead]) => other !== name && otherHead.toUpperCase() === head.toUpperCase());
  return new Map(called.map(([name, head]) => [name, isTaken(name, head) ? name : head]));
}

function fields(record: Readonly<Record<string, unknown>>, place: Place, indent: string): string[] {
  const entries = Object.entries(record).map(([name, value]) => ({
    label: plain(name),
    value,
    at: fieldOf(place, name),
  }));
  const widest = Math.max(0, ...entries.map(({ label }) => label.length));
  return entries.flatMap(({ label, value, at }) => {
    if (isRecord(value) && Object.keys(value).length > 0)
      return [`${indent}${label}`, ...fields(value, at, `${indent}  `)];
    if (Array.isArray(value) && value.some(isRecord))
      return [`${indent}${label}`, ...value.map((item) => `${indent}  ${show(item, at)}`)];
    const shown = Array.isArray(value) ? value.map((item) => show(item, at)).join(', ') : show(value, at);
    return [`${indent}${label.padEnd(widest)}  ${shown}`];
  });
}

export const shortened = (text: string, max: number): string =>
  width(text) <= max ? text : `${[...text].slice(0, max - 1).join('')}…`;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
