import * as csstree from 'css-tree';

/*
 * A skin dresses boxes, and the kit says where they stand: no declaration takes a box out of its place, lays it over others or moves what
 * a shopper came for out of sight. Sizes have bounds, since a box of ten screens is a cover as well.
 */

/** Properties that take a box out of its place. */
const OFFSETS: ReadonlySet<string> = new Set(['top', 'right', 'bottom', 'left', 'inset']);

/** Properties by whose negative values a box is drawn over another one, or its text out of sight; with the most that they may be, px. */
const SHIFTS: Readonly<Record<string, number>> = {
  margin: 400,
  'text-indent': 64,
  'letter-spacing': 24,
  'word-spacing': 48,
  'vertical-align': 24,
  'text-underline-offset': 24,
};
/** Negative values that only overlap what stands beside, px. */
const OVERLAP_PX = 16;

/** Properties that draw beyond their box; with the most that they may, px. */
const DRAWN: Readonly<Record<string, number>> = {
  'box-shadow': 64,
  'text-shadow': 64,
  filter: 64,
  'backdrop-filter': 64,
  outline: 24,
  'outline-width': 24,
  'outline-offset': 24,
  'text-decoration': 24,
  'text-decoration-thickness': 24,
  border: 64,
};

const TRANSFORMS: ReadonlySet<string> = new Set(['transform', 'translate', 'scale', 'rotate']);
/** A button moves so far under a pointer, px. */
const MOVED_PX = 16;
const TURNED_DEG = 15;
const SCALED = { least: 0.9, most: 1.1 };

/** A screen of a large monitor, px. */
const SIZE_PX = 1_600;
/** Limits of a calculation: the size of a factor, and the number of factors. */
const FACTOR_MAX = 20;
const FACTORS_MAX = 2;

/** Pixels of one unit, counted high: a large text, a large screen. */
const PX: Readonly<Record<string, number>> = {
  px: 1,
  rem: 16,
  em: 16,
  ch: 10,
  ex: 10,
  lh: 24,
  rlh: 24,
  cm: 38,
  mm: 4,
  in: 96,
  pt: 1.4,
  pc: 16,
  q: 1,
};
const VIEWPORT = /^[sld]?v(w|h|i|b|min|max)$|^cq(w|h|i|b|min|max)$/;
/** Units that are no length. */
const OTHER = new Set(['fr', 's', 'ms', 'deg', 'turn', 'rad', 'grad', 'dppx', 'dpi', 'dpcm', 'x']);

/** True of a declaration by which a box would leave its place or cover others. */
export function leavesPlace(property: string, value: csstree.CssNode): boolean {
  if (OFFSETS.has(property)) return true;
  if (property === 'position') return csstree.generate(value).trim().toLowerCase() === 'absolute';
  if (TRANSFORMS.has(property)) return !isSmallMove(property, value);
  const base = property.startsWith('margin') ? 'margin' : property;
  const shift = SHIFTS[base];
  if (shift !== undefined) return !isWithin(value, { least: -OVERLAP_PX, most: shift });
  const drawn =
    DRAWN[property] ??
    (/^border.*(width|top|right|bottom|left|block|inline|start|end)$/.test(property) ? DRAWN.border : undefined);
  if (drawn !== undefined) return !isWithin(value, { least: -drawn, most: drawn });
  // A property of its own may be used wherever one may: it is never negative.
  return !isWithin(value, { least: property.startsWith('--') ? 0 : -SIZE_PX, most: SIZE_PX });
}

interface Bounds {
  /** Least and most of each length, px. */
  readonly least: number;
  readonly most: number;
}

/** True if each length of a value is within bounds, whatever a calculation makes of it. */
function isWithin(value: csstree.CssNode, { least, most }: Bounds): boolean {
  let within = true;
  let factors = 0;
  const shareMax = most >= SIZE_PX ? 400 : 50;
  csstree.walk(value, function (node) {
    const inCalculation = this.function !== null && /^(calc|min|max|clamp|abs|sign|round)$/i.test(this.function.name);
    if (node.type === 'Dimension') {
      const px = pixelsOf(Number(node.value), node.unit.toLowerCase());
      if (px !== undefined && (px > most || px < (inCalculation ? Math.max(0, least) : least))) within = false;
    }
    if (node.type === 'Percentage' && (Number(node.value) > shareMax || (Number(node.value) < 0 && most < SIZE_PX)))
      within = false;
    if (!inCalculation) return;
    if (node.type === 'Number' && (Number(node.value) > FACTOR_MAX || Number(node.value) < 0)) within = false;
    if (node.type !== 'Operator') return;
    const sign = node.value.trim();
    if (sign === '*' || sign === '/') factors += 1;
    // A difference may be of any sign: only what may be is taken from another.
    if (sign === '-' && least > -SIZE_PX) within = false;
  });
  return within && factors <= FACTORS_MAX;
}

/** @returns undefined of what is no length */
function pixelsOf(count: number, unit: string): number | undefined {
  if (OTHER.has(unit)) return undefined;
  // A hundredth of a screen: sixteen pixels of the largest.
  return count * (VIEWPORT.test(unit) ? 16 : (PX[unit] ?? SIZE_PX));
}

/** True of a movement that a pointer over a button makes: written out, and small. */
function isSmallMove(property: string, value: csstree.CssNode): boolean {
  let small = true;
  let moves = 0;
  csstree.walk(value, function (node) {
    const name = this.function?.name.toLowerCase() ?? property;
    if (node.type === 'Function') {
      moves += 1;
      if (!/^(translate[xy]?|scale[xy]?|rotate)$/i.test(node.name)) small = false;
    }
    if (node.type === 'Dimension') {
      const unit = node.unit.toLowerCase();
      const count = Math.abs(Number(node.value));
      const isTurn = name === 'rotate';
      if (isTurn ? unit !== 'deg' || count > TURNED_DEG : (pixelsOf(count, unit) ?? SIZE_PX) > MOVED_PX) small = false;
    }
    if (node.type === 'Percentage') small = false;
    if (node.type === 'Number') {
      const factor = Number(node.value);
      if (name.startsWith('scale') ? factor < SCALED.least || factor > SCALED.most : factor !== 0) small = false;
    }
  });
  return small && moves <= FACTORS_MAX;
}
