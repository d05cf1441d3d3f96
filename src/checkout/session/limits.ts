/** Pieces of one line (spec §8, capQty). */
export const QUANTITY_MAX = 99;
/** Most lines that one cart may have. */
export const LINES_MAX = 100;
