/** The half of a pair that stands for byte 0. A byte that belongs to no character is the half U+DC80 to U+DCFF, alone. */
const STRAY = 0xdc00;
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads UTF-8 and loses no byte, also of a file in windows-1254: a byte that belongs to no character becomes a half of a pair. */
export function textOf(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    // No character has more units than bytes.
    const units = new Uint16Array(bytes.length);
    let end = 0;
    for (let at = 0; at < bytes.length; ) {
      const first = bytes[at] as number;
      const length = lengthAt(bytes, at);
      let code = length === 0 ? STRAY + first : length === 1 ? first : first & (0x7f >> length);
      for (let next = 1; next < length; next += 1) code = (code << 6) | ((bytes[at + next] as number) & 0x3f);
      if (length === 4) units[end++] = 0xd7c0 + (code >> 10);
      units[end++] = length === 4 ? STRAY + (code & 0x3ff) : code;
      at += length || 1;
    }
    return Buffer.from(units.buffer, 0, end * 2).toString('utf16le');
  }
}

/** Counts the bytes of the character at a place; 0 where there is none. */
function lengthAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] as number;
  if (first < 0x80) return 1;
  const second = bytes[at + 1] ?? 0;
  const length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  // Longer forms than needed, halves of pairs, and numbers that no character has.
  if (second < (FIRST_OF[first] ?? 0x80) || second > (LAST_OF[first] ?? 0xbf)) return 0;
  for (let next = 2; next < length; next += 1) if (((bytes[at + next] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}

const FIRST_OF: Readonly<Record<number, number>> = { 224: 0xa0, 240: 0x90 };
const LAST_OF: Readonly<Record<number, number>> = { 237: 0x9f, 244: 0x8f };

/** The bytes of a text, those of no character as they were read. */
export function bytesOf(text: string): Buffer {
  if (text.isWellFormed()) return Buffer.from(text);
  const bytes = Buffer.alloc(text.length * 3);
  let end = 0;
  for (let at = 0; at < text.length; ) {
    for (let stray = strayAt(text, at); stray !== undefined; stray = strayAt(text, at)) {
      bytes[end++] = stray;
      at += 1;
    }
    const since = at;
    while (at < text.length && strayAt(text, at) === undefined) at += (text.codePointAt(at) as number) > 0xffff ? 2 : 1;
    end += bytes.write(text.slice(since, at), end);
  }
  return bytes.subarray(0, end);
}

/** The byte that a half at the beginning of a character stands for. */
function strayAt(text: string, at: number): number | undefined {
  const stray = text.charCodeAt(at) - STRAY;
  return stray >= 0x80 && stray <= 0xff ? stray : undefined;
}

/** A `TextDecoder` that loses nothing of UTF-8. A mark at the beginning stays, as in any program of a shell. */
export class LosslessDecoder extends TextDecoder {
  override decode(input?: NodeJS.ArrayBufferView | ArrayBuffer | null, options?: { stream?: boolean }): string {
    if (!input || this.encoding !== 'utf-8' || options?.stream) return super.decode(input, options);
    return textOf(
      ArrayBuffer.isView(input)
        ? new Uint8Array(input.buffer, input.byteOffset, input.byteLength)
        : new Uint8Array(input),
    );
  }
}

/** The encoder that goes with the decoder above: it keeps bytes that are no UTF-8. */
export class LosslessEncoder extends TextEncoder {
  override encode(text = ''): Uint8Array<ArrayBuffer> {
    return text.isWellFormed() ? super.encode(text) : new Uint8Array(bytesOf(text));
  }
}
