import { unzipSync } from 'fflate';
import { type CellValue, readSheet, type SheetData } from 'read-excel-file/universal';
import { TableError } from '../../../catalog/spreadsheet/errors';
import type { Source } from '../../../catalog/spreadsheet/sheet';
import { csvLine } from '../../../kernel/csv';

const MIB = 1024 * 1024;
/** Bytes of a workbook, and of what is packed in it: a browser holds all of it at once. */
const BYTES_MAX = { packed: 20 * MIB, unpacked: 200 * MIB };
/** The parts that hold cells; pictures and macros are never looked at. */
const READ_PARTS = /^xl\/(?:worksheets\/|sharedStrings\.xml|styles\.xml|workbook\.xml)/;

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

/** Adds up what the parts would take, without unpacking any. */
function unpackedBytes(packed: Uint8Array): number {
  let bytes = 0;
  unzipSync(packed, {
    filter: ({ name, originalSize }) => {
      if (READ_PARTS.test(name)) bytes += originalSize;
      return false;
    },
  });
  return bytes;
}

/**
 * Reads the first sheet of a workbook (.xlsx) as a table. Of a formula it reads the value that Excel has kept.
 * @param most bytes of it, packed and unpacked
 * @throws {TableError} it is too large, or no workbook that can be read
 */
export async function workbookSource(file: File, most = BYTES_MAX): Promise<Source> {
  const { name } = file;
  const tooLarge = new TableError((words) => words.workbookTooLarge(name, most.packed / MIB));
  if (file.size > most.packed) throw tooLarge;
  const packed = await file.arrayBuffer();
  const read = async (): Promise<SheetData> => {
    if (unpackedBytes(new Uint8Array(packed)) > most.unpacked) throw tooLarge;
    return readSheet(packed);
  };
  const rows = await read().catch((error: unknown) => {
    if (error === tooLarge) throw error;
    throw new TableError((words) => words.workbook(name));
  });
  const lines = rows.map((cells) => csvLine(cells.map(textOf), SEPARATOR));
  const bytes = new TextEncoder().encode(BYTE_ORDER_MARK + lines.join(''));
  return {
    name,
    head: async (length) => bytes.subarray(0, length),
    pieces: async function* () {
      yield bytes;
    },
  };
}
