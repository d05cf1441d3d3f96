import { closeSync, ftruncateSync, openSync, writeFileSync } from 'node:fs';
import type { TableImport } from '../../catalog/spreadsheet/import';
import { type Refused, RefusedTable } from '../../catalog/spreadsheet/refused';

/** The file of the lines that were refused, written as they come. */
export class RefusedFile {
  private readonly table: RefusedTable;
  private open: number | undefined;
  private size = 0;
  /** Why nothing goes into it any more. */
  failure: string | undefined;

  constructor(
    private readonly file: string,
    { sheet, layout }: Pick<TableImport, 'sheet' | 'layout'>,
  ) {
    this.table = new RefusedTable(sheet, layout);
  }

  /** Its name, once something stands in it. */
  get written(): string | undefined {
    return this.size > 0 ? this.file : undefined;
  }

  /**
   * Lines that belong together are written in one piece: a new variant names its product by standing below it.
   * @returns false: it cannot be written
   */
  write(lines: readonly Refused[], reason: string): boolean {
    if (this.failure) return false;
    const bytes = this.table.bytesOf(lines, reason);
    try {
      this.open ??= openSync(this.file, 'w', 0o600);
      writeFileSync(this.open, bytes);
      this.size += bytes.length;
    } catch (error) {
      this.failure = `${this.file} cannot be written: ${(error as Error).message}`;
      this.end();
    }
    return !this.failure;
  }

  end(): void {
    if (this.open === undefined) return;
    // A disk that is full may have taken a part of a line.
    if (this.failure && this.size > 0) ftruncateSync(this.open, this.size);
    closeSync(this.open);
    this.open = undefined;
  }
}
