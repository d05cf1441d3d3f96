import { type Colour, squarePng } from '../simulator/kit/png';

const SIZE = 640;

/** Rings from the outside in, each with its radius; what lies around them has the first colour. */
export function rings(ground: Colour, ...drawn: readonly (readonly [radius: number, colour: Colour])[]): Uint8Array {
  const palette = [ground, ...drawn.map(([, colour]) => colour)];
  return squarePng(SIZE, palette, (row, y) => {
    for (let x = 0; x < SIZE; x += 1) {
      const distance = Math.hypot(x - SIZE / 2, y - SIZE / 2);
      row[x] = drawn.filter(([radius]) => distance < radius).length;
    }
  });
}
