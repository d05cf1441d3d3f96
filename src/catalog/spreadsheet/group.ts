import type { FieldColumn, ValueColumn } from './columns';
import { CellError, type Reason } from './errors';
import type { Header } from './header';
import type { Places, RowPlace } from './place';
import { type Row, rowOf } from './row';
import type { Line } from './sheet';
import type { Product, Variant } from './shop';

/** A line of a variant. */
export interface VariantRow extends Row {
  /** The variant of the row; undefined: a new one. */
  readonly variant: Variant | undefined;
}

/** The lines of one product that stand together. */
export interface Group {
  /** The product of the lines; undefined: a new one. */
  readonly product: Product | undefined;
  /** The line of the product itself; undefined: there are lines of its variants alone. */
  readonly own: Row | undefined;
  readonly variants: readonly VariantRow[];
}

/** A line that names nothing that could be found, why, and below it the new variants of what it was to name. */
export interface Lost {
  readonly lines: readonly Line[];
  readonly reason: Reason;
}

export interface Layout {
  readonly header: Header;
  readonly values: readonly ValueColumn[];
  readonly fields: readonly FieldColumn[];
  /** No line makes a product or a variant. */
  readonly onlyExisting: boolean;
  /** Columns were left aside, and none says how many there are: whoever meant one of them would sell without a count. */
  readonly lacksStock: boolean;
  /** Places of columns that say whether a product is shown, and that nobody reads. */
  readonly hiding: readonly number[];
  /** The header as it stands in the table. */
  readonly headings: readonly string[];
  /** Heading of a column in the table; for a missing column, its name and its word for people. */
  wordOf(name: string): Reason;
}

/** Lines that belong to one product, in their order. */
export async function* groupsOf(
  lines: AsyncIterable<Line>,
  { header }: Layout,
  places: Places,
): AsyncIterable<Group | Lost> {
  let open: Open | undefined;
  for await (const line of lines) {
    const row = rowOf(line, header);
    const place = placed(row, header, places);
    if (open && isBelow(place, open)) open = withLine(open, row, place);
    else {
      if (open) yield open;
      open = opened(row, place);
    }
  }
  if (open) yield open;
}

type Open = Group | Lost;

/** Finds the place of a line, or why it has none. */
function placed(row: Row, header: Header, places: Places): RowPlace | CellError {
  try {
    refuseSurplus(row, header);
    if (row.line.refusal !== undefined) throw new CellError(row.line.refusal);
    return places.of(row);
  } catch (error) {
    if (error instanceof CellError) return error;
    throw error;
  }
}

/** A new variant that names no product is of the line above, also when that one names nothing that could be found. */
function isBelow(place: RowPlace | CellError, open: Open): boolean {
  if (place instanceof CellError || !place.isVariant) return false;
  return place.product === undefined || ('variants' in open && place.product === open.product);
}

function withLine(open: Open, row: Row, place: RowPlace | CellError): Open {
  if (!('variants' in open)) return { ...open, lines: [...open.lines, row.line] };
  const variant = place instanceof CellError ? undefined : place.variant;
  return { ...open, variants: [...open.variants, { ...row, variant }] };
}

function opened(row: Row, place: RowPlace | CellError): Open {
  if (place instanceof CellError) return { lines: [row.line], reason: place.said };
  const { product, variant, isVariant } = place;
  if (!isVariant) return { product, own: row, variants: [] };
  if (product === undefined) return { lines: [row.line], reason: (words) => words.noProductAbove };
  return { product, own: undefined, variants: [{ ...row, variant }] };
}

/** A comma of an amount that is no part of its cell would move all that stands behind it under other columns. */
function refuseSurplus({ line }: Row, header: Header): void {
  const surplus = line.cells.slice(header.length).filter((cell) => cell.trim() !== '');
  if (surplus.length > 0) throw new CellError((words) => words.surplus(surplus.join(', ')));
}
