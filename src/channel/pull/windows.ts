import type { PackageWindow } from '../../provider/channel/package';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * The time, in ms, that a window reaches back over the one before. Clocks differ by a little, and a list may lag behind by as much again.
 */
export const OVERLAP_MS = 3 * MINUTE_MS;
const SPAN_MS_MAX = 14 * DAY_MS;
/** A window that is no longer is read whole, whatever it holds. */
const SPAN_MS_MIN = 4 * OVERLAP_MS;
/** A window with more rows is halved: a marketplace turns no more pages. */
export const ROWS_MAX = 10_000;

const iso = (ms: number): string => new Date(ms).toISOString();

/** The window that begins at a time. @param end the end of the last window */
export const windowFrom = (fromMs: number, end: string): PackageWindow => ({
  from: iso(fromMs),
  to: iso(Math.min(fromMs + SPAN_MS_MAX, Math.max(fromMs, Date.parse(end)))),
});

/** @returns undefined when everything up to the end is read */
export const windowAfter = ({ to }: PackageWindow, end: string): PackageWindow | undefined =>
  Date.parse(to) >= Date.parse(end) ? undefined : windowFrom(Date.parse(to) - OVERLAP_MS, end);

/** The first half of a window. @returns undefined of one that is too short to be halved */
export function halfOf({ from, to }: PackageWindow): PackageWindow | undefined {
  const spanMs = Date.parse(to) - Date.parse(from);
  return spanMs <= SPAN_MS_MIN ? undefined : { from, to: iso(Date.parse(from) + Math.floor(spanMs / 2)) };
}

/** The reach of the first pull into the time before the installation, for what is not sent yet. One question of it has two weeks at most. */
const OPEN_MS = 13 * DAY_MS;

/** The facts from which the first window of a pull follows. */
export interface Beginning {
  readonly now: string;
  readonly since: string | null;
  readonly censusDays: number | null;
  /** Up to where the pulls before have come. */
  readonly until: string | null;
  /** The merchant has counted the stock without the pieces that were sold before. */
  readonly installedAt: string;
}

export function beginningOf({ now, since, censusDays, until, installedAt }: Beginning): PackageWindow {
  if (censusDays !== null)
    return windowFrom(Math.max(Date.parse(now) - censusDays * DAY_MS, startOf(installedAt)), now);
  if (since !== null) return windowFrom(Date.parse(since), now);
  return windowFrom(until === null ? startOf(installedAt) - OPEN_MS : Date.parse(until) - OVERLAP_MS, now);
}

/** Computes the end of the time before the installation, in ms since 1970. */
export const startOf = (installedAt: string): number => Date.parse(installedAt) - OVERLAP_MS;
