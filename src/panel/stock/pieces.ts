import { STOCK_MAX } from '../../catalog/stock/limits';

/** Reads a number of pieces as somebody types it. @returns undefined: the text is none */
export function piecesIn(text: string): number | undefined {
  const typed = text.trim();
  if (!/^\d{1,10}$/.test(typed)) return undefined;
  const pieces = Number(typed);
  return pieces <= STOCK_MAX ? pieces : undefined;
}
