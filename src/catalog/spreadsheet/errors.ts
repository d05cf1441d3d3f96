import { ROUNDED as rounded } from '../barcode/mistaken';
import { en, type Words } from './words';

/** A reason in the words of whoever reads it. */
export type Reason = (words: Words) => string;

/** An error with a reason for people, whatever their language; its message is English. */
export class ReasonedError extends Error {
  constructor(readonly said: Reason) {
    super(said(en));
  }
}

/** A value that has no cell, or a cell that has no value, says why. */
export class CellError extends ReasonedError {}

/** Nothing is done of the whole table. */
export class TableError extends ReasonedError {}

/** The credential is not shown what a table is about. */
export class NotShown extends TableError {}

/** The table has columns that nobody knows. */
export class UnknownColumns extends TableError {
  constructor(
    readonly unknown: readonly string[],
    /** All words that name a column, folded. */
    readonly words: readonly string[],
    /** The columns that there are, each with its word for people. */
    readonly known: readonly { readonly name: string; readonly label: string | undefined }[],
  ) {
    super((said) => said.unknownColumns(unknown.map((cell) => `“${cell}”`).join(', ')));
  }
}

/** Form that spreadsheets and programs give to long numbers, e.g. barcodes. */
export const ROUNDED = new RegExp(`^(?:${rounded})$`);
