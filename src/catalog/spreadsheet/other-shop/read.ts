import type { Reason } from '../errors';
import type { Line, Sheet } from '../sheet';
import { COLUMNS, ForeignTable, type OtherShop } from './export';
import { magento } from './magento';
import { prestashop } from './prestashop';
import { shopify } from './shopify';
import { trendyol } from './trendyol';
import { woocommerce } from './woocommerce';

const shops: readonly OtherShop[] = [shopify, woocommerce, prestashop, magento, trendyol];

/**
 * The export of another shop as a table of this one; every other table as it is. Its rows are read at once: those of one product may
 * stand anywhere.
 * @param onNote is told what becomes of the export
 */
export async function asOwnTable(sheet: Sheet, onNote: (note: Reason) => void): Promise<Sheet> {
  const shop = shops.find((each) => each.isOf(sheet.header));
  if (!shop) return sheet;
  const table = new ForeignTable(sheet.header);
  const rows = [];
  for await (const line of sheet.lines()) rows.push(table.row(line));
  const lines = shop.linesOf(rows);
  onNote((words) => words.foreignExport(shop.name, rows.length, lines.length));
  const lacking = shop.lacks?.(rows);
  if (lacking !== undefined) onNote(lacking);
  const aside = table.leftAside();
  if (aside.length > 0) onNote((words) => words.leftAside(aside.join(', ')));
  return { format: sheet.format, header: COLUMNS, lines: () => each(lines) };
}

async function* each(lines: readonly Line[]): AsyncIterable<Line> {
  yield* lines;
}
