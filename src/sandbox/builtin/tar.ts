import { SandboxError } from '../../kernel/declaration/sandbox';
import { limits } from '../driver/limits';

/** A thing in an archive. Its path is relative. */
export interface Entry {
  readonly path: string;
  readonly type: 'file' | 'folder' | 'link' | 'other';
  readonly mode: number;
  readonly modifiedAt: Date;
  readonly size: number;
  /** The file of the archive that this one is another name of. */
  readonly sameAs?: string;
}

const BLOCK = 512;
/** Fields of a header of the form `ustar`, by where they begin and how long they are. */
const fields = {
  name: [0, 100],
  mode: [100, 8],
  owner: [108, 8],
  group: [116, 8],
  size: [124, 12],
  modified: [136, 12],
  sum: [148, 8],
  type: [156, 1],
  link: [157, 100],
  magic: [257, 8],
  prefix: [345, 155],
} as const;
const types = { file: '0', folder: '5', link: '2', other: '?' } as const;
/** More than any list of attributes has. */
const ATTRIBUTES_BYTES_MAX = 1024 * 1024;

export const END = Buffer.alloc(2 * BLOCK);
export const paddingOf = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

/** The header of a file or folder. Name and time stand in attributes, which know no bounds. */
export function headOf({ path, type, mode, modifiedAt, size }: Entry): Buffer {
  const attributes = Buffer.from(
    [attribute('path', path), attribute('mtime', (modifiedAt.getTime() / 1_000).toFixed(3))].join(''),
  );
  const short = path.slice(0, 80).replace(/[^ -~]/g, '_');
  const seconds = Math.max(0, Math.floor(modifiedAt.getTime() / 1_000));
  return Buffer.concat([
    header(short, 'x', 0o644, attributes.length, 0),
    attributes,
    paddingOf(attributes.length),
    header(short, types[type], mode & 0o7777, size, seconds),
  ]);
}

function attribute(name: string, value: string): string {
  const rest = Buffer.byteLength(` ${name}=${value}\n`);
  let length = rest;
  while (String(length).length + rest !== length) length = String(length).length + rest;
  return `${length} ${name}=${value}\n`;
}

function header(name: string, type: string, mode: number, size: number, seconds: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  const put = (field: keyof typeof fields, text: string): void => {
    block.write(text, fields[field][0], fields[field][1], 'latin1');
  };
  const number = (field: keyof typeof fields, value: number): void =>
    put(field, `${value.toString(8).padStart(fields[field][1] - 1, '0')}\0`);
  put('name', name);
  number('mode', mode);
  number('owner', 0);
  number('group', 0);
  number('size', size);
  number('modified', seconds);
  put('type', type);
  put('magic', 'ustar\x0000');
  put('sum', ' '.repeat(8));
  put('sum', `${sumOf(block).toString(8).padStart(6, '0')}\0 `);
  return block;
}

const sumOf = (block: Buffer): number => block.reduce((sum, byte) => sum + byte, 0);

/** Takes bytes of a stream in pieces of any size. */
class Reader {
  private readonly source: AsyncIterator<Uint8Array>;
  private readonly chunks: Buffer[] = [];
  private length = 0;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.source = source[Symbol.asyncIterator]();
  }

  /** @returns undefined at the end @throws {SandboxError} archive_failed in the middle */
  async take(size: number): Promise<Buffer | undefined> {
    while (this.length < size) {
      const { done, value } = await this.source.next();
      if (done) return this.length === 0 ? undefined : broken('it ends early');
      this.chunks.push(Buffer.from(value));
      this.length += value.length;
    }
    const parts: Buffer[] = [];
    for (let missing = size; missing > 0; ) {
      const first = this.chunks[0] as Buffer;
      const part = first.subarray(0, missing);
      parts.push(part);
      missing -= part.length;
      if (part.length === first.length) this.chunks.shift();
      else this.chunks[0] = first.subarray(part.length);
    }
    this.length -= size;
    return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
  }

  async content(size: number): Promise<Buffer> {
    const bytes = (await this.take(size + paddingOf(size).length)) ?? broken('it ends early');
    return bytes.subarray(0, size);
  }
}

const broken = (why: string): never => {
  throw new SandboxError('archive_failed', `The archive cannot be read: ${why}.`);
};

