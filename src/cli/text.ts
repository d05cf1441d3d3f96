import { fieldOf, labelOf, NOWHERE, unitOf, type ValuePlace } from '../kernel/schema/meaning';
import type { Words } from '../kernel/schema/schema';
import { codePointName, withSigns } from '../kernel/schema/visible';
import { amount } from './money';
import type { Terminal } from './terminal';

/** Text of strangers in one line: none of it can pass for a line of ours, and what nobody would see is written out. */
export const plain = (text: string): string =>
  withSigns(text.replaceAll(/\r?\n/g, '⏎').replaceAll('\t', ' '), (character) => `\\{${codePointName(character)}}`);

/** A value of the API in one line. */
export function show(value: unknown, place: ValuePlace): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'number') return amount(value, unitOf(place));
  if (typeof value === 'string') return plain(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return plain(JSON.stringify(withUnits(value, place)));
}

/** Numbers inside of nested values read as their units do, too. */
function withUnits(value: unknown, place: ValuePlace): unknown {
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

const leading = [
  'id',
  'number',
  'key',
  'seq',
  'at',
  'placedAt',
  'title',
  'name',
  'buyerName',
  'label',
  'command',
  'pointer',
  'point',
  'op',
  'subject',
  'kind',
];
/** How a thing stands, itself or by a part of it. */
const states = [
  'state',
  'status',
  'payment',
  'fulfilment',
  'return',
  'outcome',
  'exitCode',
  'begunAt',
  'enabled',
  'ready',
  'done',
  'blockedBy',
];
/** Columns of sums, which stand before their parts. */
const sums = ['total', 'amount'];
/** Columns of long texts. They come last: others fit before them. */
const trailing = ['summary', 'description', 'detail'];
/** Width of a cell before every column has its place. */
const CELL_WIDTH_MAX = 48;
/** The subject of a line may be a whole script: it leaves the room to how that ended, and takes what is left. */
const SUBJECT_WIDTH = 16;
const widthOf = ({ path }: Column): number => (path.at(-1) === 'subject' ? SUBJECT_WIDTH : CELL_WIDTH_MAX);

interface Rendering {
  readonly place: ValuePlace;
  readonly terminal: Terminal;
}

/** An answer of any verb for people: a page as a table, anything else as its fields. `--json` has all of it. */
export function render(body: unknown, { place, terminal }: Rendering): string {
  if (!isRecord(body)) return show(body, place);
  const { items, references } = body;
  if (!Array.isArray(items)) return fields(body, place, '', terminal.columns).join('\n');
  const titles = new Map(Object.entries(isRecord(references) ? references : {}));
  const rows = { titles, place: fieldOf(place, 'items'), columns: terminal.columns };
  return items.length === 0 ? 'Nothing.' : page(items, rows).join('\n');
}

interface Rows {
  /** The titles of things by their identifiers: a cell has the title behind the identifier. */
  readonly titles: ReadonlyMap<unknown, unknown>;
  readonly place: ValuePlace;
  /** The width of the terminal in characters. */
  readonly columns: number;
}

/** A value of each row, which may be one of a part of it. */
interface Column {
  readonly path: readonly string[];
  readonly at: ValuePlace;
}

function page(items: readonly Record<string, unknown>[], { titles, place, columns }: Rows): string[] {
  const found = columnsOf(items, place);
  if (found.length === 0) return items.map((item) => show(item, place));
  const cell = (value: unknown, at: ValuePlace): string =>
    titles.has(value) ? `${show(value, at)} ${show(titles.get(value), NOWHERE)}` : inOneCell(value, at);
  const heads = headsOf(found);
  const chosen: Chosen[] = [];
  let used = 0;
  let taken = 0;
  for (const column of inOrder(found, items, titles)) {
    const texts = items.map((item) => cell(valueIn(item, column), column.at));
    const cells = [plain(heads.get(column) as string).toUpperCase(), ...texts];
    const needed = Math.max(...cells.map(width));
    const most = widthOf(column);
    used += Math.min(needed, most) + 2;
    if (chosen.length > 0 && used - 2 > columns) break;
    chosen.push({ cells, needed, most });
    taken = used - 2;
  }
  const shown = widened(chosen, columns - taken);
  return table(Array.from({ length: items.length + 1 }, (_, row) => shown.map((column) => column[row] as string)));
}

interface Chosen {
  readonly cells: readonly string[];
  readonly needed: number;
  /** Width before every column has its place. */
  readonly most: number;
}

/** Columns with cells that are cut, where `room` of the terminal is left to no other column: the first ones take it. */
function widened(columns: readonly Chosen[], room: number): string[][] {
  let left = Math.max(0, room);
  return columns.map(({ cells, needed, most }) => {
    const more = Math.min(left, Math.max(0, needed - most));
    left -= more;
    return cells.map((text) => shortened(text, most + more));
  });
}

const valueIn = (item: unknown, { path }: Column): unknown =>
  path.reduce((value, name) => (isRecord(value) ? value[name] : undefined), item);

/** Lists the columns of items: values without parts, also those of the parts. Parts of parts are in no column. */
function columnsOf(items: readonly unknown[], place: ValuePlace, path: readonly string[] = []): Column[] {
  const names = new Set(items.flatMap((item) => (isRecord(item) ? Object.keys(item) : [])));
  return [...names].flatMap((name) => {
    const values = items.map((item) => (isRecord(item) ? item[name] : undefined));
    const at = fieldOf(place, name);
    if (values.some(isCell)) return [{ path: [...path, name], at }];
    return path.length === 0 ? columnsOf(values, at, [name]) : [];
  });
}

/** In one line: a value without parts, a list of such, a text in two languages. */
function isCell(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every((entry) => typeof entry !== 'object');
  return value !== null && value !== undefined && (typeof value !== 'object' || isInWords(value));
}

const isInWords = (value: unknown): value is Words =>
  isRecord(value) && typeof value.tr === 'string' && typeof value.en === 'string';

function inOneCell(value: unknown, at: ValuePlace): string {
  if (isInWords(value)) return plain(value.en);
  if (Array.isArray(value)) return value.map((entry) => show(entry, at)).join(', ') || '–';
  return show(value ?? null, at);
}

function inOrder(
  columns: readonly Column[],
  items: readonly unknown[],
  titles: ReadonlyMap<unknown, unknown>,
): Set<Column> {
  const columnsNamed = (name: string) => columns.filter(({ path }) => path.at(-1) === name);
  const last = trailing.flatMap(columnsNamed);
  return new Set([
    ...leading.flatMap(columnsNamed).filter(({ path }) => path.length === 1),
    ...states.flatMap(columnsNamed),
    ...columns.filter((column) => items.some((item) => titles.has(valueIn(item, column)))),
    ...sums.flatMap(columnsNamed),
    ...columns.filter(({ at }) => unitOf(at) === 'kuruş'),
    ...columns.filter((column) => column.path.length === 1 && !last.includes(column)),
    ...columns.filter((column) => !last.includes(column)),
    ...last,
  ]);
}

/** Names the columns as previews name fields; where one name would stand over several columns, they keep their own. */
function headsOf(columns: readonly Column[]): ReadonlyMap<Column, string> {
  const called = columns.map((column) => {
    const own = column.path.join(' ');
    return { column, own, head: column.path.length > 1 ? own : (labelOf(column.at)?.en ?? own) };
  });
  const isTaken = (head: string): boolean =>
    called.filter((each) => each.head.toUpperCase() === head.toUpperCase()).length > 1;
  return new Map(called.map(({ column, own, head }) => [column, isTaken(head) ? own : head]));
}

function fields(
  record: Readonly<Record<string, unknown>>,
  place: ValuePlace,
  indent: string,
  columns: number,
): string[] {
  const entries = Object.entries(record).map(([name, value]) => ({
    label: plain(name),
    value,
    at: fieldOf(place, name),
  }));
  const widest = Math.max(0, ...entries.map(({ label }) => label.length));
  const below = `${indent}  `;
  return entries.flatMap(({ label, value, at }) => {
    if (isRecord(value) && Object.keys(value).length > 0 && !isInWords(value))
      return [`${indent}${label}`, ...fields(value, at, below, columns)];
    if (Array.isArray(value) && value.some(isRecord)) {
      const rows = page(value, { titles: new Map(), place: at, columns: columns - below.length });
      return [`${indent}${label}`, ...rows.map((row) => below + row)];
    }
    return [`${indent}${label.padEnd(widest)}  ${inOneLine(value, at)}`];
  });
}

const inOneLine = (value: unknown, at: ValuePlace): string =>
  Array.isArray(value) ? value.map((item) => show(item, at)).join(', ') : inOneCell(value, at);

export const shortened = (text: string, max: number): string =>
  width(text) <= max ? text : `${[...text].slice(0, max - 1).join('')}…`;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
