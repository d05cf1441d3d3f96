/** Rows of one table of a report at most: a saved table has more than a page shows. */
export const ROWS_MAX = 10_000;
