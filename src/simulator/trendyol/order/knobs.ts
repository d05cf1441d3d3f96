import { isInteger, type Resources } from '../../kit/control';
import { isFlag, isOneOf, isScale, isWait, knobsResource as resourceOf } from '../../kit/knobs';

/** Behaviour that the documents leave open, or that a test wants although it seldom happens. */
export interface Knobs {
  /** Waits last so many times less: windows of limits, the 5 minutes between changes of carrier and between tries of a webhook. */
  scale: number;
  /** How the ends of a window are read: as UTC, or as the wall time of Istanbul. */
  filterZone: 'utc' | 'istanbul';
  /** The amounts of a line are averages of a piece, or totals of the line. */
  lineAmounts: 'piece' | 'line';
  /** Whether lines tell the price of each piece. */
  discountDetails: boolean;
  /** A cancellation in part leaves the old package with the cancelled pieces, or takes it apart into two. */
  partialCancel: 'shrinks' | 'unpacks';
  /** How long after a split its packages appear, milliseconds before scaling. */
  splitAfterMs: number;
  /** A webhook posts a page of packages, or the package itself. */
  envelope: 'content' | 'bare';
  /** How many of each post come at once. */
  copies: number;
  /** Copies differ in their bytes and mean the same. */
  otherBytes: boolean;
  /** How long after a change its post comes, milliseconds before scaling. */
  postAfterMs: number;
  /** News that are not posted at all. */
  lost: boolean;
  /** News that wait until they are released. */
  hold: boolean;
  label: (typeof labelManners)[number];
}

const labelManners = ['plain', 'huge', 'nul', 'html', 'none'] as const;

export const usualKnobs: Readonly<Knobs> = {
  scale: 1,
  filterZone: 'utc',
  lineAmounts: 'piece',
  discountDetails: true,
  partialCancel: 'shrinks',
  splitAfterMs: 2_000,
  envelope: 'content',
  copies: 1,
  otherBytes: false,
  postAfterMs: 0,
  lost: false,
  hold: false,
  label: 'plain',
};

const checks: Readonly<Record<keyof Knobs, (value: unknown) => boolean>> = {
  scale: isScale,
  filterZone: isOneOf('utc', 'istanbul'),
  lineAmounts: isOneOf('piece', 'line'),
  discountDetails: isFlag,
  partialCancel: isOneOf('shrinks', 'unpacks'),
  splitAfterMs: isWait,
  envelope: isOneOf('content', 'bare'),
  copies: (value) => isInteger(value) && value >= 1 && value <= 5,
  otherBytes: isFlag,
  postAfterMs: isWait,
  lost: isFlag,
  hold: isFlag,
  label: isOneOf(...labelManners),
};

/** @param rescaled is told when waits have another length */
export function knobsResource(knobs: Knobs, rescaled: () => void): Resources[string] {
  let { scale } = knobs;
  return resourceOf(knobs, usualKnobs, checks, () => {
    if (knobs.scale === scale) return;
    scale = knobs.scale;
    rescaled();
  });
}
