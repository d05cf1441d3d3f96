import { ERROR, escapedJson, marked, markedJson, markedOnce, unmarked } from '../../kernel/calculated';
import { kurusIn, plainLira } from '../../kernel/money';
import { decimalIn, isEitherDecimal, isEitherWhole, wholeIn } from '../../kernel/number-text';
import { codeCell, codeText, withoutFormula } from './code';
import type { Schema } from './door';
import { CellError, ROUNDED } from './errors';

/*
 * What a cell of a spreadsheet stands for. An empty one leaves what is there, `-` takes it away. Amounts are lira with a comma, as
 * Turkish spreadsheets write them. Whoever opens an export runs nothing that a stranger has put into a title (src/kernel/calculated.ts).
 */

/** A `word` has no comma and no semicolon in it, or is written in a list of JSON; a `code` tells one thing from others. */
export type Kind =
  | 'text'
  | 'word'
  | 'code'
  | 'barcode'
  | 'money'
  | 'integer'
  | 'percent'
  | 'decimal'
  | 'boolean'
  | 'json'
  | 'list';
/** JSON of a custom field is an object. */
export type Value = string | number | boolean | object | readonly Value[] | null;

/** The cell that takes a value away. */
const CLEARED = '-';

/** The kind of the values of a schema. */
export function kindOf(schema: Schema): Kind {
  const all = [schema, ...(schema.anyOf ?? [])];
  if (all.some((each) => each['x-unit'] === 'kuruş')) return 'money';
  if (all.some((each) => each['x-unit'] === 'percent')) return 'percent';
  const types = all.flatMap(({ type }) => type ?? []);
  for (const [type, kind] of kinds) if (types.includes(type)) return kind;
  return 'text';
}

const kinds: readonly (readonly [string, Kind])[] = [
  ['array', 'list'],
  ['boolean', 'boolean'],
  ['integer', 'integer'],
  ['number', 'decimal'],
];

/** @param kind of the value, and of the entries of a list */
export function cellOf(value: Value | undefined, kind: Kind, entries: Kind = 'text'): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return listCell(value, entries);
  if (kind === 'money') return plainLira(value as number);
  if (kind === 'boolean') return value ? 'evet' : 'hayır';
  if (kind === 'decimal') return String(value).replace('.', ',');
  if (kind === 'integer' || kind === 'percent') return String(value);
  if (kind === 'json') return markedJson(value);
  if (kind === 'code' || kind === 'barcode') return codeCell(marked(String(value)), kind);
  return textCell(String(value));
}

/** A text that would be read as something else, e.g. `-` behind a line break, is marked as formulas are. */
function textCell(text: string): string {
  const cell = marked(text);
  const seen = cell.trim();
  return seen === CLEARED || ERROR.test(seen) ? `'${cell}` : cell;
}

/**
 * Copies a cell of somebody's table into another one: an import reads it as before, and no spreadsheet calculates it.
 * @param kind undefined: nothing reads it
 */
export function copiedCell(cell: string, kind: Kind | undefined): string {
  const isJsonOf = kind === 'json' || (kind === 'list' && cell.trim().startsWith('['));
  if (isJsonOf && parsed(cell) !== undefined) return escapedJson(cell);
  const written = withoutFormula(cell);
  // Spaces are a part of texts alone: an apostrophe before those of a code would make them one of it.
  const text = kind === undefined || kind === 'text' || kind === 'word' ? written : written.trim();
  // A constant between quotes stays one, unless another separator would end it.
  if (written !== cell && !/[,;\t\r\n]/.test(written)) return cell;
  return markedOnce(text);
}

const BAR = '|';

/** Separates the entries of a list. Other shops write their tags with commas. */
const BETWEEN = { text: /\|/, word: /[|,;]/ } as const;

const isText = (entries: Kind): entries is keyof typeof BETWEEN => entries in BETWEEN;

function listCell(values: readonly Value[], entries: Kind): string {
  if (entries === 'json') return markedJson(values);
  if (!isText(entries)) return values.map((value) => cellOf(value, entries)).join(` ${BAR} `);
  const texts = values.map(String);
  const isPlain = texts.every((text) => text === text.trim() && text !== '' && !BETWEEN[entries].test(text));
  return isPlain && !texts[0]?.startsWith('[') ? marked(texts.join(` ${BAR} `)) : markedJson(texts);
}

/**
 * @returns undefined: the cell is empty, and says nothing; null: what is there is to go
 * @throws {CellError} when it is none of its kind
 */
export function readCell(cell: string, kind: Kind, entries: Kind = 'text'): Value | undefined {
  if (cell.trim() === '') return undefined;
  if (cell.trim() === CLEARED) return kind === 'list' ? [] : null;
  if (ERROR.test(cell.trim())) throw new CellError((words) => words.failedFormula(cell.trim()));
  if (kind === 'text' || kind === 'word') return textOf(cell);
  if (kind === 'code' || kind === 'barcode') return codeText(cell, kind);
  if (kind === 'list') return listOf(cell.trim(), entries);
  return read[kind](cell.trim());
}

function textOf(cell: string): string {
  if (ROUNDED.test(cell.trim())) throw new CellError((words) => words.rounded(cell));
  return unmarked(cell);
}

function listOf(cell: string, entries: Kind): Value {
  if (cell.startsWith('[')) {
    const values = parsed(cell);
    if (
      Array.isArray(values) &&
      values.every((value) => (entries === 'json' ? isJson(value) : typeof value === 'string'))
    )
      return values;
    throw new CellError((words) => words.noList(cell));
  }
  if (entries === 'json') throw new CellError((words) => words.noJsonList);
  const parts = unmarked(cell)
    .split(isText(entries) ? BETWEEN[entries] : BAR)
    .map((part) => part.trim());
  if (entries === 'word') return [...new Set(parts.filter(Boolean))];
  return entries === 'text' ? parts.filter(Boolean) : parts.map((part) => readCell(part, entries) as Value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isJson = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const read = {
  json(cell: string): Value {
    const value = parsed(cell);
    if (isJson(value)) return value;
    throw new CellError((words) => words.noJson);
  },
  money(cell: string): Value {
    const kurus = kurusIn(cell);
    if (kurus !== undefined) return kurus;
    throw new CellError((words) => words.noAmount(cell));
  },
  integer(cell: string): Value {
    const whole = wholeIn(cell);
    if (whole !== undefined) return whole;
    throw new CellError((words) => (isEitherWhole(cell) ? words.twoWholes(cell) : words.noWhole(cell)));
  },
  percent(cell: string): Value {
    return read.integer(cell.replace(/^%|%$/g, '').trim());
  },
  decimal(cell: string): Value {
    const number = decimalIn(cell);
    if (number !== undefined) return number;
    throw new CellError((words) => (isEitherDecimal(cell) ? words.twoNumbers(cell) : words.noNumber(cell)));
  },
  boolean(cell: string): Value {
    const word = cell.toLocaleLowerCase('tr');
    if (['evet', 'e', 'true', 'doğru', 'yes', '1'].includes(word)) return true;
    if (['hayır', 'h', 'false', 'yanlış', 'no', '0'].includes(word)) return false;
    throw new CellError((words) => words.noBoolean(cell));
  },
} satisfies Record<Exclude<Kind, 'text' | 'word' | 'code' | 'barcode' | 'list'>, (cell: string) => Value>;
