import { isFlag, isOneOf, isScale, isWait } from '../kit/knobs';

/** Behaviour that the documents leave open, or that a test wants although it seldom happens. */
export interface Knobs {
  /** Waits and windows of limits are so many times shorter. */
  scale: number;
  /** From an upload to its result, milliseconds before scaling. */
  uploadMs: number;
  /** The time after an order at which its lines are packed without the seller; 0: never. It is 15 minutes where a seller has switched it on. */
  packsAfterMs: number;
  /** Lists that take no range begin with their newest row, or with their oldest; undocumented. */
  feedOrder: 'newest' | 'oldest';
  /** Lists tell how many rows they have; undocumented. */
  tellsTotal: boolean;
  /** Packages that no list shows, although they are there. */
  hidesPackages: boolean;
  label: 'plain' | 'html' | 'none';
}

export const usualKnobs: Readonly<Knobs> = {
  scale: 1,
  uploadMs: 300,
  packsAfterMs: 0,
  feedOrder: 'newest',
  tellsTotal: true,
  hidesPackages: false,
  label: 'plain',
};

export const knobChecks: Readonly<Record<keyof Knobs, (value: unknown) => boolean>> = {
  scale: isScale,
  uploadMs: isWait,
  packsAfterMs: isWait,
  feedOrder: isOneOf('newest', 'oldest'),
  tellsTotal: isFlag,
  hidesPackages: isFlag,
  label: isOneOf('plain', 'html', 'none'),
};
