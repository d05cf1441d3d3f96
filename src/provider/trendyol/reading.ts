/** The last moment that has four digits for its year. */
export const TIME_MAX = 253_402_300_799_999;

/** A moment in ms since 1970, as ISO 8601 writes it. */
export const isoOf = (ms: number): string => new Date(ms).toISOString();

/** @returns null when the value is no moment */
export const momentIn = (value: unknown): string | null =>
  Number.isInteger(value) && (value as number) > 0 && (value as number) <= TIME_MAX ? isoOf(value as number) : null;
