import { folded } from '../../kernel/folded';

const CODE = /^[A-Z0-9][A-Z0-9-]{2,31}$/;

/** Writes text as codes are kept: in capitals, and with no letters of Turkish alone, whatever keyboard has typed it. */
export const codeLetters = (text: string): string => folded(text.trim()).toUpperCase();

/** Reads a code as people type it. @returns the form in which it is kept and compared; undefined: no coupon can have it */
export function couponCodeIn(text: string): string | undefined {
  const code = codeLetters(text);
  return CODE.test(code) ? code : undefined;
}
