import { lackingOf } from '../extension/provider/providers';
import { type ClockSpec, every, nightly } from '../kernel/declaration/schedule';
import { type RoundName, rounds } from './sync/round';

/** A round of a channel by the clock. */
export interface RoundSchedule {
  readonly name: RoundName;
  /** Tells whether it is for this extension, of whichever store. */
  concerns(extension: string): boolean;
  spec(storeId: string, extension: string): ClockSpec;
  /** The time, in ms, within which a missed round is made up for. */
  readonly catchUpMs: number;
}

/** A round of a channel by the clock, where its marketplace offers what it needs. */
const scheduled = (declared: Omit<RoundSchedule, 'concerns'>): RoundSchedule => ({
  ...declared,
  concerns: (extension) => lackingOf(extension, rounds[declared.name].needs).length === 0,
});

const SOON_MS = 10 * 60_000;
const HALF_DAY_MS = 12 * 3_600_000;

/** The hour of the day with the fewest sales. */
const HOUR = 4;

export const channelSchedules: readonly RoundSchedule[] = [
  scheduled({
    name: 'orders',
    spec: every(1, '3 seconds'),
    catchUpMs: SOON_MS,
  }),
  scheduled({
    name: 'census',
    spec: every(60, '1 minute'),
    catchUpMs: SOON_MS,
  }),
  scheduled({
    name: 'finance',
    spec: every(360, '1 minute'),
    catchUpMs: HALF_DAY_MS,
  }),
  scheduled({
    name: 'questions',
    spec: every(10, '1 minute'),
    catchUpMs: SOON_MS,
  }),
  scheduled({
    name: 'push',
    spec: every(1, '3 seconds'),
    catchUpMs: SOON_MS,
  }),
  scheduled({
    name: 'approvals',
    spec: every(1, '3 seconds'),
    catchUpMs: SOON_MS,
  }),
  scheduled({
    name: 'compare',
    spec: nightly(HOUR),
    catchUpMs: HALF_DAY_MS,
  }),
  scheduled({
    name: 'claims',
    spec: every(10, '1 minute'),
    catchUpMs: SOON_MS,
  }),
  scheduled({
    name: 'webhook',
    spec: every(60, '1 minute'),
    catchUpMs: SOON_MS,
  }),
  scheduled({
    name: 'long-census',
    spec: nightly(HOUR),
    catchUpMs: HALF_DAY_MS,
  }),
];
