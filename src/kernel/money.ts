/*
 * Amounts of money. The product counts kuruş; lira are what people and providers write. It runs in browsers as well: whoever reads an
 * amount from somebody reads it here, so that no two doors make different sums of one text.
 */

const KURUS_PER_LIRA = 100;

/** The spec's largest amount (§8), in kuruş; safely below 2^53. */
export const KURUS_MAX = 10_000_000_000_000;

/** Turkish amounts with groups of thousands. A group that begins with a nought is no group, but somebody's three decimals. */
const TURKISH = /^([1-9]\d{0,2}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/;
const POINTED = /^(\d+)\.(\d{1,2})$/;
const ENGLISH = /^([1-9]\d{0,2}(?:,\d{3})+)\.(\d{1,2})$/;

/** No amount is longer; patterns below take the square of the length of what is none. */
const AMOUNT_TEXT_MAX = 100;

/**
 * Reads an amount as people type it: `1.299`, `1.299,90`, `1299,9`, `1299.90` and `1,299.90` are lira, with or without `TL`.
 *
 * @returns kuruş; undefined: it is no amount, or could be two (`1,299`), or has decimals that money has not
 */
export function kurusIn(text: string): number | undefined {
  if (text.length > AMOUNT_TEXT_MAX) return undefined;
  const plain = text
    .trim()
    .replace(/\s*(TL|₺|TRY)$/i, '')
    .replace(/^(TL|₺|TRY)\s*/i, '')
    .replaceAll(/\s(?=\d{3}(?!\d))/g, '');
  const [, whole, decimals = ''] = TURKISH.exec(plain) ?? POINTED.exec(plain) ?? ENGLISH.exec(plain) ?? [];
  if (whole === undefined) return undefined;
  const kurus = Number(whole.replaceAll(/[.,]/g, '')) * KURUS_PER_LIRA + Number(decimals.padEnd(2, '0'));
  return kurus > KURUS_MAX ? undefined : kurus;
}

/** `1299,90`, as spreadsheets take it for a number. */
export function plainLira(kurus: number): string {
  const [whole, decimals] = [Math.trunc(Math.abs(kurus) / KURUS_PER_LIRA), Math.abs(kurus) % KURUS_PER_LIRA];
  return `${kurus < 0 ? '-' : ''}${whole},${String(decimals).padStart(2, '0')}`;
}

/** `1.299,90`, as Turkish readers write it, without the currency. */
export const liraText = (kurus: number): string => plainLira(kurus).replaceAll(/\B(?=(\d{3})+,)/g, '.');

/** @param lira as providers send them, decimal; 149.9 · 100 is not exactly 14990 in binary */
export const kurusOfLira = (lira: number): number => Math.round(lira * KURUS_PER_LIRA);
