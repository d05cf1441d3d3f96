import { type CellValue, readSheet, type SheetData } from 'read-excel-file/universal';
import { csvLine } from '../../../kernel/csv';
import { type WorkbookBounds, WorkbookRefused } from './workbook-bounds';
import { checkWorkbook } from './workbook-parts';

const BYTE_ORDER_MARK = '\ufeff';
const SEPARATOR = ';';

/** A number as Turkish tables write it; a day without its hours. */
function textOf(value: CellValue | null): string {
  if (value === null) return '';
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (typeof value === 'number') return String(value).replace('.', ',');
  if (typeof value === 'boolean') return value ? 'evet' : 'hayır';
  return String(value);
}

/**
 * Reads the first sheet of a workbook (.xlsx) as a table. Of a formula it reads the value that Excel has kept.
 * @returns the bytes of a CSV
 * @throws {WorkbookRefused} it is larger than the bounds, or no workbook that can be read
 */
export async function workbookText(packed: Uint8Array, most: WorkbookBounds): Promise<Uint8Array<ArrayBuffer>> {
  return csvOf(await rowsOf(packed, most), most);
}

async function rowsOf(packed: Uint8Array, most: WorkbookBounds): Promise<SheetData> {
  let beyond: string | undefined;
  try {
    const checked = checkWorkbook(packed, most);
    ({ beyond } = checked);
    return await readSheet(checked.packed.buffer);
  } catch (error) {
    if (error instanceof WorkbookRefused) throw error;
    throw new WorkbookRefused(beyond === undefined ? { kind: 'unreadable' } : { kind: 'beyond', cell: beyond });
  }
}

/** One long text may stand in every cell while the file holds it once, so what is written is counted before it is. */
function csvOf(rows: SheetData, most: WorkbookBounds): Uint8Array<ArrayBuffer> {
  let length = 0;
  const lines = rows.map((values) => {
    const cells = values.map(textOf);
    for (const cell of cells) length += cell.length;
    if (length > most.unpackedBytes) throw new WorkbookRefused({ kind: 'tooLarge' });
    return csvLine(cells, SEPARATOR);
  });
  return new TextEncoder().encode(BYTE_ORDER_MARK + lines.join(''));
}
