import { crc32, deflateSync } from 'node:zlib';

type Colour = readonly [red: number, green: number, blue: number];

/** Both sides of a picture: the largest size that a shop draws fits in. */
const SIZE = 640;

/** A square PNG of tiles in two colours. @param seed tells one from another, by which tiles are of which */
export function tiles(seed: number, colours: readonly [Colour, Colour]): Buffer {
  const rows = Buffer.alloc(SIZE * (SIZE + 1));
  for (let y = 0; y < SIZE; y += 1) {
    const row = y * (SIZE + 1) + 1;
    for (let tile = 0; tile < 8; tile += 1)
      rows.fill((seed >>> (((y >> 7) * 8 + tile) % 31)) & 1, row + tile * 80, row + (tile + 1) * 80);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE, 0);
  header.writeUInt32BE(SIZE, 4);
  // Eight bits for each pixel, which name a colour of the palette.
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(colours.flat())),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The same of so many pixels on either side, as far as its head says. */
export function bomb(size: number): Buffer {
  const bytes = tiles(0, [
    [0, 0, 0],
    [0, 0, 0],
  ]);
  bytes.writeUInt32BE(size, 16);
  bytes.writeUInt32BE(size, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
