import { unmarked } from '../../kernel/calculated';
import { NO_BARCODE, NOTHING, ROUNDED_BARCODE } from '../barcode/mistaken';
import { CellError, ROUNDED } from './errors';

/*
 * Reads a code, e.g. a barcode, in the forms that spreadsheets and programs give it. A code that has lost nothing is taken; one that has, or that could
 * be another one, is refused. An apostrophe before a code says that it stands there as it is.
 */

/** Nobody sees them, and they come along with what is copied from pages. */
const UNSEEN = /[\u200B-\u200F\u2060\uFEFF]/g;

/** A whole number that a program has kept as one with decimals, because the column has gaps. */
const WITH_DECIMALS = /^(\d+)[.,]0+$/;

/** A long number in groups, as a spreadsheet or a label shows it. */
const IN_GROUPS = /^\d{1,3}([.,\s])\d{3}(?:\1\d{3})+$|^\d \d{6} \d{6}$/;

const isRounded = { code: ROUNDED, barcode: new RegExp(`^(?:${ROUNDED_BARCODE})$`) };
const isNothing = { code: new RegExp(`^(?:${NOTHING})$`), barcode: new RegExp(`^(?:${NO_BARCODE})$`) };

const FORMULA = /^[=＝]/;

/** @throws {CellError} */
export function codeText(cell: string, kind: 'code' | 'barcode'): string {
  const text = cell.trim().replaceAll(UNSEEN, '').trim();
  if (text.startsWith("'")) return unmarked(text);
  if (isRounded[kind].test(text)) throw new CellError((words) => words.rounded(text));
  if (FORMULA.test(text)) throw new CellError((words) => words.formula(text));
  if (isNothing[kind].test(text)) throw new CellError((words) => words.nothing(text));
  const [, whole] = WITH_DECIMALS.exec(text) ?? [];
  if (whole !== undefined && kind === 'code') throw new CellError((words) => words.withDecimals(text, whole));
  if (whole !== undefined) return codeText(whole, kind);
  if (kind === 'barcode' && IN_GROUPS.test(text)) return text.replaceAll(/\D/g, '');
  return unmarked(text);
}

/** @param marked as spreadsheets do not calculate it */
export function codeCell(marked: string, kind: 'code' | 'barcode'): string {
  const isKept = (() => {
    try {
      return codeText(marked, kind) === unmarked(marked);
    } catch {
      return false;
    }
  })();
  return marked.startsWith("'") || isKept ? marked : `'${marked}`;
}

const TEXT_FORMULA = /^\s*="((?:[^"]|"")*)"\s*$/;

/** `="0869"` is how programs keep spreadsheets from reading a number: its text. */
export const withoutFormula = (cell: string): string => {
  const [, text] = TEXT_FORMULA.exec(cell) ?? [];
  return text === undefined ? cell : text.replaceAll('""', '"');
};
