/** Most things of one bulk act. */
export const THINGS_MAX = 5_000;

/** Most calls of one bulk act, e.g. a price of each variant. */
export const CALLS_MAX = 5_000;

/** Most things of a bulk act whose calls are recorded on top of each other, in one transaction of some seconds. */
export const STACKED_MAX = 200;

/** Most offers of carriers that one bulk act accepts. */
export const OFFERS_MAX = 200;
/** Bounds of one change of prices, in percent. */
export const RAISE_PERCENT_MAX = 1_000;
export const LOWER_PERCENT_MAX = 90;
