import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { stringify } from 'csv-stringify/sync';
import { usage } from '../exit';
import { withoutFormula } from './code';
import { beginningOf, type Encoding, encoded, encodingOf, encodingOfAll, type Separator } from './encoding';
import { type Read, TableReader } from './table-reader';

/** How a file is written. */
export interface Format {
  readonly encoding: Encoding;
  readonly separator: Separator;
}

/** A line below the header, with a refusal where whoever read or made it knows why nothing is done of it. */
export type Line = Read;

export interface Sheet {
  readonly format: Format;
  readonly header: readonly string[];
  /** Below the header, one at a time: none is kept. */
  lines(): AsyncIterable<Line>;
}

/** What files of spreadsheets begin with: a zip, and what Excel wrote before. */
const WORKBOOKS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];
const HEAD_BYTES = 64 * 1024;

/**
 * @param stated in the place of what the file itself shows
 * @throws {CliError} usage: there is no such file, it has no header, or is no table
 */
export async function openSheet(file: string, stated: Partial<Format>): Promise<Sheet> {
  const head = await headOf(file);
  if (WORKBOOKS.some((beginning) => Buffer.from(head).subarray(0, beginning.length).equals(Buffer.from(beginning))))
    usage(`${file} is a workbook (.xlsx, .ods, .xls), no table: save it as “CSV UTF-8”.`);
  const encoding = stated.encoding ?? encodingOf(head) ?? (await encodingOfAll(createReadStream(file)));
  if (encoding === undefined) return notThroughout(file, 'utf-8');
  const beginning = beginningOf(new TextDecoder(encoding).decode(head, { stream: true }));
  const format = { encoding, separator: stated.separator ?? beginning.separator };
  const lines = () => linesOf(file, format, beginning.isHinted);
  for await (const { cells, refusal } of lines()) {
    if (refusal !== undefined) usage(`The header of ${file} cannot be read: ${refusal}.`);
    const header = cells.map((cell) => withoutFormula(cell).trim());
    return { format, header, lines: () => behind(lines(), 1) };
  }
  return usage(`${file} has no header.`);
}

const notThroughout = (file: string, encoding: Encoding): never =>
  usage(`${file} is not ${encoding} throughout: say with --encoding what it is.`);

async function headOf(file: string): Promise<Uint8Array> {
  try {
    const handle = await open(file);
    try {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (error) {
    return usage(`${file} cannot be read: ${(error as Error).message}.`);
  }
}

async function* behind(lines: AsyncIterable<Line>, count: number): AsyncIterable<Line> {
  let above = count;
  for await (const line of lines) {
    if (above === 0) yield line;
    else above -= 1;
  }
}

async function* linesOf(file: string, { encoding, separator }: Format, isHinted: boolean): AsyncIterable<Line> {
  const reader = new TableReader(separator, isHinted);
  for await (const text of textsOf(file, encoding)) yield* filled(reader.add(text));
  yield* filled(reader.end());
}

function* filled(lines: Iterable<Line>): Iterable<Line> {
  for (const line of lines) if (line.cells.some((cell) => cell.trim() !== '')) yield line;
}

/** A byte order mark is no part of the text, and what is in another encoding no text at all. */
async function* textsOf(file: string, encoding: Encoding): AsyncIterable<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decoded = (bytes?: Uint8Array): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      return notThroughout(file, encoding);
    }
  };
  for await (const bytes of createReadStream(file)) yield decoded(bytes as Uint8Array);
  yield decoded();
}

const BYTE_ORDER_MARK = '\ufeff';

/** Lines as they stand in a file; the first ones of it begin with its byte order mark. */
export function sheetBytes(rows: readonly (readonly string[])[], { encoding, separator }: Format, isFirst: boolean) {
  // As spreadsheets end lines.
  const text = stringify(rows as string[][], {
    delimiter: separator,
    record_delimiter: 'windows',
    quoted_match: /[\r\n]/,
  });
  return encoded((isFirst && encoding !== 'windows-1254' ? BYTE_ORDER_MARK : '') + text, encoding);
}
