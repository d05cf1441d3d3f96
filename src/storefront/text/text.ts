import { liraText } from '../../kernel/money';

/**
 * Characters that turn the order of what stands beside them, or hide something in it: a title that holds one would change what its
 * neighbours say. Joiners stay, since words of some languages need them.
 */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
/** Characters that XML and HTML cannot hold, but line breaks and tabs. */
const UNPRINTABLE = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu;

/** Marks upon one letter. Unicode puts them in order pair by pair: the time for a long row of them grows with its square. */
const MARKS_MAX = 30;
const MARKS_BEYOND = new RegExp(`(\\p{M}{${MARKS_MAX}})\\p{M}+`, 'gu');

/** Letters and their marks in one form, as far as a letter has no more marks than any language writes. */
export const composed = (text: string): string => text.replaceAll(MARKS_BEYOND, '$1').normalize('NFC');

/** Text of a shop as it is printed. Whatever prints it escapes markup. */
export const plain = (text: string): string =>
  composed(text.toWellFormed().replaceAll(TURNING, '').replaceAll(UNPRINTABLE, ''));

/** Writes an amount in lira as people read it: `1.299,90 TL`. */
export const money = (kurus: number): string => `${liraText(kurus)} TL`;

/** The beginning of a text, cut at a word. */
export function shortened(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  return `${text.slice(0, lengthMax - 1).replace(/\s+\S*$/, '')}…`;
}
