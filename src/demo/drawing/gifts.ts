import { bagAt } from './coffee';
import { bean, beans, emblems } from './motifs';
import { box, darker, ellipse, faint, flat, lighter, moved, type Paint, path, round, scene, stroke } from './svg';

/** An open box of Turkish delight. */
export function lokum(wall: Paint, paint: Paint, second: Paint): string {
  const piece = (x: number, y: number, colour: Paint): string =>
    [
      flat(lighter(colour, 0.35), path(`M ${x} ${y} l 22 -30 l 92 0 l -22 30 Z`)),
      flat(colour, path(`M ${x} ${y} l 92 0 l 0 54 l -92 0 Z`)),
      flat(darker(colour, 0.2), path(`M ${x + 92} ${y} l 22 -30 l 0 54 l -22 30 Z`)),
    ].join('');
  const rows = [0, 1, 2].flatMap((row) =>
    [0, 1, 2, 3, 4].map((column) =>
      piece(238 + column * 106 - row * 12, 600 + row * 52, (row + column) % 2 === 0 ? paint : second),
    ),
  );
  return scene(
    wall,
    [[500, 640]],
    [
      flat('#6d4127', path('M 224 570 L 214 320 Q 214 300 236 300 L 764 300 Q 786 300 786 320 L 776 570 Z')),
      flat('#835233', box(250, 330, 500, 210, 8)),
      moved(500, 436, 0.8, emblems.star('#d9a84e')),
      flat('#4a2b18', path('M 224 566 L 776 566 L 806 760 L 194 760 Z')),
      ...rows,
      flat('#8b5a36', path('M 188 716 L 812 716 L 800 808 L 200 808 Z')),
      flat('#d9a84e', box(440, 746, 120, 34, 8)),
    ].join(''),
  );
}

/** A jar of beans in chocolate. */
export const jar = (wall: Paint, lid: Paint): string => {
  const inside = Array.from({ length: 80 }, (_, at) => {
    const [row, column] = [Math.floor(at / 8), at % 8];
    return moved(
      336 + column * 44 + (row % 2) * 20,
      430 + row * 38,
      0.56,
      bean('#4b2a17', '#27140a'),
      (at * at * 31) % 180,
    );
  });
  return scene(
    wall,
    [[500, 400]],
    [
      faint(0.5, box(304, 340, 392, 474, 54)('#ffffff')),
      ...inside,
      faint(
        0.5,
        `<rect x="304" y="340" width="392" height="474" rx="54" fill="none" stroke="#ffffff" stroke-width="8"/>`,
      ),
      faint(0.6, stroke('M 340 420 L 340 740', '#ffffff', 14)),
      round(lid, box(318, 246, 364, 100, 18)),
      faint(0.25, stroke('M 330 290 H 670 M 330 316 H 670', '#000000', 4)),
      flat('#f6ead9', box(390, 540, 220, 150, 12)),
      moved(500, 615, 0.6, emblems.bean(darker(lid, 0.2))),
    ].join(''),
  );
};

/** Biscuits, one on the other. */
export const biscuits = (wall: Paint): string => {
  const biscuit = (x: number, y: number): string =>
    [
      round('#a96b35', path(`M ${x - 170} ${y} v 40 a 170 44 0 0 0 340 0 v -40 Z`)),
      flat('#d79a5b', ellipse(x, y, 170, 44)),
      ...[
        [-90, -8],
        [-20, 14],
        [50, -12],
        [100, 10],
        [0, -22],
      ].map(([dx, dy]) => ellipse(x + (dx as number), y + (dy as number), 17, 9)('#4b2a17')),
    ].join('');
  return scene(
    wall,
    [
      [440, 420],
      [740, 220],
    ],
    [
      ...[760, 690, 620, 550, 480].map((y, at) => biscuit(430 + (at % 2) * 20, y)),
      moved(
        760,
        690,
        1,
        round('#a96b35', path('M -120 0 a 120 120 0 0 1 240 0 l -14 12 a 110 110 0 0 0 -212 0 Z')) +
          flat('#d79a5b', ellipse(0, 6, 120, 118)),
      ),
      ...[
        [710, 650],
        [770, 630],
        [810, 700],
        [740, 740],
        [790, 770],
        [700, 710],
      ].map(([x, y]) => ellipse(x as number, y as number, 16, 14)('#4b2a17')),
    ].join(''),
  );
};

