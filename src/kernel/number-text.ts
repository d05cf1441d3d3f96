/*
 * Numbers as people type them, in Turkish or in English. It runs in browsers as well: whoever reads a number from somebody reads it
 * here, so that no two doors make different numbers of one text. Amounts of money have their own reader, in `money.ts`.
 */

/** Tells whether a point or a comma before noughts may part thousands as well: `1.000` is a thousand, or one. */
export const isEitherWhole = (text: string): boolean => /^-?[1-9]\d{0,2}[.,]000$/.test(text);

/**
 * Reads a whole number, e.g. `1250` or `-3`; noughts behind a point or a comma make it no other.
 * @returns undefined: it is none, or could be two
 */
export function wholeIn(text: string): number | undefined {
  if (isEitherWhole(text)) return undefined;
  const [, whole] = /^(-?\d{1,15})(?:[.,]0+)?$/.exec(text) ?? [];
  // Noughts have no sign.
  return whole === undefined ? undefined : Number(whole) + 0;
}

/** Tells whether a point may part thousands as well as decimals: `1.250` is more than a thousand, or more than one. */
export const isEitherDecimal = (text: string): boolean => /^-?[1-9]\d{0,2}\.\d{3}$/.test(text);

/** Reads a number with decimals, e.g. `12,5` or `12.5`. @returns undefined: it is none, or could be two */
export function decimalIn(text: string): number | undefined {
  if (isEitherDecimal(text)) return undefined;
  return /^-?\d{1,16}([.,]\d{1,40})?(e[+-]?\d{1,3})?$/i.test(text) ? Number(text.replace(',', '.')) + 0 : undefined;
}
