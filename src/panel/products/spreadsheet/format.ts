import type { Format } from '../../../catalog/spreadsheet/sheet';

/** A Turkish spreadsheet opens a table of this form as it is. */
export const FORMAT: Format = { separator: ';', encoding: 'utf-8' };
