/** The days and nights of a shop are those of Turkey. */
export const shopTimeZone = 'Europe/Istanbul';

export const DAY_MS = 24 * 3_600_000;
/** Turkey has been three hours ahead of UTC all year since 2016. */
const TURKEY_MS = 3 * 3_600_000;

/** Days since 1970-01-01, a Thursday, by the calendar of Turkey. @param ms since the epoch */
const dayOf = (ms: number): number => Math.floor((ms + TURKEY_MS) / DAY_MS);
const beginOf = (day: number): number => day * DAY_MS - TURKEY_MS;

/** A moment by a clock that hangs in the shop, to the minute: `2026-11-29T03:39`. @param ms since the epoch */
export const clockOf = (ms: number): string => new Date(ms + TURKEY_MS).toISOString().slice(0, 16);

/** Reads the moment off such a clock. @param clock `2026-11-29T03:39`, and any seconds @returns undefined when no such clock shows this */
export function momentOf(clock: string): string | undefined {
  const ms = Date.parse(`${clock}Z`);
  return Number.isNaN(ms) ? undefined : new Date(ms - TURKEY_MS).toISOString();
}

/** The end of the n-th day after a moment, by the calendar of Turkey: the day of the moment itself is not counted. @param at ISO 8601 */
export const endOfNthDay = (at: string, days: number): string =>
  new Date(beginOf(dayOf(Date.parse(at)) + days + 1) - 1).toISOString();

/**
 * The beginning of a day in Turkey, or of one so many days later.
 * @param day ISO 8601, e.g. 2026-11-20
 * @returns ISO 8601, or undefined for a day that no calendar has
 */
export function beginOfDay(day: string, later = 0): string | undefined {
  const ms = Date.parse(day);
  // Date turns a 30 February into the 2 March.
  if (Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(day)) return undefined;
  return new Date(beginOf(ms / DAY_MS + later)).toISOString();
}

/** Tells whether a moment is on a Saturday or a Sunday in Turkey: 0 is a Thursday. */
export const isWeekend = (ms: number): boolean => [2, 3].includes(dayOf(ms) % 7);

/** Finds the beginning of the last day from Monday to Friday that is over by now, in Turkey. Public holidays count as such days. */
export function lastWorkingDay(now: Date): Date {
  let day = dayOf(now.getTime()) - 1;
  // 0 is a Thursday: 2 and 3 are the weekend.
  while ([2, 3].includes(day % 7)) day -= 1;
  return new Date(beginOf(day));
}

/** A day as letters name it, e.g. 5 Aralık 2026. @param at ISO 8601 */
export const dayText = (at: string): string =>
  new Date(at).toLocaleDateString('tr-TR', { timeZone: shopTimeZone, day: 'numeric', month: 'long', year: 'numeric' });

/** A moment by the clock of the shop, in few digits. @param at ISO 8601 @returns `30.11.2026 05:12` */
export function momentText(at: string): string {
  const [day = '', time = ''] = clockOf(Date.parse(at)).split('T');
  return `${day.split('-').toReversed().join('.')} ${time}`;
}
