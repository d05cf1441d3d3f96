import { steam } from './motifs';
import { box, darker, ellipse, faint, flat, lighter, moved, type Paint, path, round, scene, stroke } from './svg';

const COFFEE = '#3b2416';
const CREMA = '#9c6234';

/** A small cup on its saucer, 320 wide, that stands on the table at its middle. */
const cupAt = (x: number, scale: number, paint: Paint, band: Paint): string =>
  moved(
    x,
    806,
    scale,
    [
      round(paint, ellipse(0, -16, 230, 40)),
      flat(lighter(paint, 0.3), ellipse(0, -24, 200, 30)),
      stroke('M 128 -200 C 220 -230 226 -90 104 -88', darker(paint, 0.08), 24),
      round(paint, path('M -140 -240 C -140 -100 -96 -34 -60 -28 L 60 -28 C 96 -34 140 -100 140 -240 Z')),
      round(band, path('M -139 -204 Q 0 -150 139 -204 L 135 -170 Q 0 -116 -135 -170 Z')),
      flat(lighter(paint, 0.3), ellipse(0, -240, 140, 36)),
      ellipse(0, -236, 124, 28)(darker(CREMA, 0.1)),
      ellipse(0, -232, 112, 22)(COFFEE),
    ].join(''),
  );

/** A cup of Turkish coffee, hot. */
export const cup = (wall: Paint, paint: Paint, band: Paint): string =>
  scene(wall, [[500, 700]], cupAt(500, 1.7, paint, band) + steam(500, 350));

/** Two cups of a set, side by side. */
export const cups = (wall: Paint, paint: Paint, band: Paint, second: Paint): string =>
  scene(
    wall,
    [
      [290, 430],
      [710, 430],
    ],
    cupAt(270, 1.04, paint, band) + cupAt(730, 1.04, second, band),
  );

/** A mug with a handle. @param glaze at its rim, of another colour */
export const mug = (wall: Paint, paint: Paint, glaze: Paint): string =>
  scene(
    wall,
    [[480, 420]],
    [
      stroke('M 660 430 C 820 420 820 690 650 680', darker(paint, 0.12), 50),
      round(paint, path('M 290 350 L 304 760 Q 310 812 370 818 L 590 818 Q 650 812 656 760 L 670 350 Z')),
      round(glaze, path('M 290 350 L 294 470 Q 360 440 420 486 T 540 476 T 667 462 L 670 350 Z')),
      flat(lighter(glaze, 0.2), ellipse(480, 350, 190, 44)),
      ellipse(480, 356, 168, 34)(COFFEE),
      faint(0.5, stroke('M 336 520 L 344 740', '#ffffff', 14)),
      steam(480, 290),
    ].join(''),
  );

/** Two glasses with double walls, and milk over coffee. */
export function glasses(wall: Paint): string {
  const glass = (x: number): string =>
    moved(
      x,
      806,
      1.3,
      [
        faint(0.5, path('M -130 -380 C -130 -160 -120 -20 -60 0 L 60 0 C 120 -20 130 -160 130 -380 Z')('#ffffff')),
        path('M -100 -300 C -96 -150 -80 -60 -44 -44 L 44 -44 C 80 -60 96 -150 100 -300 Z')('#7a4a28'),
        path('M -100 -300 C -98 -240 -95 -220 -94 -200 Q 0 -160 94 -200 C 95 -220 98 -240 100 -300 Z')('#ead6bd'),
        ellipse(0, -300, 100, 22)('#f6ead9'),
        faint(0.8, stroke('M -130 -380 C -130 -160 -120 -20 -60 0 L 60 0 C 120 -20 130 -160 130 -380', '#ffffff', 6)),
        faint(0.9, `<ellipse cx="0" cy="-380" rx="130" ry="28" fill="none" stroke="#ffffff" stroke-width="6"/>`),
        faint(0.7, stroke('M -104 -320 C -102 -200 -96 -120 -76 -60', '#ffffff', 10)),
      ].join(''),
    );
  return scene(
    wall,
    [
      [310, 320],
      [690, 320],
    ],
    glass(310) + glass(690),
  );
}

/** A cup to take along, with a lid. */
export const thermos = (wall: Paint, paint: Paint): string =>
  scene(
    wall,
    [[500, 300]],
    [
      round(paint, path('M 366 300 L 392 770 Q 396 812 440 816 L 560 816 Q 604 812 608 770 L 634 300 Z')),
      round('#2a211c', path('M 356 236 Q 356 214 380 212 L 620 212 Q 644 214 644 236 L 640 312 Q 500 340 360 312 Z')),
      flat('#3a302a', path('M 396 212 L 404 176 Q 500 160 596 176 L 604 212 Z')),
      round(darker(paint, 0.25), path('M 377 500 Q 500 530 623 500 L 615 640 Q 500 668 385 640 Z')),
      faint(0.45, stroke('M 404 350 L 424 760', '#ffffff', 14)),
      box(470, 180, 60, 14, 7)('#15100d'),
    ].join(''),
  );
