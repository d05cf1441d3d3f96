import { folded } from '../../kernel/folded';

interface Searchable {
  readonly title: string;
  readonly handle: string;
  readonly brand: string | null;
  readonly sku: string | null;
  readonly barcode: string | null;
  readonly variants: readonly {
    readonly title: string;
    readonly sku: string | null;
    readonly barcode: string | null;
  }[];
}

/** Writes the text by which a product is found, in one line. Line feeds keep words of two fields apart. */
export function searchText({ title, handle, brand, sku, barcode, variants }: Searchable): string {
  const parts = [
    title,
    handle,
    brand,
    sku,
    barcode,
    ...variants.flatMap((variant) => [variant.title, variant.sku, variant.barcode]),
  ];
  return folded([...new Set(parts.filter((part) => part !== null && part !== ''))].join('\n'));
}
