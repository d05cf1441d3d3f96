import { type Facts, type FilledWords, inWords } from '../../kit/finding/fill';
import { type CssCode, cssWords, wayOut } from './codes';

export interface CssFault {
  readonly code: CssCode;
  /** The word that is refused. */
  readonly name: string;
  readonly line: number;
  readonly column: number;
}

export const fault = (code: CssCode, name: string, line = 1, column = 1): CssFault => ({ code, name, line, column });

/** A fault as a sentence that begins with its place. @param most bytes that the style sheet may have */
export function faultTold({ code, name, line, column }: CssFault, most: number): FilledWords {
  const place = { tr: `${line}. satır, ${column}. sütun`, en: `line ${line}, column ${column}` };
  const facts: Facts = { name, most, detail: { tr: `${place.tr}: ${name}`, en: `${place.en}: ${name}` } };
  const plain = inWords(cssWords[code], facts);
  const way = wayOut(code, name);
  const told = way ? { message: `${plain.message} ${way.tr}`, english: `${plain.english} ${way.en}` } : plain;
  return code === 'css_syntax' || code === 'css_too_large'
    ? told
    : { message: `${place.tr}: ${told.message}`, english: `${place.en}: ${told.english}` };
}
