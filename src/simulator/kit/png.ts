import { crc32, deflateSync } from 'node:zlib';

export type Colour = readonly [red: number, green: number, blue: number];

/**
 * Draws a square PNG of few colours.
 * @param size pixels on either side @param draw sets the place in the palette of each pixel of a row
 */
export function squarePng(
  size: number,
  palette: readonly Colour[],
  draw: (row: Uint8Array, y: number) => void,
): Buffer<ArrayBuffer> {
  // Each row stands after a zero, which says that no filter was applied.
  const rows = Buffer.alloc(size * (size + 1));
  for (let y = 0; y < size; y += 1) draw(rows.subarray(y * (size + 1) + 1, (y + 1) * (size + 1)), y);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // Eight bits for each pixel, which name a colour of the palette.
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
