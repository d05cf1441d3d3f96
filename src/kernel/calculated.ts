/*
 * A spreadsheet calculates a text that begins with the sign of a formula. A table prevents that by an apostrophe before the sign. The
 * apostrophe is no part of the text.
 *
 * A formula begins where a cell does. Where a table is opened with another separator than it was written with, that is also behind any
 * separator or line break within a text: quotes begin nothing there, since they stand at the beginning of the other cell. Within a text
 * only a formula that could do something is marked: a call, a program or another table. Lists of `- 2 m` stay as they are.
 */

const SIGNS = '=+\\-@＝＋－＠';

/** Values that a cell shows when its formula has failed, in English and Turkish. */
const ERRORS =
  '#(?:N/A|REF!|VALUE!|NAME\\?|DIV/0!|NUM!|NULL!|SPILL!|CALC!|ERROR!|YOK|BAŞV!|DEĞER!|AD\\?|SAYI/0!|SAYI!|BOŞ!|TAŞMA!)|Err:\\d{3}';
export const ERROR = new RegExp(`^(?:${ERRORS})$`, 'i');

const AT_FIRST = new RegExp(`^['${SIGNS}\\t\\r]|^\\d+([.,]\\d+)?E\\+?\\d+$|^(?:${ERRORS})$`, 'i');
const SEPARATOR = /[,;\t\r\n]/g;
const BLANKS = /["\s]*/y;
const MARKS = /'*/y;
const SIGN = new RegExp(`[${SIGNS}]`, 'y');
/** One of these makes a formula of a text behind a sign, or ends its line. */
const DOES_SOMETHING = /[(|!（｜！\r\n]/g;

export function marked(text: string): string {
  const within = markedWithin(text);
  return AT_FIRST.test(within) ? `'${within}` : within;
}

const markedWithin = (text: string): string => withPlaces(text, (piece) => `'${piece}`);

/** @returns the text of which {@link marked} has made this one */
export const unmarked = (cell: string): string => unmarkedWithin(cell.startsWith("'") ? cell.slice(1) : cell);

const unmarkedWithin = (text: string): string =>
  withPlaces(text, (piece) => (piece.startsWith("'") ? piece.slice(1) : piece));

/** @param change of the text from a place where a formula begins to the next one */
function withPlaces(text: string, change: (piece: string) => string): string {
  const places = [...formulasWithin(text)];
  const pieces = places.map((place, at) => change(text.slice(place, places[at + 1])));
  return text.slice(0, places[0]) + pieces.join('');
}

/**
 * Goes from separator to separator, and looks at each character a bounded number of times: texts are as long as strangers want.
 * @returns the places of signs that begin a formula, or of the marks before them
 */
function* formulasWithin(text: string): Iterable<number> {
  let doesAt = -1;
  for (let at = endOf(SEPARATOR, text, 0); at !== undefined; at = endOf(SEPARATOR, text, at)) {
    const place = endOf(BLANKS, text, at) ?? at;
    at = endOf(MARKS, text, place) ?? place;
    const behindSign = endOf(SIGN, text, at);
    if (behindSign === undefined) continue;
    if (doesAt < behindSign) doesAt = (endOf(DOES_SOMETHING, text, behindSign) ?? text.length + 1) - 1;
    if (doesAt < text.length && !LINE_BREAK.test(text.charAt(doesAt))) yield place;
  }
}

const LINE_BREAK = /[\r\n]/;

/** @returns the place behind what a pattern finds from a place on */
function endOf(pattern: RegExp, text: string, from: number): number | undefined {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

const BEGINS_FORMULA = new RegExp(`^[${SIGNS}\\t\\r]`);
/** A sign alone says something in tables of this shop, e.g. `-` takes a value away; one before a number is a part of it. */
const NO_FORMULA = /^[-+]?[\d.,\s]*(?:e[-+]?\d+|%|₺|TL)?$/i;

/**
 * Marks a cell of a table that somebody has made, which may have its marks already. What else it looks like stays, e.g. a number that was
 * rounded: it is read as before.
 */
export function markedOnce(cell: string): string {
  if (NO_FORMULA.test(cell.trim())) return cell;
  const isMarked = cell.startsWith("'");
  const within = markedWithin(unmarkedWithin(isMarked ? cell.slice(1) : cell));
  return isMarked || BEGINS_FORMULA.test(within) ? `'${within}` : within;
}

const STRINGS = /"[^"\\]*(?:\\.[^"\\]*)*"/g;
const WITHIN_STRING = new RegExp(`(?<=(?:^"|[,;])\\s*)[${SIGNS}]`, 'g');

/** JSON for a cell. It has a way of its own to write a sign. */
export function markedJson(value: unknown): string {
  return escapedJson(JSON.stringify(value));
}

/** Writes the same JSON so that no program calculates a part of it. */
export function escapedJson(json: string): string {
  if (!/[(|!（｜！]/.test(json)) return json;
  return json.replaceAll(STRINGS, (string) => string.replaceAll(WITHIN_STRING, escaped));
}

const escaped = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
