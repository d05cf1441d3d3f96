import { CellError } from './errors';
import type { VariantRow } from './group';
import { codeIn, type Row } from './row';
import type { Product, Variant } from './shop';

/**
 * Lines of variants beside the product as it is by now: lines above may have changed it since it was read.
 *
 * A new variant may be there already, from an earlier import of the table, so it is held against those that no other line of the
 * group names: it is the one of its barcode, else the one of its title. A SKU is shared by variants and decides only among titles that
 * are alike; another barcode is another variant, whatever it is called.
 * @throws {CellError} a variant that a line names is gone
 */
export function knownVariants(rows: readonly VariantRow[], { variants }: Product): readonly VariantRow[] {
  const named = rows.map(
    ({ variant }) => variant && (variants.find(({ id }) => id === variant.id) ?? gone(variant.id)),
  );
  const free = new Set(variants.filter((variant) => !named.includes(variant)));
  return rows.map((row, index) => {
    const variant = named[index] ?? alike(row, [...free]);
    if (variant) free.delete(variant);
    return { ...row, variant };
  });
}

function alike(row: Row, free: readonly Variant[]): Variant | undefined {
  const [barcode, title, sku = null] = ['barcode', 'title', 'sku'].map((name) => codeIn(row, name));
  const coded = barcode === undefined ? undefined : free.find((variant) => variant.barcode === barcode);
  if (coded) return coded;
  const called = free.filter(
    (variant) => variant.title === title && (barcode === undefined || variant.barcode === null),
  );
  return called.find((variant) => variant.sku === sku) ?? called[0];
}

function gone(id: string): never {
  throw new CellError((words) => words.variantGone(id));
}
