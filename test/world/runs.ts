/** `npm run test:all` does all that a property or a matrix has; `npm test` does enough of it to judge a change. */
export const isFullRun = process.env.TEZGAH_FULL_RUNS === '1';

/** A property that takes many seconds does this share of its runs in `npm test`. */
const SHARE = 0.25;

/** How often a long property runs; `RUNS=<number>` overrides it. @param full in `npm run test:all` */
export function runsOf(full: number): number {
  if (process.env.RUNS) return Number(process.env.RUNS);
  return isFullRun ? full : Math.max(1, Math.round(full * SHARE));
}
