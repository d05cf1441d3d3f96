/** The days and nights of a shop are those of Turkey. */
export const shopTimeZone = 'Europe/Istanbul';

export const DAY_MS = 24 * 3_600_000;
/** Turkey has been three hours ahead of UTC all year since 2016. */
const TURKEY_MS = 3 * 3_600_000;

/** The end of the n-th day after a moment, by the calendar of Turkey: the day of the moment itself is not counted. @param at ISO 8601 */
export function endOfDay(at: string, days: number): string {
  const day = Math.floor((Date.parse(at) + TURKEY_MS) / DAY_MS);
  return new Date((day + days + 1) * DAY_MS - TURKEY_MS - 1).toISOString();
}

/** A day as letters name it, e.g. 5 Aralık 2026. @param at ISO 8601 */
export const dayText = (at: string): string =>
  new Date(at).toLocaleDateString('tr-TR', { timeZone: shopTimeZone, day: 'numeric', month: 'long', year: 'numeric' });
