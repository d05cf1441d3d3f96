import { type Command, Option } from 'commander';
import type { Context } from '../context';
import { Progress } from '../terminal';
import { WrittenFile } from '../written-file';
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
import { type Encoding, encodings, type Separator, written } from './encoding';
import { headerOf } from './header';
import { separatorOption } from './options';
import { sheetBytes } from './sheet';
import { type FieldValue, type Product, products, type Variant, type WholeProduct, wholeProduct } from './shop';

interface ExportOptions {
  readonly out?: string;
  readonly status: 'active' | 'archived' | 'all';
  readonly headers: 'names' | 'tr' | 'en';
  readonly whole?: true;
  readonly separator: Separator;
  readonly encoding: Encoding;
}

/** `tezgah catalog export`: a line for each product, and below it one for each of its variants. */
export function addExport(catalog: Command, context: Context): void {
  catalog
    .command('export')
    .description('Products, variants, prices, stock, custom fields and pictures as a table for spreadsheets.')
    .option('--out <file>', 'where to (default: stdout)')
    .addOption(
      new Option('--status <status>', 'of which products').choices(['active', 'archived', 'all']).default('active'),
    )
    .addOption(
      new Option('--headers <words>', 'what columns are called').choices(['names', 'tr', 'en']).default('names'),
    )
    .option('--whole', 'also descriptions and all pictures, which lists do not show: a call a product')
    .addOption(separatorOption(written).default(';'))
    .addOption(new Option('--encoding <encoding>', 'of the file').choices([...encodings]).default('utf-8'))
    .action((options: ExportOptions) => exportProducts(options, context));
}

async function exportProducts(options: ExportOptions, context: Context): Promise<void> {
  const table = await tableOf(options, context);
  const file = new WrittenFile(options.out);
  const progress = new Progress();
  await file.write(sheetBytes([headerWords(table.columns, options)], options, true));
  let lines = 0;
  for await (const page of products(context, options.status)) {
    const rows: string[][] = [];
    for (const product of page)
      rows.push(...rowsOf(options.whole ? await wholeProduct(context, product.id) : product, table));
    await file.write(sheetBytes(rows, options, false));
    lines += rows.length;
    if (options.out !== undefined) progress.show(`${lines} lines`);
  }
  progress.end();
  await file.end();
  if (options.out === undefined) return;
  context.terminal.print(`${options.out}: ${lines} lines.`);
  context.terminal.answer({ file: options.out, lines });
}

interface Table {
  readonly columns: readonly Column[];
  readonly values: readonly ValueColumn[];
  readonly fields: readonly FieldColumn[];
  /** Of tables for people, who call categories by their names. */
  readonly categories: Categories | undefined;
  /** Of the API, for whoever imports the table elsewhere, too. */
  readonly url: string;
}

async function tableOf({ whole, headers }: ExportOptions, context: Context): Promise<Table> {
  const values = valueColumns(context).filter(({ name }) => whole || name !== DESCRIPTION);
  const fields = await fieldColumns(context);
  if (!fields) context.terminal.note('Without the scope store:admin the custom fields are not in it.');
  return {
    columns: [identity.id, identity.variantId, ...values, picture, ...fieldsByName(fields ?? [])],
    values,
    fields: fields ?? [],
    categories: headers === 'names' ? undefined : await Categories.read(context),
    url: context.settings.url,
  };
}

/** A word that an import would take for something else is not said. */
function headerWords(columns: readonly Column[], { headers }: ExportOptions): string[] {
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
