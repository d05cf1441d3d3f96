import { marked } from '../../kernel/calculated';
import { csvLine } from '../../kernel/csv';
import { plainLira } from '../../kernel/money';

/** A cell of a table that is saved: a text that somebody has written, an amount in kuruş, or a number. */
export type Cell = string | { readonly kurus: number } | { readonly count: number };

const BYTE_ORDER_MARK = '\ufeff';
/** A Turkish spreadsheet opens it as it is. */
const SEPARATOR = ';';

/** A text is no formula, whatever it begins with; an amount is a number to a Turkish spreadsheet. */
function written(cell: Cell): string {
  if (typeof cell === 'string') return marked(cell);
  return 'kurus' in cell ? plainLira(cell.kurus) : String(cell.count);
}

export const tableText = (headings: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  BYTE_ORDER_MARK + [headings, ...rows].map((cells) => csvLine(cells.map(written), SEPARATOR)).join('');
