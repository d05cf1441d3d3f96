import type { ScheduleSpec } from '@temporalio/client';

const DAY_MS = 86_400_000;
/** Turkey has been three hours ahead of UTC all year since 2016. */
const TURKEY_MS = 3 * 3_600_000;
const UNIT_MS: Readonly<Record<string, number>> = { seconds: 1_000, minutes: 60_000 };

/** @param text as `every` writes it, e.g. 10 minutes */
function msOf(text: unknown): number {
  const [value, unit = ''] = String(text ?? '0 seconds').split(' ');
  return Number(value) * (UNIT_MS[unit] ?? Number.NaN);
}

/** The first moment behind `after` that stands `offset` into one of the periods that follow each other since 1970. */
const nextIn = (after: number, period: number, offset: number): number =>
  Math.floor((after - offset) / period) * period + period + offset;

const periodOf = ({ intervals = [] }: ScheduleSpec): number => (intervals[0] ? msOf(intervals[0].every) : DAY_MS);

/** Tells when the clock has run a schedule last, as {@link nextRunOf}. @param before ms since the epoch, inclusive */
export const lastRunOf = (spec: ScheduleSpec, before: number): Date =>
  new Date(nextRunOf(spec, before).getTime() - periodOf(spec));

/** Tells when the clock runs a schedule next, jitter aside, by the specs of `every` and `nightly`. @param after ms since the epoch */
export function nextRunOf({ intervals = [], calendars = [] }: ScheduleSpec, after: number): Date {
  const [interval] = intervals;
  if (interval) return new Date(nextIn(after, msOf(interval.every), msOf(interval.offset)));
  const { hour, minute, second } = calendars[0] as { hour: number; minute: number; second: number };
  const intoDay = ((hour * 60 + minute) * 60 + second) * 1_000;
  return new Date(nextIn(after, DAY_MS, intoDay - TURKEY_MS));
}
