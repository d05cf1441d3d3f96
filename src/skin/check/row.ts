import { type Facts, inWords } from '../../kit/finding/fill';
import { type CheckCode, checkWords } from './words';

/** A fault of a package, and where it is. */
export interface CheckRow {
  readonly pointer: string;
  readonly code: CheckCode;
  readonly message: string;
  readonly english: string;
  /** Place in the style sheet. */
  readonly line?: number;
  readonly column?: number;
}

/** Rows that one answer tells, of each kind. */
export const ROWS_MAX = 20;

export const row = (
  pointer: string,
  code: CheckCode,
  facts: Facts = {},
  place: { readonly line?: number; readonly column?: number } = {},
): CheckRow => ({ pointer, code, ...inWords(checkWords[code], facts), ...place });
