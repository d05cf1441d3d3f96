import { ellipse, moved, type Paint, path, stroke } from './svg';

/** A coffee bean around the origin, 100 high. */
export const bean = (paint: Paint, groove: Paint): string =>
  ellipse(0, 0, 34, 50)(paint) + stroke('M 4 -44 C -18 -16 18 14 -4 44', groove, 7);

/** Beans that lie about, each by its place, size and turn. */
export const beans = (
  paint: Paint,
  groove: Paint,
  ...places: readonly (readonly [x: number, y: number, scale: number, turned: number])[]
): string => places.map(([x, y, scale, turned]) => moved(x, y, scale, bean(paint, groove), turned)).join('');

/** Steam over a hot drink. @param y of its foot */
export const steam = (x: number, y: number): string =>
  [-46, 0, 46]
    .map((by, at) => {
      const height = at === 1 ? 150 : 110;
      return stroke(`M ${x + by} ${y} c -34 -${height / 3} 34 -${(height / 3) * 2} 0 -${height}`, '#ffffff', 13);
    })
    .map((line) => `<g opacity=".5">${line}</g>`)
    .join('');

/** Pictures on labels, each around the origin and some 200 wide. */
export const emblems = {
  mountain: (paint: Paint) =>
    path('M -110 70 L -30 -60 L 12 4 L 44 -38 L 110 70 Z')(paint) + ellipse(66, -66, 22, 22)(paint),
  sun: (paint: Paint) =>
    ellipse(0, 0, 52, 52)(paint) +
    Array.from(
      { length: 12 },
      (_, at) => `<rect x="-6" y="-104" width="12" height="34" rx="6" fill="${paint}" transform="rotate(${at * 30})"/>`,
    ).join(''),
  leaf: (paint: Paint) =>
    path('M 0 96 C -96 40 -90 -54 0 -100 C 90 -54 96 40 0 96 Z')(paint) + stroke('M 0 84 L 0 -58', '#ffffff', 7),
  bean: (paint: Paint) => moved(0, 0, 1.7, bean(paint, '#ffffff'), 24),
  wave: (paint: Paint) =>
    [-50, 0, 50].map((y) => stroke(`M -104 ${y} q 26 -34 52 0 t 52 0 t 52 0 t 52 0`, paint, 16)).join(''),
  star: (paint: Paint) => path('M 0 -104 L 24 -24 L 104 0 L 24 24 L 0 104 L -24 24 L -104 0 L -24 -24 Z')(paint),
  moon: (paint: Paint) => path('M 40 -92 A 96 96 0 1 0 92 44 A 76 76 0 1 1 40 -92 Z')(paint),
} as const;

export type Emblem = keyof typeof emblems;
