/*
 * What stands under "barcode" and is none, in lists that come from spreadsheets and programs. Each is the source of a pattern of a whole
 * text, in any case of letters, for `RegExp` and for schemas, which have no flags.
 */

const inAnyCase = (word: string): string =>
  [...word]
    .map((sign) => {
      const forms = new Set([sign, sign.toUpperCase(), sign.toLocaleUpperCase('tr')]);
      return forms.size > 1 ? `[${[...forms].join('')}]` : sign;
    })
    .join('');

/** A long number as a spreadsheet or a program shows it: `8,69E+12`, `8.69791E12`. Its last digits are lost. */
export const ROUNDED = String.raw`\d{1,3}(?:[.,]\d+[eE]\+?|[eE]\+)\d{1,3}`;

/** Words that programs and people write for nothing. */
const WORDS = ['nan', 'none', 'null', '<na>', 'undefined', 'yok', 'barkod yok', 'barkodsuz', 'boş', 'bos', 'n/a'];

/** These words, a nought, or a line through the cell. Nobody prints a code that is all noughts. */
export const NOTHING = `${WORDS.map(inAnyCase).join('|')}|0+|[-–—_.]+`;

/** The same without a plus and decimals: as another code it may be one. */
export const ROUNDED_BARCODE = String.raw`${ROUNDED}|\d{1,3}[eE]\d{2}`;

export const NO_BARCODE = `${NOTHING}|${inAnyCase('na')}`;
