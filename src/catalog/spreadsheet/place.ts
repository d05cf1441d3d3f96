import { identity } from './columns';
import { CellError } from './errors';
import { codeIn, type Row } from './row';
import type { Product, ProductOrVariant, Shop, Variant } from './shop';
import type { Statements } from './statements';

/** Product and variant that a line is about. */
export interface RowPlace {
  /** undefined: a new one; of a new variant: that of the line above. */
  readonly product: Product | undefined;
  readonly variant: Variant | undefined;
  readonly isVariant: boolean;
}

/** In the place of a variant's identifier: a new variant of the product that the line names, or that stands above. */
export const NEW_VARIANT = '+';
const NEW_PRODUCT: RowPlace = { product: undefined, variant: undefined, isVariant: false };

interface PlacesOptions {
  /** Products that are older are not made by the table, in ms since 1970. */
  readonly sinceMs: number;
  /** Time after which a product may come from an earlier run of the table, in ms since 1970. */
  readonly writtenMs: number;
  readonly dryRun: boolean;
}

/** A line that makes a product or a variant. */
interface Making {
  readonly line: number;
  readonly barcode: string | undefined;
}

/**
 * Tells what lines are about, one after the other. Whatever a line is told follows from the table: a run that begins anew, or once
 * more, tells each line the same.
 */
export class Places {
  /** Keys by which new products will be found: the lines that make them. */
  private readonly making = new Map<string, Making>();
  /** Keys by which new variants will be found. */
  private readonly makingVariants = new Map<string, number>();
  /** By product or variant: the line that is about it. */
  private readonly about = new Map<string, number>();
  private readonly called = new Map<string, number>();

  constructor(
    private readonly shop: Shop,
    private readonly statements: Statements,
    private readonly options: PlacesOptions,
  ) {}

  /** By the identifiers, else by the handle, the barcode or the SKU, in this order. @throws {CellError} */
  of(row: Row): RowPlace {
    const place = this.placeByKeys(row);
    const thing = place.isVariant ? place.variant : place.product;
    if (!place.product || !thing) return place;
    const before = this.about.get(thing.id);
    if (before !== undefined && this.isOwn(place.product)) throw new CellError((words) => words.sameProduct(before));
    this.statements.add(thing.id, row);
    this.about.set(thing.id, before ?? row.line.number);
    return place;
  }

  private placeByKeys(row: Row): RowPlace {
    const { shop } = this;
    const [id, variantId] = [identity.id, identity.variantId].map(({ name }) => row.cells.get(name)?.trim());
    const [handle, barcode, sku] = ['handle', 'barcode', 'sku'].map((name) => codeIn(row, name));
    if (variantId === NEW_VARIANT)
      for (const code of [barcode && `barcode ${barcode}`, sku && `sku ${sku}`])
        if (code) this.makingVariants.set(code, row.line.number);
    if (id !== undefined || variantId !== undefined) return placeById(id, variantId, shop);
    const found = handle === undefined ? undefined : shop.handle(handle);
    if (found) return { product: found, variant: undefined, isVariant: false };
    if (barcode !== undefined) this.refuseVariant('barcode', barcode);
    const coded = barcode === undefined ? undefined : shop.barcode(barcode);
    if (coded) return foundAt(coded);
    if (sku !== undefined && handle === undefined && barcode === undefined) this.refuseVariant('sku', sku);
    const [kept, ...others] = sku === undefined ? [] : this.withSku(sku, handle);
    if (others.length > 0 && barcode === undefined) throw new CellError((words) => words.severalWithSku(String(sku)));
    // Another barcode is another thing, and what has none yet gets it.
    if (kept && others.length === 0 && (barcode === undefined || (kept.variant ?? kept.product).barcode === null))
      return foundAt(kept);
    return (handle ?? barcode ?? sku) ? this.coded(row, { handle, barcode, sku }) : this.titled(row);
  }

  /** A line with a handle is not about products that an earlier run made under other handles. */
  private withSku(sku: string, handle: string | undefined): readonly ProductOrVariant[] {
    const found = this.shop.sku(sku);
    return handle === undefined ? found : found.filter(({ product }) => !this.isOwn(product));
  }

  private refuseVariant(name: string, code: string): void {
    const line = this.makingVariants.get(`${name} ${code}`);
    if (line !== undefined) throw new CellError((words) => words.codeOfVariant(line, name, code));
  }

  private isOwn({ createdAt }: Product): boolean {
    return Date.parse(createdAt) >= this.options.writtenMs;
  }

  /**
   * Places a new product that has codes, by which the next import finds it. A second line with such a code is refused: the order in which
   * lines run would decide whether it makes a second product.
   * @throws {CellError}
   */
  private coded(
    { line }: Row,
    { handle, barcode, sku }: Readonly<Record<'handle' | 'barcode' | 'sku', string | undefined>>,
  ): RowPlace {
    const refuse = (name: string, code: string | undefined, other: Making | undefined): void => {
      if (code !== undefined && other) throw new CellError((words) => words.codeOfLine(other.line, name, code));
    };
    refuse('handle', handle, this.making.get(`handle ${handle}`));
    refuse('barcode', barcode, this.making.get(`barcode ${barcode}`));
    const alike = handle === undefined ? this.making.get(`sku ${sku}`) : undefined;
    if (barcode === undefined || alike?.barcode === undefined) refuse('sku', sku, alike);
    for (const [name, code] of Object.entries({ handle, barcode, sku }))
      if (code !== undefined) this.making.set(`${name} ${code}`, { line: line.number, barcode });
    return NEW_PRODUCT;
  }

  /**
   * Places a new product that has a title and no code. A product of that title which is older than the table may be meant, or may be
   * another one: the line is refused. A product of that title which is newer was made by an earlier run of the table, and the line's
   * idempotency key answers with it. A dry run has no keys: its lines of one title take the newer products in their order.
   * @throws {CellError}
   */
  private titled(row: Row): RowPlace {
    const title = codeIn(row, 'title') ?? '';
    const alike = this.shop.titled(title);
    const [older] = alike.filter(({ createdAt }) => Date.parse(createdAt) < this.options.sinceMs);
    if (older) throw new CellError((words) => words.titleTaken(title, older.id));
    if (!this.options.dryRun) return NEW_PRODUCT;
    const place = this.called.get(title) ?? 0;
    this.called.set(title, place + 1);
    return { ...NEW_PRODUCT, product: alike[place] };
  }
}

const foundAt = ({ product, variant }: ProductOrVariant): RowPlace => ({
  product,
  variant,
  isVariant: variant !== undefined,
});

function placeById(id: string | undefined, variantId: string | undefined, shop: Shop): RowPlace {
  if (id === undefined && variantId === NEW_VARIANT) return { product: undefined, variant: undefined, isVariant: true };
  const product = id === undefined ? undefined : shop.product(id);
  if (!product) throw new CellError((words) => (id === undefined ? words.noProductNamed : words.noProduct(id)));
  if (variantId === undefined) return { product, variant: undefined, isVariant: false };
  const variant = product.variants.find((each) => each.id === variantId);
  if (!variant && variantId !== NEW_VARIANT) throw new CellError((words) => words.noVariant(String(variantId)));
  return { product, variant, isVariant: true };
}
