import { type Command, Option } from 'commander';
import { type Encoding, encodings, type Separator, written } from '../../catalog/spreadsheet/encoding';
import { type ExportOptions, TableExport } from '../../catalog/spreadsheet/export';
import type { Context } from '../context';
import { Progress } from '../terminal';
import { WrittenFile } from '../written-file';
import { doorOf, tableFaultsAsUsage } from './door';
import { separatorOption } from './options';

interface Stated extends Pick<ExportOptions, 'status' | 'headers'> {
  readonly out?: string;
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
    .action((stated: Stated) => tableFaultsAsUsage(exportProducts(stated, context)));
}

async function exportProducts(stated: Stated, context: Context): Promise<void> {
  const { terminal, settings } = context;
  const options = { ...stated, isWhole: stated.whole ?? false, url: settings.url };
  const table = await TableExport.open(doorOf(context), options);
  if (table.lacksFields) terminal.note('Without the scope store:admin the custom fields are not in it.');
  const file = new WrittenFile(stated.out);
  const progress = new Progress();
  let lines = 0;
  for await (const piece of table.pieces(stated)) {
    await file.write(piece.bytes);
    lines += piece.lines;
    if (stated.out !== undefined) progress.show(`${lines} lines`);
  }
  progress.end();
  await file.end();
  if (stated.out === undefined) return;
  terminal.print(`${stated.out}: ${lines} lines.`);
  terminal.answer({ file: stated.out, lines });
}
