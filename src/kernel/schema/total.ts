/** So far a list is counted: beyond it nobody needs the number, and counting on would cost what no page costs. */
export const TOTAL_MAX = 10_000;
