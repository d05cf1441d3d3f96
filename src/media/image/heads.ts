import type { Wanted } from '../../kernel/declaration/content';

/** The facts in the head of a picture. */
export interface Stated {
  readonly width: number;
  readonly height: number;
  /** It has several pictures, of which no two programs need show the same one. */
  readonly moving: boolean;
}

/** Reads on behind the first four bytes. @returns undefined when there is no head of that kind; heic: of pictures that cannot be drawn */
export type HeadReader = (start: Buffer) => Generator<Wanted, Stated | 'heic' | undefined, Buffer>;

/** No picture has as many parts before its pixels. */
const PARTS_MAX = 1000;
const KIB = 1024;

/** Segments up to the one that a frame begins with (ITU T.81, B.1.1 and B.2.2). */
export function* jpegHead(start: Buffer): ReturnType<HeadReader> {
  let marker = start[3];
  for (let part = 0; part < PARTS_MAX; part += 1) {
    if (marker === 0xff) {
      [marker] = yield { skip: 0, take: 1 };
    } else if (marker === undefined || !hasLength(marker)) {
      return undefined;
    } else {
      const head = yield { skip: 0, take: 2 };
      if (head.length < 2) return undefined;
      const length = head.readUInt16BE(0);
      if (length < 2) return undefined;
      if (beginsFrame(marker)) {
        const frame = yield { skip: 1, take: 4 };
        if (frame.length < 4) return undefined;
        return { width: frame.readUInt16BE(2), height: frame.readUInt16BE(0), moving: false };
      }
      const next = yield { skip: length - 2, take: 2 };
      if (next[0] !== 0xff) return undefined;
      marker = next[1];
    }
  }
  return undefined;
}

const beginsFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** Tells whether a marker may stand before the frame, and has a length; the scan (0xda) may not. */
const hasLength = (marker: number): boolean => marker >= 0xc0 && (marker < 0xd0 || marker > 0xda);

/** Behind the first four bytes. */
const PNG_BEGINS = '\r\n\x1a\n\0\0\0\rIHDR';

/** Chunks up to the pixels: one that animates stands before them or counts for nothing (PNG 3rd edition, 5.6 and 11.3.6). */
export function* pngHead(): ReturnType<HeadReader> {
  const header = yield { skip: 0, take: 20 };
  if (header.length < 20 || !header.toString('latin1').startsWith(PNG_BEGINS)) return undefined;
  const size = { width: header.readUInt32BE(12), height: header.readUInt32BE(16) };
  let skip = 9;
  for (let part = 0; part < PARTS_MAX; part += 1) {
    const chunk = yield { skip, take: 8 };
    if (chunk.length < 8) return undefined;
    const type = chunk.toString('latin1', 4);
    if (type === 'IDAT' || type === 'acTL') return { ...size, moving: type === 'acTL' };
    skip = chunk.readUInt32BE(0) + 4;
  }
  return undefined;
}

/** The first chunk (RFC 9649, 2.5 to 2.7). */
export function* webpHead(): ReturnType<HeadReader> {
  const head = Buffer.concat([Buffer.alloc(4), yield { skip: 0, take: 26 }]);
  if (head.length < 30 || head.toString('latin1', 8, 12) !== 'WEBP') return undefined;
  switch (head.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff, moving: false };
    case 'VP8L': {
      const bits = head.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, moving: false };
    }
    case 'VP8X':
      return {
        width: head.readUIntLE(24, 3) + 1,
        height: head.readUIntLE(27, 3) + 1,
        moving: ((head[20] as number) & 2) !== 0,
      };
    default:
      return undefined;
  }
}

/** Reads the logical screen (GIF89a, 17 and 18). The first picture of a moving one is drawn, and its owner is shown the same. */
export function* gifHead(): ReturnType<HeadReader> {
  const head = yield { skip: 0, take: 9 };
  if (head.length < 9 || !['7a', '9a'].includes(head.toString('latin1', 0, 2))) return undefined;
  return { width: head.readUInt16LE(2), height: head.readUInt16LE(4), moving: false };
}

const BRANDS_BYTES_MAX = KIB;
const META_BYTES_MAX = 64 * KIB;

/** Brands of HEIC and of its sequences (ISO/IEC 23008-12, annex B). Pictures of AVIF may name the last two as well. */
const HEIC = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1'];

/** Boxes up to the one that describes the pictures (ISO/IEC 14496-12 and 23008-12); the largest of them counts. */
export function* avifHead(start: Buffer): ReturnType<HeadReader> {
  const length = start.length < 4 ? 0 : start.readUInt32BE(0);
  if (length < 16 || length > BRANDS_BYTES_MAX) return undefined;
  const named = (yield { skip: 0, take: length - 4 }).toString('latin1');
  const brands: readonly string[] = named.slice(4).match(/.{4}/gs) ?? [];
  if (!named.startsWith('ftyp')) return undefined;
  if (!brands.some((brand) => brand === 'avif' || brand === 'avis'))
    return brands.some((brand) => HEIC.includes(brand)) ? 'heic' : undefined;
  let moving = brands.includes('avis');
  let skip = 0;
  for (let part = 0; part < PARTS_MAX; part += 1) {
    const box = yield { skip, take: 8 };
    const bytes = box.length < 8 ? 0 : box.readUInt32BE(0) - 8;
    if (bytes < 0 || box.length < 8) return undefined;
    const type = box.toString('latin1', 4);
    moving ||= type === 'moov';
    if (type === 'meta') return bytes > META_BYTES_MAX ? undefined : largest(yield { skip: 0, take: bytes }, moving);
    skip = bytes;
  }
  return undefined;
}

function largest(meta: Buffer, moving: boolean): Stated | undefined {
  const sizes = inside(meta.subarray(4), 'iprp')
    .flatMap((properties) => inside(properties, 'ipco'))
    .flatMap((container) => inside(container, 'ispe'))
    .filter((extent) => extent.length >= 12)
    .map((extent) => ({ width: extent.readUInt32BE(4), height: extent.readUInt32BE(8), moving }));
  return sizes.toSorted((one, other) => other.width * other.height - one.width * one.height)[0];
}

/** The contents of those boxes that have a type. */
function inside(boxes: Buffer, type: string): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at + 8 <= boxes.length; ) {
    const length = boxes.readUInt32BE(at);
    if (length < 8) break;
    if (boxes.toString('latin1', at + 4, at + 8) === type) found.push(boxes.subarray(at + 8, at + length));
    at += length;
  }
  return found;
}