/** Reads an archive of this program or of a tar, one thing after the other, with what is in it. @throws {SandboxError} archive_failed */
export async function* entriesOf(
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ readonly entry: Entry; readonly content: Buffer }> {
  const reader = new Reader(source);
  let attributes = new Map<string, string>();
  for (let empty = 0; empty < 2; ) {
    const block = (await reader.take(BLOCK)) ?? broken('it has no end');
    if (block.every((byte) => byte === 0)) {
      empty += 1;
      continue;
    }
    assertSum(block);
    const type = textIn(block, 'type');
    const size = attributes.has('size') ? Number(attributes.get('size')) : numberIn(block, 'size');
    const isAbout = type === 'x' || type === 'g' || type === 'L' || type === 'K';
    if (!Number.isSafeInteger(size) || size < 0 || size > (isAbout ? ATTRIBUTES_BYTES_MAX : limits.fileBytes))
      broken('it has a thing of a size that no file has');
    const content = await reader.content(size);
    if (isAbout) {
      if (type === 'x') attributes = new Map([...attributes, ...attributesIn(content)]);
      if (type === 'L') attributes.set('path', content.toString('utf8').replace(/\0.*$/s, ''));
      if (type === 'K') attributes.set('linkpath', content.toString('utf8').replace(/\0.*$/s, ''));
      continue;
    }
    yield thingOf(block, type, attributes, content);
    attributes = new Map();
  }
}

function thingOf(block: Buffer, type: string, attributes: ReadonlyMap<string, string>, content: Buffer) {
  const prefix = textIn(block, 'prefix');
  const named = attributes.get('GNU.sparse.name') ?? attributes.get('path');
  const path = named ?? (prefix === '' ? textIn(block, 'name') : `${prefix}/${textIn(block, 'name')}`);
  const bytes = attributes.get('GNU.sparse.major') === '1' ? unfolded(content, attributes) : content;
  const seconds = Number(attributes.get('mtime') ?? numberIn(block, 'modified'));
  const entry: Entry = {
    path,
    type: kinds[type] ?? 'other',
    mode: numberIn(block, 'mode') & 0o777,
    modifiedAt: new Date(Number.isFinite(seconds) ? seconds * 1_000 : 0),
    size: bytes.length,
    ...(type === '1' ? { sameAs: attributes.get('linkpath') ?? textIn(block, 'link') } : {}),
  };
  return { entry, content: bytes };
}

const kinds: Readonly<Record<string, Entry['type']>> = {
  '': 'file',
  '0': 'file',
  '7': 'file',
  '1': 'file',
  '2': 'link',
  '5': 'folder',
};

function assertSum(block: Buffer): void {
  const stated = numberIn(block, 'sum');
  const summed = Buffer.from(block);
  summed.write(' '.repeat(8), fields.sum[0], 'latin1');
  if (sumOf(summed) !== stated) broken('a header of it is none');
}

function textIn(block: Buffer, field: keyof typeof fields): string {
  const [start, length] = fields[field];
  const bytes = block.subarray(start, start + length);
  const end = bytes.indexOf(0);
  return bytes.subarray(0, end < 0 ? length : end).toString('utf8');
}

const numberIn = (block: Buffer, field: keyof typeof fields): number =>
  Number.parseInt(textIn(block, field).trim() || '0', 8);

function attributesIn(content: Buffer): Map<string, string> {
  const found = new Map<string, string>();
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(0x20, at);
    const length = Number(content.subarray(at, space < 0 ? at : space).toString('latin1'));
    if (!Number.isSafeInteger(length) || length <= 0) broken('its attributes are none');
    const line = content.subarray(space + 1, at + length - 1).toString('utf8');
    const equals = line.indexOf('=');
    found.set(line.slice(0, equals), line.slice(equals + 1));
    at += length;
  }
  return found;
}

/** The bytes of a file with holes: a list of its parts, then the parts. */
function unfolded(content: Buffer, attributes: ReadonlyMap<string, string>): Buffer {
  const size = Number(attributes.get('GNU.sparse.realsize'));
  if (!Number.isSafeInteger(size) || size < 0 || size > limits.fileBytes)
    broken('it has a thing of a size that no file has');
  let at = 0;
  const next = (): number => {
    const end = content.indexOf(0x0a, at);
    if (end < 0) broken('the parts of a file are not listed');
    const value = Number(content.subarray(at, end).toString('latin1'));
    at = end + 1;
    return Number.isSafeInteger(value) && value >= 0 ? value : broken('the parts of a file are not listed');
  };
  const parts = Array.from({ length: Math.min(next(), content.length) }, () => [next(), next()] as const);
  let from = at + paddingOf(at).length;
  const whole = Buffer.alloc(size);
  for (const [offset, length] of parts) {
    if (offset + length > size || from + length > content.length) broken('the parts of a file do not fit');
    content.copy(whole, offset, from, from + length);
    from += length;
  }
  return whole;
}
