import { beans, type Emblem, emblems } from './motifs';
import { box, darker, ellipse, faint, flat, lighter, moved, type Paint, path, round, scene, stroke } from './svg';

const COFFEE = '#3b2416';
const GROOVE = '#1d110a';

/** A bag of coffee, 360 wide, that stands on the table at its middle. */
export function bagAt(x: number, scale: number, paint: Paint, label: Paint, emblem: Emblem): string {
  const drawing = [
    round(
      paint,
      path('M -180 0 L -168 -470 Q -166 -500 -136 -502 L 136 -502 Q 166 -500 168 -470 L 180 0 Q 0 22 -180 0 Z'),
    ),
    flat(darker(paint, 0.12), path('M -150 -500 L -142 -566 L 142 -566 L 150 -500 Z')),
    flat(darker(paint, 0.3), box(-150, -512, 300, 20, 8)),
    faint(0.22, path('M -180 0 L -168 -470 L -128 -500 L -140 8 Z')('#ffffff')),
    flat(label, box(-118, -400, 236, 300, 14)),
    moved(0, -274, 0.86, emblems[emblem](darker(paint, 0.1))),
    box(-70, -160, 140, 12, 6)(darker(paint, 0.1)),
    box(-44, -136, 88, 8, 4)(darker(paint, 0.1)),
    ellipse(0, -452, 13, 13)(darker(paint, 0.4)),
  ].join('');
  return moved(x, 806, scale, drawing);
}

/** A bag with beans before it. */
export const bag = (wall: Paint, paint: Paint, label: Paint, emblem: Emblem): string =>
  scene(
    wall,
    [
      [500, 400],
      [240, 130],
      [756, 120],
    ],
    bagAt(500, 1.12, paint, label, emblem) +
      beans(
        COFFEE,
        GROOVE,
        [236, 796, 0.62, 62],
        [284, 816, 0.56, -20],
        [196, 818, 0.5, 100],
        [748, 804, 0.62, -58],
        [796, 822, 0.5, 30],
      ),
  );

/** Two bags of one kind, one behind the other. */
export const bags = (wall: Paint, paint: Paint, second: Paint, label: Paint, emblem: Emblem): string =>
  scene(
    wall,
    [
      [380, 330],
      [640, 360],
    ],
    bagAt(384, 0.98, second, label, emblem) + bagAt(640, 0.86, paint, label, emblem),
  );

/** Beans that fill a picture, from above. */
export function beansFromAbove(wall: Paint): string {
  const places = Array.from({ length: 300 }, (_, at) => {
    // A golden angle spreads them without rows, beyond the edges.
    const [angle, far] = [at * 2.39996, 44 * Math.sqrt(at)];
    return [500 + far * Math.cos(angle), 500 + far * Math.sin(angle), 1, (at * at * 37) % 180] as const;
  });
  return scene(
    wall,
    [],
    beans(darker(COFFEE, 0.3), GROOVE, ...places.map(([x, y, size, turn]) => [x + 8, y + 10, size, turn] as const)) +
      beans('#54341f', GROOVE, ...places),
  );
}

/** A metal tin with a lid. */
export const tin = (wall: Paint, paint: Paint, label: Paint, emblem: Emblem): string =>
  scene(
    wall,
    [[500, 420]],
    [
      round(paint, path('M 320 330 L 320 780 Q 500 850 680 780 L 680 330 Z')),
      round(lighter(paint, 0.2), path('M 308 260 L 308 350 Q 500 412 692 350 L 692 260 Z')),
      flat(lighter(paint, 0.34), ellipse(500, 260, 192, 52)),
      flat(label, path('M 372 470 Q 500 506 628 470 L 628 700 Q 500 742 372 700 Z')),
      moved(500, 596, 0.72, emblems[emblem](darker(paint, 0.1))),
      stroke('M 344 380 L 344 768', lighter(paint, 0.5), 8),
    ].join(''),
  );
