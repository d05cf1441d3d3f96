import { type ClockSpec, every, nightly } from '../kernel/declaration/schedule';
import type { Operation } from '../provider/port';
import { lackingOf } from '../provider/providers';
import type { RoundName } from './sync/round';

/** A round of a channel by the clock. */
export interface RoundSchedule {
  readonly name: RoundName;
  /** Tells whether it is for this extension, of whichever store. */
  concerns(extension: string): boolean;
  spec(storeId: string, extension: string): ClockSpec;
  /** For so long a time that was missed is made up for. */
  readonly catchUpMs: number;
}

interface Declared extends Omit<RoundSchedule, 'concerns'> {
  readonly needs: readonly Operation[];
}

/** A round of a channel by the clock, where its marketplace offers what it needs. */
const scheduled = ({ needs, ...declared }: Declared): RoundSchedule => ({
  ...declared,
  concerns: (extension) => lackingOf(extension, needs).length === 0,
});

const SOON_MS = 10 * 60_000;
const HALF_DAY_MS = 12 * 3_600_000;

/** When least is sold. */
const HOUR = 4;

export const channelSchedules: readonly RoundSchedule[] = [
  scheduled({
    name: 'orders',
    needs: ['packages'],
    spec: every(1, '3 seconds'),
    catchUpMs: SOON_MS,
  }),
  scheduled({
    name: 'census',
    needs: ['packages', 'packagesById'],
    spec: every(60, '1 minute'),
    catchUpMs: SOON_MS,
  }),
  scheduled({
    name: 'finance',
    needs: ['settlements', 'cargoCosts'],
    spec: every(360, '1 minute'),
    catchUpMs: HALF_DAY_MS,
  }),
  scheduled({
    name: 'questions',
    needs: ['questions', 'question'],
    spec: every(10, '1 minute'),
    catchUpMs: SOON_MS,
  }),
  scheduled({
    name: 'push',
    needs: ['sendOffers', 'batch', 'offers'],
    spec: every(1, '3 seconds'),
    catchUpMs: SOON_MS,
  }),
  scheduled({
    name: 'approvals',
    needs: ['sendListings', 'batch', 'offers', 'unapproved'],
    spec: every(1, '3 seconds'),
    catchUpMs: SOON_MS,
  }),
  scheduled({
    name: 'compare',
    needs: ['sendOffers', 'batch', 'offers'],
    spec: nightly(HOUR),
    catchUpMs: HALF_DAY_MS,
  }),
  scheduled({
    name: 'claims',
    needs: ['claims', 'claimsById'],
    spec: every(10, '1 minute'),
    catchUpMs: SOON_MS,
  }),
  scheduled({
    name: 'webhook',
    needs: ['webhooks', 'replaceWebhook'],
    spec: every(60, '1 minute'),
    catchUpMs: SOON_MS,
  }),
  scheduled({
    name: 'long-census',
    needs: ['packages', 'packagesById'],
    spec: nightly(HOUR),
    catchUpMs: HALF_DAY_MS,
  }),
];
