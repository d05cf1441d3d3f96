import { marked } from './calculated';
import { csvLine } from './csv';
import { plainLira } from './money';
import { momentText } from './shop-time';

/**
 * A cell of a table that is saved: a text that somebody has written, an amount in kuruş, a number, digits that are no number, or a moment as
 * ISO 8601.
 */
export type Cell =
  | string
  | { readonly kurus: number }
  | { readonly count: number }
  | { readonly code: string }
  | { readonly at: string };

export type CellRow = readonly Cell[];

/** A table with its name in a workbook; the first row has the headings. */
export interface Sheet {
  readonly name: string;
  readonly rows: readonly CellRow[];
}

export const BYTE_ORDER_MARK = '\ufeff';
/** A Turkish spreadsheet opens it as it is. */
const SEPARATOR = ';';

/** A spreadsheet takes off noughts at the beginning of digits, and rounds what is long. */
const digits = (value: string): string => (/^(?:0\d*|\d{12,})$/.test(value) ? `'${value}` : marked(value));

/** A text is no formula, whatever it begins with; an amount is a number to a Turkish spreadsheet. */
function written(cell: Cell): string {
  if (typeof cell === 'string') return marked(cell);
  if ('kurus' in cell) return plainLira(cell.kurus);
  if ('code' in cell) return digits(cell.code);
  return 'at' in cell ? momentText(cell.at) : String(cell.count);
}

/** The lines of rows, without the mark at the beginning of a file. */
export const linesOf = (rows: readonly CellRow[]): string =>
  rows.map((cells) => csvLine(cells.map(written), SEPARATOR)).join('');

/** The text of a whole table. */
export const tableText = (rows: readonly CellRow[]): string => BYTE_ORDER_MARK + linesOf(rows);
