import { Categories } from './category';
import { cellOf, type Kind } from './cell';
import {
  CATEGORY,
  type Column,
  DESCRIPTION,
  FIELD,
  type FieldColumn,
  fieldColumns,
  fieldsByName,
  identity,
  picture,
  type ValueColumn,
  valueColumns,
} from './columns';
import type { Door } from './door';
import { headerOf } from './header';
import { type Format, sheetBytes } from './sheet';
import { type FieldValue, type Product, products, type Variant, type WholeProduct, wholeProduct } from './shop';

export interface ExportOptions {
  readonly status: 'active' | 'archived' | 'all';
  /** Words in the header: names of the API, or those for people. */
  readonly headers: 'names' | 'tr' | 'en';
  /** Whether descriptions and all pictures are in it, which lists do not show: a call a product. */
  readonly isWhole: boolean;
  /** Address of the API, for whoever imports the table elsewhere, too. */
  readonly url: string;
}

/** Products of the shop as a table: a line for each, and below it one for each of its variants. */
export class TableExport {
  private constructor(
    private readonly door: Door,
    private readonly options: ExportOptions,
    private readonly table: Table,
    /** This credential is not shown the custom fields. */
    readonly lacksFields: boolean,
  ) {}

  static async open(door: Door, options: ExportOptions): Promise<TableExport> {
    const values = valueColumns(door.declared).filter(({ name }) => options.isWhole || name !== DESCRIPTION);
    const fields = await fieldColumns(door);
    const table = {
      columns: [identity.id, identity.variantId, ...values, picture, ...fieldsByName(fields ?? [])],
      values,
      fields: fields ?? [],
      categories: options.headers === 'names' ? undefined : await Categories.read(door),
      url: options.url,
    };
    return new TableExport(door, options, table, fields === undefined);
  }

  /** Reads a page at a time: no more than one is kept. @returns its pieces; the first one is the header */
  async *pieces(format: Format): AsyncGenerator<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly lines: number }> {
    const { door, options, table } = this;
    yield { bytes: sheetBytes([headerWords(table.columns, options)], format, true), lines: 0 };
    for await (const page of products(door, options.status)) {
      const rows: string[][] = [];
      for (const product of page)
        rows.push(...rowsOf(options.isWhole ? await wholeProduct(door, product.id) : product, table));
      yield { bytes: sheetBytes(rows, format, false), lines: rows.length };
    }
  }
}

interface Table {
  readonly columns: readonly Column[];
  readonly values: readonly ValueColumn[];
  readonly fields: readonly FieldColumn[];
  /** A table for people calls categories by these names; a table of identifiers needs none. */
  readonly categories: Categories | undefined;
  readonly url: string;
}

/** Names columns as a header does. A word that an import would take for something else is not said. */
export function headerWords(columns: readonly Column[], { headers }: Pick<ExportOptions, 'headers'>): string[] {
  const wordOf = ({ name, labels }: Column): string => {
    if (headers === 'names') return name;
    if (name.startsWith(FIELD)) return labels[0] ?? name;
    return labels[headers === 'tr' ? 0 : 1] ?? name;
  };
  const isRead = (column: Column): boolean =>
    headerOf([wordOf(column)], columns, { ignoresUnknown: true }).header[0] === column.name;
  return columns.map((column) => (isRead(column) ? cellOf(wordOf(column), 'text') : column.name));
}

function rowsOf(product: Product | WholeProduct, { columns, values, fields, categories, url }: Table): string[][] {
  const row = (thing: Product | Variant, variantId: string, target: FieldColumn['target']): string[] => {
    const cells = new Map<string, string>([
      [identity.id.name, product.id],
      [identity.variantId.name, variantId],
      [picture.name, variantId === '' ? addressesOf(product, url) : ''],
      ...values.map(({ name, kind, entries }) => [name, cellOf(thing[name] as never, kind, entries)] as const),
      ...fieldCells(
        thing.metafields,
        fields.filter((field) => field.target === target),
      ),
    ]);
    const category = thing[CATEGORY];
    if (categories && typeof category === 'string') cells.set(CATEGORY, cellOf(categories.nameOf(category), 'text'));
    return columns.map(({ name }) => cells.get(name) ?? '');
  };
  return [row(product, '', 'product'), ...product.variants.map((variant) => row(variant, variant.id, 'variant'))];
}

/** A list shows the smallest size of the first picture; of a whole product it is the largest of each that every program reads. */
function addressesOf(product: Product | WholeProduct, url: string): string {
  const paths = isWhole(product)
    ? product.media.map(({ variants }) => variants.findLast(({ format }) => format !== 'avif')?.url)
    : [product.picture?.url];
  const addresses = paths.flatMap((path) => (path ? [new URL(path, url).href] : []));
  return cellOf(addresses, 'list');
}

const isWhole = (product: Product | WholeProduct): product is WholeProduct => 'media' in product;

const fieldCells = (had: readonly FieldValue[], fields: readonly FieldColumn[]): (readonly [string, string])[] =>
  fields.map(({ name, key, kind, entries }: FieldColumn & { readonly kind: Kind }) => [
    name,
    cellOf(had.find((field) => field.key === key)?.value, kind, entries),
  ]);
