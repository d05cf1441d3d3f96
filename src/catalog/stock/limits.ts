/** The most pieces of one item: far inside of int4, so that sums of a few items stay exact in every client. */
export const STOCK_MAX = 1_000_000_000;
