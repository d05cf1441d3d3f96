import { usage } from '../exit';

/** What spreadsheets write and read. `utf-8` is written with a byte order mark, without which Excel takes it for something else. */
export const encodings = ['utf-8', 'utf-16le', 'windows-1254'] as const;
export type Encoding = (typeof encodings)[number];

/** Of the first bytes of a file: its byte order mark, or whether they are UTF-8; what is neither is what Turkish Windows writes. */
export function encodingOf(head: Uint8Array): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
  try {
    // A character may be cut at the end.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1254';
  }
}

let bytes: ReadonlyMap<string, number> | undefined;

/** The bytes of windows-1254, which Node only reads. */
function bytesOf1254(): ReadonlyMap<string, number> {
  const decoder = new TextDecoder('windows-1254');
  bytes ??= new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
  return bytes;
}

/** @throws {CliError} usage: the text has a character that windows-1254 has not */
export function encoded(text: string, encoding: Encoding): Uint8Array {
  if (encoding !== 'windows-1254') return Buffer.from(text, encoding === 'utf-8' ? 'utf8' : 'utf16le');
  const known = bytesOf1254();
  return Uint8Array.from(text, (character) => known.get(character) ?? lacks(character));
}

const lacks = (character: string): never =>
  usage(`windows-1254 has no “${character}”: write it as utf-8, which spreadsheets read too.`);

/** Separators of spreadsheets; a Turkish one writes `;`. */
export const separators = [';', ',', '\t'] as const;
export type Separator = (typeof separators)[number];

/** The one that the first line has most of, outside of quotes. */
export function separatorOf(head: string): Separator {
  const line = firstLine(head);
  const counts = separators.map((separator) => line.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))] as Separator;
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
