import { STOCK_MAX } from '../../catalog/stock/limits';

/** A scanner types at least so many signs, each within so many ms. */
const SCAN = { signs: 6, msOfSign: 40 };

/** Digits of a barcode that are more than any number of pieces has. */
const BARCODE = /^\d{11,14}$/;

/**
 * Tells whether a scanner has typed a text into a cell of numbers: a barcode that is no number of pieces, or a text that nobody types as fast.
 * @param ms since its first sign; null: it was there before
 */
export const isScanned = (text: string, ms: number | null): boolean =>
  BARCODE.test(text) || (ms !== null && text.length >= SCAN.signs && ms < text.length * SCAN.msOfSign);

/** Reads a number of pieces as somebody types it. @returns undefined: the text is none */
export function piecesIn(text: string): number | undefined {
  const typed = text.trim();
  if (!/^\d{1,10}$/.test(typed)) return undefined;
  const pieces = Number(typed);
  return pieces <= STOCK_MAX ? pieces : undefined;
}
