import { bean, steam } from './motifs';
import { box, darker, ellipse, faint, flat, lighter, moved, type Paint, path, round, scene, stroke } from './svg';

const COFFEE = '#3b2416';
const STEEL = '#b9bcc0';
const WOOD = '#8a5a34';
const DARK = '#2a211c';

/** A pot for Turkish coffee, with its long handle. */
export const cezve = (wall: Paint, paint: Paint): string =>
  scene(
    wall,
    [[430, 380]],
    [
      flat(WOOD, path('M 560 470 L 900 372 Q 930 366 934 392 Q 936 412 912 420 L 572 526 Z')),
      round(
        paint,
        path(
          'M 300 420 C 320 520 240 600 240 700 Q 240 800 330 814 L 530 814 Q 620 800 620 700 C 620 600 540 520 560 420 Z',
        ),
      ),
      round(lighter(paint, 0.15), path('M 280 400 Q 270 420 300 444 Q 430 486 560 444 Q 590 420 580 400 Z')),
      flat(
        lighter(paint, 0.3),
        path('M 280 400 Q 250 380 262 372 Q 290 372 320 384 Q 430 352 560 380 Q 596 396 560 416 Q 430 450 290 416 Z'),
      ),
      ellipse(432, 404, 118, 22)(COFFEE),
      ellipse(432, 402, 96, 14)('#8f5b33'),
      ...[520, 560, 600].map((y, at) =>
        faint(0.35, stroke(`M ${300 - at * 16} ${y + 60} q 130 40 ${262 + at * 30} 0`, darker(paint, 0.5), 5)),
      ),
      faint(0.5, stroke('M 334 480 C 330 540 284 610 282 690', '#ffffff', 14)),
      steam(430, 340),
    ].join(''),
  );

/** A press of glass in a frame of steel. */
export const frenchPress = (wall: Paint, metal: Paint): string =>
  scene(
    wall,
    [[480, 380]],
    [
      stroke('M 640 380 C 800 380 800 690 640 690', DARK, 40),
      faint(0.55, path('M 320 300 L 320 780 Q 480 812 640 780 L 640 300 Z')('#ffffff')),
      path('M 334 430 L 334 772 Q 480 800 626 772 L 626 430 Z')(COFFEE),
      flat('#8f5b33', ellipse(480, 430, 146, 24)),
      round(metal, box(312, 740, 336, 66, 12), box(312, 300, 336, 26, 8)),
      ...[330, 470, 614].map((x) => round(metal, box(x, 310, 18, 450))),
      round(metal, path('M 300 300 Q 300 236 480 224 Q 660 236 660 300 Z')),
      round(STEEL, box(472, 110, 16, 130)),
      flat(DARK, ellipse(480, 108, 34, 32)),
      faint(0.6, stroke('M 366 350 L 366 720', '#ffffff', 10)),
    ].join(''),
  );

/** A dripper over a jug of glass. */
export const dripper = (wall: Paint, paint: Paint): string =>
  scene(
    wall,
    [[490, 360]],
    [
      faint(
        0.5,
        path(
          'M 400 520 C 400 580 310 640 310 730 Q 310 806 380 812 L 600 812 Q 670 806 670 730 C 670 640 580 580 580 520 Z',
        )('#ffffff'),
      ),
      path('M 326 700 Q 316 802 384 802 L 596 802 Q 664 802 654 700 Q 490 740 326 700 Z')(COFFEE),
      stroke('M 640 640 C 760 620 770 760 664 760', faintGlass, 22),
      faint(0.7, stroke('M 352 660 Q 338 720 350 770', '#ffffff', 12)),
      round(paint, box(340, 500, 300, 26, 13)),
      round(paint, path('M 300 280 L 430 506 L 550 506 L 680 280 Z')),
      flat(lighter(paint, 0.25), ellipse(490, 280, 192, 46)),
      path('M 326 282 Q 490 340 654 282 L 640 262 Q 490 226 340 262 Z')('#f3ead9'),
      ellipse(490, 284, 140, 28)(COFFEE),
      ...[380, 440, 500, 560].map((x, at) =>
        faint(0.22, stroke(`M ${x} ${330 + at} L ${x + (490 - x) * 0.4} 490`, darker(paint, 0.6), 6)),
      ),
      stroke('M 664 320 C 760 320 740 440 616 430', darker(paint, 0.1), 24),
    ].join(''),
  );

const faintGlass = '#e6edf0';

