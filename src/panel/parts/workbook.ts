import writeXlsxFile, { type Row } from 'write-excel-file/universal';
import { clockOf } from '../../kernel/shop-time';
import type { Cell, CellRow, Sheet } from '../../kernel/table-text';

/** Excel refuses a longer name of a sheet, and these signs in it. */
const NAME_MAX = 31;
const NOT_IN_NAMES = /[\\/?*[\]:]/g;
const WIDTH = { least: 8, most: 40, beside: 2 };

/** A text stays a text, so no formula comes of it. Amounts and moments are numbers and dates to reckon with. */
function cellOf(cell: Cell): Row[number] {
  if (typeof cell === 'string') return { value: cell, type: String };
  if ('kurus' in cell) return { value: cell.kurus / 100, type: Number, format: '#,##0.00' };
  if ('count' in cell) return { value: cell.count, type: Number, format: '0' };
  if ('code' in cell) return { value: cell.code, type: String };
  // The program knows no time zones: it shows the clock of the shop.
  return { value: new Date(`${clockOf(Date.parse(cell.at))}Z`), type: Date, format: 'dd.mm.yyyy hh:mm' };
}

const lengthOf = (cell: Cell): number => {
  if (typeof cell === 'string') return cell.length;
  return 'code' in cell ? cell.code.length : 'at' in cell ? 16 : 12;
};

const widthsOf = (rows: readonly CellRow[]) =>
  (rows[0] ?? []).map((_, at) => {
    const longest = rows.reduce((most, row) => Math.max(most, lengthOf(row[at] ?? '')), WIDTH.least);
    return { width: Math.min(WIDTH.most, longest + WIDTH.beside) };
  });

/** Writes sheets as a workbook (.xlsx). The headings stay in sight. */
export function workbookOf(sheets: readonly Sheet[]): Promise<Blob> {
  return writeXlsxFile(
    sheets.map(({ name, rows: [headings = [], ...rows] }) => ({
      sheet: name.replaceAll(NOT_IN_NAMES, ' ').slice(0, NAME_MAX),
      data: [
        headings.map((heading) => ({ value: String(heading), type: String, fontWeight: 'bold' as const })),
        ...rows.map((row) => row.map(cellOf)),
      ],
      columns: widthsOf([headings, ...rows]),
      stickyRowsCount: 1,
    })),
  ).toBlob();
}
