const MIB = 1024 * 1024;

/** A workbook is read within these bounds: a browser holds all of it at once, and each row is as wide as the widest one. */
export const WORKBOOK_MAX = { packedBytes: 20 * MIB, unpackedBytes: 200 * MIB, columns: 256, rows: 50_000 };
export type WorkbookBounds = typeof WORKBOOK_MAX;

/** Why a workbook is not read. */
export type WorkbookRefusal =
  | { readonly kind: 'unreadable' | 'tooLarge' | 'tooSlow' }
  /** It has a value outside of what is read. */
  | { readonly kind: 'beyond'; readonly cell: string };

export class WorkbookRefused extends Error {
  constructor(readonly refusal: WorkbookRefusal) {
    super(`The workbook is not read: ${refusal.kind}.`);
  }
}
