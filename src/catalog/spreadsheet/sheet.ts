import { csvLine } from '../../kernel/csv';
import { withoutFormula } from './code';
import { beginningOf, type Encoding, encoded, encodingOf, encodingOfAll, type Separator } from './encoding';
import { TableError } from './errors';
import { type Read, TableReader } from './table-reader';

/** How a file is written. */
export interface Format {
  readonly encoding: Encoding;
  readonly separator: Separator;
}

/** A file that is read several times. */
export interface Source {
  readonly name: string;
  /** @returns its first bytes */
  head(bytes: number): Promise<Uint8Array>;
  /** All of its bytes, in pieces. */
  pieces(): AsyncIterable<Uint8Array>;
}

/** A line below the header, with a refusal where whoever read or made it knows why nothing is done of it. */
export type Line = Read;

export interface Sheet {
  readonly format: Format;
  readonly header: readonly string[];
  /** Below the header, one at a time: none is kept. */
  lines(): AsyncIterable<Line>;
}

/** First bytes of workbooks: a zip, and what Excel wrote before. */
const WORKBOOKS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];
const HEAD_BYTES = 64 * 1024;

/**
 * @param stated in the place of what the file itself shows
 * @throws {TableError} it has no header, or is no table
 */
export async function openSheet(source: Source, stated: Partial<Format>): Promise<Sheet> {
  const { name } = source;
  const head = await source.head(HEAD_BYTES);
  if (WORKBOOKS.some((beginning) => beginning.every((byte, at) => head[at] === byte)))
    throw new TableError((words) => words.workbook(name));
  const encoding = stated.encoding ?? encodingOf(head) ?? (await encodingOfAll(source.pieces()));
  if (encoding === undefined) return notThroughout(name, 'utf-8');
  const beginning = beginningOf(new TextDecoder(encoding).decode(head, { stream: true }));
  const format = { encoding, separator: stated.separator ?? beginning.separator };
  const lines = () => linesOf(source, format, beginning.isHinted);
  for await (const { cells, refusal } of lines()) {
    if (refusal !== undefined) throw new TableError((words) => words.headerFault(name, refusal(words)));
    const header = cells.map((cell) => withoutFormula(cell).trim());
    return { format, header, lines: () => behind(lines(), 1) };
  }
  throw new TableError((words) => words.noHeader(name));
}

function notThroughout(name: string, encoding: string): never {
  throw new TableError((words) => words.notThroughout(name, encoding));
}

async function* behind(lines: AsyncIterable<Line>, count: number): AsyncIterable<Line> {
  let above = count;
  for await (const line of lines) {
    if (above === 0) yield line;
    else above -= 1;
  }
}

async function* linesOf(source: Source, { encoding, separator }: Format, isHinted: boolean): AsyncIterable<Line> {
  const reader = new TableReader(separator, isHinted);
  for await (const text of textsOf(source, encoding)) yield* filled(reader.add(text));
  yield* filled(reader.end());
}

function* filled(lines: Iterable<Line>): Iterable<Line> {
  for (const line of lines) if (line.cells.some((cell) => cell.trim() !== '')) yield line;
}

/** A byte order mark is no part of the text, and what is in another encoding no text at all. */
async function* textsOf(source: Source, encoding: Encoding): AsyncIterable<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decoded = (bytes?: Uint8Array): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      return notThroughout(source.name, encoding);
    }
  };
  for await (const bytes of source.pieces()) yield decoded(bytes);
  yield decoded();
}

const BYTE_ORDER_MARK = '\ufeff';

/** Lines as they stand in a file, and as spreadsheets end them; the first ones of it begin with its byte order mark. */
export function sheetBytes(
  rows: readonly (readonly string[])[],
  { encoding, separator }: Format,
  isFirst: boolean,
): Uint8Array<ArrayBuffer> {
  const text = rows.map((cells) => csvLine(cells, separator)).join('');
  return encoded((isFirst && encoding !== 'windows-1254' ? BYTE_ORDER_MARK : '') + text, encoding);
}
