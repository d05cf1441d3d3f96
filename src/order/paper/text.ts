/** The width of a character that stands alone. */
export type Advance = (character: string) => number;

const SPACES = /[\p{Z}\p{Cc}]+/gu;
/** Characters that print nothing, turn the direction of writing, or are halves of one. */
const UNPRINTED = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Signs above and below one letter pile up as high as somebody likes: two are kept. */
const PILES = /(\p{M}{2})\p{M}+/gu;

/** The text of a stranger as paper takes it: one line, with nothing in it that prints elsewhere. */
export const printable = (text: string): string =>
  text.normalize('NFC').replaceAll(SPACES, ' ').replaceAll(UNPRINTED, '').replaceAll(PILES, '$1').trim();

const CUT = '…';

/**
 * Breaks a text into lines that are no wider than `width`: between words, and within a word that is wider.
 * @param linesMax the last of so many lines ends with `…` where more would follow
 */
export function wrapped(text: string, width: number, advance: Advance, linesMax = Number.POSITIVE_INFINITY): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  const space = advance(' ');
  for (const word of text.split(' ').filter(Boolean)) {
    const wide = widthOf(word, advance);
    if (line !== '' && used + space + wide <= width) {
      line += ` ${word}`;
      used += space + wide;
      continue;
    }
    if (line !== '') lines.push(line);
    const parts = wide <= width ? [word] : partsOf(word, width, advance);
    line = parts.pop() as string;
    used = widthOf(line, advance);
    lines.push(...parts);
    if (lines.length > linesMax) break;
  }
  if (line !== '') lines.push(line);
  if (lines.length <= linesMax) return lines;
  const [beginning = ''] = partsOf(`${lines[linesMax - 1]} ${lines[linesMax]}`, width - advance(CUT), advance);
  return [...lines.slice(0, linesMax - 1), beginning + CUT];
}

function widthOf(text: string, advance: Advance): number {
  let width = 0;
  for (const character of text) width += advance(character);
  return width;
}

/** Cuts a text into parts that fit, each as long as it can be, and of one character at least. */
function partsOf(text: string, width: number, advance: Advance): string[] {
  const parts: string[] = [];
  let part = '';
  let used = 0;
  for (const character of text) {
    const wide = advance(character);
    if (part !== '' && used + wide > width) {
      parts.push(part);
      part = '';
      used = 0;
    }
    part += character;
    used += wide;
  }
  return [...parts, part];
}
