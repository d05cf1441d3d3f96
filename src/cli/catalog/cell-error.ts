/** A value that has no cell, or a cell that has no value, says why. */
export class CellError extends Error {}

/** What spreadsheets make of long numbers, e.g. of barcodes: `8,69E+12`. */
export const ROUNDED = /^\d([.,]\d+)?E\+\d+$/i;