/** A box with a ribbon, and what is in it beside it. */
export const giftBox = (wall: Paint, paint: Paint, ribbon: Paint): string =>
  scene(
    wall,
    [[500, 560]],
    [
      flat(paint, box(250, 470, 500, 340, 10)),
      flat(lighter(paint, 0.14), box(226, 400, 548, 92, 10)),
      flat(ribbon, box(462, 400, 76, 410)),
      faint(0.2, box(226, 486, 548, 10)('#000000')),
      flat(ribbon, path('M 500 400 C 430 250 290 270 320 350 Q 350 400 500 400 Z')),
      flat(darker(ribbon, 0.12), path('M 500 400 C 570 250 710 270 680 350 Q 650 400 500 400 Z')),
      flat(darker(ribbon, 0.25), ellipse(500, 392, 40, 32)),
      beans('#3b2416', '#1d110a', [800, 800, 0.6, 40], [850, 816, 0.5, -30], [190, 812, 0.54, 70]),
    ].join(''),
  );

/** A shirt that hangs on the wall. */
export const shirt = (wall: Paint, paint: Paint, print: Paint): string =>
  scene(
    wall,
    [],
    [
      faint(
        0.25,
        path('M 344 216 L 168 330 L 236 474 L 318 432 L 318 838 L 706 838 L 706 432 L 788 474 L 856 330 L 680 216 Z')(
          '#1a0f08',
        ),
      ),
      flat(
        paint,
        path(
          'M 400 190 Q 500 260 600 190 L 680 210 L 850 322 L 776 462 L 696 420 L 700 820 L 300 820 L 304 420 L 224 462 L 150 322 L 320 210 Z',
        ),
      ),
      stroke('M 400 192 Q 500 266 600 192', darker(paint, 0.22), 16),
      faint(0.3, stroke('M 306 430 L 330 350 M 694 430 L 670 350', darker(paint, 0.6), 5)),
      moved(500, 480, 1.1, bean(print, paint), 24),
      box(430, 570, 140, 10, 5)(print),
      box(460, 594, 80, 8, 4)(print),
    ].join(''),
  );

/** A bag of cloth with long handles. */
export const tote = (wall: Paint, paint: Paint, print: Paint): string =>
  scene(
    wall,
    [[500, 460]],
    [
      stroke('M 390 440 C 390 150 610 150 610 440', darker(paint, 0.12), 26),
      flat(paint, path('M 290 430 L 710 430 L 740 800 Q 500 826 260 800 Z')),
      faint(0.35, stroke('M 300 452 H 700', darker(paint, 0.6), 4)),
      moved(500, 610, 1, emblems.sun(print)),
      faint(0.3, stroke('M 330 470 L 312 780', '#ffffff', 12)),
    ].join(''),
  );

/** A box that holds what a beginner needs. */
export const starterSet = (wall: Paint, paint: Paint): string =>
  scene(
    wall,
    [
      [330, 300],
      [690, 330],
    ],
    [
      bagAt(330, 0.86, '#2f5d50', '#f6ead9', 'mountain'),
      round(paint, path('M 560 400 L 640 560 L 760 560 L 840 400 Z')),
      flat(lighter(paint, 0.25), ellipse(700, 400, 140, 34)),
      round(paint, box(600, 552, 200, 20, 10)),
      faint(
        0.55,
        path(
          'M 640 572 C 640 620 580 660 580 720 Q 580 800 640 806 L 760 806 Q 820 800 820 720 C 820 660 760 620 760 572 Z',
        )('#ffffff'),
      ),
      path('M 588 700 Q 580 798 642 798 L 758 798 Q 820 798 812 700 Q 700 730 588 700 Z')('#3b2416'),
      beans('#3b2416', '#1d110a', [500, 806, 0.6, 50], [460, 822, 0.5, -20], [546, 826, 0.5, 10]),
    ].join(''),
  );
