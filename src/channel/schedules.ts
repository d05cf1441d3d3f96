import { every, nightly, type ScheduledPerExtension } from '../kernel/declaration/schedule';
import type { Operation } from '../provider/port';
import { lackingOf } from '../provider/providers';
import type { RoundName } from './sync/round';

const WORKFLOW = 'channelRound';

interface Declared extends Omit<ScheduledPerExtension, 'name' | 'workflow' | 'concerns'> {
  readonly name: RoundName;
  readonly needs: readonly Operation[];
}

/** A round of a channel by the clock, where its marketplace offers what it needs. */
const scheduled = ({ needs, ...declared }: Declared): ScheduledPerExtension => ({
  ...declared,
  workflow: WORKFLOW,
  concerns: (extension) => lackingOf(extension, needs).length === 0,
});

/** When least is sold. */
const HOUR = 4;

export const channelSchedules: readonly ScheduledPerExtension[] = [
  scheduled({
    name: 'orders',
    needs: ['packages'],
    summary: 'Pull orders of a marketplace',
    spec: every(1, '3 seconds'),
    catchUp: '10 minutes',
  }),
  scheduled({
    name: 'census',
    needs: ['packages', 'packagesById'],
    summary: 'Look for packages that the lists of a marketplace left out',
    spec: every(60, '1 minute'),
    catchUp: '10 minutes',
  }),
  scheduled({
    name: 'push',
    needs: ['sendOffers', 'batch', 'offers'],
    summary: 'Look for stock and prices that a marketplace was not told',
    spec: every(1, '3 seconds'),
    catchUp: '10 minutes',
  }),
  scheduled({
    name: 'approvals',
    needs: ['sendListings', 'batch', 'offers', 'unapproved'],
    summary: 'Look whether a marketplace has approved what it was sent',
    spec: every(1, '3 seconds'),
    catchUp: '10 minutes',
  }),
  scheduled({
    name: 'compare',
    needs: ['sendOffers', 'batch', 'offers'],
    summary: 'Compare stock and prices of a marketplace with the store',
    spec: nightly(HOUR),
    catchUp: '12 hours',
  }),
  scheduled({
    name: 'claims',
    needs: ['claims', 'claimsById'],
    summary: 'Pull claims of a marketplace',
    spec: every(10, '1 minute'),
    catchUp: '10 minutes',
  }),
  scheduled({
    name: 'webhook',
    needs: ['webhooks', 'replaceWebhook'],
    summary: 'Look whether a marketplace posts to the shop still',
    spec: every(60, '1 minute'),
    catchUp: '10 minutes',
  }),
  scheduled({
    name: 'long-census',
    needs: ['packages', 'packagesById'],
    summary: 'Look for packages of two weeks that the lists of a marketplace left out',
    spec: nightly(HOUR),
    catchUp: '12 hours',
  }),
];
