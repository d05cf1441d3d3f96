/** A text, or a number; only of numbers without a fraction the third part is empty. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?(?:0|[1-9]\d*)((?:\.\d+)?(?:[eE][+-]?\d+)?)/gs;
const LONG_NUMBER = /\d{16}/;

/**
 * Reads JSON as `JSON.parse` does, but for integers beyond 2^53, which are texts of their digits: providers send numbers of parcels and
 * receipts as numbers, and as a double they would name another one. A schema that asks for an integer refuses them, one for a text
 * takes them.
 * @throws {SyntaxError}
 */
export function readJson(text: string): unknown {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text);
  const whole = text.replaceAll(TOKENS, (token: string, fraction: string | undefined) =>
    fraction === '' && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
  );
  return JSON.parse(whole);
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