/** A box of paper filters, with some before it. */
export const filters = (wall: Paint, paint: Paint): string =>
  scene(
    wall,
    [
      [430, 360],
      [700, 230],
    ],
    [
      flat(paint, box(260, 330, 340, 476, 10)),
      flat(darker(paint, 0.25), path('M 600 340 L 660 300 L 660 770 L 600 806 Z')),
      flat(lighter(paint, 0.2), path('M 260 334 L 326 296 L 660 298 L 600 338 Z')),
      flat('#f6efe2', path('M 330 470 L 530 470 L 450 690 L 410 690 Z')),
      ...[372, 410, 450, 488].map((x) => stroke(`M ${x} 476 L ${430 + (x - 430) * 0.3} 684`, '#e0d5c0', 5)),
      flat('#fbf6ec', path('M 600 560 L 840 600 L 740 812 L 690 806 Z')),
      flat('#efe6d4', path('M 620 600 L 860 630 L 752 816 L 716 814 Z')),
    ].join(''),
  );

/** A pot of eight sides for the stove. */
export const mokaPot = (wall: Paint, paint: Paint): string =>
  scene(
    wall,
    [[470, 340]],
    [
      flat(DARK, path('M 610 330 L 760 340 Q 786 346 780 380 L 740 600 Q 730 620 706 612 L 728 396 L 612 390 Z')),
      flat(DARK, ellipse(470, 196, 26, 30)),
      round(paint, path('M 360 270 Q 470 180 580 270 Z')),
      round(paint, path('M 330 270 L 620 270 L 570 530 L 372 530 Z')),
      round(paint, path('M 330 270 L 290 330 L 340 350 Z')),
      round(darker(paint, 0.2), box(352, 520, 238, 40, 10)),
      round(paint, path('M 366 556 L 576 556 L 640 800 Q 470 832 304 800 Z')),
      ...[410, 470, 532].map((x) =>
        faint(
          0.25,
          stroke(
            `M ${x} 280 L ${x + (470 - x) * 0.3} 524 M ${x + (470 - x) * 0.3} 560 L ${x - (470 - x) * 0.5} 806`,
            darker(paint, 0.7),
            5,
          ),
        ),
      ),
      faint(0.6, stroke('M 372 300 L 398 510 M 396 580 L 348 780', '#ffffff', 12)),
    ].join(''),
  );

/** A scale with a cup of beans on it. */
export const scale = (wall: Paint): string =>
  scene(
    wall,
    [[500, 560]],
    [
      flat(
        DARK,
        path(
          'M 230 700 Q 236 676 262 674 L 738 674 Q 764 676 770 700 L 790 780 Q 790 806 762 808 L 238 808 Q 210 806 210 780 Z',
        ),
      ),
      flat('#3d342e', box(270, 650, 460, 30, 12)),
      flat('#10201a', box(380, 720, 240, 62, 10)),
      // A number of seven strokes each, which needs no font.
      stroke(
        'M 430 732 h 26 v 20 h -26 v 20 h 26 M 480 732 v 40 h 26 v -40 z M 536 770 h 2 M 556 732 h 24 v 40 h -24 z',
        '#7df0b4',
        6,
      ),
      faint(0.6, path('M 360 470 L 384 640 Q 500 664 616 640 L 640 470 Z')('#ffffff')),
      path('M 372 540 L 386 634 Q 500 656 614 634 L 628 540 Q 500 570 372 540 Z')('#4a2d1a'),
      ...[400, 446, 492, 540, 590].map((x, at) =>
        moved(x, 548 + (at % 2) * 10, 0.42, bean('#5b3820', '#1d110a'), at * 50),
      ),
      faint(0.9, `<ellipse cx="500" cy="470" rx="140" ry="26" fill="none" stroke="#ffffff" stroke-width="6"/>`),
    ].join(''),
  );

/** A kettle with the neck of a swan. */
export const kettle = (wall: Paint, paint: Paint): string =>
  scene(
    wall,
    [[520, 400]],
    [
      stroke('M 350 700 C 210 690 290 430 140 400', darker(paint, 0.1), 34),
      stroke('M 346 694 C 222 680 300 430 146 394', lighter(paint, 0.35), 9),
      stroke('M 640 420 C 820 400 850 600 790 730', DARK, 42),
      round(paint, path('M 380 420 L 330 780 Q 334 814 380 816 L 680 816 Q 724 814 728 780 L 670 420 Z')),
      round(lighter(paint, 0.15), path('M 372 424 Q 372 380 526 374 Q 680 380 678 424 Q 526 462 372 424 Z')),
      round(STEEL, box(500, 340, 52, 40, 10)),
      flat(DARK, ellipse(526, 330, 44, 24)),
      faint(0.5, stroke('M 416 480 L 384 760', '#ffffff', 16)),
    ].join(''),
  );

