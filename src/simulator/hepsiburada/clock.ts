const TURKEY_MS = 3 * 3_600_000;
const DAY_MS = 24 * 3_600_000;

/** A moment as Hepsiburada writes it: the wall time of Turkey, which names no zone. */
export const localTime = (ms: number): string => new Date(ms + TURKEY_MS).toISOString().slice(0, 23);

/** Reads a date of a filter, `yyyy-MM-dd HH:mm`. @returns undefined of any other form, which matches nothing */
export function minuteIn(text: string): number | undefined {
  const [, date, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d)$/.exec(text) ?? [];
  const ms = Date.parse(`${date}T${time}:00Z`) - TURKEY_MS;
  return Number.isNaN(ms) ? undefined : ms;
}

/** The range of a filter. An end that is more than a day later is ignored without a word. @returns null: nothing matches */
export function rangeIn(query: URLSearchParams): readonly [number, number] | null {
  const [begin, end] = [query.get('begindate'), query.get('enddate')];
  if (begin === null && end === null) return [0, Number.MAX_SAFE_INTEGER];
  const from = minuteIn(begin ?? '');
  const to = minuteIn(end ?? '');
  if (from === undefined || to === undefined) return null;
  return [from, to - from > DAY_MS ? from + DAY_MS : to];
}
