import { crc32 } from 'node:zlib';
import { type Colour, squarePng } from './png';

/** Both sides of a picture: the largest size that a shop draws fits in. */
const SIZE = 640;

/** A square PNG of tiles in two colours. @param seed tells one from another, by which tiles are of which */
export const tiles = (seed: number, colours: readonly [Colour, Colour]): Buffer =>
  squarePng(SIZE, colours, (row, y) => {
    for (let tile = 0; tile < 8; tile += 1)
      row.fill((seed >>> (((y >> 7) * 8 + tile) % 31)) & 1, tile * 80, (tile + 1) * 80);
  });

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
