/** NUL stands in no text that a provider means, so that a text of its own is never taken for a number. */
const MARK = '\0long:';
const MARKED = /"\\u0000long:(-?\d+)"/g;

/** A whole number beyond 2⁵³, as some providers write them into their JSON. {@link jsonOf} writes its digits without quotes. */
export class LongNumber {
  /** @param digits all of them */
  constructor(readonly digits: string) {}

  toJSON(): string {
    return MARK + this.digits;
  }
}

/** Writes JSON as `JSON.stringify` does, and long numbers as numbers. */
export function jsonOf(value: unknown, space?: number): string {
  const text = JSON.stringify(value, undefined, space);
  return text === undefined ? 'null' : text.replaceAll(MARKED, '$1');
}
