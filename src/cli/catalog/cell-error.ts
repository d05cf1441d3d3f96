/** A value that has no cell, or a cell that has no value, says why. */
export class CellError extends Error {}

/** Form that spreadsheets give to long numbers, e.g. barcodes: `8,69E+12`. */
export const ROUNDED = /^\d([.,]\d+)?E\+\d+$/i;
