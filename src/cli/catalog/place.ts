import { CellError } from './cell';
import { identity } from './columns';
import { codeIn, type Row } from './row';
import type { Found, Product, Shop, Variant } from './shop';

/** What a line is about. */
export interface Place {
  /** undefined: a new one; of a new variant: that of the line above. */
  readonly product: Product | undefined;
  readonly variant: Variant | undefined;
  readonly isVariant: boolean;
}

/** In the place of a variant's identifier: a new variant of the product that the line names, or that stands above. */
const NEW_VARIANT = '+';
const NEW_PRODUCT: Place = { product: undefined, variant: undefined, isVariant: false };

interface PlacesOptions {
  /** Products that are older are not made by the table, in ms since 1970. */
  readonly sinceMs: number;
  readonly dryRun: boolean;
}

/** Tells what lines are about, one after the other. */
export class Places {
  /** By what new products will be found: the lines that make them. */
  private readonly making = new Map<string, number>();
  private readonly called = new Map<string, number>();

  constructor(
    private readonly shop: Shop,
    private readonly options: PlacesOptions,
  ) {}

  /** By the identifiers, else by the handle, the barcode or the SKU, in this order. @throws {CellError} */
  of(row: Row): Place {
    const { shop } = this;
    const [id, variantId] = [identity.id, identity.variantId].map(({ name }) => row.cells.get(name)?.trim());
    if (id !== undefined || variantId !== undefined) return named(id, variantId, shop);
    const [handle, barcode, sku] = ['handle', 'barcode', 'sku'].map((name) => codeIn(row, name));
    const found = handle === undefined ? undefined : shop.handle(handle);
    if (found) return { product: found, variant: undefined, isVariant: false };
    const coded = barcode === undefined ? undefined : shop.barcode(barcode);
    if (coded) return foundAt(coded);
    const kept = sku === undefined ? undefined : shop.sku(sku);
    if (kept === null && barcode === undefined)
      throw new CellError(`several products or variants have the SKU “${sku}”: name one by its identifier or barcode`);
    // Another barcode is another thing, and what has none yet gets it.
    if (kept && (barcode === undefined || (kept.variant ?? kept.product).barcode === null)) return foundAt(kept);
    return (handle ?? barcode ?? sku) ? this.coded(row, { handle, barcode, sku }) : this.titled(row);
  }

  /** A new product that the next import finds: a second line of it would make it twice, or not, as they come. */
  private coded({ line }: Row, codes: Readonly<Record<string, string | undefined>>): Place {
    const all = Object.entries(codes).filter(([, code]) => code !== undefined);
    for (const [name, code] of all.filter(([name]) => name !== 'sku' || all.length === 1)) {
      const before = this.making.get(`${name} ${code}`);
      if (before !== undefined)
        throw new CellError(`line ${before} has the ${name} “${code}” of a new product already: make one line of both`);
    }
    for (const [name, code] of all) this.making.set(`${name} ${code}`, line.number);
    return NEW_PRODUCT;
  }

  /**
   * A new product that nothing tells from others but its title. A product of this title that is older than the table is perhaps
   * meant, e.g. when what was imported is changed and imported again, and perhaps not. One that came since is the table's own: its
   * key answers it, and in a dry run, which has none, those of the title are taken in their order.
   */
  private titled(row: Row): Place {
    const title = codeIn(row, 'title') ?? '';
    const alike = this.shop.titled(title);
    const [older] = alike.filter(({ createdAt }) => Date.parse(createdAt) < this.options.sinceMs);
    if (older)
      throw new CellError(
        `a product is called “${title}” already: name it by its id, ${older.id}, or give the new one a handle of its own`,
      );
    if (!this.options.dryRun) return NEW_PRODUCT;
    const place = this.called.get(title) ?? 0;
    this.called.set(title, place + 1);
    return { ...NEW_PRODUCT, product: alike[place] };
  }
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
