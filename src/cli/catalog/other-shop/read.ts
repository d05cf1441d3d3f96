import type { Terminal } from '../../terminal';
import { plain } from '../../text';
import type { Line, Sheet } from '../sheet';
import { COLUMNS, ForeignTable, type OtherShop } from './export';
import { magento } from './magento';
import { prestashop } from './prestashop';
import { shopify } from './shopify';
import { woocommerce } from './woocommerce';

const shops: readonly OtherShop[] = [shopify, woocommerce, prestashop, magento];

/**
 * The export of another shop as a table of this one; every other table as it is. Its rows are read at once: those of one product may
 * stand anywhere.
 */
export async function asOwnTable(sheet: Sheet, terminal: Terminal): Promise<Sheet> {
  const shop = shops.find((each) => each.isOf(sheet.header));
  if (!shop) return sheet;
  const table = new ForeignTable(sheet.header);
  const rows = [];
  for await (const line of sheet.lines()) rows.push(table.row(line));
  const lines = shop.linesOf(rows);
  terminal.note(`This is an export of ${shop.name}: ${rows.length} rows are read as ${lines.length} lines.`);
  const lacking = shop.lacks?.(rows);
  if (lacking !== undefined) terminal.note(lacking);
  const aside = table.leftAside();
  if (aside.length > 0) terminal.note(`Not imported: ${aside.map(plain).join(', ')}.`);
  return { format: sheet.format, header: COLUMNS, lines: () => each(lines) };
}

async function* each(lines: readonly Line[]): AsyncIterable<Line> {
  yield* lines;
}
