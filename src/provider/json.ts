const LONG_NUMBER = /\d{16}/;
/** Digits that may be an integer beyond 2^53, with what stands on either side of them. */
const LONG = /(?<=^|[\s:,[])-?[1-9]\d{15,}(?=$|[\s,\]}])/g;

/**
 * Reads JSON as `JSON.parse` does, but for integers beyond 2^53, which are texts of their digits: providers send numbers of parcels and
 * receipts as numbers, and as a double they would name another one. A schema that asks for an integer refuses them, one for a text
 * takes them.
 * @throws {SyntaxError}
 */
export function readJson(text: string): unknown {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text);
  const parts: string[] = [];
  let written = 0;
  // Behind the last text that was passed. Pages are large, and few of their tokens are long numbers: only quotes are looked for.
  let outside = 0;
  for (const { 0: digits, index } of text.matchAll(LONG)) {
    if (Number.isSafeInteger(Number(digits))) continue;
    while (outside <= index) {
      const begin = text.indexOf('"', outside);
      if (begin === -1 || begin > index) break;
      outside = endOfText(text, begin);
    }
    if (outside > index) continue;
    parts.push(text.slice(written, index), `"${digits}"`);
    written = index + digits.length;
  }
  return JSON.parse(parts.length === 0 ? text : parts.join('') + text.slice(written));
}

/** Finds the place behind the closing quote of a text. @param begin the place of its opening quote */
function endOfText(text: string, begin: number): number {
  for (let quote = text.indexOf('"', begin + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let before = quote;
    while (text[before - 1] === '\\') before--;
    if ((quote - before) % 2 === 0) return quote + 1;
  }
  return text.length + 1;
}

/** NUL stands in no text that is sent, so that none is taken for a number. */
const MARK = '\0number:';
const MARKED = /"\\u0000number:(\d+)"/g;

/** A whole number by its digits, which {@link writeJson} writes as a number, also one beyond 2^53. */
export class WholeNumber {
  /** @throws {RangeError} when it is none */
  constructor(private readonly digits: string) {
    if (!/^\d{1,30}$/.test(digits)) throw new RangeError('a whole number has digits alone');
  }

  toJSON(): string {
    return MARK + this.digits;
  }
}

/** Writes JSON as `JSON.stringify` does: what {@link readJson} has read as a text goes back as the number that it was. */
export const writeJson = (value: unknown): string => JSON.stringify(value).replaceAll(MARKED, '$1');
