import { visibleText } from '../../kernel/schema/visible';

const LETTERS_MAX = 2;

/** The first letters of the first words, e.g. `TF` of “Türk filtre kahve”. */
export const lettersOf = (title: string): string =>
  (visibleText(title).match(/[\p{L}\p{N}]+/gu) ?? [])
    .slice(0, LETTERS_MAX)
    .map((word) => [...word][0]?.toLocaleUpperCase('tr'))
    .join('');
