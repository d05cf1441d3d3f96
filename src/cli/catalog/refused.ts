import { closeSync, ftruncateSync, openSync, writeFileSync } from 'node:fs';
import { identity, REASON } from './columns';
import type { Group } from './group';
import type { Header } from './header';
import type { Made } from './run-plan';
import { type Line, type Sheet, sheetBytes } from './sheet';

/** A line that was refused, and what it names by now: it may have made a product before. */
export interface Refused {
  readonly line: Line;
  readonly id?: string | undefined;
  readonly variantId?: string | undefined;
}

export function namesOf({ product, own, variants }: Group, made: Made | undefined): Refused[] {
  const id = product?.id ?? made?.productId;
  const added = variants.filter(({ variant }) => !variant);
  return [
    ...(own ? [{ line: own.line, id }] : []),
    ...variants.map((row) => ({
      line: row.line,
      id,
      variantId: row.variant?.id ?? made?.variantIds[added.indexOf(row)],
    })),
  ];
}

/** The lines that were refused, as they were, with the reason behind them: mended, they are a table to import. */
export class RefusedFile {
  private open: number | undefined;
  private size = 0;
  /** Why nothing goes into it any more. */
  failure: string | undefined;

  constructor(
    private readonly file: string,
    private readonly sheet: Sheet,
    private readonly names: Header,
  ) {}

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
    const { format, header } = this.sheet;
    const added = [identity.id.name, identity.variantId.name, REASON].filter((name) => this.placeOf(name) < 0);
    const rows = lines.map((line) => this.rowOf(line, reason, added));
    const isFirst = this.size === 0;
    // A reason may have a character that the file's own encoding has not.
    const text = format.encoding === 'windows-1254' ? ({ ...format, encoding: 'utf-8' } as const) : format;
    const bytes = sheetBytes(isFirst ? [[...header, ...added], ...rows] : rows, text, isFirst);
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

  private rowOf({ line, id, variantId }: Refused, reason: string, added: readonly string[]): string[] {
    const { length } = this.sheet.header;
    const cells = Array.from({ length: length + added.length }, (_, index) => line.cells[index] ?? '');
    const told = { [identity.id.name]: id, [identity.variantId.name]: variantId, [REASON]: reason };
    for (const [name, value] of Object.entries(told)) {
      const place = added.includes(name) ? length + added.indexOf(name) : this.placeOf(name);
      // A column of that name that was not read is of another shop.
      if (value !== undefined || !this.names.includes(name)) cells[place] = value ?? '';
    }
    return cells;
  }

  private placeOf(name: string): number {
    const word = name.toLowerCase();
    return Math.max(
      this.names.indexOf(name),
      this.sheet.header.findIndex((cell) => cell.toLowerCase() === word),
    );
  }
}
