import { type CellRow, type Sheet, tableText } from '../../kernel/table-text';
import { save } from './save-file';

/** Programs that a saved table is for. */
export type TableFormat = 'csv' | 'xlsx';

/** Has the browser save a table. @param name of the file, without its end */
export async function saveTable(name: string, format: TableFormat, rows: readonly CellRow[]): Promise<void> {
  if (format === 'xlsx') return saveWorkbook(name, [{ name, rows }]);
  save({ name: `${name}.csv`, bytes: new Blob([tableText(rows)], { type: 'text/csv' }) });
}

/** Has the browser save several tables as one workbook. Its writer is loaded with the first one. */
export async function saveWorkbook(name: string, sheets: readonly Sheet[]): Promise<void> {
  const { workbookOf } = await import('./workbook');
  save({ name: `${name}.xlsx`, bytes: await workbookOf(sheets) });
}
