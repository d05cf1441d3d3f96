/** People put these between digits so that they can be read. */
const SPACING = /[\s().-]+/g;
/** The code of Turkey. Callers within it leave it out, and dial a 0 before the number. */
const COUNTRY = '+90';
const BEFORE_TEN_DIGITS = /^(?:(?:\+|00)?90)?0?(?=\d{10}$)/;
/** Most countries dial this before the code of another one. */
const ABROAD = /^00(?=[1-9])/;

const E164 = /^\+[1-9]\d{7,14}$/;

/** Takes out of a number, or a code, all that only makes it readable. */
export const unspaced = (written: string): string => written.replaceAll(SPACING, '');

/** Puts the country in front of a telephone number as it is dialled. @param plain without spaces */
export const withCountry = (plain: string): string => plain.replace(BEFORE_TEN_DIGITS, COUNTRY).replace(ABROAD, '+');

/** Reads a telephone number as people write it. @returns it in E.164; undefined of a text that is none */
export function telephoneIn(written: string): string | undefined {
  const number = withCountry(unspaced(written));
  return E164.test(number) ? number : undefined;
}
