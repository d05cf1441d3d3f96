/** A variant of a product of the demo, as `catalog.product.create` takes it. */
interface ShelfVariant {
  readonly title: string;
  readonly sku?: string;
  readonly stock?: number;
  /** In kuruş; left out: the price of the product. */
  readonly price?: number;
}

/** A picture of a product: its words, and an SVG of it. */
export interface ShelfPicture {
  readonly alt: string;
  readonly svg: string;
}

export const categories = ['Kahve', 'Ekipman', 'Fincan ve bardak', 'Lezzet', 'Hediye'] as const;
export type CategoryName = (typeof categories)[number];

export const collections = ['Hediyelik', 'Evde barista', 'Bu ay indirimde'] as const;
export type CollectionTitle = (typeof collections)[number];

/** A product of the demo: amounts are in kuruş, with VAT. */
export interface ShelfProduct {
  readonly title: string;
  readonly brand?: string;
  readonly price: number;
  readonly compareAt?: number;
  /** In percent, within the price. */
  readonly vatRate: 1 | 10 | 20;
  readonly category: CategoryName;
  readonly stock?: number;
  readonly variants?: readonly ShelfVariant[];
  /** The text of its page, as HTML. */
  readonly description: string;
  readonly collections?: readonly CollectionTitle[];
  readonly pictures: readonly ShelfPicture[];
  /** Values of the shop's own fields. */
  readonly fields?: { readonly origin?: string; readonly roast?: 'Açık' | 'Orta' | 'Koyu' };
}

/** Products that the catalog has already get these words and pictures. */
export type Dressing = Pick<ShelfProduct, 'title' | 'description' | 'pictures' | 'fields'>;

/** Categories and products that a catalog has already, by their names. */
export interface Known {
  readonly categories: Readonly<Partial<Record<CategoryName, string>>>;
  readonly products: Readonly<Record<string, string>>;
}

/** A paragraph and, below it, facts as a list. */
export const factsOf = (text: string, ...facts: readonly string[]): string =>
  `<p>${text}</p>${facts.length === 0 ? '' : `<ul>${facts.map((fact) => `<li>${fact}</li>`).join('')}</ul>`}`;

/** A table with a row of headings. */
export const table = (headings: readonly string[], ...rows: readonly (readonly string[])[]): string => {
  const row = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  return `<table>${row(headings, 'th')}${rows.map((cells) => row(cells, 'td')).join('')}</table>`;
};
