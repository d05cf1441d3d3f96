/*
 * Hepsiburada writes times as the wall time of Turkey and says no zone. Turkey has had one time all year round since 2016.
 */

const TURKEY_MS = 3 * 3_600_000;
const MINUTE_MS = 60_000;
const LOCAL = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)$/;
/** The last moment that has four digits for its year. */
const TIME_MAX = 253_402_300_799_999;

/** Reads a time, which is one of Turkey unless it says another zone. @returns ms since 1970; undefined of what is none */
export function msIn(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined;
  const [, date, time] = LOCAL.exec(value) ?? [];
  const ms = date === undefined ? Date.parse(value) : Date.parse(`${date}T${time}Z`) - TURKEY_MS;
  return ms > 0 && ms <= TIME_MAX ? ms : undefined;
}

/** The minute of Turkey in which a time is, as filters take it. */
export const minuteOf = (ms: number): string => new Date(ms + TURKEY_MS).toISOString().slice(0, 16).replace('T', ' ');

/** A longer range is silently cut a day after its beginning. The minutes of both ends belong to a range, so it ends a little earlier. */
const RANGE_MS = 24 * 3_600_000 - 2 * MINUTE_MS;

/** Ranges that filters take, which cover a window. */
export function rangesOf(fromMs: number, toMs: number): (readonly [from: string, to: string])[] {
  const ranges: (readonly [string, string])[] = [];
  for (let from = fromMs; from <= toMs || ranges.length === 0; from += RANGE_MS) {
    const to = Math.min(from + RANGE_MS, Math.max(from, toMs));
    // An end is read as the beginning of its minute.
    ranges.push([minuteOf(from), minuteOf(to + MINUTE_MS)]);
  }
  return ranges;
}
