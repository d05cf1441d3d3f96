import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { stringify } from 'csv-stringify/sync';
import { usage } from '../exit';
import { withoutFormula } from './code';
import { beginningOf, type Encoding, encoded, encodingOf, encodingOfAll, type Separator } from './encoding';
import { withQuotedFormulas } from './quoted-formulas';

/** How a file is written. */
export interface Format {
  readonly encoding: Encoding;
  readonly separator: Separator;
}

/** A line below the header. */
export interface Line {
  /** Of the file, as editors count; where a cell has line breaks, the last of its lines. */
  readonly number: number;
  readonly cells: readonly string[];
  /** Why nothing is done of it, as whoever made the line out of another one knows. */
  readonly refusal?: string;
}

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
const LINE_CHARACTERS_MAX = 200_000;

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
  const above = beginning.isHinted ? 1 : 0;
  const lines = () => behind(linesOf(file, format), above);
  for await (const { cells } of lines()) {
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

async function* linesOf(file: string, { encoding, separator }: Format): AsyncIterable<Line> {
  const parser = Readable.from(withQuotedFormulas(textsOf(file, encoding), separator)).compose(
    parse({
      delimiter: separator,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: LINE_CHARACTERS_MAX,
      info: true,
    }),
  );
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>)
      if (record.some((cell) => cell.trim() !== '')) yield { number: info.lines, cells: record };
  } catch (error) {
    if (error instanceof CsvError) usage(`${file} is no table: ${error.message}.`);
    throw error;
  }
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
  const text = stringify(rows as string[][], { delimiter: separator, record_delimiter: 'windows' });
  return encoded((isFirst && encoding !== 'windows-1254' ? BYTE_ORDER_MARK : '') + text, encoding);
}
