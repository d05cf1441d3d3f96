import { nightly, type ScheduledPerStore } from '../kernel/declaration/schedule';

/** When least is bought and changed. */
const HOUR = 3;

/** Repairs every night the projection that storefronts read. */
export const projectionRepair: ScheduledPerStore = {
  name: 'projection',
  workflow: 'projectionRepair',
  summary: 'Hold the storefront projection against the shop',
  spec: nightly(HOUR),
  catchUp: '12 hours',
};
