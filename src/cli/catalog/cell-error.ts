import { ROUNDED as rounded } from '../../catalog/barcode/mistaken';

/** A value that has no cell, or a cell that has no value, says why. */
export class CellError extends Error {}

/** Form that spreadsheets and programs give to long numbers, e.g. barcodes. */
export const ROUNDED = new RegExp(`^(?:${rounded})$`);
