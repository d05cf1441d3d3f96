import { CellError, readCell } from './cell';
import { type FieldColumn, type Header, identity, type ValueColumn } from './columns';
import type { Line } from './sheet';
import type { Found, Product, Shop, Variant } from './shop';

/** A line as far as it says something. */
export interface Row {
  readonly line: Line;
  /** What stands under the names of its columns; empty cells do not. */
  readonly cells: ReadonlyMap<string, string>;
}

/** A line of a variant. */
export interface VariantRow extends Row {
  /** undefined: a new one. */
  readonly variant: Variant | undefined;
}

/** The lines of one product that stand together. */
export interface Group {
  /** undefined: a new one. */
  readonly product: Product | undefined;
  /** The line of the product itself; undefined: there are lines of its variants alone. */
  readonly own: Row | undefined;
  readonly variants: readonly VariantRow[];
}

/** A line that names nothing that could be found, why, and below it the new variants of what it was to name. */
export interface Lost {
  readonly lines: readonly Line[];
  readonly reason: string;
}

/** In the place of a variant's identifier: a new variant of the product that the line names, or that stands above. */
const NEW_VARIANT = '+';

export interface Layout {
  readonly header: Header;
  readonly values: readonly ValueColumn[];
  readonly fields: readonly FieldColumn[];
}

/** Lines that belong to one product, in their order. */
export async function* groupsOf(
  lines: AsyncIterable<Line>,
  { header }: Layout,
  shop: Shop,
): AsyncIterable<Group | Lost> {
  let open: Open | undefined;
  for await (const line of lines) {
    const row = rowOf(line, header);
    const place = placed(row, shop);
    if (open && isBelow(place, open)) open = withLine(open, row, place);
    else {
      if (open) yield open;
      open = opened(row, place);
    }
  }
  if (open) yield open;
}

type Open = Group | Lost;

/** Where a line belongs, or why it belongs nowhere. */
function placed(row: Row, shop: Shop): Place | CellError {
  try {
    return placeOf(row, shop);
  } catch (error) {
    if (error instanceof CellError) return error;
    throw error;
  }
}

/** A new variant that names no product is of the line above, also when that one names nothing that could be found. */
function isBelow(place: Place | CellError, open: Open): boolean {
  if (place instanceof CellError || !place.isVariant) return false;
  return place.product === undefined || ('variants' in open && place.product === open.product);
}

function withLine(open: Open, row: Row, place: Place | CellError): Open {
  if (!('variants' in open)) return { ...open, lines: [...open.lines, row.line] };
  const variant = place instanceof CellError ? undefined : place.variant;
  return { ...open, variants: [...open.variants, { ...row, variant }] };
}

function opened(row: Row, place: Place | CellError): Open {
  if (place instanceof CellError) return { lines: [row.line], reason: place.message };
  const { product, variant, isVariant } = place;
  if (!isVariant) return { product, own: row, variants: [] };
  if (product === undefined) return { lines: [row.line], reason: 'no line of a product stands above the new variant' };
  return { product, own: undefined, variants: [{ ...row, variant }] };
}

const rowOf = (line: Line, header: Header): Row => ({
  line,
  cells: new Map(
    header.flatMap((name, index) => {
      const cell = line.cells[index] ?? '';
      return name === undefined || cell.trim() === '' ? [] : [[name, cell] as const];
    }),
  ),
});

interface Place {
  readonly product: Product | undefined;
  readonly variant: Variant | undefined;
  readonly isVariant: boolean;
}

/** What a cell says that tells one thing from others; of a cell that says nothing, or takes something away, undefined. */
export function codeIn({ cells }: Row, name: string): string | undefined {
  const value = readCell(cells.get(name)?.trim() ?? '', 'text');
  return typeof value === 'string' ? value : undefined;
}

/** By the identifiers, else by the handle, the barcode or the SKU, in this order. @throws {CellError} */
function placeOf(row: Row, shop: Shop): Place {
  const [id, variantId] = [identity.id, identity.variantId].map(({ name }) => row.cells.get(name)?.trim());
  if (id !== undefined || variantId !== undefined) return named(id, variantId, shop);
  const [handle, barcode, sku] = ['handle', 'barcode', 'sku'].map((name) => codeIn(row, name));
  const found = handle === undefined ? undefined : shop.handle(handle);
  if (found) return { product: found, variant: undefined, isVariant: false };
  const coded = barcode === undefined ? undefined : shop.barcode(barcode);
  if (coded) return foundAt(coded);
  const kept = sku === undefined || barcode !== undefined ? undefined : shop.sku(sku);
  if (kept === null)
    throw new CellError(`several products or variants have the SKU “${sku}”: name one by its identifier or barcode`);
  return kept ? foundAt(kept) : { product: undefined, variant: undefined, isVariant: false };
}

const foundAt = ({ product, variant }: Found): Place => ({ product, variant, isVariant: variant !== undefined });

function named(id: string | undefined, variantId: string | undefined, shop: Shop): Place {
  if (id === undefined && variantId === NEW_VARIANT) return { product: undefined, variant: undefined, isVariant: true };
  const product = id === undefined ? undefined : shop.product(id);
  if (!product) throw new CellError(`there is no product ${id ?? '(the line names a variant alone)'}`);
  if (variantId === undefined) return { product, variant: undefined, isVariant: false };
  const variant = product.variants.find((each) => each.id === variantId);
  if (!variant && variantId !== NEW_VARIANT) throw new CellError(`the product has no variant ${variantId}`);
  return { product, variant, isVariant: true };
}
