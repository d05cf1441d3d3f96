import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { type Command, Option } from 'commander';
import type { Context } from '../context';
import { CliError } from '../exit';
import { Progress } from '../terminal';
import { cellOf, type Kind } from './cell';
import {
  type Column,
  FIELD,
  type FieldColumn,
  fieldColumns,
  identity,
  picture,
  type ValueColumn,
  valueColumns,
} from './columns';
import { type Encoding, encodings, type Separator } from './encoding';
import { separatorOption } from './options';
import { type Format, sheetBytes } from './sheet';
import { type FieldValue, type Product, products, type Variant } from './shop';

interface ExportOptions {
  readonly out?: string;
  readonly status: 'active' | 'archived' | 'all';
  readonly headers: 'names' | 'tr' | 'en';
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
    .addOption(separatorOption().default(';'))
    .addOption(new Option('--encoding <encoding>', 'of the file').choices([...encodings]).default('utf-8'))
    .action((options: ExportOptions) => exportProducts(options, context));
}

async function exportProducts(options: ExportOptions, context: Context): Promise<void> {
  const values = valueColumns(context).filter(({ name }) => name !== 'description');
  const fields = await fieldColumns(context);
  if (!fields) context.terminal.note('Without the scope store:admin the custom fields are not in it.');
  const fieldNames = [...new Map((fields ?? []).map((field) => [field.name, field])).values()];
  const columns: readonly Column[] = [identity.id, identity.variantId, ...values, picture, ...fieldNames];
  const place = { tr: 0, en: 1 };
  const wordOf = ({ name, labels }: Column): string =>
    options.headers === 'names' || name.startsWith(FIELD) ? name : (labels[place[options.headers]] ?? name);

  const file = new SheetFile(options.out, options);
  const progress = new Progress();
  await file.write([columns.map(wordOf)]);
  let lines = 0;
  for await (const page of products(context, options.status)) {
    const rows = page.flatMap((product) => rowsOf(product, values, fields ?? [], columns, context.settings.url));
    await file.write(rows);
    lines += rows.length;
    if (options.out !== undefined) progress.show(`${lines} lines`);
  }
  progress.end();
  await file.end();
  if (options.out === undefined) return;
  context.terminal.print(`${options.out}: ${lines} lines.`);
  context.terminal.answer({ file: options.out, lines });
}

function rowsOf(
  product: Product,
  values: readonly ValueColumn[],
  fields: readonly FieldColumn[],
  columns: readonly Column[],
  url: string,
): string[][] {
  const row = (thing: Product | Variant, variantId: string, target: FieldColumn['target']): string[] => {
    const cells = new Map<string, string>([
      [identity.id.name, product.id],
      [identity.variantId.name, variantId],
      [picture.name, variantId === '' ? addressOf(product, url) : ''],
      ...values.map(({ name, kind, entries }) => [name, cellOf(thing[name] as never, kind, entries)] as const),
      ...fieldCells(
        thing.metafields,
        fields.filter((field) => field.target === target),
      ),
    ]);
    return columns.map(({ name }) => cells.get(name) ?? '');
  };
  return [row(product, '', 'product'), ...product.variants.map((variant) => row(variant, variant.id, 'variant'))];
}

/** For whoever imports the table elsewhere, too. */
const addressOf = ({ picture: shown }: Product, url: string): string =>
  shown?.url ? new URL(shown.url, url).href : '';

const fieldCells = (had: readonly FieldValue[], fields: readonly FieldColumn[]): (readonly [string, string])[] =>
  fields.map(({ name, key, kind, entries }: FieldColumn & { readonly kind: Kind }) => [
    name,
    cellOf(had.find((field) => field.key === key)?.value, kind, entries),
  ]);

/** Written as it comes: what is behind waits for the disk, or for who reads the pipe. */
class SheetFile {
  private readonly stream: NodeJS.WritableStream;
  private isFirst = true;

  constructor(
    private readonly file: string | undefined,
    private readonly format: Format,
  ) {
    this.stream = file === undefined ? process.stdout : createWriteStream(file, { mode: 0o600 });
    this.stream.on('error', () => undefined);
  }

  async write(rows: readonly (readonly string[])[]): Promise<void> {
    const bytes = sheetBytes(rows, this.format, this.isFirst);
    this.isFirst = false;
    await new Promise<void>((resolve, reject) => {
      this.stream.write(bytes, (error) => (error ? reject(this.failed(error)) : resolve()));
    });
  }

  async end(): Promise<void> {
    if (this.file === undefined) return;
    this.stream.end();
    await once(this.stream, 'close');
  }

  private failed(error: Error): CliError {
    return new CliError('refused', 'file', `${this.file ?? 'stdout'} cannot be written: ${error.message}.`);
  }
}
