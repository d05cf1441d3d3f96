/** A colour of a drawing: `#rrggbb`. */
export type Paint = string;

const channels = (paint: Paint): number[] => [1, 3, 5].map((at) => Number.parseInt(paint.slice(at, at + 2), 16));

/** Mixes one colour into another. @param share of the second one, 0 to 1 */
export function mixed(paint: Paint, other: Paint, share: number): Paint {
  const [from, to] = [channels(paint), channels(other)];
  const both = from.map((value, at) => Math.round(value + ((to[at] as number) - value) * share));
  return `#${both.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

export const lighter = (paint: Paint, share = 0.25): Paint => mixed(paint, '#ffffff', share);
export const darker = (paint: Paint, share = 0.25): Paint => mixed(paint, '#1a0f08', share);

let count = 0;

/** Defines a gradient across a shape. @returns its definition, and the paint that names it */
function gradient(stops: readonly (readonly [at: number, paint: Paint])[], isUpright: boolean): [string, string] {
  const name = `g${count++}`;
  const axis = isUpright ? 'x1="0" y1="0" x2="0" y2="1"' : 'x1="0" y1="0" x2="1" y2="0"';
  const inside = stops.map(([at, paint]) => `<stop offset="${at}" stop-color="${paint}"/>`).join('');
  return [`<linearGradient id="${name}" ${axis}>${inside}</linearGradient>`, `url(#${name})`];
}

type Shape = (fill: string) => string;

/** Paints shapes that are round and upright, as if the light came from the left. */
export function round(paint: Paint, ...shapes: readonly Shape[]): string {
  const stops = [
    [0, darker(paint, 0.18)],
    [0.22, lighter(paint, 0.28)],
    [0.5, paint],
    [1, darker(paint, 0.4)],
  ] as const;
  const [defined, fill] = gradient(stops, false);
  return defined + shapes.map((shape) => shape(fill)).join('');
}

/** Paints shapes that are flat and lit from above. */
export function flat(paint: Paint, ...shapes: readonly Shape[]): string {
  const [defined, fill] = gradient(
    [
      [0, lighter(paint, 0.16)],
      [1, darker(paint, 0.14)],
    ],
    true,
  );
  return defined + shapes.map((shape) => shape(fill)).join('');
}

/** @param more attributes besides the fill */
export const path =
  (d: string, more = ''): Shape =>
  (fill) =>
    `<path d="${d}" fill="${fill}" ${more}/>`;

export const ellipse =
  (x: number, y: number, rx: number, ry: number): Shape =>
  (fill) =>
    `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"/>`;

export const box =
  (x: number, y: number, width: number, height: number, radius = 0): Shape =>
  (fill) =>
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`;

/** Draws a line without a fill. */
export const stroke = (d: string, paint: Paint, width: number): string =>
  `<path d="${d}" fill="none" stroke="${paint}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;

/** Lets what lies behind a drawing through. @param share 0 to 1 */
export const faint = (share: number, drawing: string): string => `<g opacity="${share}">${drawing}</g>`;

export const moved = (x: number, y: number, scale: number, drawing: string, turned = 0): string =>
  `<g transform="translate(${x} ${y}) rotate(${turned}) scale(${scale})">${drawing}</g>`;

export const SIZE = 1000;

/** Sets things on a table before a wall. @param widths of the shadows below them, each around its middle */
export function scene(wall: Paint, shadows: readonly (readonly [x: number, width: number])[], drawing: string): string {
  count = 0;
  const shadow = shadows.map(
    ([x, width]) =>
      `<ellipse cx="${x + 24}" cy="806" rx="${width * 0.56}" ry="26" fill="#1a0f08" opacity=".38" filter="url(#soft)"/>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}" width="${SIZE}" height="${SIZE}">`,
    '<defs><filter id="soft" x="-30%" y="-200%" width="160%" height="500%"><feGaussianBlur stdDeviation="16"/></filter>',
    `<radialGradient id="wall" cx=".42" cy=".36" r=".8"><stop offset="0" stop-color="${lighter(wall, 0.42)}"/><stop offset="1" stop-color="${wall}"/></radialGradient>`,
    `<linearGradient id="table" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${darker(wall, 0.1)}"/><stop offset="1" stop-color="${lighter(wall, 0.12)}"/></linearGradient></defs>`,
    '<rect width="1000" height="1000" fill="url(#wall)"/><rect y="740" width="1000" height="260" fill="url(#table)"/>',
    ...shadow,
    drawing,
    '</svg>',
  ].join('');
}
