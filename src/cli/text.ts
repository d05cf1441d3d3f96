import { tl } from './money';
import type { Terminal } from './terminal';

/**
 * What a terminal would obey or hide: control characters and marks that turn the direction of writing. Titles come from
 * marketplaces and notes from agents; a review must show what is there.
 */
const UNPRINTABLE = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

export const plain = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll('\t', ' ')
    .replaceAll(UNPRINTABLE, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);

const oneLine = (text: string): string => plain(text).replaceAll('\n', '⏎');

/** A value of the API in one line. @param money names of fields in kuruş */
export function show(value: unknown, field: string, money: ReadonlySet<string>): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'number') return money.has(field) ? tl(value) : String(value);
  if (typeof value === 'string') return oneLine(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return oneLine(JSON.stringify(withLira(value, field, money)));
}

/** Amounts inside of nested values read as money too. */
function withLira(value: unknown, field: string, money: ReadonlySet<string>): unknown {
  if (typeof value === 'number') return money.has(field) ? tl(value) : value;
  if (Array.isArray(value)) return value.map((item) => withLira(item, field, money));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, withLira(child, name, money)]));
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
  readonly money: ReadonlySet<string>;
  readonly terminal: Terminal;
}

/** An answer of any verb for people: a page as a table, anything else as its fields. `--json` has all of it. */
export function render(body: unknown, { money, terminal }: Rendering): string {
  const items = (body as { items?: unknown } | null)?.items;
  if (Array.isArray(items)) return items.length === 0 ? 'Nothing.' : page(items, money, terminal.columns).join('\n');
  if (typeof body !== 'object' || body === null) return show(body, '', money);
  return fields(body as Record<string, unknown>, money, '').join('\n');
}

function page(items: readonly Record<string, unknown>[], money: ReadonlySet<string>, columns: number): string[] {
  const names = [...new Set(items.flatMap((item) => (isRecord(item) ? Object.keys(item) : [])))].filter((name) =>
    items.some((item) => item[name] !== null && typeof item[name] !== 'object'),
  );
  if (names.length === 0) return items.map((item) => show(item, '', money));
  const order = [...leading, ...money].filter((name) => names.includes(name));
  const cells = (name: string) => [
    name.toUpperCase(),
    ...items.map((item) => shortened(show(item[name] ?? null, name, money), CELL_WIDTH_MAX)),
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

function fields(record: Readonly<Record<string, unknown>>, money: ReadonlySet<string>, indent: string): string[] {
  const entries = Object.entries(record);
  const widest = Math.max(0, ...entries.map(([name]) => name.length));
  return entries.flatMap(([name, value]) => {
    if (isRecord(value) && Object.keys(value).length > 0)
      return [`${indent}${name}`, ...fields(value, money, `${indent}  `)];
    if (Array.isArray(value) && value.some(isRecord))
      return [`${indent}${name}`, ...value.map((item) => `${indent}  ${show(item, name, money)}`)];
    return [
      `${indent}${name.padEnd(widest)}  ${Array.isArray(value) ? value.map((item) => show(item, name, money)).join(', ') : show(value, name, money)}`,
    ];
  });
}

export const shortened = (text: string, max: number): string =>
  width(text) <= max ? text : `${[...text].slice(0, max - 1).join('')}…`;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