/** A wand that foams milk, and its jug. */
export const frother = (wall: Paint, paint: Paint): string =>
  scene(
    wall,
    [
      [380, 300],
      [720, 150],
    ],
    [
      stroke('M 530 500 C 640 500 640 720 520 720', STEEL, 28),
      round(STEEL, path('M 250 440 L 220 780 Q 226 812 270 814 L 500 814 Q 544 812 548 780 L 520 440 Z')),
      flat('#f8f1e6', ellipse(386, 446, 134, 34)),
      path('M 236 430 Q 210 410 222 398 L 300 420 Z')(STEEL),
      ...[340, 384, 430].map((x, at) => ellipse(x, 440 + (at % 2) * 10, 22, 9)('#ffffff')),
      round(paint, path('M 672 260 Q 672 210 716 208 Q 760 210 760 260 L 752 560 Q 716 580 680 560 Z')),
      round(STEEL, box(709, 566, 14, 200)),
      `<ellipse cx="716" cy="776" rx="46" ry="20" fill="none" stroke="${STEEL}" stroke-width="10"/>`,
      flat(DARK, ellipse(716, 330, 16, 16)),
    ].join(''),
  );

/** A mill of wood with a crank, and a drawer. */
export const mill = (wall: Paint, wood: Paint): string =>
  scene(
    wall,
    [[480, 440]],
    [
      stroke('M 480 250 L 480 210 L 740 180', STEEL, 22),
      flat(DARK, ellipse(748, 152, 34, 40)),
      round('#c7963e', path('M 330 420 Q 330 260 480 250 Q 630 260 630 420 Z')),
      round('#a97a2c', box(316, 412, 328, 30, 10)),
      flat(wood, box(290, 442, 380, 330, 14)),
      flat(darker(wood, 0.25), box(264, 764, 432, 46, 12), box(276, 434, 408, 24, 10)),
      flat(lighter(wood, 0.12), box(346, 570, 268, 150, 10)),
      flat('#c7963e', ellipse(480, 646, 24, 22)),
      ...[480, 510, 540].map((y) => faint(0.2, stroke(`M 310 ${y} q 170 26 340 0`, darker(wood, 0.6), 4))),
      faint(0.5, stroke('M 366 410 Q 370 310 440 286', '#ffffff', 12)),
    ].join(''),
  );

/** A mill of steel that is turned by hand. */
export const handMill = (wall: Paint, paint: Paint): string =>
  scene(
    wall,
    [[480, 250]],
    [
      stroke('M 480 230 L 480 200 L 720 200', STEEL, 22),
      flat(WOOD, ellipse(738, 178, 36, 48)),
      round(STEEL, path('M 380 300 Q 380 236 480 230 Q 580 236 580 300 Z')),
      round(paint, box(372, 296, 216, 260, 8)),
      round(STEEL, box(366, 548, 228, 26, 8)),
      round(darker(paint, 0.2), path('M 378 574 L 582 574 L 574 790 Q 568 814 540 816 L 420 816 Q 392 814 386 790 Z')),
      ...Array.from({ length: 8 }, (_, at) => faint(0.25, box(390, 620 + at * 18, 180, 5, 2)('#000000'))),
      faint(0.5, stroke('M 410 320 L 410 530', '#ffffff', 14)),
    ].join(''),
  );

/** A filter holder of an espresso machine, as one learns to use it. */
export const portafilter = (wall: Paint): string =>
  scene(
    wall,
    [[400, 420]],
    [
      flat(WOOD, path('M 560 560 L 880 620 Q 916 630 908 664 Q 900 690 864 684 L 552 626 Z')),
      round(STEEL, path('M 220 520 L 232 640 Q 240 700 400 706 Q 560 700 568 640 L 580 520 Z')),
      flat(lighter(STEEL, 0.3), ellipse(400, 520, 182, 50)),
      ellipse(400, 522, 156, 38)('#4a2d1a'),
      ellipse(400, 508, 140, 34)('#5e3b22'),
      round(
        STEEL,
        path('M 350 704 L 340 780 Q 340 806 366 806 L 376 760 L 424 760 L 434 806 Q 460 806 460 780 L 450 704 Z'),
      ),
      round(STEEL, box(520, 556, 60, 60, 12)),
      moved(300, 380, 0.7, bean('#4a2d1a', '#1d110a'), 30),
      moved(430, 330, 0.6, bean('#5b3820', '#1d110a'), -40),
      moved(520, 400, 0.66, bean('#4a2d1a', '#1d110a'), 80),
    ].join(''),
  );
