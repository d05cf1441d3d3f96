import { type Facts, inWords } from '../../kit/finding/fill';
import { type FindingCode, findingWords } from './codes';

/** A fault of a design, and where it is. */
export interface Finding {
  /** JSON Pointer into the body. */
  readonly pointer: string;
  readonly code: FindingCode;
  readonly message: string;
  readonly english: string;
}

/** Findings that one answer tells. */
export const FINDINGS_MAX = 20;

export const finding = (pointer: string, code: FindingCode, facts: Facts = {}): Finding => ({
  pointer,
  code,
  ...inWords(findingWords[code], facts),
});

export { at } from '../../kit/finding/pointer';
