import { copiedCell, type Kind } from './cell';
import { identity, REASON } from './columns';
import type { Group, Layout } from './group';
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

/**
 * The lines that were refused, as they were, with the reason behind them: mended, they are a table to import. A formula is no longer one,
 * since whoever mends them opens what strangers have written.
 */
export class RefusedTable {
  private readonly kinds: ReadonlyMap<string | undefined, Kind>;
  private isFirst = true;

  constructor(
    private readonly sheet: Sheet,
    private readonly layout: Pick<Layout, 'header' | 'values' | 'fields'>,
  ) {
    this.kinds = new Map([...layout.values, ...layout.fields].map(({ name, kind }) => [name, kind]));
  }

  /**
   * Lines that belong together are one piece: a new variant names its product by standing below it.
   * @returns bytes of the next piece of the table; the first one begins with its header
   */
  bytesOf(lines: readonly Refused[], reason: string): Uint8Array<ArrayBuffer> {
    const { format, header } = this.sheet;
    const added = [identity.id.name, identity.variantId.name, REASON].filter((name) => this.placeOf(name) < 0);
    const rows = lines.map((line) => this.rowOf(line, reason, added));
    const { isFirst } = this;
    this.isFirst = false;
    // A reason may have a character that the file's own encoding has not.
    const text = format.encoding === 'windows-1254' ? ({ ...format, encoding: 'utf-8' } as const) : format;
    const headings = [...header.map((cell) => copiedCell(cell, undefined)), ...added];
    return sheetBytes(isFirst ? [headings, ...rows] : rows, text, isFirst);
  }

  private rowOf({ line, id, variantId }: Refused, reason: string, added: readonly string[]): string[] {
    const { length } = this.sheet.header;
    const cells = Array.from({ length: length + added.length }, (_, index) =>
      copiedCell(line.cells[index] ?? '', this.kinds.get(this.layout.header[index])),
    );
    const told = {
      [identity.id.name]: id,
      [identity.variantId.name]: variantId,
      [REASON]: copiedCell(reason, undefined),
    };
    for (const [name, value] of Object.entries(told)) {
      const place = added.includes(name) ? length + added.indexOf(name) : this.placeOf(name);
      // A column of that name that was not read is of another shop.
      if (value !== undefined || !this.layout.header.includes(name)) cells[place] = value ?? '';
    }
    return cells;
  }

  private placeOf(name: string): number {
    const word = name.toLowerCase();
    return Math.max(
      this.layout.header.indexOf(name),
      this.sheet.header.findIndex((cell) => cell.toLowerCase() === word),
    );
  }
}
