/** Most things of one bulk act. */
export const THINGS_MAX = 5_000;

/** Most calls of one bulk act, e.g. a price of each variant. */
export const CALLS_MAX = 5_000;
