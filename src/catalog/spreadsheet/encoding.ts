import { TableError } from './errors';

/** Encodings of spreadsheets. `utf-8` is written with a byte order mark, without which Excel takes it for something else. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1254'] as const;
export type Encoding = (typeof encodings)[number];

/** Tells the encoding by the first bytes of a file; undefined: only the whole file tells. */
export function encodingOf(head: Uint8Array): Encoding | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
  return withoutMark(head);
}

/** Every other byte of a table in UTF-16 is 0, and none of one in another encoding. */
function withoutMark(head: Uint8Array): Encoding | undefined {
  const zeros = [0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) < head.length / 4) return undefined;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/**
 * UTF-8, or what Turkish Windows writes. A table may begin with many lines of ASCII, so it is read to its end.
 * @returns undefined: some of it is the one, and some the other
 */
export async function encodingOfAll(pieces: AsyncIterable<Uint8Array>): Promise<'utf-8' | 'windows-1254' | undefined> {
  const count = new Utf8Count();
  for await (const piece of pieces) count.add(piece);
  count.end();
  if (count.broken === 0) return 'utf-8';
  // Letters of windows-1254 may stand beside each other as if they were one of UTF-8.
  return count.whole < count.broken ? 'windows-1254' : undefined;
}

/** Characters of more than one byte, and bytes that belong to none. */
class Utf8Count {
  whole = 0;
  broken = 0;
  private wanted = 0;

  add(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (byte < 0x80 && this.wanted === 0) continue;
      this.next(byte);
    }
  }

  end(): void {
    if (this.wanted > 0) this.broken += 1;
  }

  private next(byte: number): void {
    const continues = byte >= 0x80 && byte < 0xc0;
    if (this.wanted > 0 && continues) {
      this.wanted -= 1;
      if (this.wanted === 0) this.whole += 1;
      return;
    }
    if (this.wanted > 0 || continues || byte >= 0xf8) this.broken += 1;
    if (byte >= 0xc2 && byte < 0xf5) this.wanted = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
    else this.wanted = 0;
  }
}

let bytes: ReadonlyMap<string, number> | undefined;

/** The bytes of windows-1254, which decoders alone know. */
function bytesOf1254(): ReadonlyMap<string, number> {
  const decoder = new TextDecoder('windows-1254');
  bytes ??= new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
  return bytes;
}

/** @throws {TableError} the text has a character that windows-1254 has not */
export function encoded(text: string, encoding: Encoding): Uint8Array<ArrayBuffer> {
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  if (encoding !== 'windows-1254') return utf16(text, encoding === 'utf-16le');
  const known = bytesOf1254();
  return Uint8Array.from(text, (character) => known.get(character) ?? lacks(character));
}

function utf16(text: string, isLittle: boolean): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), isLittle);
  return new Uint8Array(view.buffer);
}

function lacks(character: string): never {
  throw new TableError((words) => words.lacksCharacter(character));
}

/** Separators of spreadsheets; a Turkish one writes `;`. */
export const written = [';', ',', '\t'] as const;
/** Forms that programs write, too. */
export const separators = [...written, '|'] as const;
export type Separator = (typeof separators)[number];

/** By `sep=;` a table tells Excel its separator, in a line before its header. */
const HINT = /^\uFEFF?"?sep=(.)"?[^\S\r\n]*(?:\r\n|\r|\n|$)/i;

export interface Beginning {
  readonly separator: Separator;
  /** Whether the first line is a hint, and no header. */
  readonly isHinted: boolean;
}

/** The separator that the table names, or that its header has most of, outside of quotes. */
export function beginningOf(head: string): Beginning {
  const [, hinted] = HINT.exec(head) ?? [];
  const named = separators.find((separator) => separator === hinted);
  if (named !== undefined) return { separator: named, isHinted: true };
  const line = firstLine(head.replace(HINT, ''));
  const counts = separators.map((separator) => line.split(separator).length);
  const separator = separators[counts.indexOf(Math.max(...counts))] as Separator;
  return { separator, isHinted: hinted !== undefined };
}

function firstLine(text: string): string {
  let quoted = false;
  let line = '';
  for (const character of text) {
    if (character === '"') quoted = !quoted;
    else if (!quoted && (character === '\n' || character === '\r')) break;
    else if (!quoted) line += character;
  }
  return line;
}
