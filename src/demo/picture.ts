import { crc32, deflateSync } from 'node:zlib';

const SIZE = 640;
type Colour = readonly [red: number, green: number, blue: number];

/** Rings from the outside in, each with its radius; what lies around them has the first colour. */
export function rings(ground: Colour, ...drawn: readonly (readonly [radius: number, colour: Colour])[]): Uint8Array {
  const rows = Buffer.alloc(SIZE * (SIZE + 1));
  for (let y = 0; y < SIZE; y += 1)
    for (let x = 0; x < SIZE; x += 1) {
      const distance = Math.hypot(x - SIZE / 2, y - SIZE / 2);
      rows[y * (SIZE + 1) + 1 + x] = drawn.filter(([radius]) => distance < radius).length;
    }
  return png(rows, [ground, ...drawn.map(([, colour]) => colour)]);
}

/** @param rows indices into the palette, each row after a zero */
function png(rows: Buffer, palette: readonly Colour[]): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE, 0);
  header.writeUInt32BE(SIZE, 4);
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
